"""Shadows over the rim, and light on it: told from what really reaches in.

Where light is kept from the rim, or falls on it, all of a piece grows darker or brighter by one
share, in all three colours: from the wall to its outer edge the rim keeps its profile, with its
edges and its inlay. Cloth and skin have colours of their own and hide the profile; so a black
sleeve over a black rim is none of its shadows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.plane import Floats, Picture, Tray

STEP_MM = 0.8
"""The rim is looked at so often from its inside to its outside."""
INSIDE_MM = 1.0
"""It begins so far inside the floor's edge: the wall's upper edge is the strongest line it has."""
NOISE = 6.0
"""Grey levels: what is darker than this has no shares of colour that could be trusted."""
BLACK = 2.0
"""The same for the mean of a piece."""
LOGS: Floats = np.log(np.arange(256) + NOISE).astype(np.float32)
TINTED = 0.15
"""In a shadow the three colours' brightness changes alike to within this (in logarithms)."""
UNEVEN, OF_OWN = 0.08, 0.5
"""And each place's, from the inside to the outside, but for a slope; or to within this share of
what the profile itself varies by: a rim that is smooth from edge to edge cannot tell.
Chosen on the worlds 4000000 to 4000089: with the rim known, 9 of 1,764 covered pieces look so, and
5,810 of 6,070 shaded ones."""
OVER_MM, LEANING = 4.0, 0.03
"""Farther out than this over the rim no die leans: what is even there is no arm."""
WELL = 0.7  #: of a piece that runs out of the picture so much is enough
DARKER, BRIGHTER = -1.6, 1.2
"""Shadows leave a fifth of the light; in them, the rest seems three times as bright."""
SMOOTHED = 5
"""An arm is wider than so many pieces; fewer odd ones are the shadow's own edge."""


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """All pieces of the rim, from the inside to the outside, in one picture."""

    tint: Floats  #: logarithms of the mean colour but for the inside, (pieces, 3)
    shape: Floats  #: logarithms of brightness, (pieces, steps)
    seen: Floats  #: (pieces, steps); 0 where the picture does not reach

    @property
    def whole(self) -> NDArray[np.bool_]:
        """Which pieces are seen well enough to be told by their shape."""
        whole: NDArray[np.bool_] = np.greater(self.seen.mean(axis=1), WELL)
        return whole


class Profiles:
    """The rim's pieces of one tray, each from the inside to the outside."""

    def __init__(self, tray: Tray, pieces: int, px_per_mm: float) -> None:
        """*px_per_mm* is the small view's."""
        turn = (np.arange(pieces * 2) + 0.5) / (pieces * 2) * 2 * np.pi
        away = np.arange(tray.radius_mm - INSIDE_MM, tray.reach_mm, STEP_MM)
        x, y = (np.outer(f(turn), away) + tray.reach_mm for f in (np.cos, np.sin))
        self._columns, self._rows = ((v * px_per_mm - 0.5).astype(np.float32) for v in (x, y))
        self._shape = (pieces, 2, len(away), 3)
        middles = (np.arange(pieces) + 0.5) / pieces * 2 * np.pi
        self._waves = np.stack([np.ones(pieces), np.cos(middles), np.sin(middles)], axis=1)
        self._outer = (away > tray.radius_mm + OVER_MM).astype(np.float32)
        slope = np.linspace(-1.0, 1.0, len(away), dtype=np.float32)
        self._slope = slope / float(np.linalg.norm(slope))

    def of(self, small: Picture) -> Profile:
        """The pieces as they are in *small*."""
        where = (self._columns, self._rows, cv2.INTER_LINEAR)
        seen = cv2.remap(small, *where, borderMode=cv2.BORDER_REPLICATE)
        pieces = cast(Picture, seen.reshape(self._shape))
        inside = cv2.erode(pieces.max(axis=3).min(axis=1), np.ones((1, 5), np.uint8)) > 0
        seen_at = inside.astype(np.float32)
        outer = (seen_at * self._outer)[..., None]
        colours = _mean(pieces.astype(np.float32).mean(axis=1), outer)
        tint = np.log(colours + BLACK)
        return Profile(cast(Floats, tint), LOGS[pieces].mean(axis=(1, 3)), seen_at)

    def shaded(
        self, now: Profile, usual: Profile | None, counting: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Which pieces (n,) look as the *usual* ones in another light.

        Without the usual ones, most of those that are *counting* are.
        """
        seen = now.seen if usual is None else now.seen * usual.seen
        tint = now.tint if usual is None else now.tint - usual.tint
        tint = tint - np.median(tint[counting], axis=0)  # a lamp tints all of it
        light = tint.mean(axis=1)
        tinted = np.abs(tint - light[:, None]).max(axis=1)
        if usual is None:
            expected = self._usual_shape(_level(now.shape, seen), seen, counting)
        else:
            expected = usual.shape
        changed = now.shape - expected
        uneven = self._spread(changed, seen)
        outside = seen * self._outer
        even_there = self._spread(changed, outside) < LEANING
        uneven[even_there & (outside.sum(axis=1) > WELL * self._outer.sum())] = 0.0
        limit = np.minimum(UNEVEN, OF_OWN * self._spread(expected, seen))
        lit = (light > DARKER) & (light < BRIGHTER)
        return cast(NDArray[np.bool_], lit & (tinted < TINTED) & (uneven < limit))

    def _spread(self, shape: Floats, seen: Floats) -> Floats:
        """How much each profile varies, but for its slope: a shadow's soft edge is one."""
        even = _level(shape, seen)
        slope = _level(np.broadcast_to(self._slope, shape.shape), seen)
        along = (even * slope * seen).sum(axis=1) / ((slope**2 * seen).sum(axis=1) + 1e-6)
        off = cast(Floats, (even - along[:, None] * slope) ** 2)
        return cast(Floats, np.sqrt(_mean(off, seen)))

    def _usual_shape(self, shape: Floats, seen: Floats, counting: NDArray[np.bool_]) -> Floats:
        """What most pieces are like: one profile, its edges lit from one side."""
        waves = self._waves
        counts = counting & (seen.min(axis=1) > 0)
        fit = np.zeros((3, shape.shape[1]))
        fit[0] = np.median(shape[counts], axis=0) if counts.any() else 0.0
        for _ in range(6 if counts.any() else 0):
            off = np.abs(shape - waves @ fit).mean(axis=1)
            usual = float(np.median(off[counts])) + 1e-3
            weight = counts / (1.0 + (off / (2 * usual)) ** 2)
            weighted = waves * weight[:, None]
            fit = np.linalg.solve(weighted.T @ waves + 1e-3 * np.eye(3), weighted.T @ shape)
        return cast(Floats, (waves @ fit).astype(np.float32))


def _mean(values: Floats, seen: Floats) -> Floats:
    """The mean of what is *seen* along the second axis."""
    return cast(Floats, (values * seen).sum(axis=1) / np.maximum(seen.sum(axis=1), 1.0))


def _level(shape: Floats, seen: Floats) -> Floats:
    return cast(Floats, shape - _mean(shape, seen)[:, None])


def smoothed(odd: NDArray[np.bool_], counting: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """*odd* pieces round the rim, but those of which most neighbours that count are not."""
    ring = np.ones(SMOOTHED, np.int_)
    half = SMOOTHED // 2
    odds, all_ = (
        np.convolve(np.concatenate([v[-half:], v, v[:half]]).astype(np.int_), ring, "valid")
        for v in (odd & counting, counting)
    )
    return odd & (2 * odds > all_)
