"""The symbol on top of a thing: its ink, cut out at the symbol's own size."""

from __future__ import annotations

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
FILLED = 0.78
"""The symbol's circle fills so much of what is given to the embedding."""


def patch(picture: Picture, thing: Thing) -> Floats | None:
    """The symbol's ink, (32, 32); None: none is to be seen, it may be a blank face."""
    part, inside = _cut(picture, thing)
    best: tuple[int, Floats, NDArray[np.bool_]] | None = None
    body = np.median(part[inside], axis=0)
    bright = (part - body).mean(axis=2) / (40.0 + float(body.mean()) * 0.5)
    for sign in (1, -1):
        ink = np.clip(sign * bright, -0.25, 1.2)
        symbol = _symbol((ink > INKED) & inside)
        inked = int(symbol.sum())
        if inked >= LEAST and (best is None or inked > best[0]):
            best = (inked, cast(Floats, ink), symbol)
    return None if best is None else _fitted(best[1], best[2])


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


def _symbol(inked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The pieces of ink that belong to the symbol in the middle."""
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
    return cast(NDArray[np.bool_], its[labels])


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
