"""How much of the bare floor's grain is seen in each part of a picture: grease takes it away.

Where no die lies there is no edge to tell sharpness by. But felt, wood and cloth have a grain, and
it is the same in two pictures of one camera that hangs still, unlike the sensor's noise. Grease
takes the grain and leaves the noise; what JPEG leaves out is both, and tells nothing.
"""

from __future__ import annotations

from collections import deque
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.facts import Look, Tray
from firmware_host.vision.plane import Floats, Picture, Plane

CELLS = (12, 16)
"""Parts of the picture, down and across: half as large as those of its sharpness."""
ROWS = 720
"""The picture is looked at in so many rows, as for its sharpness."""
FINE, COARSE = (3, 3), (9, 9)
"""Grain is what lies between these two blurs, pixels."""
SHARE = 0.7
"""So much of a part must be bare floor."""
EACH = 2
"""Each second row and column tell enough, in half the time."""
FROM_WALL, FROM_DICE = 8.0, 1.3
"""Millimetres from the wall, and edges from a die's middle, at which bare floor begins."""
KEPT, LEAST = 6, 4
"""So many looks at each part are kept, and so many are needed to judge it."""
PARTS, FEWEST, MOST = 12, 2, 3
"""So many parts of floor are compared at least, so many are smeared together at least, and so many
of four with grain make a larger part clear."""
NOISY = 0.6
"""A part with less than this share of the usual noise has been left out by JPEG."""
GRAINED = 0.4
"""A floor with less grain than so many grey levels is too smooth, or too dark, to tell by."""
GONE = 0.5
"""A part with less than this share of the usual grain is smeared."""

Bits = NDArray[np.bool_]


class Grain:
    """How grained each part of the floor has been of late."""

    def __init__(self) -> None:
        parts = range(CELLS[0] * CELLS[1])
        self._floor: list[deque[float]] = [deque(maxlen=KEPT) for _ in parts]
        self._all: list[deque[float]] = [deque(maxlen=KEPT) for _ in parts]
        self._light = 0.0  #: the floor's, in grey levels
        self._before: tuple[Floats, Floats, Bits] | None = None

    def see(self, look: Look, picture: Picture, plane: Plane) -> NDArray[np.intp]:
        """The parts that are smeared, by number along the rows, after one more *picture*.

        What moves has no grain that stays: only a tray at rest is looked at.
        """
        if look.tray not in (Tray.SETTLED, Tray.EMPTY):
            self._before = None
            return self._bad()
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        scale = ROWS / grey.shape[0]
        if scale < 1 / 1.3:
            grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        else:
            scale = 1.0
        light = grey.astype(np.float32)
        coarse = cv2.blur(light, COARSE)
        band = cv2.blur(light, FINE) - coarse
        floor = bare(look, plane, (grey.shape[0], grey.shape[1]), scale)
        before, self._before = self._before, (cast(Floats, band), cast(Floats, coarse), floor)
        if before is not None and before[0].shape == band.shape:
            alike = before[0] * band / ((before[1] + 1.0) * (coarse + 1.0))
            self._light = float(np.median(coarse[floor][::EACH])) if floor.any() else 0.0
            noise = np.abs(before[0] - band)
            self._keep(cast(Floats, alike), cast(Floats, noise), before[2] & floor)
        return self._bad()

    def clear(self) -> Bits:
        """Twice as large parts, (6, 8), in which grain is plainly seen, be it floor or not."""
        seen = _best(self._all)
        floor = seen[np.isfinite(_best(self._floor))]
        usual = float(np.nanmedian(floor)) if self._usual() > 0 else np.inf
        fine = seen > GONE * usual
        quarters = fine.reshape(CELLS[0] // 2, 2, CELLS[1] // 2, 2).sum(axis=(1, 3))
        return np.asarray(quarters >= MOST, np.bool_)

    def _keep(self, alike: Floats, noise: Floats, floor: Bits) -> None:
        """*alike*: the grain of one picture times that of the next; *noise*: how they differ."""
        bare = _parts(floor).mean(axis=1)
        noisy = np.median(_parts(noise), axis=1)
        whole = noisy > NOISY * np.median(noisy)
        of_floor = _parts(alike * floor).mean(axis=1) / np.maximum(bare, SHARE)
        for n, grained in enumerate(np.median(_parts(alike), axis=1)):
            self._all[n].append(float(grained))
            if bare[n] >= SHARE and whole[n]:
                self._floor[n].append(float(of_floor[n]))

    def _usual(self) -> float:
        """How grained the floor is; 0 where too little is to be seen of that."""
        best = _best(self._floor)
        usual = float(np.nanmedian(best)) if int(np.isfinite(best).sum()) >= PARTS else 0.0
        return usual if usual * self._light > GRAINED else 0.0

    def _bad(self) -> NDArray[np.intp]:
        usual, best = self._usual(), _best(self._floor)
        bad = np.flatnonzero(best < GONE * usual)
        return bad if len(bad) >= FEWEST else bad[:0]


def _parts(picture: NDArray[Any]) -> NDArray[Any]:
    """The pixels of each part, (parts, pixels), as few as tell enough."""
    few = picture[::EACH, ::EACH]
    height, width = (n // k for n, k in zip(few.shape, CELLS, strict=True))
    parts = few[: height * CELLS[0], : width * CELLS[1]].reshape(CELLS[0], height, CELLS[1], width)
    return parts.swapaxes(1, 2).reshape(CELLS[0] * CELLS[1], -1)


def _best(seen: list[deque[float]]) -> Floats:
    """The most grain in each part of late, as a share of its brightness; nan: not known yet."""
    best = np.array([max(p) if len(p) >= LEAST else np.nan for p in seen], np.float32)
    return np.sqrt(np.maximum(best, 0.0))


def bare(look: Look, plane: Plane, shape: tuple[int, int], scale: float) -> Bits:
    """Where bare floor is seen, in a picture of *shape* that was made smaller by *scale*."""
    mask = np.zeros(shape, np.uint8)
    tray = plane.tray
    cv2.fillPoly(mask, [_circle(plane, (0.0, 0.0), tray.radius_mm - FROM_WALL, scale)], 1)
    for die in look.dice:
        around = _circle(plane, (die.x_mm, die.y_mm), FROM_DICE * tray.die_mm, scale)
        cv2.fillPoly(mask, [around], 0)
    return mask > 0


def _circle(
    plane: Plane, middle: tuple[float, float], radius: float, scale: float
) -> NDArray[np.int32]:
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    points = np.column_stack([np.cos(turn), np.sin(turn)]) * radius + np.array(middle)
    return cast(
        NDArray[np.int32], np.rint(plane.seen_at(points.astype(np.float32)) * scale)
    ).astype(np.int32)
