"""Whose arm may have taken a die: where arms crossed the rim while it was out of sight.

Arms that cross hide each other and are one patch in the picture, but each crosses the rim in its
own place, and people reach straight: from a side of the table to a die there is one place on the
rim where an arm must have been. What is told is how far from there the nearest one was.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.facts import SIDES_DEG
from firmware_host.vision.hands import SCALE, Hands
from firmware_host.vision.plane import PX_PER_MM, Matrix, Tray

SEATED_MM = 600.0
"""People sit about so far from the middle of the tray."""
HALF_ARM_DEG = 17.0
"""An arm covers so much of the rim to each side of its middle; what is wider may be two."""
LACKING_DEG = 0.4
"""Each millimetre of floor seen between an arm and the die counts like so many degrees."""
SPARE_MM = 6.0  #: but not the first few
BEST = 0.3
"""The hand is at the die in so much of the pictures between its last sight and its absence."""
MOST_DEG = 60.0
KEPT = 64  #: pictures remembered
STEPS = 80  #: places looked at on the way from the rim to a die

Pixels = tuple[NDArray[np.intp], NDArray[np.intp]]


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    at_ns: int
    hands: Hands
    covered: NDArray[np.bool_]


class Reaches:
    """Remembers arms over the rim of *tray*, for as long as a die may stay hidden."""

    def __init__(self, tray: Tray) -> None:
        self._tray = tray
        self._seen: deque[_Seen] = deque(maxlen=KEPT)

    def see(self, at_ns: int, hands: Hands, covered: NDArray[np.bool_]) -> None:
        """The next picture: the small view's pixels *covered* by *hands*."""
        if hands.deg:
            self._seen.append(_Seen(at_ns, hands, covered))

    def off_deg(self, x_mm: float, y_mm: float, seen_ns: int, missed_ns: int) -> tuple[float, ...]:
        """For each side of :data:`SIDES_DEG`: how far off the nearest arm was on the rim.

        For a die at a place of the tray that went between two pictures; ``()`` without an arm.
        """
        between = [s for s in self._seen if seen_ns < s.at_ns <= missed_ns]
        if not between:
            return ()
        ways = self._ways(x_mm, y_mm)
        offs = np.array([_off(seen, *ways) for seen in between])
        best = np.sort(offs, axis=0)[: max(1, round(BEST * len(offs)))]
        return tuple(round(float(off), 1) for off in best.mean(axis=0))

    def _ways(self, x: float, y: float) -> tuple[Matrix, Matrix, Pixels]:
        """From each side straight to a place: where over the rim, how long inside it, and where."""
        tray = self._tray
        turns = np.radians(np.array(SIDES_DEG))
        seat = SEATED_MM * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        ahead = np.array([x, y]) - seat
        along, half = (ahead**2).sum(axis=1), (seat * ahead).sum(axis=1)
        over = (tray.radius_mm + tray.reach_mm) / 2
        root = np.sqrt(np.maximum(half**2 - along * (SEATED_MM**2 - over**2), 0.0))
        rim = seat + ahead * ((-half - root) / along)[:, None]
        crossed = np.degrees(np.arctan2(rim[:, 1], rim[:, 0])) % 360
        steps = np.linspace(0.1, 1.0, STEPS)[:, None, None]
        points = rim + steps * (np.array([x, y]) - rim)
        pixels = np.rint((points + tray.reach_mm) * PX_PER_MM / SCALE - 0.5).astype(np.intp)
        pixels = np.clip(pixels, 0, tray.size_px // SCALE - 1)
        return crossed, np.hypot(*(rim - (x, y)).T), (pixels[..., 1], pixels[..., 0])


def _off(seen: _Seen, crossed: Matrix, long_mm: Matrix, line: Pixels) -> Matrix:
    """Degrees off in one picture, for each side."""
    away = np.abs((crossed[:, None] - np.array(seen.hands.deg) + 180) % 360 - 180)
    spare = np.maximum(np.array(seen.hands.wide_deg) / 2 - HALF_ARM_DEG, 0.0)
    bare_mm = (1.0 - seen.covered[line].mean(axis=0)) * long_mm
    off = np.maximum(away - spare, 0.0).min(axis=1)
    off += LACKING_DEG * np.maximum(bare_mm - SPARE_MM, 0.0)
    return cast(Matrix, np.minimum(off, MOST_DEG))
