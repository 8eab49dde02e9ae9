"""Taking back what one has told oneself, as long as nobody else has gone on from it.

Where everybody is asked at once - who fell? - others tell on while one sees a mistake: what they
have told since, in the same question, is told again after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from firmware_host.rules.kernel import Answer, Illegal, Over, Seat, Source, spelled
from firmware_host.session.match import Match

from .reading import Correction, Reader

A = TypeVar("A", bound=Answer)
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo one's own last answer."""

    entries: int
    again: tuple[str, ...] = ()
    """Words of others since, which are told again."""


PutRight = Correction | TakeBack


def taken_back(match: Match[Any, Any], seat: Seat) -> TakeBack | None:
    """What *seat* would undo to take back its own last answer; None: it no longer can."""
    entries = match.undoable_by(seat)
    return _among_others(match, seat) if entries is None else TakeBack(entries)


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
