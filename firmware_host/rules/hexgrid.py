"""Hexagons: cells, their six sides, and how many steps lie between them.

A cell is called by its axial coordinates, ``3,-1``: *q* counts to the east, *r* to the south-east.
Sides are counted against the clock from the east. The usual arithmetic of hexagonal grids.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Container
from functools import cache
from typing import NamedTuple

SPELLED = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})", re.ASCII)


class Cell(NamedTuple):
    """A place for a hexagon."""

    q: int
    r: int

    def __str__(self) -> str:
        return f"{self.q},{self.r}"

    @classmethod
    def named(cls, words: str) -> Cell:
        """The cell spelled *words*.

        :raises ValueError: no cell is spelled so.
        """
        found = SPELLED.fullmatch(words)
        if found is None or str(cell := cls(int(found[1]), int(found[2]))) != words:
            raise ValueError(f"{words!r} is no cell; write such as 3,-1")
        return cell


class Side(enum.IntEnum):
    """One of the six sides of a cell."""

    E, NE, NW, W, SW, SE = range(6)

    def __str__(self) -> str:
        return self.name

    @classmethod
    def named(cls, words: str) -> Side:
        """The side spelled *words*.

        :raises ValueError: no side is spelled so.
        """
        if words not in cls.__members__:
            raise ValueError(f"{words!r} is no side; sides are {', '.join(cls.__members__)}")
        return cls[words]


SIDES = tuple(Side)
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""What each side adds to q and r."""
OPPOSITE = tuple(Side((side + 3) % 6) for side in Side)
"""The same edge, seen from the other cell."""


class Rotation(int):
    """How far a tile is turned, in sixths against the clock. Spelled ``r0`` to ``r5``."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"r{int(self)}"

    __repr__ = __str__

    @classmethod
    def named(cls, words: str) -> Rotation:
        """The rotation spelled *words*.

        :raises ValueError: no rotation is spelled so.
        """
        if len(words) != 2 or words[0] != "r" or words[1] not in "012345":
            raise ValueError(f"{words!r} is no rotation; write r0 to r5")
        return cls(words[1])


ROTATIONS = tuple(Rotation(k) for k in range(6))


@cache
def beside(cell: Cell) -> tuple[Cell, ...]:
    """The six cells round *cell*, in the order of SIDES."""
    return tuple(Cell(cell.q + q, cell.r + r) for q, r in STEPS)


def turned(edges: str, rotation: int) -> str:
    """*edges*, six letters in the order of SIDES, of a tile that is turned."""
    return edges[-rotation:] + edges[:-rotation] if rotation else edges


@cache
def looks(edges: str) -> tuple[Rotation, ...]:
    """The rotations in which a tile looks different: only ``r0`` where all edges are alike."""
    seen: dict[str, Rotation] = {}
    for rotation in ROTATIONS:
        seen.setdefault(turned(edges, rotation), rotation)
    return tuple(seen.values())


def straight(one: Cell, other: Cell) -> int:
    """Steps between two cells, whatever lies there."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def steps(start: Cell, land: Container[Cell], most: int = 1_000) -> dict[Cell, int]:
    """How many steps from *start* each cell of *land* is, by cells of *land*, up to *most*.

    *start* itself is among them whether or not it is land; what cannot be reached is not.
    """
    found = {start: 0}
    edge, far = [start], 0
    while edge and far < most:
        far += 1
        after = []
        for cell in edge:
            for near in beside(cell):
                if near not in found and near in land:
                    found[near] = far
                    after.append(near)
        edge = after
    return found
