"""What a look into the crater tells. Vision knows colours and symbols, and no game."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Tray(enum.StrEnum):
    """The state of the crater as a whole."""

    EMPTY = "empty"  #: no die in it
    SETTLED = "settled"  #: dice at rest, nothing in the way, the same for several frames
    MOVING = "moving"  #: something moves
    HAND = "hand"  #: something reaches in over the rim
    BLIND = "blind"  #: no picture, or one that cannot be read: see ``Look.trouble``


@dataclass(frozen=True, slots=True)
class Guess:
    """One thing a die may show."""

    symbol: str
    confidence: float  #: 0..1


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die in the crater. *number* stays with it from look to look while it lies there."""

    number: int
    colour: str  #: ``Y``, ``R``, ``B``, or as taught; empty: any, which is no part of its face
    guesses: tuple[Guess, ...]  #: best first
    sure: bool  #: the first guess may be believed
    x_mm: float  #: from the middle of the tray, to the right in the picture
    y_mm: float  #: from the middle of the tray, downwards in the picture
    angle_deg: float  #: 0 <= angle < 90
    hidden: bool = False  #: not seen just now, but a hand is over its place
    why: str = ""  #: where not sure: ``glare``, ``leaning``, ``close``, ``stacked``, ``count``
    body: str = ""  #: a word for its body's colour where that may be any: ``white``

    @property
    def symbol(self) -> str:
        """The best guess."""
        return self.guesses[0].symbol


SIDES_DEG = tuple(float(deg) for deg in range(0, 360, 10))
"""Sides of the table from which arms may come: 0 from the right of the picture, 90 from below."""


@dataclass(frozen=True, slots=True)
class GoneDie:
    """A die that lay there and does not any more, with no hand over its place."""

    number: int
    colour: str
    symbol: str
    seen_ns: int  #: last seen
    missed_ns: int  #: first missed
    off_deg: tuple[float, ...] = ()
    """For an arm from each of :data:`SIDES_DEG`: by how much no arm seen was where it would have
    crossed the rim, in degrees; empty where no hand was seen."""

    def off(self, side_deg: float) -> float | None:
        """By how much no arm was where one from this side would have been; None: no hand seen."""
        if not self.off_deg:
            return None
        step = 360 / len(self.off_deg)
        before, part = divmod(side_deg % 360 / step, 1.0)
        one, other = (self.off_deg[(int(before) + i) % len(self.off_deg)] for i in (0, 1))
        return one + (other - one) * part


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that lies there, once. Telling it twice does no harm."""

    at_ns: int
    frame: int
    tray: Tray
    dice: tuple[SeenDie, ...]
    gone: tuple[GoneDie, ...] = ()  #: of the last ten seconds
    outside: int = 0  #: dice seen beside the tray
    hands_deg: tuple[float, ...] = ()  #: where something reaches in over the rim
    trouble: str = ""  #: why nothing can be read, a code of ``vision.health``: ``dark``
    warnings: tuple[str, ...] = ()  #: what to see to though it is read: ``dim``, ``moved``


@dataclass(frozen=True, slots=True)
class Optics:
    """How good a picture is, whatever it shows."""

    focus: float  #: how fine its details are; grows until the lens is sharp, has no unit
    edges: float  #: steepest edge, as a share of its contrast a pixel: .24 sharp, .10 blurred
    bright: float  #: 0..255; hardly a pixel is brighter
    burnt: float  #: share of pixels that are burnt out
    black: float  #: share of pixels that are black
