"""A board out of its rows: the staggered board of the box, and any other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .board import NOWHERE, Board, Gem, Space

Links = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Plan:
    """A board as its file describes it, spaces by their names."""

    rows: tuple[int, ...] = (6, 5, 6, 5, 6, 5, 6, 5, 6)
    """Spaces in each row, the bottom row first."""
    gems: Mapping[Gem, Sequence[str]] = field(
        default_factory=lambda: {
            Gem.EMERALD: ("8.1", "8.4"),
            Gem.RUBY: ("5.1", "5.3"),
            Gem.SAPPHIRE: ("2.1", "2.4", "3.2"),
        }
    )
    caves: Sequence[tuple[str, str]] = (("1.1", "4.1"), ("3.4", "6.4"))
    """Entrance and exit."""
    slots: int = 6
    up: Links = field(default_factory=dict)
    """Where a step up leads, for spaces where it is not to the nearest diagonals."""
    left: Links = field(default_factory=dict)
    right: Links = field(default_factory=dict)
    """The neighbour, or none, for spaces where it is not the next of the row."""

    def names(self) -> tuple[str, ...]:
        """Every space, bottom row first and from the left."""
        return tuple(f"{r}.{c}" for r, many in enumerate(self.rows) for c in range(many))


def board(plan: Plan) -> Board:
    """The board of *plan*, in which every name is a space's."""
    names = plan.names()
    index = {name: i for i, name in enumerate(names)}
    gems = {name: gem for gem, there in plan.gems.items() for name in there}
    exits = {entrance: index[out] for entrance, out in plan.caves}
    widest = max(plan.rows)

    def space(r: int, c: int) -> Space:
        name, many = f"{r}.{c}", plan.rows[r]
        beside = {
            "left": [f"{r}.{c - 1}"] if c else [],
            "right": [f"{r}.{c + 1}"] if c + 1 < many else [],
        }
        left = plan.left.get(name, beside["left"])
        right = plan.right.get(name, beside["right"])
        return Space(
            name=name,
            row=r,
            across=(c + (widest - many) / 2 + 0.5) / widest,
            up=tuple(index[n] for n in plan.up.get(name, _above(plan.rows, r, c))),
            left=index[left[0]] if left else NOWHERE,
            right=index[right[0]] if right else NOWHERE,
            gem=gems.get(name),
            exit=exits.get(name, NOWHERE),
        )

    return Board(tuple(space(r, c) for r, n in enumerate(plan.rows) for c in range(n)), plan.slots)


def _above(rows: Sequence[int], r: int, c: int) -> list[str]:
    """The nearest spaces of the next row: rows lie in the middle, one above the other."""
    if r + 1 == len(rows):
        return []
    shift = (rows[r + 1] - rows[r]) / 2  # how many places the row above begins further left
    near = [n for n in range(rows[r + 1]) if abs(n - shift - c) <= 0.5]
    return [f"{r + 1}.{n}" for n in near]
