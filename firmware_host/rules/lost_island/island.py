"""The hexes that lie on the table, and where the next one fits (LI-07, LI-08).

An island is a value: laying a hex gives another one. It keeps its coast, the free cells round it
with what their six sides would meet, so a hex's legal places are looked up and not searched for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from firmware_host.rules.hexgrid import OPPOSITE, SIDES, Cell, Rotation, beside, looks, turned

from .box import WATER, WILD, Box, Kind

NOTHING, WET, LAND, ANY = range(4)
"""What a side may meet; two bits a side."""
CLASSES = {WATER: WET, "B": LAND, "F": LAND, WILD: ANY}


class Tile(NamedTuple):
    """A hex as it lies."""

    kind: Kind
    rotation: Rotation


class Island:
    """Tiles by cell. Two islands with the same tiles are equal."""

    __slots__ = ("_edges", "coast", "tiles")

    def __init__(
        self, edges: dict[Kind, str], tiles: dict[Cell, Tile], coast: dict[Cell, int]
    ) -> None:
        self._edges = edges
        self.tiles = tiles
        """Not to be changed; in the order in which they were laid."""
        self.coast = coast
        """Free cells beside a tile, and what their sides meet."""

    @classmethod
    def of(cls, box: Box, tiles: Iterable[tuple[Cell, Tile]]) -> Island:
        """An island of these tiles, whether or not they match."""
        island = cls(box.edges_of, {}, {})
        for cell, tile in tiles:
            island = island.laid(cell, tile)
        return island

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Island) and self.tiles == other.tiles

    def __hash__(self) -> int:
        return hash(frozenset(self.tiles.items()))

    def laid(self, cell: Cell, tile: Tile) -> Island:
        """The island with one more tile."""
        tiles = {**self.tiles, cell: tile}
        coast = self.coast.copy()
        coast.pop(cell, None)
        edges = turned(self._edges[tile.kind], tile.rotation)
        for side, near in zip(SIDES, beside(cell), strict=True):
            if near not in tiles:
                coast[near] = coast.get(near, 0) | CLASSES[edges[side]] << 2 * OPPOSITE[side]
        return Island(self._edges, tiles, coast)

    def letter(self, cell: Cell, side: int) -> str:
        """What the edge of the tile on *cell* shows on that side."""
        kind, rotation = self.tiles[cell]
        return self._edges[kind][(side - rotation) % 6]

    def places(self, kind: Kind) -> Iterator[tuple[Cell, tuple[Rotation, ...]]]:
        """Every cell where a hex of *kind* may be laid, with its legal rotations."""
        edges = self._edges[kind]
        for cell, meets in self.coast.items():
            if rotations := fitting(edges, meets):
                yield cell, rotations

    def fits(self, kind: Kind) -> bool:
        """Whether there is a place for a hex of *kind*."""
        edges = self._edges[kind]
        return any(fitting(edges, meets) for meets in self.coast.values())

    def rotations(self, kind: Kind, cell: Cell) -> tuple[Rotation, ...]:
        """How a hex of *kind* may lie on a free cell; () where it may not lie."""
        return fitting(self._edges[kind], self.coast[cell]) if cell in self.coast else ()

    def clash(self, kind: Kind, cell: Cell, rotation: int) -> int | None:
        """The first side on which a hex would meet what it must not."""
        return _clash(turned(self._edges[kind], rotation), self.coast[cell])


@cache
def fitting(edges: str, meets: int) -> tuple[Rotation, ...]:
    """The rotations of a hex whose edges all match what they meet; those that look alike once."""
    return tuple(r for r in looks(edges) if _clash(turned(edges, r), meets) is None)


def _clash(edges: str, meets: int) -> int | None:
    for side in SIDES:
        own, other = CLASSES[edges[side]], meets >> 2 * side & 3
        if other != NOTHING and ANY not in (own, other) and own != other:
            return side
    return None
