"""Lost Island as a map: hexes as they lie, what stands on them, and the sea round them."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.rules.hexgrid import SIDES, Cell, beside, turned
from firmware_host.rules.kernel import Seat
from firmware_host.rules.lost_island.answers import IslandAnswer, Place
from firmware_host.rules.lost_island.box import LIVES, Kind
from firmware_host.rules.lost_island.state import AskPlace, Fate, State, lying
from firmware_host.rules.lost_island.tokens import beast, company
from firmware_host.table.map import Between, Map, Piece, Spot

ROW = 0.866  #: from one row to the next
GROUNDS = {Kind.FOREST_INLAND: "forest", Kind.FOREST_COAST: "forest"}
EDGES = {"W": "water", "B": "beach", "F": "forest", "M": "mountain"}
SEA, LAVA = "", "lava"


def island(state: State, thumbs: tuple[IslandAnswer, ...]) -> Map:
    """The whole island; a hex under a thumb lies there for a look."""
    looked = {answer.cell: answer for answer in thumbs if isinstance(answer, Place)}
    fences = tuple(
        Between("fence", (str(fence.cell), str(beside(fence.cell)[fence.side])))
        for fence in sorted(state.fences)
    )
    ends = {beside(fence.cell)[fence.side] for fence in state.fences}
    sea = {*state.island.coast, *ends} - state.island.tiles.keys()
    spots = [_hex(state, cell) for cell in state.island.tiles]
    spots += [_sea(state, cell, looked.get(cell)) for cell in sorted(sea)]
    return Map("hex", tuple(spots), fences, tuple(_aside(state, thumbs)))


def _spot(cell: Cell, ground: str, sides: tuple[str, ...], pieces: tuple[Piece, ...] = ()) -> Spot:
    return Spot(str(cell), cell.q + cell.r / 2, cell.r * ROW, ground, "", sides, pieces)


def _sea(state: State, cell: Cell, placed: Place | None) -> Spot:
    """A free cell; with the hex that is being laid, where the thumb is on it."""
    if placed is None or not isinstance(state.ask, AskPlace):
        return _spot(cell, SEA, ())
    kind = state.ask.kind
    return _spot(cell, ground(kind), sides(state, kind, placed.rotation))


def _hex(state: State, cell: Cell) -> Spot:
    kind, rotation = state.island.tiles[cell]
    pieces = tuple(_pieces(state, cell))
    if cell in state.lava:
        return _spot(cell, LAVA, (), pieces)
    return _spot(cell, ground(kind), sides(state, kind, rotation), pieces)


def ground(kind: Kind) -> str:
    """The tint of a sort of hex."""
    return GROUNDS.get(kind, str(kind))


def sides(state: State, kind: Kind, rotation: int) -> tuple[str, ...]:
    """The tints of a hex's six sides as it lies."""
    return tuple(EDGES[letter] for letter in turned(state.box.edges_of[kind], rotation))


def _pieces(state: State, cell: Cell) -> Iterator[Piece]:
    """What stands there, pawns last: they are on top."""
    yield from (Piece("hut", Seat(i)) for i, p in enumerate(state.players) if p.hut == cell)
    if cell in state.fires:
        yield Piece("fire")
    if state.raft is not None and state.raft.cell == cell:
        yield Piece("raft", says=str(len(state.raft.counters)))
    if wood := lying(state, cell):
        yield Piece("wood", n=wood)
    for monster in company(state, cell):
        left = LIVES[monster] - len(beast(state, monster).wounds)
        yield Piece(f"monster_{monster}", says=str(left))
    there = (i for i, p in enumerate(state.players) if p.cell == cell and p.fate is Fate.PLAYING)
    yield from (Piece("pawn", Seat(i), says=str(Seat(i))) for i in there)


def _aside(state: State, thumbs: tuple[IslandAnswer, ...]) -> Iterator[Piece]:
    """The hex that is to be laid, and how many are in the pile."""
    if isinstance(state.ask, AskPlace):
        yield Piece(f"hex_{ground(state.ask.kind)}", sides=outline(state, thumbs))
    left = sum(state.pile) + len(state.under)
    if left:
        yield Piece("pile", n=left)


def outline(state: State, thumbs: tuple[IslandAnswer, ...]) -> tuple[str, ...]:
    """The sides of the hex that is being laid, turned as the thumb has it; () where none is."""
    if not isinstance(state.ask, AskPlace):
        return ()
    turns = [answer.rotation for answer in thumbs if isinstance(answer, Place)]
    return sides(state, state.ask.kind, turns[0] if turns else SIDES[0])
