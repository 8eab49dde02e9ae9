"""Made-up symbols to learn seeing by: shapes, strokes, dots; none of them a game's.

Every drawing is a class of its own in training. They are drawn from a seed with nothing but lines
and polygons, so that no font decides what the network has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]
Luck = np.random.Generator

SIZE = 96
"""A drawing is so many pixels wide and high; it fills the circle inside."""
SMOOTH = 1.4  #: pixels: a patch is a third of a drawing's size, and takes one pixel in nine
DRAWN = 384  #: drawn this large, then shrunk
UNIT = DRAWN * 0.42  #: the circle's radius
LEAST, MOST = 0.06, 0.62
"""A drawing inks so much of its circle at least and at most."""
TWINS = 0.86
"""Two drawings that cover each other so well at some turn are one."""


def _curve(knots: NDArray[np.float64], closed: bool = True) -> NDArray[np.float64]:
    """A smooth line through *knots* (n, 2)."""
    n = len(knots)
    steps = np.linspace(0.0, 1.0, 10, endpoint=False)[:, None]
    parts = []
    for i in range(n if closed else n - 1):
        at = [(i + j) % n if closed else min(max(i + j, 0), n - 1) for j in (-1, 0, 1, 2)]
        a, b, c, d = knots[at]
        parts.append(
            b
            + 0.5
            * steps
            * (c - a + steps * (2 * a - 5 * b + 4 * c - d + steps * (3 * (b - c) + d - a)))
        )
    return np.concatenate(parts)


def _pixels(points: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.rint((points * UNIT + DRAWN / 2) * 16).astype(np.int32)


def _fill(mask: Mask, points: NDArray[np.float64], value: int) -> None:
    cv2.fillPoly(mask, [_pixels(points)], value, cv2.LINE_AA, 4)


def _line(mask: Mask, points: NDArray[np.float64], wide: float, value: int) -> None:
    thick = max(int(wide * UNIT), 2)
    cv2.polylines(mask, [_pixels(points)], False, value, thick, cv2.LINE_AA, 4)


def _place(luck: Luck, far: float) -> NDArray[np.float64]:
    turn = luck.uniform(0, 2 * np.pi)
    return far * float(np.sqrt(luck.random())) * np.array([np.cos(turn), np.sin(turn)])


def _around(luck: Luck, corners: int, least: float, most: float) -> NDArray[np.float64]:
    """Points (corners, 2) round the middle, not too close to each other."""
    turn = (np.arange(corners) + luck.uniform(-0.35, 0.35, corners)) * 2 * np.pi / corners
    far = luck.uniform(least, most, corners)
    return np.stack([far * np.cos(turn), far * np.sin(turn)], axis=1)


def _oval(luck: Luck, wide: float, high: float) -> NDArray[np.float64]:
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    a = luck.uniform(0, np.pi)
    x, y = wide * np.cos(turn), high * np.sin(turn)
    return np.stack([x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a)], axis=1)


def _shape(luck: Luck) -> NDArray[np.float64]:
    """One outline about the middle."""
    match int(luck.integers(4)):
        case 0:
            return _around(luck, int(luck.integers(3, 8)), 0.35, 1.0)
        case 1:
            return _curve(_around(luck, int(luck.integers(4, 9)), 0.3, 0.95))
        case 2:
            return _oval(luck, luck.uniform(0.4, 0.9), luck.uniform(0.2, 0.7))
        case _:  # a star or a cog
            rays = int(luck.integers(3, 9))
            inner, outer = luck.uniform(0.3, 0.65), luck.uniform(0.8, 1.0)
            turn = np.arange(2 * rays) * np.pi / rays
            far = np.where(np.arange(2 * rays) % 2, inner, outer)
            points = np.stack([far * np.cos(turn), far * np.sin(turn)], axis=1)
            return _curve(points) if luck.random() < 0.4 else points


def _holes(luck: Luck, mask: Mask) -> None:
    """Something cut out of what is there."""
    match int(luck.integers(3)):
        case 0:
            for _ in range(int(luck.integers(1, 4))):
                hole = _oval(luck, luck.uniform(0.08, 0.3), luck.uniform(0.08, 0.3))
                _fill(mask, hole + _place(luck, 0.55), 0)
        case 1:
            turn, wide = luck.uniform(0, np.pi), luck.uniform(0.06, 0.14)
            along = np.array([np.cos(turn), np.sin(turn)])
            aside = np.array([-along[1], along[0]])
            for at in luck.uniform(-0.6, 0.6, int(luck.integers(1, 3))):
                _line(mask, np.stack([aside * at - along, aside * at + along]), wide, 0)
        case _:
            _fill(mask, _shape(luck) * luck.uniform(0.25, 0.5) + _place(luck, 0.3), 0)


def _solid(luck: Luck, mask: Mask) -> None:
    """One shape, often with something cut out."""
    _fill(mask, _shape(luck), 255)
    if luck.random() < 0.6:
        _holes(luck, mask)


def _heap(luck: Luck, mask: Mask) -> None:
    """Several smaller shapes."""
    for _ in range(int(luck.integers(2, 6))):
        _fill(mask, _shape(luck) * luck.uniform(0.18, 0.5) + _place(luck, 0.7), 255)


def _strokes(luck: Luck, mask: Mask) -> None:
    """Bent and straight strokes, as letters are made of."""
    for _ in range(int(luck.integers(1, 5))):
        knots = np.stack([_place(luck, 0.95) for _ in range(int(luck.integers(2, 5)))])
        line = _curve(knots, closed=False) if luck.random() < 0.6 else knots
        _line(mask, np.append(line, knots[-1:], axis=0), luck.uniform(0.12, 0.34), 255)


def _outline(luck: Luck, mask: Mask) -> None:
    """A shape's outline, sometimes with a smaller shape inside."""
    shape = _shape(luck)
    _line(mask, np.append(shape, shape[:1], axis=0), luck.uniform(0.1, 0.24), 255)
    if luck.random() < 0.5:
        _fill(mask, _shape(luck) * luck.uniform(0.2, 0.45) + _place(luck, 0.2), 255)


def _dots(luck: Luck, mask: Mask) -> None:
    """A few discs, in a pattern or none."""
    size = luck.uniform(0.12, 0.26)
    for _ in range(int(luck.integers(1, 8))):
        disc = _oval(luck, size, size * luck.uniform(0.8, 1.0))
        _fill(mask, disc + _place(luck, 0.75), 255)


KINDS: tuple[Callable[[Luck, Mask], None], ...] = (
    _solid,
    _solid,
    _heap,
    _strokes,
    _strokes,
    _outline,
    _dots,
)


def drawing(seed: int, number: int) -> Floats:
    """Drawing *number* of *seed*: how inked each pixel is, (96, 96), 0..1."""
    luck = np.random.default_rng([seed, number])
    area = np.pi * UNIT**2
    while True:
        mask: Any = np.zeros((DRAWN, DRAWN), np.uint8)
        KINDS[int(luck.integers(len(KINDS)))](luck, mask)
        if luck.random() < 0.35:  # many symbols are the same left and right
            mask[:, DRAWN // 2 :] = mask[:, : DRAWN // 2][:, ::-1]
        if LEAST < float(mask.sum()) / 255 / area < MOST:
            break
    small = cv2.resize(mask, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), SMOOTH)
    return np.asarray(small / np.float32(255), np.float32)


def drawings(seed: int, count: int, apart_from: Sequence[Floats] = ()) -> Floats:
    """So many drawings of *seed*, (count, 96, 96), no two of them alike at any turn.

    Nor is any of them like one of *apart_from*, (96, 96) each: symbols kept back for tests.
    """
    known = [_turned(_small(one)) for one in apart_from]  # of all, small and blurred
    turns = np.concatenate([np.zeros((0, SIZE // 3, SIZE // 3), np.float32), *known])
    kept: list[Floats] = []
    number = 0
    while len(kept) < count:
        one = drawing(seed, number)
        number += 1
        small = _small(one)
        if not len(turns) or float(np.tensordot(turns, small, 2).max()) < TWINS:
            kept.append(one)
            turns = np.concatenate([turns, _turned(small)])
    return np.stack(kept)


def likeness(one: Floats, other: Floats) -> float:
    """How well two drawings cover each other at the best of 24 turns, -1..1."""
    return float(np.tensordot(_turned(_small(one)), _small(other), 2).max())


def _small(one: Floats) -> Floats:
    return _unit(cv2.GaussianBlur(cv2.resize(one, (SIZE // 3,) * 2), (0, 0), 1.0))


def _turned(small: Floats) -> Floats:
    """*small* at every fifteen degrees."""
    middle = (SIZE / 3 - 1) / 2
    turned = []
    for deg in range(0, 360, 15):
        turn = cv2.getRotationMatrix2D((middle, middle), deg, 1.0)
        turned.append(_unit(cv2.warpAffine(small, turn, small.shape[::-1])))
    return np.stack(turned)


def _unit(picture: Any) -> Floats:
    values = np.asarray(picture, np.float32)
    centred = values - values.mean()
    return np.asarray(centred / (np.linalg.norm(centred) + 1e-6), np.float32)
