"""Fumarole: gather crystals at the vent, and be home before it blows.

FU-01  2 to 5 play. FU-02  Three dice: a yellow, a red and a blue one.
FU-03  Before each turn luck draws the wind. In a lull two puffs of steam blow the vent; in a
       gust, one.
FU-04  Whose turn it is throws all dice. A banana is worth one crystal, a treasure two.
FU-05  Each bolt is a puff; each foot takes back a bolt of the same throw, but no puff from before.
FU-06  Too many puffs: the vent blows. All that was found in this turn is lost; the turn is over.
FU-07  Else one may dare another throw, or go home and keep what was found. Silence goes home.
FU-08  After the sixth throw one goes home in any case.
FU-09  What the vent took lies in the pit. Who comes home next takes it too.
FU-10  When a round ends and somebody has 20 crystals, or after ten rounds, most crystals win.
       Who has as many shares the victory; with no crystal at all nobody wins.
FU-11  A die that falls out or leans: all dice again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby

from firmware_host.rules.kernel import (
    Answer,
    Decision,
    Event,
    Lapse,
    Over,
    Seat,
    Setup,
    Source,
)

from .box import COLOURS, SYMBOLS, Box

WORTH = {"b": 1, "t": 2}  #: crystals, by symbol (FU-04)
BLOWS_AT = {"lull": 2, "gust": 1}  #: puffs, by wind (FU-03)
THINKING_MS = 30_000  #: silence for so long goes home (FU-07)
FIRST = Seat(0)  #: begins, and every round begins with it


# What can be answered. An answer's words are its name: ``wind lull``, ``show Yb``, ``B dare``.


@dataclass(frozen=True, slots=True)
class Wind(Answer):
    """Luck draws the wind of a turn."""

    what: str


@dataclass(frozen=True, slots=True)
class Show(Answer):
    """A die has come to rest."""

    face: str


@dataclass(frozen=True, slots=True)
class Reroll(Answer):
    """A die is outside, or leans."""


@dataclass(frozen=True, slots=True)
class Dare(Answer):
    """One more throw."""


@dataclass(frozen=True, slots=True)
class Home(Answer):
    """Home, with all that was found."""


# What there is to tell.


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A seat's turn, and its wind."""

    seat: Seat
    wind: str


@dataclass(frozen=True, slots=True)
class Found(Event):
    """A throw has been told: crystals, and puffs of steam."""

    seat: Seat
    crystals: int
    puffs: int


@dataclass(frozen=True, slots=True)
class Blown(Event):
    """The vent has blown: so much is lost."""

    seat: Seat
    lost: int


@dataclass(frozen=True, slots=True)
class CameHome(Event):
    """Home, with so many crystals, of which some lay in the pit."""

    seat: Seat
    crystals: int
    pit: int


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands."""

    box: Box
    home: tuple[int, ...]
    """Crystals that are safe, by seat."""
    asks: str = "wind"
    """What it waits for: ``wind``, ``show``, ``dare`` or ``over``."""
    turn: Seat = FIRST
    round: int = 1
    wind: str = ""
    throws: int = 0
    """Throws of this turn, the one that is being told among them."""
    shown: tuple[str, ...] = ()
    """What dice show that are told, sorted; they lie there until the next throw."""
    found: int = 0
    puffs: int = 0
    pit: int = 0


def start(setup: Setup) -> State:
    """Nobody has anything (FU-01)."""
    return State(setup.box, (0,) * setup.seats)


def pending(state: State) -> Decision[Answer] | Over:
    """What the state waits for."""
    seat = state.turn
    match state.asks:
        case "wind":
            winds = (Wind(None, "lull"), Wind(None, "gust"))
            return Decision("wind", Source.CHANCE, winds, (state.box.lull, state.box.gust))
        case "show":
            shows = _untold(state)
            again = (Reroll(None),)
            return Decision("show", Source.TABLE, (*shows,), (*shows.values(),), asides=again)
        case "dare":
            home = Home(seat)
            lapse: Lapse[Answer] = Lapse(home, THINKING_MS)
            return Decision("dare", Source.PLAYER, (Dare(seat), home), lapse=lapse)
        case _:
            return _over(state)


def _untold(state: State) -> dict[Show, int]:
    """What dice may show that are not told yet, and on how many sides."""
    told = {face[0] for face in state.shown}
    return {
        Show(None, colour[0].upper() + symbol): faces.count(symbol)
        for colour, faces in zip(COLOURS, state.box.faces, strict=True)
        if colour[0].upper() not in told
        for symbol in SYMBOLS
        if symbol in faces
    }


def apply(state: State, answer: Answer) -> tuple[State, tuple[Event, ...]]:
    """Carry an answer out, which is legal."""
    match answer:
        case Wind(what=what):
            told = TurnStarted(state.turn, what)
            return replace(state, asks="show", wind=what, throws=1, shown=()), (told,)
        case Dare():
            return replace(state, asks="show", throws=state.throws + 1, shown=()), ()
        case Reroll():
            return replace(state, shown=()), ()
        case Home():
            return _home(state)
        case Show(face=face):
            state = replace(state, shown=tuple(sorted((*state.shown, face))))
            return (state, ()) if len(state.shown) < len(COLOURS) else _thrown(state)
    raise AssertionError(answer)


def _thrown(state: State) -> tuple[State, tuple[Event, ...]]:
    """All dice are told (FU-04..08)."""
    seat, symbols = state.turn, [face[1] for face in state.shown]
    crystals = sum(WORTH.get(symbol, 0) for symbol in symbols)
    puffs = max(0, symbols.count("l") - symbols.count("f"))
    told = Found(seat, crystals, puffs)
    state = replace(state, found=state.found + crystals, puffs=state.puffs + puffs)
    if state.puffs >= BLOWS_AT[state.wind]:
        pit = state.pit + state.found if state.box.pit else 0
        return _next(replace(state, pit=pit)), (told, Blown(seat, state.found))
    if state.throws == state.box.throws:
        after, events = _home(state)
        return after, (told, *events)
    return replace(state, asks="dare"), (told,)


def _home(state: State) -> tuple[State, tuple[Event, ...]]:
    """Safe, with what lay in the pit (FU-07, FU-09)."""
    seat, brought = state.turn, state.found + state.pit
    home = tuple(n + brought * (i == seat) for i, n in enumerate(state.home))
    return _next(replace(state, home=home, pit=0)), (CameHome(seat, brought, state.pit),)


def _next(state: State) -> State:
    """The next turn, the next round, or the end (FU-10)."""
    turn = Seat((state.turn + 1) % len(state.home))
    number = state.round + (turn == 0)
    over = turn == 0 and (number > state.box.rounds or max(state.home) >= state.box.goal)
    fresh = replace(state, wind="", throws=0, found=0, puffs=0)
    if over:
        return replace(fresh, asks="over")
    return replace(fresh, asks="wind", turn=turn, round=number)


def _over(state: State) -> Over:
    """Most crystals first (FU-10)."""
    seats = sorted(map(Seat, range(len(state.home))), key=lambda seat: -state.home[seat])
    ranks = tuple(tuple(rank) for _, rank in groupby(seats, key=lambda seat: state.home[seat]))
    if not max(state.home):
        return Over(ranks, (), "nobody")
    return Over(ranks, ranks[0], "most_crystals" if len(ranks[0]) == 1 else "shared")


def longest(box: Box, seats: int) -> int:
    """No game has more answers, dice that are thrown again not counted."""
    return box.rounds * seats * (1 + box.throws * (len(COLOURS) + 1))


def why_not(state: State, words: str) -> tuple[str, str]:
    """Why *words* answer nothing now: a code, and a sentence with the rule's number."""
    seat, _, verb = words.partition(" ")
    if verb in ("dare", "home"):
        if seat != str(state.turn):
            return "not_yours", f"it is {state.turn}'s turn, not {seat}'s (FU-04)"
        return "not_asked", "the dice are to be thrown and told first (FU-04)"
    if seat == "show" and state.asks == "show":
        left = " ".join(show.face for show in _untold(state))
        return "no_such_die", f"{verb} is no die that is still to be told: {left} (FU-02)"
    return "unknown", f"{words!r} answers nothing here; what is asked is {state.asks!r}"
