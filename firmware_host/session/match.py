"""One sitting at one game: a fold over what was told. No clock, no files, no threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, assert_never

from firmware_host.rules.kernel import (
    Answer,
    Decision,
    Event,
    Game,
    Illegal,
    Over,
    Position,
    Seat,
    Setup,
    Source,
    Unreadable,
    at,
    begin,
    spelled,
    step,
)

from .luck import draw
from .tale import Answered, Entry, Put, Seated, Told, Undone, sentence

A = TypeVar("A", bound=Answer)
S = TypeVar("S")


class Diverged(ValueError):
    """A tale the rules do not allow; *line* (from 1) is the first which they refuse."""

    def __init__(self, line: int, words: str, says: str) -> None:
        super().__init__(f"line {line}: {words!r}: {says}")
        self.line = line
        self.words = words
        self.says = says


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Match(Generic[S, A]):
    """Where a sitting stands, linked to where it stood before.

    An answer makes one new link, and undo walks back along them: both cost the same however
    long the match has become.
    """

    game: Game[S, A]
    setup: Setup
    seed: str
    position: Position[S, A]
    entry: Entry | None = None
    """What led here from :attr:`before`, as the journal tells it; None at the start."""
    events: tuple[Event, ...] = ()
    """What :attr:`entry` brought about."""
    before: Match[S, A] | None = None
    length: int = 0
    """How many entries led here."""
    draws: int = 0
    """How many of them luck drew."""
    seat: Seat | None = None
    """Whose answer :attr:`entry` was, if anybody's."""

    @classmethod
    def begin(cls, game: Game[S, A], setup: Setup, seed: str) -> Match[S, A]:
        """A fresh match.

        :raises Illegal: so many cannot play it.
        """
        return cls(game, setup, seed, begin(game, setup))

    @property
    def state(self) -> S:
        """The state of the game."""
        return self.position.state

    @property
    def pending(self) -> Decision[A] | Over:
        """What the match waits for."""
        return self.position.pending

    def answered(self, answer: A, at_ms: int) -> Match[S, A]:
        """The match after *answer*.

        :raises Illegal: it does not wait for that; nothing has changed.
        """
        position, events = step(self.game, self.position, answer)
        return self._next(position, Answered(str(answer), at_ms), events, answer.seat)

    def put(self, lines: Mapping[str, str], reason: str, at_ms: int) -> Match[S, A]:
        """The match with these lines of its state's words put right.

        :raises Illegal: ``impossible``: the lines make no state that can be; nothing has changed.
        """
        state = _put_right(self.game, self.setup, self.state, lines)
        entry = Put(tuple(lines.items()), " ".join(reason.split()), at_ms)
        return self._next(at(self.game, state), entry, (), None)

    def undone(self, entries: int = 1) -> Match[S, A]:
        """The match before its last *entries*.

        :raises Illegal: ``nothing``: it has not so many.
        """
        if not 0 <= entries <= self.length:
            raise Illegal("nothing", f"{entries} cannot be undone; {self.length} are told")
        here = self
        for _ in range(entries):
            assert here.before is not None
            here = here.before
        return here

    def tell(self, told: Told) -> Match[S, A]:
        """The match after one line of a journal.

        :raises Illegal: the rules do not allow it.
        """
        match told:
            case Answered(words=words, at_ms=at_ms):
                return self.answered(spelled(self.game, self.position, words), at_ms)
            case Undone(keep=keep):
                return self.undone(self.length - keep)
            case Put(lines=lines, reason=reason, at_ms=at_ms):
                return self.put(dict(lines), reason, at_ms)
            case Seated():
                return self
            case _ as unreachable:
                assert_never(unreachable)

    def lucky(self) -> A | None:
        """The answer luck gives next; None when a person or the table must give it."""
        pending = self.position.pending
        if isinstance(pending, Over) or pending.source is not Source.CHANCE:
            return None
        return draw(self.seed, self.draws, pending)

    def undoable_by(self, seat: Seat) -> int | None:
        """How many entries *seat* would undo to take back its own last answer.

        None once another seat has answered, luck was drawn (by the table's dice as well), or
        something was put right since.
        """
        here, entries = self, 1
        while here.before is not None:
            source = here.source
            if source is None or source is Source.CHANCE:
                return None
            if here.seat == seat:
                return entries
            if here.seat is not None or source is Source.TABLE:
                return None
            here, entries = here.before, entries + 1
        return None

    def told_since(self, seat: Seat) -> int:
        """How many entries the table was told by nobody since the last answer, if *seat* gave it.

        0 where anything else came since: another's answer, luck, or something put right.
        """
        here, entries = self, 0
        while here.before is not None and here.seat is None and here.source is Source.TABLE:
            here, entries = here.before, entries + 1
        return entries if here.seat == seat else 0

    @property
    def source(self) -> Source | None:
        """Who could know :attr:`entry`; None when it was no answer."""
        if self.before is None or isinstance(self.entry, Put):
            return None
        waited = self.before.pending
        return None if isinstance(waited, Over) else waited.source

    def path(self, keep: int = 0) -> tuple[Match[S, A], ...]:
        """Every standing after the first *keep* entries, oldest first, this one last."""
        back: list[Match[S, A]] = []
        here = self
        while here.length > keep and here.before is not None:
            back.append(here)
            here = here.before
        return tuple(reversed(back))

    def told(self, keep: int = 0) -> tuple[Entry, ...]:
        """The entries after the first *keep*, oldest first: what a redo tells again."""
        return tuple(m.entry for m in self.path(keep) if m.entry is not None)

    def _next(
        self,
        position: Position[S, A],
        entry: Entry,
        events: tuple[Event, ...],
        seat: Seat | None,
    ) -> Match[S, A]:
        drawn = isinstance(entry, Answered) and self._waits_for_luck(entry)
        return Match(
            self.game,
            self.setup,
            self.seed,
            position,
            entry,
            events,
            self,
            self.length + 1,
            self.draws + drawn,
            seat,
        )

    def _waits_for_luck(self, entry: Answered) -> bool:
        """Is *entry* a draw? An aside to a question of luck is not."""
        pending = self.position.pending
        if isinstance(pending, Over) or pending.source is not Source.CHANCE:
            return False
        return not any(str(aside) == entry.words for aside in pending.asides)


def _put_right(game: Game[S, Any], setup: Setup, state: S, lines: Mapping[str, str]) -> S:
    """*state* with *lines* of its words replaced.

    :raises Illegal: ``impossible``: they make no state that can be.
    """
    if not lines:
        raise Illegal("impossible", "a put names at least one line of the state")
    try:
        before = game.words.write(state)
        after = game.words.fitted(game.words.read(setup.box, {**before, **lines}), lines.keys())
        faults = game.words.faults(after)
        unknown = [key for key in lines if key not in before and key not in game.words.write(after)]
    except Unreadable as why:
        raise Illegal("impossible", str(why)) from why
    if unknown:
        known = ", ".join(before)
        raise Illegal("impossible", f"{unknown[0]}: no such line; there are {known}")
    if faults:
        raise Illegal("impossible", "; ".join(faults))
    return after


def telling(match: Match[S, A], tale: Iterable[Told]) -> Iterator[tuple[Told, Match[S, A]]]:
    """Tell *tale* on top of *match*: each line, and the match after it.

    :raises Diverged: a line the rules do not allow.
    """
    for line, told in enumerate(tale, 1):
        try:
            match = match.tell(told)
        except Illegal as why:
            said = sentence(told, match.game.heard)
            raise Diverged(line, said, f"{why} ({why.code})") from why
        yield told, match


def settled(tale: Iterable[Told]) -> tuple[tuple[int, Entry], ...]:
    """The entries that still count once all undos have been told, each with its line (from 1)."""
    left: list[tuple[int, Entry]] = []
    for line, told in enumerate(tale, 1):
        if isinstance(told, Undone):
            del left[max(0, told.keep) :]
        elif not isinstance(told, Seated):
            left.append((line, told))
    return tuple(left)


def as_far_as_it_goes(
    match: Match[S, A], tale: Iterable[Told]
) -> tuple[Match[S, A], Diverged | None]:
    """*match* after as much of *tale* as the rules allow, and the first line they do not.

    A line that was undone later need not be allowed: nothing follows from it.
    """
    for line, told in settled(tale):
        try:
            match = match.tell(told)
        except Illegal as why:
            said = sentence(told, match.game.heard)
            return match, Diverged(line, said, f"{why} ({why.code})")
    return match, None


def retell(match: Match[S, A], tale: Iterable[Told]) -> Match[S, A]:
    """*match* after *tale*: resume, replay and golden tests are this fold.

    :raises Diverged: a line the rules do not allow.
    """
    for _, after in telling(match, tale):
        match = after
    return match
