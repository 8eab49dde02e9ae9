"""Everything that can happen next in The Table Is Lava."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from firmware_host.rules.kernel import Answer, Seat


class Where(enum.StrEnum):
    """How a launched card lies once it has stopped (TL-11..12)."""

    TOUCHING = "touching"  #: it touches another card
    THUMB = "thumb"  #: it does not, but another is at most a thumb's width away (TL-A07)
    APART = "apart"  #: every card is farther away: a miss
    OFF = "off"  #: it is not on the table any more (TL-A02)
    ON = "on"  #: Rock Island (TL-24): on the table, which is all that counts


@dataclass(frozen=True, slots=True)
class Hot(Answer):
    """This seat said the words first, and begins (TL-03)."""


@dataclass(frozen=True, slots=True)
class Launch(Answer):
    """A card goes on its way (TL-09)."""

    card: str


@dataclass(frozen=True, slots=True)
class Landed(Answer):
    """It has stopped, and lies so."""

    where: Where


@dataclass(frozen=True, slots=True)
class Relaunch(Answer):
    """The launch was foul, and is made again with the same card (TL-A14)."""


@dataclass(frozen=True, slots=True)
class Stand(Answer):
    """So many own meeples on another's card (TL-14)."""

    meeples: int


@dataclass(frozen=True, slots=True)
class Fell(Answer):
    """So many meeples of this owner touch no card now (TL-17)."""

    owner: Seat
    meeples: int


@dataclass(frozen=True, slots=True)
class Count(Answer):
    """What touches a card at the end, of this owner (TL-20)."""

    owner: Seat
    standing: int
    lying: int


@dataclass(frozen=True, slots=True)
class Own(Answer):
    """So many meeples of any colour are on the cards of this owner's colour (TL-22)."""

    owner: Seat
    meeples: int


LavaTableAnswer = Hot | Launch | Landed | Relaunch | Stand | Fell | Count | Own
