"""Compact things on an even ground: told by colour alone, so that shadows are ground too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.plane import Floats, Picture

LOOKED_AT = 820
"""The longer side of what is looked at; a larger picture is shrunk to it."""
LEAST_UNLIKE = 0.09
"""The three colours' shares of a pixel differ from the ground's by so much in all, at least."""
SPREADS = 3.0
"""And by so many times what is usual, where the ground is mottled."""
SMALLEST = 0.03
"""A thing's side is at least so much of the picture's longer side."""
SOLID, OBLONG = 0.85, 1.6
"""It fills so much of its own hull, and is at most so many times as long as wide."""
ALIKE = 0.45
"""Dice of one game differ less in size: a thing with a side shorter than this share of the largest
is something else."""


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Something that lies there, in the picture's own pixels."""

    x: float
    y: float
    side: float  #: the root of its area
    hull: Floats  #: (n, 2)


def find(picture: Picture) -> tuple[Thing, ...]:
    """The things in *picture*, (height, width, 3) uint8, from top to bottom."""
    shrink = max(1.0, max(picture.shape[:2]) / LOOKED_AT)
    size = tuple(round(v / shrink) for v in picture.shape[1::-1])
    small = cv2.resize(picture, (size[0], size[1]), interpolation=cv2.INTER_AREA)
    outlines, _ = cv2.findContours(
        _unlike_ground(cast(Picture, small)), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    least = (SMALLEST * max(size)) ** 2
    things = [
        _thing(outline, shrink)
        for outline in outlines
        if cv2.contourArea(outline) > least and _compact(outline)
    ]
    largest = max((t.side for t in things), default=0.0)
    kept = [t for t in things if t.side > ALIKE * largest]
    return tuple(sorted(kept, key=lambda t: (t.y, t.x)))


def _unlike_ground(small: Picture) -> NDArray[np.uint8]:
    """1 where the colour is not the ground's, whatever the brightness."""
    soft = cv2.GaussianBlur(small, (0, 0), 1.0).astype(np.float32)
    shares = soft / (soft.sum(axis=2, keepdims=True) + 24.0)
    ground = np.median(shares[::3, ::3].reshape(-1, 3), axis=0)
    away = np.abs(shares - ground).sum(axis=2)
    limit = max(LEAST_UNLIKE, SPREADS * 1.48 * float(np.median(away)))
    mask = (away > limit).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return cast(
        NDArray[np.uint8], cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    )


def _compact(outline: cv2.typing.MatLike) -> bool:
    _, (wide, high), _ = cv2.minAreaRect(outline)
    solid = cv2.contourArea(outline) > SOLID * cv2.contourArea(cv2.convexHull(outline))
    return bool(solid and max(wide, high) < OBLONG * min(wide, high))


def _thing(outline: cv2.typing.MatLike, shrink: float) -> Thing:
    (x, y), _, _ = cv2.minAreaRect(outline)
    hull = (cv2.convexHull(outline).reshape(-1, 2) + 0.5) * shrink - 0.5
    x, y = ((v + 0.5) * shrink - 0.5 for v in (x, y))
    return Thing(x, y, float(np.sqrt(cv2.contourArea(outline))) * shrink, hull.astype(np.float32))
