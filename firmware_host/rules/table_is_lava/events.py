"""What The Table Is Lava tells the table."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from firmware_host.rules.kernel import Event, Seat

from .answers import Where


class Why(enum.StrEnum):
    """Why meeples that a card shows are not placed."""

    FINAL = "final"  #: it is its player's last card (TL-15)
    SUPPLY = "supply"  #: too few are left in the supply (TL-16)
    DECLINED = "declined"  #: their owner did not want to (TL-A05)


@dataclass(frozen=True, slots=True)
class OnStart(Event):
    """A meeple of this seat stands on the Start card of *card* (TL-05)."""

    seat: Seat
    card: Seat


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """It is this seat's launch."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Launched(Event):
    """A card is on its way."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class LaunchedAgain(Event):
    """A foul launch is made again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardLies(Event):
    """The card has stopped."""

    seat: Seat
    where: Where


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """The card is out of the game (TL-A01, TL-A02)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """So many meeples of this seat stand on the card."""

    seat: Seat
    meeples: int


@dataclass(frozen=True, slots=True)
class NotPlaced(Event):
    """So many that the card shows of this seat are not placed."""

    seat: Seat
    meeples: int
    why: Why


@dataclass(frozen=True, slots=True)
class Fallen(Event):
    """So many meeples are back in this seat's supply."""

    seat: Seat
    meeples: int


@dataclass(frozen=True, slots=True)
class CountBegins(Event):
    """All cards are launched: what stands and what lies is counted (TL-19)."""


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """This seat's points."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Tied(Event):
    """This seat has the most points, and is not alone (TL-22)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Lifesaver(Event):
    """The tie is broken: this seat has saved the most (TL-22)."""

    seat: Seat
