"""Who may go where: pawns, monsters, and how far apart hexes are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from firmware_host.rules.hexgrid import OPPOSITE, SIDES, Cell, Side, beside, steps, straight
from firmware_host.rules.kernel import Seat

from .box import APART, EASIER, WALK, WATER, Distance, Kind, Monster, WaterBlocks
from .state import Standing, playing
from .tokens import at_large, beast, fenced


def dry(at: Standing, cell: Cell) -> bool:
    """Whether a hex lies there that is not under lava."""
    return cell in at.island.tiles and cell not in at.lava


def paths(at: Standing, start: Cell, *, over_lava: bool = False) -> Mapping[Cell, int]:
    """How far every hex is from *start* (LI-A08); for the volcano monster lava is no hindrance."""
    tiles = at.island.tiles
    if at.box.distance is Distance.AXIAL:
        return {cell: straight(start, cell) for cell in tiles}
    if over_lava or not at.lava:
        return steps(start, tiles)
    return steps(start, tiles.keys() - at.lava)


def near_fire(at: Standing, cell: Cell) -> Cell | None:
    """A fire that is less than three hexes away (LI-26)."""
    if not at.fires:
        return None
    if at.box.distance is Distance.AXIAL:
        return next((fire for fire in at.fires if straight(cell, fire) < APART), None)
    tiles = at.island.tiles
    close = steps(cell, tiles.keys() - at.lava if at.lava else tiles, APART - 1)
    return next((fire for fire in at.fires if fire in close), None)


def wet(at: Standing, cell: Cell, side: Side) -> bool:
    """Whether the edge to a neighbouring hex is water on either side (LI-A11)."""
    there = at.island.letter(beside(cell)[side], OPPOSITE[side])
    return WATER in (at.island.letter(cell, side), there)


def cost(at: Standing, seat: Seat, cell: Cell) -> int | None:
    """Actions to enter a hex (LI-19); None where nobody walks."""
    land = at.box.walking.get(at.island.tiles[cell].kind)
    if land is None:
        return None
    return 1 if EASIER.get(land) in at.players[seat].tools else WALK[land]


def bars(at: Standing, monster: Monster, cell: Cell, side: Side) -> str | None:
    """Why a monster may not go through that side: the rule; None where it may."""
    there = beside(cell)[side]
    if there not in at.island.tiles:
        return "no hex lies there (LI-14, LI-24)"
    if monster is not Monster.VOLCANO and there in at.lava:
        return "it does not enter lava (LI-A28)"
    if there in at.fires:
        return "no monster enters a hex with a fire (LI-16)"
    if fenced(at, cell, side):
        return "no monster crosses a fence (LI-16)"
    if at.box.water_blocks is not WaterBlocks.NONE and wet(at, cell, side):
        return "water stops monsters here (LI-A11)"
    if not at_home(at, monster, there):
        return f"no {monster} hex is there or next to it (LI-17)"
    return None


def at_home(at: Standing, monster: Monster, cell: Cell) -> bool:
    """Whether a hex is, or is beside, one of the monster's type (LI-17)."""
    if monster is Monster.VOLCANO:
        return True
    tiles, haunted, lava = at.island.tiles, at.box.haunted, at.lava
    for near in (cell, *beside(cell)):
        tile = tiles.get(near)
        if tile and near not in lava and haunted.get(tile.kind) is monster:
            return True
    return False


def ways(at: Standing, monster: Monster, cell: Cell) -> Iterator[Cell]:
    """Neighbouring hexes a monster may enter."""
    around = beside(cell)
    for side in SIDES:
        if around[side] in at.island.tiles and bars(at, monster, cell, side) is None:
            yield around[side]


def stalking(at: Standing, pawn: Cell) -> list[tuple[Monster, Cell]]:
    """The monsters that may come closer, each with a hex: the nearest that can (LI-14, LI-15)."""
    loose = at_large(at)
    if not loose:
        return []
    field = paths(at, pawn)
    wide = field
    if at.lava and beast(at, Monster.VOLCANO).cell:
        wide = paths(at, pawn, over_lava=True)
    fields = {m: wide if m is Monster.VOLCANO else field for m, _ in loose}
    far = {m: fields[m][cell] for m, cell in loose if cell in fields[m]}
    for distance in sorted({d for d in far.values() if d}):
        found = [
            (m, there)
            for m, cell in loose
            if far.get(m) == distance
            for there in ways(at, m, cell)
            if fields[m].get(there) == distance - 1
        ]
        if found:
            return found
    return []


def retreats(at: Standing, monster: Monster, attacker: Cell) -> list[Cell]:
    """Where a monster may go that was hit: not nearer to the attacker (LI-24, LI-A14)."""
    cell = beast(at, monster).cell
    assert cell is not None
    field = paths(at, attacker, over_lava=monster is Monster.VOLCANO)
    here = field.get(cell, len(field))
    return [there for there in ways(at, monster, cell) if field.get(there, len(field)) >= here]


def flippable(at: Standing) -> list[Cell]:
    """Hexes lava may cover next (LI-45, LI-46)."""
    tiles = at.island.tiles
    if not at.lava:
        return [cell for cell, tile in tiles.items() if tile.kind is Kind.VOLCANO]
    reached = [
        cell
        for cell in tiles
        if cell not in at.lava and any(near in at.lava for near in beside(cell))
    ]
    pawns = {at.players[seat].cell for seat in playing(at)}
    return [cell for cell in reached if cell not in pawns] or reached
