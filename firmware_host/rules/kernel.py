"""What every game is made of.

A state waits for one decision; an answer moves it on. Nothing here, and nothing in this
package, reads a clock, draws luck or does I/O: time and luck come in as answers, like
everything else that happens at the table.

The two doors are :func:`begin` and :func:`step`. They check setup and legality for every game,
so a game's own functions may assume both.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Generic, TypeVar

SEAT_LETTERS = "ABCDEFGH"


class Seat(int):
    """A place at the table, counted clockwise from 0. Spelled ``A``, ``B``, ... everywhere."""

    __slots__ = ()

    @classmethod
    def named(cls, letter: str) -> Seat:
        """The seat spelled *letter*.

        :raises ValueError: no seat is spelled so.
        """
        if len(letter) != 1 or letter not in SEAT_LETTERS:
            raise ValueError(f"{letter!r} is no seat; seats are A, B, C, ...")
        return cls(SEAT_LETTERS.index(letter))

    def __str__(self) -> str:
        return SEAT_LETTERS[self]

    __repr__ = __str__


class Illegal(ValueError):
    """An answer that is not among those the state waits for. Nothing has changed."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(says)
        self.code = code
        """Why, as one word that can be shown and lit: ``gone``, ``limit``, ``cost``, ..."""


class Unreadable(ValueError):
    """These words are no state: *key* names the line, the text says why."""

    def __init__(self, key: str, says: str) -> None:
        super().__init__(f"{key}: {says}")
        self.key = key
        self.says = says


class Source(enum.Enum):
    """Who can know the answer."""

    PLAYER = "player"  #: a person chooses
    TABLE = "table"  #: the physical table is read
    CHANCE = "chance"  #: luck decides; drawn from the seed, or by real dice and decks


class _Worded:
    """Spell a frozen dataclass as words, ``Take(seat=1, face='Rb')`` -> ``B take Rb``."""

    __slots__ = ()

    def __str__(self) -> str:
        values = {f.name: getattr(self, f.name) for f in fields(self)}  # type: ignore[arg-type]
        seat = values.pop("seat", None)
        words = [type(self).__name__.lower(), *map(str, values.values())]
        return " ".join(words if seat is None else [str(seat), *words])


@dataclass(frozen=True, slots=True)
class Answer(_Worded):
    """One thing that can happen next. Its words are its name in the journal."""

    seat: Seat | None
    """Whose it is to give; None when it is anyone's, or nobody's."""

    __str__ = _Worded.__str__


@dataclass(frozen=True, slots=True)
class Event(_Worded):
    """A fact that has just become true. Views show it once; it is never stored."""

    __str__ = _Worded.__str__


A = TypeVar("A", bound=Answer)
S = TypeVar("S")


def _as_said(words: str, seat: Seat | None) -> str:
    """What is heard of an answer in a game without secrets: all of it."""
    del seat
    return words


@dataclass(frozen=True, slots=True)
class Lapse(Generic[A]):
    """What silence means: some time after its topic began, *answer* is given by itself."""

    answer: A
    after_ms: int | None = None
    """Game time a rule book names; None: the table's patience for this topic."""


@dataclass(frozen=True, slots=True)
class Decision(Generic[A]):
    """The one question a state waits on. Every legal answer is listed."""

    topic: str
    source: Source
    options: tuple[A, ...]
    weights: tuple[int, ...] = ()
    """Relative weights of luck, as many as options; () means all alike."""
    lapse: Lapse[A] | None = None
    asides: tuple[A, ...] = ()
    """Legal answers nobody is asked for: in no menu, never drawn; staff or an eye may tell them."""

    def for_seat(self, seat: Seat) -> tuple[A, ...]:
        """The options *seat* may take: its own, and those open to anyone."""
        return tuple(a for a in self.options if a.seat in (None, seat))

    def named(self, words: str) -> A | None:
        """The legal answer spelled *words*, or None."""
        lapse: tuple[A, ...] = (self.lapse.answer,) if self.lapse else ()
        for answer in (*self.options, *lapse, *self.asides):
            if str(answer) == words:
                return answer
        return None


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended. Seats that share a rank stand in one tuple, best first."""

    ranking: tuple[tuple[Seat, ...], ...]
    winners: tuple[Seat, ...]
    """Nobody, one, or all who share the victory."""
    reason: str


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the first turn."""

    seats: int
    box: Any
    """Board, dice, deck and house rules: the game's own type, from :attr:`Game.box`."""


def _as_put(state: S, keys: Collection[str]) -> S:
    """Nothing is secret: all of it is as it was put."""
    del keys
    return state


@dataclass(frozen=True, slots=True)
class Words(Generic[S]):
    """How a game's states are spelled, one line a part. ``read(box, write(state)) == state``."""

    write: Callable[[S], dict[str, str]]
    read: Callable[[Any, Mapping[str, str]], S]
    """:raises Unreadable: a line is missing or makes no sense."""
    faults: Callable[[S], tuple[str, ...]]
    """Everything that can never be so, as ``key: why``; () for every state play can reach."""
    fitted: Callable[[S, Collection[str]], S] = _as_put
    """A state in which lines of these keys were put right, with secrets that were not named made
    to fit: whether a put is taken must not tell what nobody may know."""


@dataclass(frozen=True, slots=True)
class Game(Generic[S, A]):
    """A game is a name and a few pure functions."""

    name: str
    seats: range
    box: Callable[[Mapping[str, Any]], Any]
    """The box a parsed configuration file describes; raises :class:`BoxFaults`."""
    start: Callable[[Setup], S]
    pending: Callable[[S], Decision[A] | Over]
    apply: Callable[[S, A], tuple[S, tuple[Event, ...]]]
    """Assumes a legal answer; call :func:`step`, which checks."""
    public: Callable[[S, Seat | None], S]
    """What *seat* (None: everyone) may know of a state; itself for a game without secrets."""
    words: Words[S]
    why_not: Callable[[S, str], tuple[str, str]]
    """For words that answer nothing: the reason's code, and the reason in a sentence."""
    version: int = 1
    figures: Mapping[str, str] = field(default_factory=dict)
    """What statistics of many games count: a figure's name, and the event it is a number of."""
    arrival: str = ""
    """The event by which a seat comes where all want to be, in games which have such."""
    arrived: str = ""
    """What statistics call a game in which somebody did: ``boat reached``."""
    heard: Callable[[str, Seat | None], str] = _as_said
    """What *seat* (None: everyone) may hear of a journal's line: an answer's words, or a put's."""


def everything(state: S, seat: Seat | None) -> S:
    """What may be known in a game without secrets: :attr:`Game.public` of such a game."""
    del seat
    return state


@dataclass(frozen=True, slots=True)
class BoxFault:
    """One thing wrong with a box. *grave* is False for a warning."""

    path: str
    """Where, as a dotted key path: ``cards[3].copies``."""
    says: str
    """What is wrong."""
    write: str
    """What to write instead."""
    grave: bool = True


class BoxFaults(ValueError):
    """A configuration that is no box: every fault at once."""

    def __init__(self, faults: tuple[BoxFault, ...]) -> None:
        super().__init__("; ".join(f"{f.path}: {f.says}" for f in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Position(Generic[S, A]):
    """A state together with what it waits for: worked out once, by :func:`step`."""

    state: S
    pending: Decision[A] | Over


def begin(game: Game[S, A], setup: Setup) -> Position[S, A]:
    """The first position.

    :raises Illegal: so many cannot play it.
    """
    if setup.seats not in game.seats:
        few, many = game.seats.start, game.seats.stop - 1
        raise Illegal("bad_player_count", f"{game.name} is for {few} to {many} players")
    return at(game, game.start(setup))


def at(game: Game[S, A], state: S) -> Position[S, A]:
    """The position of *state*."""
    return Position(state, game.pending(state))


def seen(game: Game[S, A], here: Position[S, A], seat: Seat | None) -> Position[S, A]:
    """What *seat* (None: everyone) may know of a position: its question keeps secrets too.

    To the seat that is asked it is the question itself, option for option.
    """
    state = game.public(here.state, seat)
    return here if state is here.state else at(game, state)


def step(
    game: Game[S, A], here: Position[S, A], answer: A
) -> tuple[Position[S, A], tuple[Event, ...]]:
    """Move on by *answer*; the new position, and what there is to tell.

    :raises Illegal: the state does not wait for that answer.
    """
    pending = here.pending
    if isinstance(pending, Over):
        raise Illegal("over", "the game is over")
    if answer not in pending.options and answer not in pending.asides:
        lapse = pending.lapse
        if lapse is None or answer != lapse.answer:
            raise Illegal(*game.why_not(here.state, str(answer)))
    state, events = game.apply(here.state, answer)
    return at(game, state), events


def spelled(game: Game[S, A], here: Position[S, A], words: str) -> A:
    """The legal answer that *words* name.

    :raises Illegal: they name none; its code says why.
    """
    if isinstance(here.pending, Over):
        raise Illegal("over", "the game is over")
    answer = here.pending.named(words)
    if answer is None:
        raise Illegal(*game.why_not(here.state, words))
    return answer
