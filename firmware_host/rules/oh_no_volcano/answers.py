"""Everything that can happen next in Oh No, Volcano!"""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.rules.kernel import Answer, Seat

from .prints import Letter


@dataclass(frozen=True, slots=True)
class Draw(Answer):
    """A climber card goes from a deck of the program to a hand: secret (OV-03, OV-08)."""

    to: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Youngest(Answer):
    """This seat begins (OV-04)."""


@dataclass(frozen=True, slots=True)
class Climb(Answer):
    """Play a climber card (OV-05)."""

    card: str


@dataclass(frozen=True, slots=True)
class Gear(Answer):
    """Play a gear card (OV-05)."""

    card: str


@dataclass(frozen=True, slots=True)
class Pawn(Answer):
    """The pawn that a ``?`` moves (OV-10)."""

    letter: Letter


@dataclass(frozen=True, slots=True)
class Step(Answer):
    """The pawn goes on to that space (OV-11, OV-12)."""

    space: str


@dataclass(frozen=True, slots=True)
class Stop(Answer):
    """No more steps; no pawn at all, where one is chosen (OV-14)."""


@dataclass(frozen=True, slots=True)
class Collect(Answer):
    """Take the treasure (OV-15)."""


@dataclass(frozen=True, slots=True)
class Leave(Answer):
    """Do not."""


@dataclass(frozen=True, slots=True)
class Cave(Answer):
    """Through the cave, up to its exit (OV-18)."""


@dataclass(frozen=True, slots=True)
class Stay(Answer):
    """Do not."""


@dataclass(frozen=True, slots=True)
class Lift(Answer):
    """Take that boulder off, to place it anew (OV-19)."""

    pair: str


@dataclass(frozen=True, slots=True)
class Place(Answer):
    """Place a boulder across those two spaces (OV-19)."""

    pair: str


@dataclass(frozen=True, slots=True)
class Drop(Answer):
    """The ball has been dropped into that chute (OV-21)."""

    slot: int


@dataclass(frozen=True, slots=True)
class Fell(Answer):
    """This pawn of the seat was knocked off (OV-23, OV-27, OV-28)."""

    letter: Letter


@dataclass(frozen=True, slots=True)
class Off(Answer):
    """The ball knocked that boulder off (OV-A13)."""

    pair: str


@dataclass(frozen=True, slots=True)
class Safe(Answer):
    """Nothing else of this seat's has fallen."""


@dataclass(frozen=True, slots=True)
class Tilted(Answer):
    """This pawn was hit but stayed on its space (OV-26)."""

    letter: Letter


@dataclass(frozen=True, slots=True)
class Stuck(Answer):
    """The ball got stuck (OV-29)."""


@dataclass(frozen=True, slots=True)
class Equip(Answer):
    """The gear card that a seat has drawn (OV-24)."""

    to: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Trim(Answer):
    """A gear card above the limit goes (OV-25)."""

    card: str


CardAnswer = Draw | Youngest | Climb | Gear | Equip | Trim
MoveAnswer = Pawn | Step | Stop | Collect | Leave | Cave | Stay
BoulderAnswer = Lift | Place
BallAnswer = Drop | Fell | Off | Safe | Tilted | Stuck
VolcanoAnswer = CardAnswer | MoveAnswer | BoulderAnswer | BallAnswer
