"""What Lost Island tells the table."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from firmware_host.rules.hexgrid import Cell, Rotation, Side
from firmware_host.rules.kernel import Event, Seat

from .box import Kind, Monster, Tool


class Track(enum.StrEnum):
    """The parts of the scoring track."""

    FIRES = "fires"
    HUTS = "huts"
    BEACH = "beach"
    FOREST = "forest"
    MOUNTAIN = "mountain"
    VOLCANO = "volcano"
    RAFT = "raft"


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """It is this seat's turn (LI-05)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HexPlaced(Event):
    """A hex lies there."""

    kind: Kind
    cell: Cell
    rotation: Rotation


@dataclass(frozen=True, slots=True)
class HexUnplaceable(Event):
    """A hex fits nowhere and goes under the pile, or out of the game (LI-A02)."""

    kind: Kind
    goes: str


@dataclass(frozen=True, slots=True)
class WoodChanged(Event):
    """Wood lies on a hex, or lies there no more; not by a hand."""

    cell: Cell
    change: int


@dataclass(frozen=True, slots=True)
class WoodFound(Event):
    """A search found one wood (LI-21)."""

    seat: Seat
    where: str


@dataclass(frozen=True, slots=True)
class NothingFound(Event):
    """A search found nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WoodPicked(Event):
    """Wood went from the hex to a hand."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class WoodDropped(Event):
    """Wood went from a hand to the hex."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class WoodGiven(Event):
    """One wood went from a hand to another's (LI-50)."""

    seat: Seat
    partner: Seat


@dataclass(frozen=True, slots=True)
class Walked(Event):
    """A pawn moved."""

    seat: Seat
    start: Cell
    end: Cell


@dataclass(frozen=True, slots=True)
class MonsterAppeared(Event):
    """A monster is on the island (LI-10, LI-11)."""

    monster: Monster
    cell: Cell


@dataclass(frozen=True, slots=True)
class MonsterMoved(Event):
    """A monster came closer, or was driven back."""

    monster: Monster
    start: Cell
    end: Cell


@dataclass(frozen=True, slots=True)
class MonsterStays(Event):
    """A monster that should go back cannot (LI-A14)."""

    monster: Monster


@dataclass(frozen=True, slots=True)
class Volley(Event):
    """So many of the spears hit (LI-23)."""

    seat: Seat
    monster: Monster
    hits: int


@dataclass(frozen=True, slots=True)
class MonsterKilled(Event):
    """The last circle is full (LI-25)."""

    seat: Seat
    monster: Monster


@dataclass(frozen=True, slots=True)
class MonsterBurnt(Event):
    """Lava has a monster (LI-48)."""

    monster: Monster


@dataclass(frozen=True, slots=True)
class Fought(Event):
    """A monster threw so many 5s and 6s (LI-31)."""

    monster: Monster
    hits: int


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """Counters went to the scoring track."""

    seat: Seat
    track: Track
    count: int


@dataclass(frozen=True, slots=True)
class FireLit(Event):
    """A fire burns."""

    seat: Seat
    cell: Cell


@dataclass(frozen=True, slots=True)
class FenceBuilt(Event):
    """A fence stands."""

    seat: Seat
    cell: Cell
    side: Side


@dataclass(frozen=True, slots=True)
class FenceGone(Event):
    """A fence was taken apart, or lava has it."""

    cell: Cell
    side: Side


@dataclass(frozen=True, slots=True)
class HutBuilt(Event):
    """A hut stands: 4 actions from the next turn on (LI-39)."""

    seat: Seat
    cell: Cell


@dataclass(frozen=True, slots=True)
class ToolBuilt(Event):
    """Somebody has a tool."""

    seat: Seat
    tool: Tool


@dataclass(frozen=True, slots=True)
class ChapterBegan(Event):
    """The next chapter (LI-33, LI-40)."""

    chapter: int


@dataclass(frozen=True, slots=True)
class Eruption(Event):
    """The pile is empty (LI-44)."""


@dataclass(frozen=True, slots=True)
class HexFlipped(Event):
    """Lava covers a hex."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """Lava has what stood there: ``fire``, ``raft``, or ``hut A``."""

    what: str


@dataclass(frozen=True, slots=True)
class Mauled(Event):
    """A monster sends this seat home (LI-30)."""

    seat: Seat
    dropped: int


@dataclass(frozen=True, slots=True)
class PlayerOut(Event):
    """This seat is out of the game (LI-47), and so much wood of its hand is gone."""

    seat: Seat
    wood: int


@dataclass(frozen=True, slots=True)
class RaftBegun(Event):
    """The raft lies there (LI-50)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class RaftComplete(Event):
    """Ten counters; it goes to sea when it is this seat's turn again (LI-55)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Boarded(Event):
    """This seat is off the island with the raft (LI-55)."""

    seat: Seat
