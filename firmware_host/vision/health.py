"""What keeps pictures from being read, or makes them hard to read: noticed, and said in words.

A *trouble* means that nothing can be read; a *warning* that it can, but something should be seen
to. Both are codes of :mod:`.ailments`, which has the sentences.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision import grain, hands
from firmware_host.vision.facts import Look
from firmware_host.vision.grain import Grain
from firmware_host.vision.plane import Floats, Picture, Plane

NS_PER_S = 1_000_000_000
EVERY_NS = 16 * NS_PER_S // 10
"""Looked at so often: it costs 12 ms, and dirt does not come and go."""
DIM = 62
"""A picture with hardly a pixel brighter than this is read, but noisier than need be."""
REFLEX = 0.06
"""Share of the tray's floor that is burnt out: a lamp mirrored in it, not a reflex on a die."""
BURNT = 0.02
"""Share of a picture without marks that is burnt out, where that is why they are not seen."""
BLANK = 0.05
"""Share of rows that have one colour throughout, up from the lowest: no lens makes such."""
FILLED, FEW = 128, 1
"""JPEG decoders fill what did not arrive with this grey: so many times four rows of it will do."""
CELLS = (6, 8)
"""Sharpness is looked at in so many parts of the picture, down and across."""
CONTRAST = 60.0
"""Only a part with so many grey levels between its lightest and darkest tells of sharpness."""
KEPT, LEAST = 6, 4
"""So many looks at each part are kept, and so many are needed to judge it."""
BLURRED = 0.115
"""Steepest edge, as a share of the contrast a pixel; .24 in sharp pictures, .10 where dice are
asked about for blur (a deviation of 3 pixels at 720 high)."""
SMEARED, SOFT = 0.48, 0.095
"""A part whose steepest edge is less than this share of the usual, and than this, in six looks,
is smeared. Parts of sharp pictures have .11 and more."""
STAYS_DEG = 4.0
"""What is over the rim in the same place in two looks is no arm: a smear there looks like one."""
MOVED = 0.02
"""A mark that is so much of the picture's height away from where it was has been moved."""
MOVED_NS = 20 * NS_PER_S
"""So long is told that the camera was moved; from then on it belongs where it is."""


def cut_off(picture: Picture) -> bool:
    """Is the lower part of *picture* missing? Decoders fill it with one colour."""
    lowest = picture[-1, ::4]
    if (lowest != lowest[0]).any():  # as nearly always: nothing is missing
        return False
    rows = picture[::-4, ::4].astype(np.int16)
    shade = rows[:, 0]
    burnt_or_black = (shade.min(axis=1) == shade.max(axis=1)) & np.isin(shade[:, 0], (0, 255))
    whole = (np.ptp(rows, axis=1) > 0).any(axis=1) | burnt_or_black
    most = FEW if (lowest[0] == FILLED).all() else BLANK * len(rows)
    return bool(whole.any()) and int(np.argmax(whole)) > most


def steepness(picture: Picture) -> tuple[Floats, Floats]:
    """The steepest edge of each part, as a share of its contrast a pixel, and the contrast.

    Both of shape :data:`CELLS`. The picture is taken at 720 rows, whatever its size.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    if grey.shape[0] > 1.3 * 720:
        grey = cv2.resize(
            grey, None, fx=720 / grey.shape[0], fy=720 / grey.shape[0], interpolation=3
        )
    soft = cv2.blur(grey, (3, 3)).astype(np.float32)
    slope = cv2.magnitude(
        cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=1 / 8),
        cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=1 / 8),
    )
    most, contrast = np.zeros(CELLS, np.float32), np.zeros(CELLS, np.float32)
    height, width = grey.shape
    for i, j in np.ndindex(CELLS):
        part = np.s_[
            height * i // CELLS[0] : height * (i + 1) // CELLS[0],
            width * j // CELLS[1] : width * (j + 1) // CELLS[1],
        ]
        contrast[i, j] = np.ptp(soft[part])
        most[i, j] = slope[part].max() / max(float(contrast[i, j]), 1.0)
    return most, contrast


class Sharpness:
    """How sharp each part of the picture has been of late."""

    def __init__(self) -> None:
        self._seen: list[deque[float]] = [deque(maxlen=KEPT) for _ in range(CELLS[0] * CELLS[1])]

    def see(self, *looks: tuple[Floats, Floats], clear: NDArray[np.bool_]) -> str:
        """``blurred``, ``smeared WHERE`` or nothing, after *looks* as :func:`steepness` gives.

        A shadow's soft edge looks smeared, but is none where the picture is *clear*, (6, 8).
        """
        for look in looks:
            self._keep(*look)
        best = np.array([max(p) if len(p) >= LEAST else np.nan for p in self._seen])
        if np.isfinite(best).sum() < LEAST:
            return ""
        usual = float(np.nanmedian(best))
        if usual < BLURRED:
            return "blurred"
        bad = np.flatnonzero((best < min(SMEARED * usual, SOFT)) & ~clear.ravel())
        return f"smeared {_where(bad, CELLS)}" if len(bad) else ""

    def _keep(self, most: Floats, contrast: Floats) -> None:
        for part, steep, much in zip(self._seen, most.flat, contrast.flat, strict=True):
            if much > CONTRAST:
                part.append(float(steep))


def _where(parts: NDArray[np.intp], cells: tuple[int, int]) -> str:
    """Where in the picture *parts* of *cells* are, in words."""
    down = float((parts // cells[1]).mean() + 0.5) / cells[0]
    across = float((parts % cells[1]).mean() + 0.5) / cells[1]
    high = "at the top" if down < 1 / 3 else "at the bottom" if down > 2 / 3 else ""
    side = "on the left" if across < 1 / 3 else "on the right" if across > 2 / 3 else ""
    return " ".join(filter(None, (high, side))) or "in the middle"


class Health:
    """Watches the pictures of one camera. Reads no clock; not for two threads at once."""

    def __init__(self, rim: hands.Rim) -> None:
        self._rim = rim
        self._sharpness, self._grain = Sharpness(), Grain()
        self._next_ns: int | None = None
        self._seen: tuple[str, ...] = ()
        self._arms: tuple[float, ...] = ()  # where something was over the rim in the last look
        self._held: tuple[Floats, Floats] | None = None  # how sharp that look was
        self._home: Floats | None = None  # where the marks belong, pixels
        self._away_ns: int | None = None  # since when they are elsewhere

    def minded(self, look: Look, picture: Picture, plane: Plane | None) -> Look:
        """*look* with what is to be said of its *picture*, in which the tray lies on *plane*."""
        if look.trouble:
            self._next_ns = None
            return replace(look, trouble=_reason(look.trouble, picture))
        if plane is None:
            return look
        moved = self._moved(plane, picture.shape[0], look.at_ns)
        if self._next_ns is None or look.at_ns >= self._next_ns:
            self._next_ns = look.at_ns + EVERY_NS
            self._seen = self._warnings(look, picture, plane)
        return replace(look, warnings=(*moved, *self._seen))

    def _warnings(self, look: Look, picture: Picture, plane: Plane) -> tuple[str, ...]:
        found = []
        if float(np.quantile(picture[::8, ::8], 0.99)) < DIM:
            found.append("dim")
        before, self._arms = self._arms, look.hands_deg
        sharp, held = steepness(picture), self._held
        self._held = None
        if look.hands_deg and not _alike(before, look.hands_deg):
            self._held = sharp  # an arm close to the lens is neither sharp nor dirt; if it is one
            return (*found, *(code for code in self._seen if code != "dim"))
        small = hands.small_view(picture, plane)[self._rim.floor]
        if float((small.min(axis=1) >= 248).mean()) > REFLEX:
            found.append("reflex")
        smooth = self._grain.see(look, picture, plane)
        looks = [held] if held and look.hands_deg else []
        blur = self._sharpness.see(*looks, sharp, clear=self._grain.clear())
        if not blur and len(smooth):
            blur = f"smeared {_where(smooth, grain.CELLS)}"
        return (*found, *((blur,) if blur else ()))

    def _moved(self, plane: Plane, height: int, at_ns: int) -> tuple[str, ...]:
        """``moved`` for a while after the marks have gone elsewhere."""
        marks = [(m.x_mm, m.y_mm) for m in plane.tray.marks]
        now = plane.seen_at(cast(Floats, np.array(marks, np.float32)))
        if self._home is None:
            self._home = now
        if float(np.linalg.norm(now - self._home, axis=1).max()) < MOVED * height:
            self._away_ns = None
            return ()
        if self._away_ns is None:
            self._away_ns = at_ns
            self._sharpness, self._grain = Sharpness(), Grain()  # other things lie in the parts
        if at_ns - self._away_ns >= MOVED_NS:
            self._home = now
        return ("moved",)


def _alike(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Is the same over the rim in two looks?"""
    pairs = zip(sorted(one), sorted(other), strict=False)
    return len(one) == len(other) and all(
        abs((a - b + 180) % 360 - 180) < STAYS_DEG for a, b in pairs
    )


def _reason(trouble: str, picture: Picture) -> str:
    """Why the marks are not seen, where the light explains it."""
    if trouble != "no_marks":
        return trouble
    sample = picture[::8, ::8]
    if float((sample.min(axis=2) >= 250).mean()) > BURNT:
        return "overexposed"
    return "dark" if float(np.quantile(sample, 0.99)) < DIM else trouble
