"""What Lava Land tells the table."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from firmware_host.rules.kernel import Event, Seat

from .answers import Effect
from .box import Colour, Face, Goods, Kind, Symbol


class Combination(enum.StrEnum):
    """Two or three dice with the same symbol."""

    BANANA_PAIR = "banana_pair"
    BANANA_TRIPLE = "banana_triple"
    TREASURE_PAIR = "treasure_pair"
    TREASURE_TRIPLE = "treasure_triple"
    FOOT_PAIR = "foot_pair"
    FOOT_TRIPLE = "foot_triple"
    BOLT_PAIR = "bolt_pair"
    BOLT_TRIPLE = "bolt_triple"

    @classmethod
    def of(cls, symbol: Symbol, size: int) -> Combination:
        """Two or three (*size*) of *symbol*."""
        return cls(f"{symbol.name.lower()}_{'pair' if size == 2 else 'triple'}")


class Why(enum.StrEnum):
    """Why an effect that was due is not carried out."""

    DEAD = "dead"
    ESCAPED = "escaped"
    NO_CARD = "no_card"  #: none in the row that the bolts can buy (LL-A18)
    NOTHING = "nothing"  #: no trick would change anything (LL-A12)


class Cause(enum.StrEnum):
    """What makes a set a trap (LL-42)."""

    SYMBOLS = "symbols"
    COLOURS = "colours"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class FirstPlayerPassed(Event):
    """The first-player token is this seat's now (LL-30)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """Dice are back in the crater; this seat rolls."""

    first: Seat


@dataclass(frozen=True, slots=True)
class RerollRequired(Event):
    """All dice again."""


@dataclass(frozen=True, slots=True)
class DieTaken(Event):
    """A die has an owner."""

    seat: Seat
    face: Face


@dataclass(frozen=True, slots=True)
class FlipWarned(Event):
    """The first offence is free (LL-25)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FlipPenalty(Event):
    """A die was turned over: ``move_back`` or ``no_effect`` (LL-24, LL-27)."""

    seat: Seat
    effect: str


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A seat resolves its dice."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Bonus(Event):
    """A combination pays (LL-33..36)."""

    seat: Seat
    combination: Combination


@dataclass(frozen=True, slots=True)
class EffectSkipped(Event):
    """Due, but not carried out."""

    seat: Seat
    effect: Effect
    why: Why


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """Bananas or treasures changed."""

    seat: Seat
    goods: Goods
    change: int


@dataclass(frozen=True, slots=True)
class CharMoved(Event):
    """A character moved along the track."""

    seat: Seat
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Boarded(Event):
    """A character escaped."""

    seat: Seat
    arrival: int


@dataclass(frozen=True, slots=True)
class CharDied(Event):
    """Lava caught a character."""

    seat: Seat
    space: int


@dataclass(frozen=True, slots=True)
class Trap(Event):
    """The dice make lava rise."""

    seat: Seat
    cause: Cause


@dataclass(frozen=True, slots=True)
class LavaMoved(Event):
    """Lava moved."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Trick(Event):
    """A trick was chosen: ``A trick push C``, ``A trick loot banana C``, ``A trick cool``."""

    seat: Seat
    does: str


@dataclass(frozen=True, slots=True)
class Guarded(Event):
    """A guard took it."""

    seat: Seat
    kind: Kind


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """A card left the row for a hand."""

    seat: Seat
    kind: Kind


@dataclass(frozen=True, slots=True)
class CardUsed(Event):
    """A card did its work."""

    seat: Seat
    kind: Kind


@dataclass(frozen=True, slots=True)
class DieTurned(Event):
    """A card turned an owned die to another face (LL-47..49)."""

    seat: Seat
    was: Face
    now: Face


@dataclass(frozen=True, slots=True)
class DieCounts(Event):
    """An owned die counts as another colour in this turn (LL-50)."""

    seat: Seat
    face: Face
    colour: Colour


@dataclass(frozen=True, slots=True)
class RowRefilled(Event):
    """A gap is filled."""

    slot: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    """A card goes to the discard pile."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The discard pile is the deck now (LL-40)."""
