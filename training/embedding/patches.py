"""Patches of ink as the reader would cut them from a photograph of made-up dice.

What happens to ink between a die and the embedding happens here to a drawing: any turn, a square
a little off, uneven light, blur, noise, a reflex over part of it, worn paint, a neighbour's edge.
"""

from __future__ import annotations

import cv2
import numpy as np

from firmware_host.vision.embedding import EDGE
from training.embedding.drawings import SIZE, Floats, Luck

ROUND = 0.845  #: radius of the part of a face that is looked at, in half patches
FACE = 1.08  #: a patch shows so much more than a face
FILLS = (0.68, 1.08)  #: a symbol's circle is so large, in faces
_rows, _columns = ((v - (EDGE - 1) / 2) / (EDGE / 2) for v in np.mgrid[:EDGE, :EDGE])
MASK = (_rows**2 + _columns**2 < ROUND**2).astype(np.float32)
X, Y = (v.astype(np.float32)[None] for v in (_columns, _rows))


def patches(shown: Floats, luck: Luck) -> Floats:
    """A patch (n, 32, 32) of each drawing *shown* (n, 96, 96), as the reader would see it."""
    n = len(shown)
    ink = np.stack([_seen(one, luck) for one in shown])
    ink = ink * _worn(n, luck)
    ink = ink * _each(luck, n, 0.5, 1.15)
    ink = _blurred(ink, luck)
    ink += _reflex(n, luck) + _neighbour(n, luck) + _slope(n, luck)
    ink += luck.standard_normal(ink.shape, np.float32) * _each(luck, n, 0.005, 0.10)
    return np.asarray(np.clip(ink, 0.0, 1.1) * MASK, np.float32)


def _each(luck: Luck, n: int, low: float, high: float) -> Floats:
    """A number for each patch."""
    return luck.uniform(low, high, (n, 1, 1)).astype(np.float32)


def _often(luck: Luck, n: int, chance: float) -> Floats:
    """1 for some patches, 0 for the others."""
    return (luck.random((n, 1, 1)) < chance).astype(np.float32)


def _seen(one: Floats, luck: Luck) -> Floats:
    """*one* turned, sized, bent and a little off the middle, (32, 32)."""
    size = EDGE / FACE * luck.uniform(*FILLS) / (SIZE * 0.84)
    turn, lean = luck.uniform(0, 2 * np.pi), luck.uniform(0, np.pi)
    bend = np.diag(np.exp(luck.normal(0, 0.05, 2)))
    tilt = _rotation(lean) @ bend @ _rotation(-lean)
    spin = size * tilt @ _rotation(turn)
    off = np.clip(luck.normal(0, 1.3, 2), -4, 4) + (EDGE - 1) / 2
    shift = off - spin @ np.full(2, (SIZE - 1) / 2)
    matrix = np.concatenate([spin, shift[:, None]], axis=1)
    return np.asarray(cv2.warpAffine(one, matrix, (EDGE, EDGE)), np.float32)


def _rotation(turn: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, -s], [s, c]])


def _blurred(ink: Floats, luck: Luck) -> Floats:
    """Defocus, and now and then a die that still moved."""
    out = []
    for one in ink:
        soft = cv2.GaussianBlur(one, (0, 0), luck.uniform(0.2, 1.1))
        if luck.random() < 0.15:
            long = int(luck.integers(2, 5))
            soft = cv2.blur(soft, (long, 1) if luck.random() < 0.5 else (1, long))
        out.append(soft)
    return np.asarray(out, np.float32)


def _worn(n: int, luck: Luck) -> Floats:
    """1 where the paint is whole, less where it has gone."""
    grid = luck.standard_normal((n, 6, 6)).astype(np.float32)
    clouds = np.stack([cv2.resize(g, (EDGE, EDGE), interpolation=cv2.INTER_CUBIC) for g in grid])
    gone = np.clip((clouds - _each(luck, n, 0.6, 1.8)) * 2.5, 0, 1) * _each(luck, n, 0.2, 1.0)
    return np.asarray(1 - gone * _often(luck, n, 0.3), np.float32)


def _reflex(n: int, luck: Luck) -> Floats:
    """A bright spot: it adds to light ink, and takes from dark ink."""
    x, y = _each(luck, n, -1, 1), _each(luck, n, -1, 1)
    wide, high = _each(luck, n, 0.12, 0.5), _each(luck, n, 0.12, 0.5)
    strong = _each(luck, n, 0.2, 1.4) * _often(luck, n, 0.4)
    strong *= 1 - 2 * _often(luck, n, 0.45)
    return np.asarray(np.exp(-(((X - x) / wide) ** 2) - ((Y - y) / high) ** 2) * strong, np.float32)


def _neighbour(n: int, luck: Luck) -> Floats:
    """A bright or dark edge of something else across a side."""
    turn = _each(luck, n, 0, 2 * np.pi)
    far = X * np.cos(turn) + Y * np.sin(turn)
    beyond = np.clip((far - _each(luck, n, 0.6, 1.0)) * 8, 0, 1)
    strong = _each(luck, n, -0.4, 0.8) * _often(luck, n, 0.35)
    return np.asarray(beyond * strong, np.float32)


def _slope(n: int, luck: Luck) -> Floats:
    """Light from a side, and a body that is not quite what was taken for it."""
    turn = _each(luck, n, 0, 2 * np.pi)
    ramp = (X * np.cos(turn) + Y * np.sin(turn)) * _each(luck, n, 0, 0.12)
    return np.asarray(ramp + luck.normal(0, 0.05, (n, 1, 1)), np.float32)
