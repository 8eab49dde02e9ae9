"""The symbol on top of a thing: its ink, cut out at the symbol's own size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.embedding import EDGE
from firmware_host.vision.loose.finder import Thing
from firmware_host.vision.plane import Floats, Picture

SIZE = 96
"""A thing is looked at so many pixels wide."""
AROUND = 0.677
"""Half of what is cut out, in sides of the thing."""
INKED = 0.45
"""As in the reader of the crater: a pixel so much lighter or darker than the body is ink."""
CENTRAL = 28.0
"""Ink of the top symbol lies within so many pixels of the middle; what reaches farther is the next
face's, or the gloss along an edge."""
ROUND_MIDDLE, REACHING = 9.0, 38.0
"""Unless it lies round the middle, and reaches no farther than this: a large symbol."""
SPECK, LEAST = 5, 40
"""A piece of fewer pixels is dirt; fewer in all are no symbol."""
ASIDE = 8.0
"""Where none does, the largest piece that is so far inside of the thing is the symbol: those on the
faces aside reach closer to its edge."""
INNER, FAINT, BARE = 12.0, 0.25, 0.03
"""Of what lies deeper inside than this, so little may be even so faintly drawn on a blank face."""
FILLED = 0.78
"""The symbol's circle fills so much of what is given to the embedding."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """What is seen on a thing."""

    looks: tuple[Floats, ...]  #: its symbol's ink, (32, 32): as light, as dark, as coloured ink
    plain: bool  #: nothing at all is drawn on it: it may be a blank face


def face(picture: Picture, thing: Thing) -> Face:
    """What *thing* shows."""
    part, inside = _cut(picture, thing)
    body = np.median(part[inside], axis=0)
    off = (part - body) / (40.0 + float(body.mean()) * 0.5)
    bright = off.mean(axis=2)
    depth = cv2.distanceTransform(inside.astype(np.uint8), cv2.DIST_L2, 3)
    coloured = np.abs(off).max(axis=2)
    looks = []
    for shown in (bright, -bright, coloured):
        ink = np.clip(shown, -0.25, 1.2)
        symbol, aside = _symbol((ink > INKED) & inside, depth)
        inked = int(symbol.sum())
        if inked >= LEAST:
            looks.append((aside, shown is coloured, -inked, _fitted(cast(Floats, ink), symbol)))
    central = [look for look in looks if not look[0]]
    best = sorted(central or looks, key=lambda look: look[1:3])
    drawn = float((coloured[depth > INNER] > FAINT).mean()) if (depth > INNER).any() else 1.0
    return Face(tuple(fitted for *_, fitted in best), not looks and drawn < BARE)


def _cut(picture: Picture, thing: Thing) -> tuple[Floats, NDArray[np.bool_]]:
    """*thing* in 96 x 96 pixels, and where it is in them but for its rim."""
    scale = SIZE / (2 * AROUND * thing.side)
    fit = np.array([[scale, 0, 0], [0, scale, 0]], np.float64)
    fit[:, 2] = (SIZE - 1) / 2 - scale * np.array([thing.x, thing.y])
    # area by area, for the picture is shrunk: blur first by as much as is left out
    reach = int(np.ceil(2 * AROUND * thing.side))
    left, top = max(int(thing.x) - reach, 0), max(int(thing.y) - reach, 0)
    near = picture[top : int(thing.y) + reach, left : int(thing.x) + reach]
    if scale < 0.8:
        near = cast(Picture, cv2.GaussianBlur(near, (0, 0), 0.4 / scale))
    shifted = fit.copy()
    shifted[:, 2] += fit[:, :2] @ np.array([left, top])
    part = cv2.warpAffine(near, shifted, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE)
    hull = (thing.hull @ fit[:, :2].T + fit[:, 2]).astype(np.int32)
    mask = np.zeros((SIZE, SIZE), np.uint8)
    cv2.fillConvexPoly(mask, hull, 1)
    inside = cv2.erode(mask, np.ones((5, 5), np.uint8)) > 0
    return cast(Floats, part.astype(np.float32)), inside


def _symbol(inked: NDArray[np.bool_], depth: NDArray[Any]) -> tuple[NDArray[np.bool_], bool]:
    """The pieces of ink that belong to the symbol, and whether it is on a top that lies aside."""
    found: Any = cv2.connectedComponentsWithStats(inked.astype(np.uint8))
    count, labels, stats, middles = found
    rows, columns = np.mgrid[:SIZE, :SIZE]
    away = np.hypot(columns - SIZE / 2, rows - SIZE / 2)
    farthest = np.zeros(count)
    np.maximum.at(farthest, labels.ravel(), away.ravel())
    round_middle = np.hypot(*(middles - SIZE / 2).T) < ROUND_MIDDLE
    its = (farthest < CENTRAL) | (round_middle & (farthest < REACHING))
    its &= stats[:, cv2.CC_STAT_AREA] > SPECK
    its[0] = False
    beside = bool(stats[its, cv2.CC_STAT_AREA].sum() < LEAST)
    if beside:  # seen at a slant, the top lies aside
        shallow = np.full(count, float(SIZE))
        np.minimum.at(shallow, labels.ravel(), depth.ravel())
        aside = (shallow >= ASIDE) & (stats[:, cv2.CC_STAT_AREA] >= LEAST)
        aside[0] = False
        if aside.any():
            its[:] = False
            its[int(np.where(aside, stats[:, cv2.CC_STAT_AREA], 0).argmax())] = True
    return cast(NDArray[np.bool_], its[labels]), beside


def _fitted(ink: Floats, symbol: NDArray[np.bool_]) -> Floats:
    """The *ink* of a *symbol*, turned into a patch of the embedding's size."""
    points: Any = np.argwhere(symbol)[:, ::-1].astype(np.float32)
    (x, y), radius = cv2.minEnclosingCircle(points)
    scale = FILLED * EDGE / 2 / max(radius, 1.0)
    near = cv2.dilate(symbol.astype(np.uint8), np.ones((5, 5), np.uint8))
    shown: Any = np.clip(ink, 0, 1.1) * near
    if scale < 0.8:
        shown = cv2.GaussianBlur(shown, (0, 0), 0.4 / scale)
    middle = (EDGE - 1) / 2
    fit = np.array([[scale, 0, middle - scale * x], [0, scale, middle - scale * y]])
    return cast(Floats, cv2.warpAffine(shown, fit, (EDGE, EDGE)).astype(np.float32))
