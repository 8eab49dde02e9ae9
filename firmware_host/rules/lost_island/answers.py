"""Everything that can happen next in Lost Island."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from firmware_host.rules.hexgrid import Cell, Rotation, Side
from firmware_host.rules.kernel import Answer, Seat

from .box import Kind, Monster, Tool


class Load(NamedTuple):
    """Where the wood of spears comes from. Spelled ``2``, or ``1+1`` with one of a fence."""

    hand: int
    fences: int

    def __str__(self) -> str:
        return f"{self.hand}+{self.fences}" if self.fences else str(self.hand)

    @classmethod
    def named(cls, words: str) -> Load:
        """The load spelled *words*.

        :raises ValueError: no load is spelled so.
        """
        hand, _, fences = words.partition("+")
        load = cls(_digit(hand), _digit(fences or "0"))
        if str(load) != words:
            raise ValueError(words)
        return load

    @property
    def spears(self) -> int:
        """How many fly."""
        return self.hand + self.fences


def _digit(word: str) -> int:
    if len(word) != 1 or word not in "0123456789":
        raise ValueError(word)
    return int(word)


@dataclass(frozen=True, slots=True)
class Begin(Answer):
    """This seat is first (LI-04)."""


@dataclass(frozen=True, slots=True)
class Draw(Answer):
    """The top hex of the pile (LI-07)."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Place(Answer):
    """The hex that was drawn lies there, so turned (LI-07, LI-08)."""

    cell: Cell
    rotation: Rotation


@dataclass(frozen=True, slots=True)
class Haunt(Answer):
    """The new monster appears there (LI-12)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Stalk(Answer):
    """A monster comes one hex closer (LI-14)."""

    monster: Monster
    cell: Cell


@dataclass(frozen=True, slots=True)
class Move(Answer):
    """Walk to a neighbouring hex (LI-19)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Search(Answer):
    """Look for wood (LI-21)."""


@dataclass(frozen=True, slots=True)
class Explore(Answer):
    """Draw an extra hex (LI-22)."""


@dataclass(frozen=True, slots=True)
class Spears(Answer):
    """Throw spears, or shoot bolts, at a monster (LI-23, LI-42)."""

    monster: Monster
    load: Load


@dataclass(frozen=True, slots=True)
class Burn(Answer):
    """This fence is taken apart for a spear (LI-28)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Fire(Answer):
    """Light a fire in the own hex (LI-26)."""


@dataclass(frozen=True, slots=True)
class Fence(Answer):
    """A fence on an edge of the own hex (LI-27)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Hut(Answer):
    """Build the hut (LI-35)."""


@dataclass(frozen=True, slots=True)
class Build(Answer):
    """Build a tool (LI-41)."""

    tool: Tool


@dataclass(frozen=True, slots=True)
class Raft(Answer):
    """Begin the raft with somebody (LI-50)."""

    partner: Seat


@dataclass(frozen=True, slots=True)
class Log(Answer):
    """One more wood for the raft (LI-52)."""


@dataclass(frozen=True, slots=True)
class Give(Answer):
    """One wood for who begins the raft with one (LI-50); free."""

    partner: Seat


@dataclass(frozen=True, slots=True)
class Pick(Answer):
    """Pick wood up (LI-20); free."""

    count: int


@dataclass(frozen=True, slots=True)
class Drop(Answer):
    """Put wood down (LI-A20); free."""

    count: int


@dataclass(frozen=True, slots=True)
class End(Answer):
    """No more actions (LI-18)."""


@dataclass(frozen=True, slots=True)
class Die(Answer):
    """A die has come to rest."""

    shows: int


@dataclass(frozen=True, slots=True)
class Back(Answer):
    """The monster that was hit, or lost a fight, goes there (LI-24, LI-31)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Flip(Answer):
    """Lava covers this hex (LI-45)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Refuge(Answer):
    """Mauled with the home under lava: to this hex (LI-A31)."""

    cell: Cell


HexAnswer = Begin | Draw | Place | Haunt | Stalk | Flip
WoodAnswer = Search | Explore | Give | Pick | Drop
MakeAnswer = Fire | Fence | Hut | Build | Raft | Log
HuntAnswer = Spears | Burn | Die | Back | Refuge
IslandAnswer = HexAnswer | Move | WoodAnswer | MakeAnswer | HuntAnswer | End
