"""What Oh No, Volcano! tells the table: nothing of it names a card that is in a hand."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.rules.kernel import Event, Seat

from .board import Gem
from .prints import Letter

CAMP = "camp"
"""What base camp is called where a space is named."""


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A seat must play a card."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """A climber card went to a hand; with a deck of cards, it is for the player to take one."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A climber card lies face up."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class GearPlayed(Event):
    """A gear card lies face up."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    """A climber card is on its owner's discard pile (OV-07)."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class GearDiscarded(Event):
    """A gear card of this seat is on the gear discard pile (OV-07, OV-25)."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class PawnMoved(Event):
    """A pawn went from one space to another; ``camp`` is base camp."""

    seat: Seat
    letter: Letter
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class NoMove(Event):
    """A move that was due moved nobody (OV-14)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Collected(Event):
    """A treasure went to a player's board (OV-15)."""

    seat: Seat
    gem: Gem


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """A pawn went home from an emerald space (OV-17)."""

    seat: Seat
    letter: Letter


@dataclass(frozen=True, slots=True)
class Caved(Event):
    """A pawn went through a cave (OV-18)."""

    seat: Seat
    letter: Letter
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class BoulderLifted(Event):
    """A boulder was taken off the board (OV-19)."""

    seat: Seat
    pair: str


@dataclass(frozen=True, slots=True)
class BoulderPlaced(Event):
    """A boulder lies across two spaces (OV-19)."""

    seat: Seat
    pair: str


@dataclass(frozen=True, slots=True)
class BoulderSkipped(Event):
    """There is no place for a boulder (OV-A03)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BallDropped(Event):
    """A ball rolls from that chute (OV-21)."""

    seat: Seat
    slot: int


@dataclass(frozen=True, slots=True)
class BallStuck(Event):
    """Take the ball out, and put it in the box (OV-29)."""


@dataclass(frozen=True, slots=True)
class PawnUpright(Event):
    """A pawn that was hit stays where it is: set it upright (OV-26)."""

    seat: Seat
    letter: Letter


@dataclass(frozen=True, slots=True)
class PawnFell(Event):
    """A pawn was knocked off that space and is in base camp (OV-23)."""

    seat: Seat
    letter: Letter
    space: str


@dataclass(frozen=True, slots=True)
class BoulderFell(Event):
    """A boulder was knocked off and is in the supply (OV-A13)."""

    pair: str


@dataclass(frozen=True, slots=True)
class AllSafe(Event):
    """The ball knocked nobody off (OV-22)."""


@dataclass(frozen=True, slots=True)
class GearDrawn(Event):
    """A gear card lies above a player's board (OV-24)."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class GearShuffled(Event):
    """The gear discard pile is the gear pile now (OV-24)."""


@dataclass(frozen=True, slots=True)
class NoGear(Event):
    """There is no gear card left to draw (OV-A06)."""

    seat: Seat
