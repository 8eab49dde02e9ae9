"""The four marks on the rim: where the tray is in the picture.

The first search looks at the whole picture; from then on each mark is looked for only where it
was. A hand may cover one or two of them: the tray cannot have moved while the others stay.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from firmware_host.vision.plane import Floats, Grey, Picture, Plane, Tray

STEPS = 1.3
"""Marks are looked for with windows of so many sizes, each so much larger than the one before."""
SEARCHED = 360
"""The first search looks at a picture shrunk to about so many rows."""
SMALLEST_SHARE, LARGEST_SHARE = 0.6, 1.3
"""The tray's marks span between so much of the picture's height and so much of it."""
CONTRAST = 22
"""A mark is so many grey levels brighter than its surroundings."""
MOVED_PX = 4.0
"""A mark this far from where it was, in a picture 720 high, has moved. Noise is below 0.5."""


_turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
RINGS = np.array(
    [np.concatenate([r * f(_turn) for r in (0.1, 0.54)]) for f in (np.cos, np.sin)], np.float64
)
"""Two rings of points, x and y in radii: a mark's middle, and half-way out."""


@dataclass(frozen=True, slots=True)
class _Blob:
    x: float
    y: float
    radius: float
    odd: bool  #: its middle is light


def grey(picture: Picture) -> Grey:
    """How white it is: the weakest of the three colours, so that no coloured thing shines."""
    blue, green, red = cv2.split(picture)
    return cast(Grey, cv2.min(cv2.min(blue, green), red))


def find(picture: Picture, tray: Tray) -> Plane | None:
    """The plane of *tray* in *picture*, from nothing; None where the marks are not to be seen."""
    shrink = max(1, round(picture.shape[0] / SEARCHED))
    bright = grey(picture)
    if shrink > 1:
        bright = cast(Grey, cv2.resize(bright, None, fx=1 / shrink, fy=1 / shrink, interpolation=3))
    height = bright.shape[0]
    span = max(np.hypot(m.x_mm, m.y_mm) for m in tray.marks)
    radius = tray.marks[0].radius_mm / (2 * span)  # in units of the span between far marks
    low, high = radius * SMALLEST_SHARE * height, radius * LARGEST_SHARE * height
    blobs: list[_Blob] = []
    size = low
    while size <= high * STEPS:
        for blob in _blobs(bright, size):
            if all(math.hypot(blob.x - b.x, blob.y - b.y) > blob.radius / 2 for b in blobs):
                blobs.append(blob)
        size *= STEPS
    points = _arrange(blobs, tray, height)
    if points is None:
        return None
    seen, plane = follow(picture, Plane.through(tray, (points + 0.5) * shrink - 0.5))
    return plane if seen == len(tray.marks) else None


def follow(picture: Picture, plane: Plane) -> tuple[int, Plane]:
    """How many marks are still where *plane* has them, and the plane, made finer by all four."""
    expected = plane.seen_at(np.array([(m.x_mm, m.y_mm) for m in plane.tray.marks], np.float32))
    radius = plane.tray.marks[0].radius_mm * plane.px_per_mm()
    allowed = MOVED_PX * picture.shape[0] / 720
    points = np.array([_near(picture, float(x), float(y), radius) for x, y in expected])
    offset = np.linalg.norm(points - expected, axis=1)
    seen = int((offset < allowed).sum())  # a mark that is not there has the offset nan
    if seen == len(points):
        return seen, Plane.through(plane.tray, points.astype(np.float32))
    return seen, plane


def _near(picture: Picture, x: float, y: float, radius: float) -> tuple[float, float]:
    """The middle of the bright disc near (*x*, *y*); nan where there is none."""
    reach = int(radius * 2.2) + 2
    left, top = int(x) - reach, int(y) - reach
    window = picture[max(top, 0) : top + 2 * reach + 1, max(left, 0) : left + 2 * reach + 1]
    nowhere = (float("nan"), float("nan"))
    if min(window.shape[:2]) < radius * 2:
        return nowhere
    blobs = _blobs(grey(window), radius)
    if not blobs:
        return nowhere
    at = (max(left, 0), max(top, 0))
    best = min(blobs, key=lambda b: np.hypot(b.x + at[0] - x, b.y + at[1] - y))
    return best.x + at[0], best.y + at[1]


def _blobs(bright: Grey, radius: float) -> list[_Blob]:
    """Bright discs of about *radius* pixels."""
    wider = np.ones((int(radius * 2.6),) * 2, np.uint8)
    above = cv2.morphologyEx(bright, cv2.MORPH_TOPHAT, wider, borderType=cv2.BORDER_REPLICATE)
    half = np.maximum(cv2.dilate(above, wider) // 2, CONTRAST)
    mask = (above > half).astype(np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return [
        _Blob(x, y, size, _light_middle(bright, x, y, size))
        for x, y, size in filter(None, (_disc(outline, radius) for outline in outlines))
    ]


def _disc(outline: cv2.typing.MatLike, radius: float) -> tuple[float, float, float] | None:
    """Middle and radius of *outline*, if it is a disc of about *radius*."""
    area = cv2.contourArea(outline)
    if not 0.4 < area / (np.pi * radius**2) < 2.2:
        return None
    _, (wide, high), _ = cv2.minAreaRect(outline)
    if max(wide, high) > 1.5 * min(wide, high):
        return None
    if abs(area / (np.pi / 4 * max(wide * high, 1.0)) - 1) > 0.22:
        return None  # a square would be 1.27
    if area < 0.88 * cv2.contourArea(cv2.convexHull(outline)):
        return None
    moments = cv2.moments(outline)
    x, y = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
    return float(x), float(y), float(np.sqrt(area / np.pi))


def _light_middle(bright: Grey, x: float, y: float, radius: float) -> bool:
    """Is a disc lighter in its middle than half-way out?"""
    height, width = bright.shape
    columns = np.rint(x + radius * RINGS[0]).astype(np.int32).clip(0, width - 1)
    rows = np.rint(y + radius * RINGS[1]).astype(np.int32).clip(0, height - 1)
    inner, outer = bright[rows, columns].reshape(2, -1).sum(axis=1)
    return bool(inner > outer)


def _arrange(blobs: list[_Blob], tray: Tray, height: int) -> Floats | None:
    """The blobs that lie as the marks of *tray* do."""
    marks = np.array([complex(m.x_mm, m.y_mm) for m in tray.marks])
    spots = np.array([complex(b.x, b.y) for b in blobs])
    best: tuple[float, tuple[int, ...]] | None = None
    for first, other in itertools.permutations(range(len(blobs)), 2):
        turn = (spots[other] - spots[first]) / (marks[1] - marks[0])
        if not SMALLEST_SHARE < abs(turn) * 2 * abs(marks).max() / height < LARGEST_SHARE:
            continue
        expected = spots[first] + turn * (marks - marks[0])
        distance = np.abs(spots[None, :] - expected[:, None])
        chosen = tuple(int(i) for i in distance.argmin(axis=1))
        miss = float(distance.min(axis=1).max() / abs(turn) / abs(marks).max())
        if miss > 0.15 or len(set(chosen)) < len(marks):
            continue
        fit = miss + _unlike([blobs[i] for i in chosen], tray, abs(turn))
        if fit < 0.6 and (best is None or fit < best[0]):
            best = (fit, chosen)
    if best is None:
        return None
    return np.array([(blobs[i].x, blobs[i].y) for i in best[1]], np.float32)


def _unlike(blobs: list[_Blob], tray: Tray, scale: float) -> float:
    """How unlike the marks the blobs are: sizes, and above all which of them is the odd one."""
    sizes = max(
        abs(b.radius / (m.radius_mm * scale) - 1) for b, m in zip(blobs, tray.marks, strict=True)
    )
    turned = [b.odd for b in blobs] != [m.odd for m in tray.marks]
    return sizes + (1.0 if turned else 0.0)
