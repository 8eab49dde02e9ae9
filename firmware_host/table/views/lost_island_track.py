"""The strip as Lost Island's scoring track: an equal part for each circle, in its owner's colour.

From the strip's begin: the actions that are left, which come and go; the fires; the huts, 4, 3,
2, 1 and 1; the four monsters, each with its circles and its bonus; the raft. Dark parts lie
between them. A strip with fewer LEDs than that has less of it, but what it has is whole.
"""

from __future__ import annotations

from firmware_host.rules.kernel import Seat
from firmware_host.rules.lost_island.box import ACTIONS_WITH_HUT, BONUS, HUT_POINTS, LIVES, RAFT
from firmware_host.rules.lost_island.state import Beast, State, Step

CIRCLE, GAP = "circle", "gap"
Part = tuple[str, ...]


def track(state: State) -> tuple[str, ...]:
    """Tints of all parts, in the order of the strip."""
    monsters = [
        _monster(beast, lives) for beast, lives in zip(state.monsters, LIVES.values(), strict=True)
    ]
    return _joined(_actions(state), _fires(state), _huts(state), *monsters, _raft(state))


def shorter(state: State) -> tuple[Part, ...]:
    """The same in fewer parts: without the monsters; of this chapter alone; the actions alone."""
    acts = _actions(state)
    chapters = _fires(state), _huts(state), _raft(state)
    goal = chapters[min(state.chapter, len(chapters)) - 1]
    return _joined(acts, *chapters), _joined(acts, goal), acts


def _joined(*parts: Part) -> Part:
    return tuple(tint for part in parts for tint in (*part, GAP))[:-1]


def pulsing(state: State) -> tuple[int, ...]:
    """The parts that come and go: the actions that are left."""
    return tuple(range(_left(state)))


def _left(state: State) -> int:
    turn = state.turn
    acts = turn is not None and turn.step is Step.ACTIONS
    return min(turn.actions, ACTIONS_WITH_HUT) if turn is not None and acts else 0


def _actions(state: State) -> Part:
    left = _left(state)
    own = tint(state.turn.seat) if state.turn is not None else GAP
    return (own,) * left + (GAP,) * (ACTIONS_WITH_HUT - left)


def _fires(state: State) -> Part:
    return _filled(state.fire_track, state.box.circles(len(state.players)))


def _raft(state: State) -> Part:
    raft = state.raft.counters if state.raft is not None else ()
    return _filled((*state.wreck, *raft), RAFT)


def _filled(counters: tuple[Seat, ...], circles: int) -> Part:
    """Counters, then the circles that are empty."""
    return (*map(tint, counters), *[CIRCLE] * (circles - len(counters)))


def _huts(state: State) -> Part:
    """Each hut's circles; points for which there was no counter stay empty."""
    found: list[str] = []
    for i, worth in enumerate(HUT_POINTS):
        owned = state.hut_track[i : i + 1]
        counters = (owned[0][0],) * owned[0][1] if owned else ()
        found += _filled(counters, worth)
    return tuple(found)


def _monster(beast: Beast, lives: int) -> Part:
    bonus = (beast.wounds[-1],) * beast.bonus if beast.bonus else ()
    return (*_filled(beast.wounds, lives), *_filled(bonus, BONUS))


def tint(seat: Seat) -> str:
    """A seat's colour."""
    return f"seat_{str(seat).lower()}"
