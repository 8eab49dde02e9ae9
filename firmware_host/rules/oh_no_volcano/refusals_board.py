"""Why a step or a boulder's place is refused."""

from __future__ import annotations

from .box import BoulderModel
from .mountain import pawn_mask, shut, touched
from .state import CAMP, AskPlace, AskStep, State, turn_of

Reason = tuple[str, str]


def step_reason(state: State, name: str) -> Reason:
    """Why the pawn that is asked about cannot step on to the space called *name*."""
    ask, board = state.ask, state.box.board
    assert isinstance(ask, AskStep)
    here = state.players[turn_of(state).seat].pawns[ask.pawn]
    to = board.index[name]
    if here == CAMP and board.spaces[to].row > 0:
        return "entry", f"{name} is not on the bottom row, where a pawn begins (OV-11)"
    if here != CAMP and board.spaces[to].row < board.spaces[here].row:
        return "down", f"{name} is further down than {board.spaces[here].name} (OV-12)"
    if here != CAMP and to not in board.steps[here]:
        return "far", f"{name} is no neighbour of {board.spaces[here].name} (OV-12)"
    return "occupied", f"{_in_the_way(state, here, to)} (OV-13)"


def _in_the_way(state: State, here: int, to: int) -> str:
    name = state.box.board.spaces[to].name
    if pawn_mask(state) >> to & 1:
        return f"a pawn stands on {name}"
    if (here, to) in shut(state):
        return f"a boulder is in the way to {name}"
    return f"a boulder lies on {name}"


def place_reason(state: State, name: str) -> Reason:
    """Why no boulder can be placed at the place called *name*."""
    board = state.box.board
    parts = name.split("+")
    spaces = [board.index[part] for part in parts if part in board.index]
    if len(parts) != 2 or len(spaces) != 2:
        return "no_such_place", f"{name!r} is not two spaces such as 3.0+3.1 (OV-19)"
    one, other = spaces
    if other not in _neighbours(state, one) and one not in _neighbours(state, other):
        return "no_such_place", f"{parts[0]} and {parts[1]} are no neighbours{_of(state)} (OV-19)"
    for space in spaces:
        here = board.spaces[space]
        if here.row in (0, board.top):
            return "wrong_row", f"{here.name} is on the bottom or the top row (OV-20)"
        if not board.takes_boulder(space):
            what = "an entrance" if here.gem is None else f"for a treasure, {here.gem}"
            return "forbidden", f"{here.name} is {what} (OV-20)"
    return turned(state, name) or _taken(state, name, spaces)


def turned(state: State, name: str) -> Reason | None:
    """Whether the place is called by its spaces the other way round."""
    one, _, other = name.partition("+")
    rightly = f"{other}+{one}"
    known = state.box.pair_index
    if name in known or rightly not in known:
        return None
    return "no_such_place", f"write it as {rightly} (OV-19)"


def _of(state: State) -> str:
    """Which neighbours a boulder may lie across (OV-A02)."""
    return " in one row" if state.box.boulder_model is BoulderModel.PAIR else ""


def _neighbours(state: State, space: int) -> set[int]:
    here = state.box.board.spaces[space]
    beside = {here.left, here.right}
    return beside | set(here.up) if state.box.boulder_model is BoulderModel.EDGE else beside


def _taken(state: State, name: str, spaces: list[int]) -> Reason:
    """Why two spaces that may take a boulder take none now."""
    assert isinstance(state.ask, AskPlace)
    index = state.box.pair_index[name]
    if index == state.ask.barred:
        return "same_place", f"the boulder was lifted from {name} (OV-A03)"
    if index in state.boulders:
        return "occupied", "a boulder lies there already (OV-20)"
    pawns, boulders = pawn_mask(state), touched(state.box, state.boulders)
    at = "on" if state.box.boulder_model is BoulderModel.PAIR else "beside"
    for space in spaces:
        where = state.box.board.spaces[space].name
        if pawns >> space & 1:
            return "occupied", f"a pawn stands on {where} (OV-20)"
        if boulders >> space & 1:
            return "occupied", f"a boulder lies {at} {where} (OV-20)"
    raise AssertionError(name)
