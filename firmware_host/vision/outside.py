"""Dice that landed beside the tray but in view: counted, never read."""

from __future__ import annotations

from typing import Protocol, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.colours import Colour, Sorter
from firmware_host.vision.plane import Floats, Picture, Plane, Tray

SHRUNK = 2  #: pixels of the picture to one looked at
LEAST, MOST = 0.4, 1.9
"""A die beside the tray covers so many top faces at least and at most: it lies lower or higher."""
PURE = 0.4
"""A die is more coloured than this beside the table, whose own colour is taken for grey."""
FILLED, OBLONG = 0.74, 1.75
"""It fills so much of the rectangle round it, and that is no longer than so many widths."""


CHANGED = 24.0
"""A pixel that differs by more grey levels than this has changed; noise does not reach that far."""
SPOT = 0.1
"""So much of a face must have changed before dice are counted again."""


class Count(Protocol):
    """Counts the dice of one kind."""

    def __call__(self, small: Picture, where: NDArray[np.uint8], edge: float) -> int:
        """How many there are in *small*, *where* that is not 0; a die's *edge* is in pixels."""


class Beside:
    """Counts dice beside *tray*, where something has changed since they were last counted."""

    def __init__(self, tray: Tray, count: Count) -> None:
        self._tray, self._count = tray, count
        self._counted: tuple[Picture, int] | None = None  #: what was last looked at, and found

    def count(self, picture: Picture, plane: Plane) -> int:
        """How many dice lie beside the tray in *picture*."""
        small = cast(
            Picture,
            cv2.resize(picture, None, fx=1 / SHRUNK, fy=1 / SHRUNK, interpolation=cv2.INTER_AREA),
        )
        edge = self._tray.die_mm * plane.px_per_mm() / SHRUNK
        where = self._around(small.shape[:2], plane)
        if self._counted is not None and not _changed(small, self._counted[0], where, edge):
            return self._counted[1]
        count = self._count(small, where, edge)
        self._counted = small, count
        return count

    def _around(self, shape: tuple[int, int], plane: Plane) -> NDArray[np.uint8]:
        turn = np.linspace(0, 2 * np.pi, 90, endpoint=False)
        rim = (self._tray.reach_mm + 1.0) * np.stack([np.cos(turn), np.sin(turn)], axis=1)
        where = np.full(shape, 255, np.uint8)
        outline = plane.seen_at(cast(Floats, rim.astype(np.float32))) / SHRUNK
        cv2.fillPoly(where, [np.rint(outline).astype(np.int32)], 0)
        return where


class Coloured:
    """Counts dice of taught colours."""

    def __init__(self, colours: tuple[Colour, ...]) -> None:
        self._colours = colours
        self._sorters: dict[int, Sorter] = {}

    def __call__(self, small: Picture, where: NDArray[np.uint8], edge: float) -> int:
        """How many patches in *small* have a die's colour, size and shape."""
        sorter = self._sorters.setdefault(round(edge), Sorter(self._colours, edge, PURE))
        even = _balanced(small, where)
        return sum(_dice(mask, edge**2) for mask in sorter.masks(even, where))


def _changed(now: Picture, before: Picture, where: NDArray[np.uint8], edge: float) -> bool:
    """Could a die have come or gone *where* two pictures are compared?"""
    if now.shape != before.shape:
        return True
    alike = cv2.inRange(cv2.absdiff(now, before), np.zeros(3), np.full(3, CHANGED))
    return cv2.countNonZero(cv2.bitwise_and(cv2.bitwise_not(alike), where)) > SPOT * edge**2


def _balanced(picture: Picture, where: NDArray[np.uint8]) -> Picture:
    """*picture* in a light in which most of what is *where* would be grey: a wooden table."""
    usual = np.array([_median(picture, i, where) for i in range(3)], np.float32) + 1.0
    gains = (usual.mean() / usual).clip(0.6, 1.6)
    lit = (np.arange(256, dtype=np.float32)[:, None] * gains).clip(0, 255).astype(np.uint8)
    return cast(Picture, cv2.LUT(picture, lit.reshape(1, 256, 3)))


def _median(picture: Picture, channel: int, where: NDArray[np.uint8]) -> int:
    """The middle grey level of one *channel*."""
    counts = cv2.calcHist([picture], [channel], where, [256], [0, 256]).ravel().cumsum()
    return int(np.searchsorted(counts, counts[-1] / 2))


def _dice(mask: NDArray[np.uint8], face: float) -> int:
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    count = 0
    for outline in outlines:
        area = cv2.contourArea(outline)
        _, (wide, high), _ = cv2.minAreaRect(outline)
        compact = area > FILLED * wide * high and max(wide, high) < OBLONG * min(wide, high)
        count += int(LEAST * face < area < MOST * face and compact)
    return count
