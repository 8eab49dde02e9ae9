"""Taking back what one has told oneself, as long as nobody else has gone on from it.

Where everybody is asked at once - who fell? - others tell on while one sees a mistake: what they
have told since, in the same question, is told again after it.

What answers itself again at once is nobody to stop at: luck, a beat of silence, and bots. What
they have answered since is taken back as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from firmware_host.rules.kernel import Answer, Decision, Illegal, Over, Seat, Source, spelled
from firmware_host.session.match import Match
from firmware_host.session.tale import Answered

from .reading import Correction, Reader
from .scene import View

A = TypeVar("A", bound=Answer)
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo one's own last answer."""

    entries: int
    again: tuple[str, ...] = ()
    """Words of others since, which are told again."""
    bots: bool = False
    """Bots have answered since: that is taken back with it."""


PutRight = Correction | TakeBack


@dataclass(frozen=True, slots=True)
class Bots:
    """Who answers by itself, besides luck and silence."""

    seats: frozenset[Seat] = frozenset()
    hands: bool = False
    """They throw and tell as well, at a virtual table; at a real one people do that for them."""

    def play(self, seat: Seat | None) -> bool:
        """Is it one of them?"""
        return seat is not None and seat in self.seats


NONE = Bots()


def last_chosen(match: Match[S, A], view: View[S, A], bots: Bots) -> Match[S, A] | None:
    """The last standing to which a person's answer, or a put, has led; None: there is none."""
    here = match
    while here.before is not None:
        if not _by_itself(here, view, bots):
            return here
        here = here.before
    return None


def taken_back(
    match: Match[S, A], seat: Seat, view: View[S, A] | None = None, bots: Bots = NONE
) -> TakeBack | None:
    """What *seat* would undo to take back its own last answer; None: it no longer can."""
    entries = match.undoable_by(seat)
    if entries is not None:
        return TakeBack(entries)
    back = _among_others(match, seat)
    if back is None and view is not None and not bots.play(seat):
        back = _before_bots(match, seat, view, bots)
    return back


def _by_itself(here: Match[S, A], view: View[S, A], bots: Bots) -> bool:
    """Would the question that *here* has answered be answered at once, and by nobody?"""
    assert here.before is not None
    pending = here.before.pending
    if isinstance(pending, Over):
        return False
    match pending.source:
        case Source.CHANCE:
            return True
        case Source.PLAYER if _beat(pending):
            return not pending.asides  # else something may still be put right there
        case Source.PLAYER if here.seat is None:  # something was put right before it was answered
            return all(bots.play(answer.seat) for answer in pending.options)
        case _:
            return by_bot(here, view, bots)


def by_bot(here: Match[S, A], view: View[S, A], bots: Bots) -> bool:
    """Has a bot answered what has led *here*? What people tell for one they answer themselves."""
    if here.source is Source.TABLE:
        return bots.hands and bots.play(_teller(here, view))
    return here.source is Source.PLAYER and bots.play(here.seat)


def _beat(pending: Decision[A]) -> bool:
    """Is there nothing to choose, and silence says it?"""
    return pending.lapse is not None and len(pending.options) == 1


def _teller(here: Match[S, A], view: View[S, A]) -> Seat | None:
    """Whose eyes or hands have told what has led *here*."""
    if here.seat is not None or here.before is None or not isinstance(here.entry, Answered):
        return here.seat
    before = here.before
    return view.asker(before.state, spelled(before.game, before.position, here.entry.words))


def _before_bots(match: Match[S, A], seat: Seat, view: View[S, A], bots: Bots) -> TakeBack | None:
    """The same where only bots have chosen since, and have shown nothing that was hidden."""
    here, passed = match, False
    while here.before is not None and here.source in (Source.PLAYER, Source.TABLE):
        if here.seat == seat:
            return TakeBack(match.length - here.before.length, bots=passed)
        pending = here.before.pending
        nobodys = isinstance(pending, Decision) and _beat(pending)
        if here.source is Source.TABLE or not (nobodys or bots.play(here.seat)):
            return None
        if here.seat is not None and _hidden(here.before, here.entry, view, here.seat):
            return None
        passed, here = passed or bots.play(here.seat), here.before
    return None


def _hidden(before: Match[S, A], entry: object, view: View[S, A], seat: Seat) -> bool:
    """Did this answer show what nobody but *seat* knew?"""
    words = getattr(entry, "words", "")
    return any(str(answer) == words for answer in view.hand(before.state, seat))


def put_right(
    match: Match[S, A], reader: Reader[S, A], seat: Seat, *, asked: bool
) -> Sequence[PutRight]:
    """What *seat* may put right with a hold of its button.

    Who is not *asked* may take back as well what it has told, of what no camera reads.
    """
    corrections = reader.corrections(match.state, seat)
    back = None if asked or corrections else taken_back(match, seat)
    if back is None:
        return corrections
    told = match.undone(back.entries).pending
    if isinstance(told, Over) or told.source is not Source.TABLE or reader.reads(told.topic):
        return ()
    return (back,)


def _among_others(match: Match[Any, Any], seat: Seat) -> TakeBack | None:
    """The same where others have answered the same question since."""
    here, others, topic = match, list[str](), _topic(match)
    if topic is None:
        return None
    while here.seat != seat:
        if here.before is None or here.entry is None or here.seat is None:
            return None
        others.insert(0, str(getattr(here.entry, "words", "")))
        here = here.before
        if _topic(here) != topic:
            return None
    if here.before is None or _topic(here.before) != topic:
        return None
    after = here.before
    try:
        for words in others:
            after = after.answered(spelled(after.game, after.position, words), 0)
    except Illegal:
        return None  # they told what follows from it
    return TakeBack(match.length - here.before.length, tuple(others))


def _topic(match: Match[Any, Any]) -> str | None:
    """What everybody tells just now; None where the question is not the table's."""
    pending = match.pending
    if isinstance(pending, Over) or pending.source is not Source.TABLE:
        return None
    return pending.topic
