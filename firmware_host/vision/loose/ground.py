"""Where the ground of a photograph is: told by colour, in any light that falls on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.plane import Floats, Picture

Mask = NDArray[np.uint8]

GREY = 24.0
"""Grey levels, of all three colours together, that noise and a dark room's own light come to."""
LIT, BLACK = 0.3, 0.09
"""What has more light than this share of the brightest is lit; less than that of the ground's own
is no ground."""
SAME = 0.05
"""What is so near to the commonest colour of what is lit is ground to begin with."""
UNLIKE, SPREADS = 0.09, 3.0
"""The three colours' shares of a pixel differ from the ground's by more than this in all, or by so
many times what is usual where the ground is mottled: it is another thing."""
DEEP, DEEPER = 0.75, 0.30
"""In a shadow, with less than so much of the light, the ground's colour is deeper, at most by so
much: light that has met the ground twice."""
BURNT, PALER = 2.0, 0.45
"""With so much more light than usual it is paler: the sensor is at its end."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The ground, and what is not."""

    mask: Mask  #: 1 where it is seen, the largest even piece of it
    unlike: Floats  #: how far each pixel's colour is from it, whatever the light
    limit: float  #: what is farther than this is another thing


def of(small: Picture) -> Ground | None:
    """The ground of *small*, (height, width, 3) uint8; None: it is too dark to tell."""
    soft = cast(Floats, cv2.GaussianBlur(small, (0, 0), 1.0).astype(np.float32))
    total = soft.sum(axis=2)
    lit = total > max(LIT * float(np.quantile(total, 0.95)), GREY)
    if not lit.any():
        return None
    near = lit & (_off_commonest(soft, total, lit) < SAME)
    colour: Floats = np.median(soft[near if near.any() else lit], axis=0).astype(np.float32)
    unlike = _unlike(soft, total, colour)
    usual = float(np.median(unlike[near])) if near.any() else 0.0
    limit = max(UNLIKE, SPREADS * 1.48 * usual)
    alike = (unlike < limit) & (total > BLACK * float(colour.sum()))
    opened = cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    return Ground((labels == largest).astype(np.uint8), unlike, limit)


def _off_commonest(soft: Floats, total: Floats, lit: NDArray[np.bool_]) -> Floats:
    """How far the shares of blue and green are from the commonest ones of what is *lit*."""
    shares = soft[..., :2] / (total[..., None] + GREY)
    cells = 64
    at = (shares[lit] * cells).astype(np.intp)
    counts = np.zeros((cells + 1, cells + 1), np.float32)
    np.add.at(counts, (at[:, 0], at[:, 1]), 1.0)
    best = np.unravel_index(int(cv2.GaussianBlur(counts, (0, 0), 1.5).argmax()), counts.shape)
    middle = (np.array(best, np.float32) + 0.5) / cells
    return cast(Floats, np.abs(shares - middle).sum(axis=2))


def _unlike(soft: Floats, total: Floats, colour: Floats) -> Floats:
    bright = total / float(colour.sum())
    away = (soft - bright[..., None] * colour) / (total + GREY)[..., None]
    deeper = colour / float(colour.sum()) - 1 / 3
    deeper /= max(float(np.linalg.norm(deeper)), 1e-3)
    along = away @ deeper
    allowed = np.where(bright < DEEP, np.clip(along, 0.0, DEEPER), 0.0)
    allowed = np.where(bright > BURNT, np.clip(along, -PALER, 0.0), allowed)
    return cast(Floats, np.abs(away - allowed[..., None] * deeper).sum(axis=2))
