"""The volcano: spaces in rows, the steps between them, and where a boulder may lie.

Spaces are numbers inside the rules, bottom row first and from the left; their names, such as
``2.1`` for row 2 and place 1 (both from 0), are what people and journals use.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field


class Gem(enum.StrEnum):
    """The three kinds of treasure."""

    EMERALD = "emerald"
    RUBY = "ruby"
    SAPPHIRE = "sapphire"


GEMS = tuple(Gem)
NOWHERE = -1
"""No space: base camp, or no neighbour on that side."""


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the board; neighbours are its board's numbers of spaces."""

    name: str
    row: int
    across: float
    """Where it lies between the board's left edge, 0, and its right edge, 1."""
    up: tuple[int, ...] = ()
    left: int = NOWHERE
    right: int = NOWHERE
    gem: Gem | None = None
    exit: int = NOWHERE
    """Where its cave leads, for an entrance."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two neighbouring spaces with a boulder's place between them, as ``3.0+3.1``."""

    name: str
    one: int
    other: int
    mask: int = field(init=False, compare=False, repr=False)
    """Both spaces, as bits."""

    def __post_init__(self) -> None:
        """Work out the bits."""
        object.__setattr__(self, "mask", 1 << self.one | 1 << self.other)


@dataclass(frozen=True, slots=True)
class Board:
    """The spaces, and the lava chutes above them."""

    spaces: tuple[Space, ...]
    slots: int
    index: Mapping[str, int] = field(init=False, compare=False, repr=False)
    """The number of a space by its name."""
    steps: tuple[tuple[int, ...], ...] = field(init=False, compare=False, repr=False)
    """Where one step leads from each space: up, from the left, then left, then right (OV-12)."""
    bottom: tuple[int, ...] = field(init=False, compare=False, repr=False)
    sides: tuple[Pair, ...] = field(init=False, compare=False, repr=False)
    """Neighbours in one row where a boulder may ever lie (OV-20)."""
    edges: tuple[Pair, ...] = field(init=False, compare=False, repr=False)
    """The same with neighbours above each other (OV-A02, ``edge``)."""

    def __post_init__(self) -> None:
        """Work out what follows from the spaces."""
        put = object.__setattr__
        put(self, "index", {space.name: i for i, space in enumerate(self.spaces)})
        steps = [tuple(n for n in (*s.up, s.left, s.right) if n >= 0) for s in self.spaces]
        put(self, "steps", tuple(steps))
        put(self, "bottom", tuple(i for i, s in enumerate(self.spaces) if s.row == 0))
        sides = [(i, s.right) for i, s in enumerate(self.spaces) if s.right >= 0]
        ups = [(i, up) for i, s in enumerate(self.spaces) for up in s.up]
        put(self, "sides", self._pairs(sides))
        put(self, "edges", self._pairs(sorted(sides + ups)))

    @property
    def top(self) -> int:
        """The highest row."""
        return max(space.row for space in self.spaces)

    def takes_boulder(self, space: int) -> bool:
        """Whether a boulder may ever touch it (OV-20)."""
        here = self.spaces[space]
        return 0 < here.row < self.top and here.gem is None and here.exit < 0

    def _pairs(self, between: list[tuple[int, int]]) -> tuple[Pair, ...]:
        return tuple(
            Pair(f"{self.spaces[a].name}+{self.spaces[b].name}", a, b)
            for a, b in between
            if self.takes_boulder(a) and self.takes_boulder(b)
        )
