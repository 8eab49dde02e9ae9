"""A small game with everything a game may have: the session is tested on more than one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from firmware_host.rules.kernel import (
    Answer,
    Decision,
    Event,
    Game,
    Lapse,
    Over,
    Seat,
    Setup,
    Source,
    Unreadable,
    Words,
)

GOAL, ROUNDS = 6, 12


@dataclass(frozen=True, slots=True)
class Walk(Answer):
    """One step, surely."""


@dataclass(frozen=True, slots=True)
class Throw(Answer):
    """As many steps as the die says."""


@dataclass(frozen=True, slots=True)
class Die(Answer):
    """What the die shows."""

    steps: int


@dataclass(frozen=True, slots=True)
class Wind(Answer):
    """What the weather does: calm, or a gust that blows everyone back."""

    what: str


@dataclass(frozen=True, slots=True)
class Nudged(Answer):
    """A seat nudged the board, and others saw it: one step back."""


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A seat is somewhere else."""

    seat: Seat
    to: int


@dataclass(frozen=True, slots=True)
class State:
    """Where everybody is; *asks* is ``move``, ``die`` or ``wind``."""

    at: tuple[int, ...]
    turn: Seat
    left: int
    asks: str


def start(setup: Setup) -> State:
    return State((0,) * setup.seats, Seat(0), ROUNDS * setup.seats, "move")


def pending(state: State) -> Decision[Answer] | Over:
    seats = [Seat(i) for i in range(len(state.at))]
    if max(state.at) >= GOAL or not state.left:
        best = max(state.at)
        first = tuple(s for s in seats if state.at[s] == best)
        rest = tuple(s for s in seats if state.at[s] < best)
        return Over((first, rest) if rest else (first,), first if best >= GOAL else (), "race run")
    nudged = tuple(Nudged(s) for s in seats if state.at[s])
    if state.asks == "move":
        walk = Walk(state.turn)
        options = (walk, Throw(state.turn))
        return Decision("move", Source.PLAYER, options, lapse=Lapse(walk, 5000), asides=nudged)
    if state.asks == "die":
        return Decision("die", Source.TABLE, tuple(Die(None, n) for n in (0, 1, 2, 3)))
    return Decision("wind", Source.CHANCE, (Wind(None, "calm"), Wind(None, "gust")), (5, 1))


def apply(state: State, answer: Answer) -> tuple[State, tuple[Event, ...]]:
    match answer:
        case Walk():
            return _moved(state, state.turn, 1, "wind")
        case Throw():
            return replace(state, asks="die"), ()
        case Die(steps=steps):
            return _moved(state, state.turn, steps, "wind")
        case Nudged(seat=seat):
            assert seat is not None
            return _moved(state, seat, -1, state.asks)
    back = answer == Wind(None, "gust")
    at = tuple(max(0, n - back) for n in state.at)
    return State(at, Seat((state.turn + 1) % len(at)), state.left - 1, "move"), ()


def _moved(state: State, seat: Seat, by: int, asks: str) -> tuple[State, tuple[Event, ...]]:
    at = list(state.at)
    at[seat] += by
    return replace(state, at=tuple(at), asks=asks), (Moved(seat, at[seat]),)


def write(state: State) -> dict[str, str]:
    places = {str(Seat(i)): str(n) for i, n in enumerate(state.at)}
    return {"now": f"{state.asks} {state.turn}", "left": str(state.left), **places}


def read(box: Any, words: Mapping[str, str]) -> State:
    try:
        asks, turn = words["now"].split()
        seats = [key for key in "ABCD" if key in words]
        at = tuple(int(words[key]) for key in seats)
        return State(at, Seat.named(turn), int(words["left"]), asks)
    except KeyError as why:
        raise Unreadable(str(why.args[0]), "this line is missing") from why
    except ValueError as why:
        raise Unreadable("now", str(why)) from why


def faults(state: State) -> tuple[str, ...]:
    checks = {
        "A: nobody stands behind the start": min(state.at) >= 0,
        "now: no such question": state.asks in ("move", "die", "wind"),
        "now: no such seat": state.turn < len(state.at),
        "left: turns are never negative": state.left >= 0,
    }
    return tuple(says for says, holds in checks.items() if not holds)


RACE: Game[State, Answer] = Game(
    name="race",
    seats=range(2, 5),
    box=lambda _: None,
    start=start,
    pending=pending,
    apply=apply,
    public=lambda state, _: state,
    words=Words(write, read, faults),
    why_not=lambda _, words: ("unknown", f"{words!r} is not among the options"),
)
