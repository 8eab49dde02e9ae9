"""What one picture of the crater tells, and what every reader of it has in common.

Readers differ in the dice they know: :class:`firmware_host.vision.reader.Reader` symbols that were
taught, :class:`firmware_host.vision.pips.crater.PipCrater` the pips of ordinary dice. Where the
tray is, what reaches into it and what lies over time is the same for all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from firmware_host.vision import hands, marks
from firmware_host.vision.facts import Guess
from firmware_host.vision.health import cut_off
from firmware_host.vision.measured import Measured
from firmware_host.vision.plane import PX_PER_MM, Floats, Picture, Plane, Tray
from firmware_host.vision.squares import Square

SHARPNESS = 0.1
"""Likenesses this far apart differ in confidence by a factor of e."""
ON_TOP = 0.72
"""Two top faces closer than so much of an edge cannot both lie on the floor."""
ON_WALL = 0.75
"""A die's middle closer to the wall than so many edges: its corner would be in the wall."""
DARK, BURNT = 36, 0.5
"""A picture with hardly a pixel brighter than this is dark; with so many burnt out, overexposed."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die in one picture."""

    colour: str  #: of its body, as taught; empty where that is no part of its face
    guesses: tuple[Guess, ...]  #: every symbol there is, best first
    likeness: tuple[float, ...]  #: to each symbol, -1..1, in the reader's order
    why: str  #: why it is not sure; empty: the first guess may be believed
    x_mm: float
    y_mm: float
    angle_deg: float
    square: Square  #: as found in the flat view
    body: str = ""  #: the word for its body's colour, where any will do

    @property
    def sure(self) -> bool:
        """May the first guess be believed?"""
        return not self.why

    @property
    def symbol(self) -> str:
        """The best guess."""
        return self.guesses[0].symbol


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Everything in one picture, with no memory of the picture before."""

    dice: tuple[Die, ...] = ()
    outside: int = 0  #: dice beside the tray
    hands: hands.Hands = hands.NONE
    trouble: str = ""  #: as in :class:`firmware_host.vision.facts.Look`
    plane: Plane | None = None  #: how the tray lies in the picture; None: not found


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A picture with the tray found in it, seen from straight above."""

    picture: Picture
    plane: Plane
    flat: Picture

    @classmethod
    def of(cls, picture: Picture, plane: Plane) -> View:
        """*picture* with its flat view."""
        return cls(picture, plane, plane.flat(picture))


class CraterReader(Protocol):
    """Reads single pictures of one crater, with one kind of dice in it."""

    @property
    def profile(self) -> Measured:
        """Camera and tray."""

    @property
    def rim(self) -> hands.Rim:
        """The tray's rim."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """All that its dice may show, in the order of a die's likenesses."""

    @property
    def of_any_colour(self) -> bool:
        """May dice look like the floor, or like its shadow, but for what is on them?"""

    def dice(self, view: View, reaching: hands.Hands) -> tuple[Die, ...]:
        """The dice in the tray that no hand covers, row by row."""

    def outside(self, picture: Picture, plane: Plane) -> int:
        """How many dice lie beside the tray."""


def read(reader: CraterReader, picture: Picture) -> Reading:
    """What *reader* sees in *picture*, (height, width, 3) uint8.

    :raises BadProfile: its profile was taught for pictures of another size.
    """
    reader.profile.check(*picture.shape[:2])
    trouble = exposure(picture)
    if trouble:
        return Reading(trouble=trouble)
    plane = marks.find(picture, reader.profile.tray)
    if plane is None:
        return Reading(trouble="no_marks")
    small = hands.small_view(picture, plane)
    reaching = reader.rim.hands(small, hands.plainly_strange(small, reader.rim.floor))
    return Reading(
        dice=reader.dice(View.of(picture, plane), reaching),
        outside=reader.outside(picture, plane),
        hands=reaching,
        plane=plane,
    )


def exposure(picture: Picture) -> str:
    """What is plainly wrong with *picture*: ``dark``, ``overexposed``, ``cut`` or nothing."""
    sample = picture[::8, ::8]
    if np.count_nonzero(sample >= DARK) < 0.01 * sample.size:
        return "dark"
    if float((sample.min(axis=2) >= 250).mean()) > BURNT:
        return "overexposed"
    return "cut" if cut_off(picture) else ""


def guesses(names: tuple[str, ...], likeness: Floats) -> tuple[Guess, ...]:
    """*names* as guesses, the one it is most like first."""
    weight = np.exp((likeness - likeness.max()) / SHARPNESS)
    weight /= weight.sum()
    order = np.argsort(-likeness, kind="stable")
    return tuple(Guess(names[i], round(float(weight[i]), 3)) for i in order)


def place_mm(place: Square, tray: Tray) -> tuple[float, float]:
    """Where the middle of a top face is, in millimetres from the tray's."""
    x, y = (float(v) / PX_PER_MM - float(tray.reach_mm) for v in (place.x, place.y))
    return round(x, 2), round(y, 2)


def is_on_wall(place: Square, tray: Tray) -> bool:
    """Is a die so far out that it can hardly lie flat?"""
    away = np.hypot(place.x - tray.middle_px, place.y - tray.middle_px) / PX_PER_MM
    return bool(away > tray.radius_mm - ON_WALL * tray.die_mm)


def none_on_top(dice: Iterable[Die], edge: float, apart: float = ON_TOP) -> tuple[Die, ...]:
    """*dice* row by row, those that share a place marked; an *edge* is so many millimetres.

    Middles *apart* by so many edges share none. One that leans may show two faces: that it leans
    is what is said of it then.
    """
    dice = list(dice)
    stacked = {
        d
        for i, one in enumerate(dice)
        for other in dice[:i]
        if np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < apart * edge
        for d in (one, other)
    }
    marked = (replace(d, why="stacked") if d in stacked and d.why != "leaning" else d for d in dice)
    return tuple(sorted(marked, key=lambda d: (d.y_mm, d.x_mm)))
