"""Our own drawings of the symbols on the dice, as coverage masks.

A symbol is known by the letter with which a die's faces are spelled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import cv2
import numpy as np

from .optics import Array
from .pips import PLACES

SIZE = 512  # drawn this large, then shrunk: smooth edges for nothing
UNIT = 200.0  # one unit of a drawing in pixels; a drawing fills -1..1


def _points(outline: Sequence[tuple[float, float]]) -> Array:
    return np.round((np.array(outline) * UNIT + SIZE / 2) * 16).astype(np.int32)


def _fill(mask: Array, outline: Sequence[tuple[float, float]], value: int = 255) -> None:
    cv2.fillPoly(mask, [_points(outline)], value, cv2.LINE_AA, 4)


def _disc(
    mask: Array, middle: tuple[float, float], radii: tuple[float, float], turn: float
) -> None:
    around = np.linspace(0.0, 2 * np.pi, 64, endpoint=False)
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    x, y = radii[0] * np.cos(around), radii[1] * np.sin(around)
    points = np.stack([middle[0] + x * c - y * s, middle[1] + x * s + y * c], 1)
    _fill(mask, [tuple(p) for p in points])


def _smooth(knots: Sequence[tuple[float, float]], steps: int = 12) -> list[tuple[float, float]]:
    """A closed Catmull-Rom curve through *knots*."""
    k, n = np.array(knots), len(knots)
    curve = []
    for i in range(n):
        a, b, c, d = (k[(i + j) % n] for j in (-1, 0, 1, 2))
        for t in np.linspace(0.0, 1.0, steps, endpoint=False):
            p = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
            curve.append((float(p[0]), float(p[1])))
    return curve


def _banana(mask: Array) -> None:
    """A fat crescent with a stem, and the ridge that runs along it."""
    along = np.linspace(0.0, 1.0, 60)
    angle = np.radians(8.0 + 152.0 * along)
    thick = 0.34 * np.sin(np.pi * (0.06 + 0.88 * along)) ** 0.75
    x, y = 0.86 * np.cos(angle), 0.98 * np.sin(angle) - 0.42
    nx, ny = np.cos(angle), np.sin(angle)
    outer = np.stack([x + nx * thick * 0.75, y + ny * thick * 0.75], 1)
    inner = np.stack([x - nx * thick, y - ny * thick], 1)[::-1]
    _fill(mask, [tuple(p) for p in np.concatenate([outer, inner])])
    _fill(mask, [(0.74, -0.26), (0.72, -0.66), (0.94, -0.70), (0.98, -0.24)])  # the stem
    ridge = np.stack([x + nx * thick * 0.12, y + ny * thick * 0.12], 1)[8:-7]
    cv2.polylines(mask, [_points([tuple(p) for p in ridge])], False, 0, 15, cv2.LINE_AA, 4)


def _treasure(mask: Array) -> None:
    """A chest: domed lid with two hoops, a box, a lock with its keyhole."""
    lid = [(-0.86, -0.14), (-0.86, -0.34)]
    dome = np.radians(np.linspace(180.0, 360.0, 40))
    lid += [(0.86 * float(np.cos(a)), -0.34 + 0.42 * float(np.sin(a))) for a in dome]
    _fill(mask, [*lid, (0.86, -0.14)])
    _fill(mask, [(-0.86, -0.02), (0.86, -0.02), (0.86, 0.74), (-0.86, 0.74)])
    for x in (-0.58, 0.48):  # the hoops
        _fill(mask, [(x, -0.9), (x + 0.1, -0.9), (x + 0.1, 0.9), (x, 0.9)], 0)
    _fill(mask, [(-0.3, -0.24), (0.3, -0.24), (0.3, 0.32), (-0.3, 0.32)], 0)
    _fill(mask, _smooth([(-0.2, -0.14), (0.2, -0.14), (0.2, 0.22), (-0.2, 0.22)]))
    keyhole = [(-0.05, 0.0), (0.05, 0.0), (0.08, 0.2), (-0.08, 0.2)]
    _fill(mask, keyhole, 0)


def _footprint(mask: Array) -> None:
    """A bare left foot: sole with its arch, five toes."""
    sole = [(-0.10, -0.40), (0.24, -0.30), (0.40, 0.00), (0.30, 0.32), (0.28, 0.66)]
    sole += [(0.06, 0.96), (-0.22, 0.82), (-0.24, 0.52), (-0.30, 0.24), (-0.44, -0.06)]
    sole += [(-0.40, -0.32)]
    _fill(mask, _smooth(sole))
    toes = [(-0.44, -0.66, 0.19, 0.25, -8.0), (-0.10, -0.76, 0.13, 0.18, 0.0)]
    toes += [(0.16, -0.70, 0.115, 0.16, 12.0), (0.37, -0.57, 0.105, 0.14, 24.0)]
    toes += [(0.53, -0.38, 0.095, 0.125, 36.0)]
    for x, y, wide, high, turn in toes:
        _disc(mask, (x, y), (wide, high), turn)


def _bolt(mask: Array) -> None:
    """A flash of lightning."""
    _fill(
        mask,
        [(0.36, -1.0), (-0.66, 0.16), (-0.10, 0.16), (-0.40, 1.0), (0.70, -0.28), (0.12, -0.28)],
    )


def _crescent(mask: Array) -> None:
    """Another hand's banana: a moon with cut tips and two freckles."""
    _disc(mask, (0.0, -0.1), (0.92, 0.92), 0.0)
    _disc_out(mask, (0.16, -0.42), (0.86, 0.80))
    _fill(mask, [(-0.98, -0.30), (-0.86, -0.78), (-0.62, -0.74), (-0.74, -0.22)])
    for x, y in ((-0.34, 0.44), (0.30, 0.54)):
        _disc_out(mask, (x, y), (0.08, 0.08))


def _coffer(mask: Array) -> None:
    """Another hand's treasure: an open box with three coins over it."""
    _fill(mask, [(-0.82, 0.1), (0.82, 0.1), (0.66, 0.86), (-0.66, 0.86)])
    _fill(mask, [(-0.56, 0.28), (0.56, 0.28), (0.48, 0.68), (-0.48, 0.68)], 0)
    _disc(mask, (0.0, 0.46), (0.14, 0.14), 0.0)
    for x, y in ((-0.5, -0.22), (0.5, -0.22), (0.0, -0.56)):
        _disc(mask, (x, y), (0.28, 0.28), 0.0)
        _disc_out(mask, (x, y), (0.10, 0.10))


def _boot(mask: Array) -> None:
    """Another hand's footprint: the tread of a boot, sole and heel."""
    sole = [(-0.30, -0.86), (0.20, -0.94), (0.42, -0.50), (0.30, 0.06), (-0.28, 0.10)]
    _fill(mask, _smooth([*sole, (-0.46, -0.42)]))
    _fill(mask, _smooth([(-0.26, 0.34), (0.26, 0.32), (0.30, 0.78), (0.0, 0.94), (-0.30, 0.80)]))
    for y in (-0.58, -0.28):
        _fill(mask, [(-0.6, y), (0.6, y - 0.08), (0.6, y + 0.04), (-0.6, y + 0.12)], 0)


def _flash(mask: Array) -> None:
    """Another hand's bolt: three strokes of a zigzag, the other way round."""
    line = [(-0.34, -0.94), (0.30, -0.30), (-0.30, 0.16), (0.36, 0.92)]
    cv2.polylines(mask, [_points(line)], False, 255, int(0.30 * UNIT), cv2.LINE_AA, 4)
    _fill(mask, [(0.56, 1.0), (0.56, 0.42), (0.0, 0.96)])


def _disc_out(mask: Array, middle: tuple[float, float], radii: tuple[float, float]) -> None:
    """A disc taken out of what is there."""
    hole: Array = np.zeros_like(mask)
    _disc(hole, middle, radii, 0.0)
    np.minimum(mask, 255 - hole, out=mask)


def _pips(symbol: str, apart: float, radius: float) -> Callable[[Array], None]:
    """A face of an ordinary die; *apart* is from its middle to the outer rows."""

    def draw(mask: Array) -> None:
        for x, y in PLACES[symbol]:
            _disc(mask, (x * apart, y * apart), (radius, radius), 0.0)

    return draw


Drawings = dict[str, Callable[[Array], None]]
DRAWINGS: Drawings = {"b": _banana, "t": _treasure, "f": _footprint, "l": _bolt}
OTHERS: Drawings = {"b": _crescent, "t": _coffer, "f": _boot, "l": _flash}
USUAL, LARGE, SMALL = (
    {symbol: _pips(symbol, apart, radius) for symbol in PLACES}
    for apart, radius in ((0.52, 0.19), (0.54, 0.22), (0.56, 0.135))
)
HANDS: tuple[Drawings, ...] = (DRAWINGS, OTHERS, USUAL, LARGE, SMALL)


@cache
def glyph(symbol: str, size: int, hand: int = 0) -> Array:
    """The drawing of *symbol* as a (size, size) float32 coverage, 0..1; *hand*: see ``HANDS``.

    :raises KeyError: nobody has drawn that symbol.
    """
    mask: Array = np.zeros((SIZE, SIZE), np.uint8)
    HANDS[hand][symbol](mask)
    mask = cv2.GaussianBlur(mask, (0, 0), 2.0)
    small = cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA)
    coverage: Array = small.astype(np.float32) / 255.0
    coverage.flags.writeable = False
    return coverage
