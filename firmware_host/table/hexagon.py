"""A hexagon with its sides, as large as a small display is high.

Land is a thick side, water two thin waves, and what may lie beside anything a row of peaks: told
apart without shades, and from where people sit.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import ImageDraw

LIT = 255
CORNERS = 6
LAND_PX = 4
TEETH, TOOTH_PX = 4, 5
WAVES, WAVE_PX = 2, 2
Point = tuple[float, float]


def hexagon(draw: ImageDraw.ImageDraw, high: int, sides: tuple[str, ...]) -> None:
    """Draw it in the square at the left; *sides* are tints, against the clock from the east."""
    middle, radius = high / 2, high / 2 - 2
    for number, tint in enumerate(sides):
        start, end = _corner(middle, radius, number), _corner(middle, radius, number + 1)
        _DRAWN.get(tint, _land)(draw, start, end, (middle, middle))


def _corner(middle: float, radius: float, number: int) -> Point:
    """Corner *number*, where the side of that number begins: one below the east, then on."""
    angle = math.radians(-30 + 60 * number)
    return middle + radius * math.cos(angle), middle - radius * math.sin(angle)


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _land(draw: ImageDraw.ImageDraw, start: Point, end: Point, middle: Point) -> None:
    """A thick side."""
    inner = [
        _between(corner, middle, 2 * LAND_PX / _far(corner, middle)) for corner in (end, start)
    ]
    draw.polygon([start, end, *inner], fill=LIT)


def _water(draw: ImageDraw.ImageDraw, start: Point, end: Point, middle: Point) -> None:
    """Two thin waves."""
    for row in range(2):
        inward = (WAVE_PX + row * 3 * WAVE_PX) / _far(start, middle)
        one, other = _between(start, middle, inward), _between(end, middle, inward)
        steps = 8 * WAVES
        line = []
        for step in range(steps + 1):
            at = _between(one, other, step / steps)
            swing = WAVE_PX * math.sin(2 * math.pi * WAVES * step / steps) / _far(at, middle)
            line.append(_between(at, middle, swing))
        draw.line(line, fill=LIT)


def _peaks(draw: ImageDraw.ImageDraw, start: Point, end: Point, middle: Point) -> None:
    """A row of peaks on a thin side."""
    draw.line((start, end), fill=LIT)
    for tooth in range(TEETH):
        low, high = _between(start, end, tooth / TEETH), _between(start, end, (tooth + 1) / TEETH)
        foot = _between(low, high, 0.5)
        draw.polygon([low, high, _between(foot, middle, TOOTH_PX / _far(foot, middle))], fill=LIT)


def _far(one: Point, other: Point) -> float:
    return max(1.0, math.hypot(one[0] - other[0], one[1] - other[1]))


_DRAWN: dict[str, Callable[[ImageDraw.ImageDraw, Point, Point, Point], None]] = {
    "water": _water,
    "mountain": _peaks,
}
