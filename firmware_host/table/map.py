"""A map of a game that is played on one: spots, what stands on them, and what lies between them.

Lengths are in widths of a spot: neighbours in a row are 1 apart. *x* grows to the right and *y*
downwards, for somebody who looks at the map. Nothing here knows a rule.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.rules.kernel import Seat


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that stands on a spot, or lies between two."""

    kind: str  #: ``pawn``, ``boulder``, ``hut``, ``wood``: a picture and a word of the page
    seat: Seat | None = None  #: whose it is
    says: str = ""  #: a letter or number on it
    n: int = 1  #: so many alike
    sides: tuple[str, ...] = ()  #: tints of a hexagon's, as a spot has them; (): it is none


@dataclass(frozen=True, slots=True)
class Spot:
    """One place of a map."""

    name: str  #: as the rules call it, and as it is pressed on the page
    x: float
    y: float
    ground: str  #: a tint
    says: str = ""  #: printed on it
    sides: tuple[str, ...] = ()
    """Tints of a hexagon's sides, against the clock from the east; (): its ground's own."""
    pieces: tuple[Piece, ...] = ()
    open: bool = False  #: somebody who is asked may choose it
    thumb: Seat | None = None  #: the option under this seat's thumb is here


@dataclass(frozen=True, slots=True)
class Between:
    """What lies across, or joins, two spots: a boulder, a fence, a cave."""

    kind: str
    spots: tuple[str, str]
    seat: Seat | None = None
    open: bool = False
    thumb: Seat | None = None

    @property
    def name(self) -> str:
        """As it is pressed on the page."""
        return "+".join(self.spots)


@dataclass(frozen=True, slots=True)
class Map:
    """All of it."""

    shape: str  #: of its spots: ``hex`` (a corner on top) or ``peg``
    spots: tuple[Spot, ...]
    between: tuple[Between, ...] = ()
    aside: tuple[Piece, ...] = ()  #: what is in nobody's hands and on no spot: a supply
