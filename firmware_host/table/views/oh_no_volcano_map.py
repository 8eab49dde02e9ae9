"""The volcano as a map: rows of pegs, row 0 at the bottom, the chutes on top."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from firmware_host.rules.kernel import Seat
from firmware_host.rules.oh_no_volcano.answers import (
    Drop,
    Fell,
    Lift,
    Off,
    Place,
    Step,
    VolcanoAnswer,
)
from firmware_host.rules.oh_no_volcano.board import GEMS, Board, Space
from firmware_host.rules.oh_no_volcano.box import Counts
from firmware_host.rules.oh_no_volcano.prints import LETTERS
from firmware_host.rules.oh_no_volcano.state import CAMP, State, spare
from firmware_host.table.map import Between, Map, Piece, Spot

ROW = 0.9  #: from one row to the next, in widths of a spot
ABOVE = 1.1  #: from the top row to the chutes
CHUTE = "chute"
BOULDER, CAVE = "boulder", "cave"
"""What lies across two spots, and what joins them."""
PAWN = "pawn"


def drawn(state: State) -> Map:
    """The whole volcano as it stands."""
    stands: dict[int, list[Piece]] = {}
    camps: list[Piece] = []
    for i, player in enumerate(state.players):
        for letter, space in zip(LETTERS, player.pawns, strict=True):
            pawn = Piece(PAWN, Seat(i), str(letter))
            if space == CAMP:
                camps.append(pawn)
            else:
                stands.setdefault(space, []).append(pawn)
    bare = _bare(state.box.board)
    spots = list(bare.spots)
    for n, here in enumerate(state.box.board.spaces):
        pieces = (*stands.get(n, ()), *_treasure(here, state.treasures))
        if pieces:
            spots[n] = replace(spots[n], pieces=pieces)
    boulders = [Between(BOULDER, _ends(state.box.pairs[i].name)) for i in state.boulders]
    supply = [Piece(BOULDER, n=spare(state))] if spare(state) else []
    gear = [Piece("gear", n=sum(state.pile))] if any(state.pile) else []
    return replace(
        bare,
        spots=tuple(spots),
        between=(*bare.between, *boulders),
        aside=(*camps, *supply, *gear),
    )


def _treasure(space: Space, left: Counts) -> tuple[Piece, ...]:
    """The treasure that may be had there, with how many are left."""
    many = 0 if space.gem is None else left[GEMS.index(space.gem)]
    return (Piece(str(space.gem), n=many),) if many else ()


@lru_cache(maxsize=8)
def _bare(board: Board) -> Map:
    """The board with nothing on it: spaces in their order, then the chutes; caves."""
    rows = [space.row for space in board.spaces]
    widest = max(map(rows.count, set(rows)))
    exits = {space.exit for space in board.spaces}

    def x(across: float) -> float:
        """From the left of the board, for its widest row: neighbours are 1 apart."""
        return across * widest - 0.5

    spaces = [
        Spot(space.name, x(space.across), (max(rows) - space.row) * ROW, _ground(space, n in exits))
        for n, space in enumerate(board.spaces)
    ]
    chutes = [
        Spot(chute(n), x((n - 0.5) / board.slots), -ABOVE, CHUTE, says=str(n))
        for n in range(1, board.slots + 1)
    ]
    caves = [
        Between(CAVE, (space.name, board.spaces[space.exit].name))
        for space in board.spaces
        if space.exit >= 0
    ]
    return Map("peg", (*spaces, *chutes), tuple(caves))


def _ground(space: Space, is_exit: bool) -> str:
    if space.gem is not None:
        return str(space.gem)
    if space.exit >= 0:
        return CAVE
    return "cave_exit" if is_exit else "peg"


def _ends(pair: str) -> tuple[str, str]:
    one, _, other = pair.partition("+")
    return one, other


def chute(number: int) -> str:
    """What the spot of a chute is called."""
    return f"{CHUTE}{number}"


def there(state: State, answer: VolcanoAnswer) -> str:
    """The same; a pawn that fell is pointed at where it stood."""
    match answer:
        case Fell(seat=Seat() as seat, letter=letter):
            space = state.players[seat].pawns[LETTERS.index(letter)]
            return "" if space == CAMP else state.box.board.spaces[space].name
        case _:
            return where(answer)


def where(answer: VolcanoAnswer) -> str:
    """The spot, or what lies across two, that an answer is about."""
    match answer:
        case Step(space=space):
            return space
        case Lift(pair=pair) | Place(pair=pair) | Off(pair=pair):
            return pair
        case Drop(slot=slot):
            return chute(slot)
        case _:
            return ""
