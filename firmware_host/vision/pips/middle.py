"""The middle of a face: a reflex there makes a 3 of a 2 and a 5 of a 4, or hides the pip of one.

Anywhere else a reflex makes no pattern that a die has. A pip has a sharp edge and the colour of its
fellows; a reflex fades, and is tinted by the body.
"""

from __future__ import annotations

import numpy as np

from firmware_host.vision.pips.die import PipDie
from firmware_host.vision.plane import Floats, Picture, median

PIP, RING, BODY = 0.055, (0.17, 0.22), 0.42
"""In edges: the heart of a pip, what lies round it, and how far the face is looked at."""
AWAY = 0.15
"""Body is farther from every pip than that."""
FADES = 0.12
"""So much of a pip's contrast round it is too much: of 256 pips without a reflex 0.14 at most, and
0.11 of all but one or two."""
UNLIKE = 0.42
"""By so much of their contrast pips may differ from their fellows."""
PLAIN = 0.15
"""And so much may the middle of a 2 or a 4 differ from the body: 0.08 at most without a reflex."""
SMOOTH = 0.09
"""And so much from what lies round it: a pip washed out by a reflex may be as light as the body."""
SHORT = 0.5
"""The pips of a 2 are farther apart than that, or they are two of a 3's."""


def _disc(least: float, most: float, step: float) -> Floats:
    """Points (n, 2) of a grid whose way from its middle is between the two."""
    along = np.arange(-most, most + step / 2, step)
    points = np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2)
    away = np.hypot(*points.T)
    return np.asarray(points[(away >= least) & (away <= most)], np.float32)


IN_PIP, ROUND_PIP, ON_BODY = _disc(0, PIP, 0.0125), _disc(*RING, 0.025), _disc(0, BODY, 0.035)


def doubt(picture: Picture, die: PipDie, edge: float) -> str:
    """Why the middle of *die* may not be what it seems; empty where it may be believed.

    Its *edge* is known, in pixels.
    """
    count = len(die.pips)
    if count == 2 and float(np.hypot(*(die.pips[0] - die.pips[1]))) < SHORT * edge:
        return "pattern"
    if count not in (2, 3, 4, 5):
        return ""
    face = _Face(picture, die, edge)
    middle = die.pips.mean(axis=0)
    away = np.hypot(*(die.pips - middle).T)
    outer = die.pips[np.argsort(away)[count % 2 :]]
    pip = median(face.hearts(outer))
    contrast = float(np.abs(pip - face.body).max()) + 1.0
    here = face.hearts(middle)
    if count % 2 == 0:
        bare = float(np.abs(here - face.body).max()) < PLAIN * contrast
        smooth = float(np.abs(here - face.ring(middle)).max()) < SMOOTH * contrast
        return "" if bare and smooth else "glare"
    if float(np.abs(here - pip).max()) > UNLIKE * contrast:  # or it is bright and they are dark
        return "glare"
    dark = float(pip.sum()) < float(face.body.sum())  # light makes no dark pip
    fades = not dark and float((face.ring(middle) - face.body).max()) > FADES * contrast
    return "glare" if fades else ""


class _Face:
    """The colours of a top face, looked up at points rather than by every pixel."""

    def __init__(self, picture: Picture, die: PipDie, edge: float) -> None:
        self._picture, self._edge = picture, np.float32(edge)
        middle = np.array([die.x_px, die.y_px], np.float32)
        pips = (die.pips - middle) / self._edge
        away = np.square(ON_BODY[:, None] - pips[None]).sum(axis=2).min(axis=1)
        bare = ON_BODY[away > AWAY**2]
        seen = self._at(middle, bare if len(bare) else ON_BODY)
        self.body = median(seen)

    def hearts(self, at: Floats) -> Floats:
        """The colour (..., 3) of what is at places (..., 2)."""
        return np.asarray(self._at(at[..., None, :], IN_PIP).mean(axis=-2), np.float32)

    def ring(self, at: Floats) -> Floats:
        """The colour of what is round a place."""
        return np.asarray(self._at(at, ROUND_PIP).mean(axis=0), np.float32)

    def _at(self, middle: Floats, points: Floats) -> Floats:
        """The colours at *points*, in edges from *middle*."""
        places = np.rint(middle + points * self._edge).astype(np.intp)
        height, width = self._picture.shape[:2]
        rows, columns = places[..., 1].clip(0, height - 1), places[..., 0].clip(0, width - 1)
        return np.asarray(self._picture[rows, columns], np.float32)
