"""The question a state waits on, and how a game ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import groupby

from firmware_host.rules.hexgrid import Cell
from firmware_host.rules.kernel import Decision, Over, Seat, Source

from . import actions, attack, ground, laying
from .answers import Back, Begin, Burn, Die, Draw, Flip, Haunt, IslandAnswer, Place, Refuge, Stalk
from .box import DRAWN, Dice, Monster
from .state import (
    AskAction,
    AskBurn,
    AskDraw,
    AskFight,
    AskFightRetreat,
    AskFirst,
    AskFlip,
    AskHaunt,
    AskPlace,
    AskRefuge,
    AskRetreat,
    AskSearch,
    AskSpear,
    AskStalk,
    Ended,
    Fate,
    State,
    now,
    score,
)
from .tokens import beast, fenced_sides, mine

Question = Decision[IslandAnswer]
PIPS = (1, 2, 3, 4, 5, 6)
DICE = tuple(Die(None, n) for n in PIPS)
DRAWS = {kind: Draw(None, kind) for kind in DRAWN}
place = cache(Place)
TOPICS: dict[type, str] = {
    AskFirst: "first",
    AskDraw: "draw",
    AskPlace: "place",
    AskHaunt: "haunt",
    AskStalk: "stalk",
    AskAction: "action",
    AskSearch: "search",
    AskBurn: "burn",
    AskSpear: "spear",
    AskRetreat: "retreat",
    AskFight: "fight",
    AskFightRetreat: "fight_retreat",
    AskFlip: "flip",
    AskRefuge: "refuge",
    Ended: "over",
}
"""How ``now`` names what a state waits for."""


def pending(state: State) -> Question | Over:
    """What the state waits for."""
    ask = state.ask
    match ask:
        case AskAction():
            return Decision("action", Source.PLAYER, actions.options(state))
        case AskPlace(kind=kind):
            seat = now(state).seat
            found = laying.placements(state, kind)
            places = tuple([place(seat, cell, r) for cell, rs in found for r in rs])
            return Decision("place", Source.PLAYER, places)
        case AskSearch() | AskSpear() | AskFight():
            return Decision(TOPICS[type(ask)], _thrown(state), DICE)
        case AskDraw() | AskFirst():
            return _luck(state)
        case Ended():
            return over(state)
        case _:
            return _choice(state)


def _thrown(state: State) -> Source:
    """Who knows what dice show: the table, or luck where nobody throws any."""
    return Source.CHANCE if state.box.dice is Dice.DRAWN else Source.TABLE


def _luck(state: State) -> Question:
    if isinstance(state.ask, AskFirst):
        begins = tuple(Begin(Seat(i)) for i in range(len(state.players)))
        return Decision("first", _thrown(state), begins)
    left = [(kind, n) for kind, n in zip(DRAWN, state.pile, strict=True) if n]
    draws = tuple([DRAWS[kind] for kind, _ in left])
    return Decision("draw", Source.CHANCE, draws, weights=tuple([n for _, n in left]))


def _choice(state: State) -> Question:
    seat = now(state).seat
    match state.ask:
        case AskStalk():
            pairs = ground.stalking(state, mine(state))
            return _asked("stalk", [Stalk(seat, monster, cell) for monster, cell in pairs])
        case AskHaunt(monster=monster, by=by):
            return _cells("haunt", Haunt, seat, laying.responsible(state, monster, by))
        case AskFlip():
            return _cells("flip", Flip, seat, ground.flippable(state))
        case AskRetreat(monster=monster):
            cells = ground.retreats(state, monster, mine(state))
            return _cells("retreat", Back, seat, cells)
        case AskFightRetreat(monster=monster):
            return _cells("fight_retreat", Back, seat, beaten(state, monster))
        case AskRefuge():
            return _cells("refuge", Refuge, seat, attack.refuges(state))
        case AskBurn():
            sides = fenced_sides(state, mine(state))
            return _asked("burn", [Burn(seat, side) for side in sides])
    raise AssertionError(state.ask)


def beaten(state: State, monster: Monster) -> list[Cell]:
    """Where the loser of a fight may go."""
    cell = beast(state, monster).cell
    assert cell is not None
    return list(ground.ways(state, monster, cell))


def _cells(
    topic: str, kind: Callable[[Seat, Cell], IslandAnswer], seat: Seat, cells: Iterable[Cell]
) -> Question:
    return _asked(topic, [kind(seat, cell) for cell in cells])


def _asked(topic: str, answers: Iterable[IslandAnswer]) -> Question:
    return Decision(topic, Source.PLAYER, tuple(answers))


def over(state: State) -> Over:
    """Most counters among those who escaped, or among all (LI-56, LI-A35)."""
    seats = [Seat(i) for i in range(len(state.players))]
    saved = [s for s in seats if state.players[s].fate is Fate.ESCAPED]
    compete = seats if state.box.stranded_can_win else saved
    lost = tuple(s for s in seats if s not in compete)

    def merit(seat: Seat) -> int:
        return -score(state, seat)

    ranks = tuple(tuple(group) for _, group in groupby(sorted(compete, key=merit), key=merit))
    if not ranks:
        return Over((lost,), (), "nobody_escaped")
    return Over((*ranks, lost) if lost else ranks, ranks[0], "most_counters")
