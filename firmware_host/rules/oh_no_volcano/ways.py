"""Whole ways: the answers by which a pawn under move takes a treasure, one after the other."""

from __future__ import annotations

from firmware_host.rules.kernel import Decision

from .answers import Collect, Step, Stop, VolcanoAnswer
from .asking import pending
from .game import apply
from .mountain import steps, takes
from .state import CAMP, AskStep, State, turn_of

Way = tuple[VolcanoAnswer, ...]


def to_treasures(state: State) -> tuple[Way, ...]:
    """To each treasure the pawn under move can take, a shortest way; the nearest first.

    A way is every answer until the treasure is taken: steps, an end where steps are left, taking.
    """
    if not isinstance(state.ask, AskStep):
        return ()
    seat, board = turn_of(state).seat, state.box.board
    found = [walk for walk in _walks(state, state.ask) if takes(state, seat, walk[-1])]
    names = [tuple(board.spaces[n].name for n in walk) for walk in found]
    return tuple([_way(state, [Step(seat, name) for name in walk]) for walk in names])


def _walks(state: State, ask: AskStep) -> list[tuple[int, ...]]:
    """The shortest walk to each space that can be reached, the nearest first."""
    start = state.players[turn_of(state).seat].pawns[ask.pawn]
    edge: list[tuple[tuple[int, ...], int]] = [((start,), ask.left)]
    found: dict[int, tuple[int, ...]] = {}
    while edge:
        walk, left = edge.pop(0)
        cost = state.box.entry_costs if walk[-1] == CAMP else 1
        for to in steps(state, walk[-1], left):
            if to not in found:
                found[to] = (*walk[1:], to)
                edge.append(((*walk, to), left - cost))
    return list(found.values())


def _way(state: State, walk: list[Step]) -> Way:
    """The walk, with what ends it."""
    seat = turn_of(state).seat
    for step in walk:
        state, _ = apply(state, step)
    after: list[VolcanoAnswer] = []
    if isinstance(state.ask, AskStep):
        after.append(Stop(seat))
        state, _ = apply(state, after[0])
    asked = pending(state)
    assert isinstance(asked, Decision)
    assert asked.topic == "collect"
    return (*walk, *after, Collect(seat))
