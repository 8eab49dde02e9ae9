"""What a table that somebody edited by hand may say; anything else is named with what to write."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from firmware_host.vision.plane import Floats, Tray

RADIUS_MM, DIE_MM = (20.0, 500.0), (4.0, 60.0)
MARK_MM, AWAY_MM = (0.5, 50.0), (0.0, 600.0)
"""Of a mark: its radius, and how far from the tray's middle. A flat view of more fills a memory."""
LARGEST = 100.0
"""In what symbols look like to the embedding; in the shipped profile all are below 1."""
ROOM = 3.0
"""So many dice have room beside each other across the floor, at least."""


def number(block: Mapping[str, Any], key: str, low: float, high: float) -> float:
    """The number called *key* in *block*.

    :raises KeyError: there is none of that name.
    :raises ValueError: it is no number, or not from *low* to *high*.
    """
    value = block[key]
    good = isinstance(value, int | float) and not isinstance(value, bool)
    if not good or not low <= value <= high:
        raise ValueError(f"{key} is {value!r}: expected a number from {low:g} to {high:g}")
    return float(value)


def whole(block: Mapping[str, Any], key: str, low: int, high: int) -> int:
    """The whole number called *key* in *block*.

    :raises KeyError: there is none of that name.
    :raises ValueError: it is no whole number, or not from *low* to *high*.
    """
    value = block[key]
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{key} is {value!r}: expected a whole number from {low} to {high}")
    return value


def text(block: Mapping[str, Any], key: str) -> str:
    """The text called *key* in *block*.

    :raises KeyError: there is none of that name.
    :raises ValueError: it is no text, or an empty one.
    """
    value = block[key]
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{key} is {value!r}: expected a text")
    return value


def truth(block: Mapping[str, Any], key: str) -> bool:
    """The yes or no called *key* in *block*.

    :raises KeyError: there is none of that name.
    :raises ValueError: it is neither true nor false.
    """
    value = block[key]
    if not isinstance(value, bool):
        raise ValueError(f"{key} is {value!r}: expected true or false")
    return value


def part(value: object, name: str) -> Mapping[str, Any]:
    """*value*, where it has named parts.

    :raises ValueError: it has none.
    """
    if not isinstance(value, Mapping):
        raise ValueError(f"{name} is no table of named values")
    return value


def parts(value: object, name: str) -> list[Mapping[str, Any]]:
    """*value*, where it is a list of such.

    :raises ValueError: it is none.
    """
    if not isinstance(value, list):
        raise ValueError(f"{name} is no list")
    return [part(one, f"{name}[{k}]") for k, one in enumerate(value)]


def check_tray(tray: Tray) -> None:
    """May a tray be so?

    :raises ValueError: it may not.
    """
    _within("the floor's radius", tray.radius_mm, *RADIUS_MM)
    _within("the die's edge", tray.die_mm, *DIE_MM)
    if tray.die_mm * ROOM > 2 * tray.radius_mm:
        raise ValueError(f"a die of {tray.die_mm:g} mm has no room on a floor that is "
                         f"{2 * tray.radius_mm:g} mm wide")  # fmt: skip
    for mark in tray.marks:
        _within("a mark's radius", mark.radius_mm, *MARK_MM)
        _within("a mark's way from the middle", math.hypot(mark.x_mm, mark.y_mm), *AWAY_MM)
    odd = sum(m.odd for m in tray.marks)
    if odd != 1:
        raise ValueError(f"{odd} marks are odd: expected one, that a turned tray is noticed by")
    for k, one in enumerate(tray.marks):
        for other in tray.marks[:k]:
            away = math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
            if away < one.radius_mm + other.radius_mm:
                raise ValueError(f"two marks lie on each other, at {one.x_mm:g}, {one.y_mm:g} mm")


def numbers(values: object, *shape: int, name: str) -> Floats:
    """*values* as an array of this shape.

    :raises ValueError: they have another one, or are no numbers, or far too large ones.
    """
    wanted = f"{name}: expected {' rows of '.join(map(str, shape))} numbers"
    try:
        array = np.array(values, np.float32)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(wanted) from None
    if array.shape != shape or not (np.abs(array) <= LARGEST).all():
        raise ValueError(wanted)
    return array


def _within(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} is {value:g} mm: expected {low:g} to {high:g}")
