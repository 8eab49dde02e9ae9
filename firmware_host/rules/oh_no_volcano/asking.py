"""The question a state waits on, and how a game ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from firmware_host.rules.kernel import Decision, Lapse, Over, Seat, Source

from .answers import (
    Cave,
    Climb,
    Collect,
    Draw,
    Drop,
    Equip,
    Fell,
    Gear,
    Leave,
    Lift,
    Off,
    Pawn,
    Place,
    Safe,
    Stay,
    Step,
    Stop,
    Stuck,
    Tilted,
    Trim,
    VolcanoAnswer,
    Youngest,
)
from .balls import boulders_may_fall
from .box import POINTS, Counts, Tie
from .mountain import boulder_mask, has_won, liftable, movable, placeable, steps
from .prints import LETTERS, Ball, Move, Print
from .state import (
    CAMP,
    PAWNS,
    AskBall,
    AskCave,
    AskCollect,
    AskDraw,
    AskFell,
    AskFirst,
    AskGear,
    AskLift,
    AskPawn,
    AskPlace,
    AskPlay,
    AskStep,
    AskTrim,
    Ended,
    State,
    current,
    next_over,
    next_owed,
    playable,
    stack,
    turn_of,
)

Question = Decision[VolcanoAnswer]
SURE, NEAR, REACH = 12, 6, 4.0
"""How likely a pawn falls, for bots and simulations alone (ASSUMED): a pawn straight below the
chute has NEAR chances against SURE that all of its owner's stand, one a quarter of the board's
width (1 / REACH) away or sheltered by a boulder has 1."""


@cache
def _answer(kind: Callable[..., Any], *fields: Any) -> Any:
    """An answer; the same ones come again and again."""
    return kind(*fields)


def pending(state: State) -> Question | Over:
    """What the state waits for."""
    return ASKED[type(state.ask)](state)


def _first(state: State) -> Question:
    seats = range(len(state.players))
    return Decision("first", Source.TABLE, tuple([_answer(Youngest, Seat(i)) for i in seats]))


def _draw(state: State) -> Question:
    assert isinstance(state.ask, AskDraw)
    to = state.ask.to
    left = _cards(state.box.climbers, stack(state, to))
    draws = tuple([_answer(Draw, None, to, card) for card, _ in left])
    topic = "deal" if state.turn is None else "draw"
    return Decision(topic, Source.CHANCE, draws, weights=tuple([n for _, n in left]))


def _cards(prints: Sequence[Print], counts: Counts) -> list[tuple[str, int]]:
    return [(card.name, n) for card, n in zip(prints, counts, strict=True) if n]


def _play(state: State) -> Question:
    seat, box = turn_of(state).seat, state.box
    climbs = [_answer(Climb, seat, c) for c, _ in _cards(box.climbers, playable(state, seat))]
    gear = [_answer(Gear, seat, c) for c, _ in _cards(box.gear, state.players[seat].gear)]
    return Decision("play", Source.PLAYER, (*climbs, *gear))


def _pawn(state: State) -> Question:
    seat, move = turn_of(state).seat, current(state)
    assert isinstance(move, Move)
    pawns = [_answer(Pawn, seat, LETTERS[i]) for i in movable(state, move.steps)]
    return Decision("pawn", Source.PLAYER, (*pawns, _answer(Stop, seat)))


def _step(state: State) -> Question:
    ask, seat = state.ask, turn_of(state).seat
    assert isinstance(ask, AskStep)
    ways = steps(state, state.players[seat].pawns[ask.pawn], ask.left)
    spaces = state.box.board.spaces
    found = [_answer(Step, seat, spaces[n].name) for n in ways]
    return Decision("step", Source.PLAYER, (*found, _answer(Stop, seat)))


def _collect(state: State) -> Question:
    seat = turn_of(state).seat
    yes = _answer(Collect, seat)
    return Decision(
        "collect", Source.PLAYER, (yes, _answer(Leave, seat)), lapse=_answer(Lapse, yes)
    )


def _cave(state: State) -> Question:
    seat = turn_of(state).seat
    return Decision("cave", Source.PLAYER, (_answer(Cave, seat), _answer(Stay, seat)))


def _lift(state: State) -> Question:
    seat, pairs = turn_of(state).seat, state.box.pairs
    lifts = [_answer(Lift, seat, pairs[i].name) for i in liftable(state)]
    return Decision("lift", Source.PLAYER, tuple(lifts))


def _place(state: State) -> Question:
    assert isinstance(state.ask, AskPlace)
    seat, pairs = turn_of(state).seat, state.box.pairs
    places = [_answer(Place, seat, pairs[i].name) for i in placeable(state, state.ask.barred)]
    return Decision("place", Source.PLAYER, tuple(places))


def _ball(state: State) -> Question:
    ball, seat = current(state), turn_of(state).seat
    assert isinstance(ball, Ball)
    slots = range(1, state.box.board.slots + 1) if ball.slot is None else (ball.slot,)
    return Decision("ball", Source.TABLE, tuple([_answer(Drop, seat, n) for n in slots]))


def _fell(state: State) -> Question:
    ask = state.ask
    assert isinstance(ask, AskFell)
    options: list[VolcanoAnswer] = []
    weights: list[int] = []
    tilts: list[VolcanoAnswer] = []
    sheltering = boulder_mask(state)
    for seat in ask.waiting:
        pawns = state.players[seat].pawns
        standing = [i for i in range(PAWNS) if pawns[i] != CAMP]
        options += [_answer(Fell, seat, LETTERS[i]) for i in standing]
        weights += [_chances(state, ask.slot, pawns[i], sheltering) for i in standing]
        tilts += [_answer(Tilted, seat, LETTERS[i]) for i in standing]
        if boulders_may_fall(state, seat):
            options += [_answer(Off, seat, state.box.pairs[i].name) for i in state.boulders]
            weights += [1] * len(state.boulders)
        options.append(_answer(Safe, seat))
        weights.append(SURE)
    asides = (*tilts, _answer(Stuck, None))
    return Decision("fell", Source.TABLE, tuple(options), tuple(weights), asides=asides)


def _chances(state: State, slot: int, space: int, sheltering: int) -> int:
    """How likely a ball from *slot* knocks a pawn off *space*: see :data:`SURE`."""
    board = state.box.board
    here = board.spaces[space]
    if any(sheltering >> up & 1 for up in here.up):
        return 1
    away = abs((slot - 0.5) / board.slots - here.across)
    return max(1, round(NEAR * (1 - REACH * away)))


def _gear(state: State) -> Question:
    to = next_owed(state)
    assert to is not None
    left = _cards(state.box.gear, state.pile)
    draws = tuple([_answer(Equip, None, to, card) for card, _ in left])
    source = Source.CHANCE if state.box.virtual else Source.TABLE
    return Decision("gear", source, draws, weights=tuple([n for _, n in left]))


def _trim(state: State) -> Question:
    seat = next_over(state)
    assert seat is not None
    own = _cards(state.box.gear, state.players[seat].gear)
    return Decision("trim", Source.PLAYER, tuple([_answer(Trim, seat, card) for card, _ in own]))


def points(tokens: Counts) -> int:
    """What treasures are worth once cards have run out (OV-31)."""
    return sum(n * worth for n, worth in zip(tokens, POINTS, strict=True))


def _over(state: State) -> Over:
    """The first full board wins; else the most points (OV-30, OV-31, OV-A18)."""
    most = state.box.tie is Tie.MOST_TOKENS
    winner = has_won(state)

    def rank(seat: Seat) -> tuple[bool, int, int]:
        tokens = state.players[seat].tokens
        return seat == winner, points(tokens), sum(tokens) if most else 0

    seats = sorted((Seat(i) for i in range(len(state.players))), key=rank, reverse=True)
    ranking = tuple([tuple(same) for _, same in groupby(seats, rank)])
    return Over(ranking, ranking[0], "out_of_cards" if winner is None else "full_board")


ASKED: dict[type[Any], Callable[[State], Question | Over]] = {
    AskDraw: _draw,
    AskFirst: _first,
    AskPlay: _play,
    AskPawn: _pawn,
    AskStep: _step,
    AskCollect: _collect,
    AskCave: _cave,
    AskLift: _lift,
    AskPlace: _place,
    AskBall: _ball,
    AskFell: _fell,
    AskGear: _gear,
    AskTrim: _trim,
    Ended: _over,
}
"""The question, or the end, by what the state asks."""
