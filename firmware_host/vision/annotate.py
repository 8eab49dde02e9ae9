"""A picture with what the reader made of it drawn on, to be checked at a glance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cv2
import numpy as np

from firmware_host.vision.facts import SeenDie
from firmware_host.vision.plane import PX_PER_MM, Floats, Picture, Plane, square
from firmware_host.vision.reading import Die, Reading

SURE, UNSURE, FOUND = (90, 220, 90), (60, 140, 255), (255, 255, 255)
SHADE = (20, 20, 20)
LENS, AROUND, EDGE = 0.28, 1.05, 8
"""How wide a die's larger view is, by the picture's shorter side; what of it is shown, by its
frame; and how far it is from the picture's edge, in pixels."""


def annotated(picture: Picture, reading: Reading) -> Picture:
    """A copy of *picture*: a frame round each die (green: sure), its face and confidence."""
    drawn = picture.copy()
    if reading.plane is None:
        _write(drawn, reading.trouble, (16, 36))
        return drawn
    for mark in reading.plane.tray.marks:
        x, y = reading.plane.seen_at(np.array([[mark.x_mm, mark.y_mm]], np.float32))[0]
        cv2.drawMarker(drawn, (round(x), round(y)), FOUND, cv2.MARKER_CROSS, 14, 1, cv2.LINE_AA)
    for die in reading.dice:
        _frame(drawn, reading.plane, die)
    if reading.outside:
        _write(drawn, f"{reading.outside} outside", (16, 36))
    return drawn


def doubted(picture: Picture, plane: Plane, dice: Iterable[SeenDie]) -> Picture:
    """A copy of *picture* with a thin frame round each of *dice*."""
    drawn = picture.copy()
    for die in dice:
        _round(drawn, _corners(plane, die), 1)
    return drawn


def enlarged(
    picture: Picture, shown: Picture, plane: Plane, die: SeenDie, dice: Iterable[SeenDie]
) -> Picture:
    """*shown* with a frame round *die*, and in a corner this die as *picture* has it, larger.

    The corner is one in which none of *dice* lies, or the one that covers least of them.
    """
    height, width = shown.shape[:2]
    corners = _corners(plane, die)
    middle, side = corners.mean(axis=0), round(LENS * min(height, width))
    places = np.concatenate([_corners(plane, one) for one in dice])
    left, top = max(_lenses(width, height, side), key=lambda at: _far(places, at, side))
    reach = float(np.hypot(*(corners - middle).T).max())
    _round(shown, corners, 3)
    there = np.array([left, top], np.float32) + side / 2
    begin = middle + (there - middle) / max(float(np.hypot(*(there - middle))), 1.0) * reach
    ends = [(round(float(x)), round(float(y))) for x, y in (begin, there)]
    cv2.line(shown, ends[0], ends[1], UNSURE, 2, cv2.LINE_AA)
    shown[top : top + side, left : left + side] = _seen_larger(picture, middle, reach, side)
    cv2.rectangle(shown, (left, top), (left + side - 1, top + side - 1), UNSURE, 4)
    return shown


def _seen_larger(picture: Picture, middle: Floats, reach: float, side: int) -> Picture:
    """What lies round *middle*, as far as a frame *reach*-es and a little more, *side* wide."""
    scale = side / (2 * AROUND * reach)
    shift = side / 2 - middle * scale
    cut = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]], np.float32)
    size, border = (side, side), cv2.BORDER_REPLICATE
    made = cv2.warpAffine(picture, cut, size, flags=cv2.INTER_CUBIC, borderMode=border)
    return np.asarray(made, np.uint8)


def _corners(plane: Plane, die: SeenDie) -> Floats:
    """Corners (4, 2), in the picture, of a frame round the top of *die*."""
    x, y = ((v + plane.tray.reach_mm) * PX_PER_MM for v in (die.x_mm, die.y_mm))
    return plane.in_picture(square(x, y, plane.tray.die_px * 1.3, die.angle_deg))


def _round(drawn: Picture, corners: Floats, thick: int) -> None:
    outline = [np.rint(corners).astype(np.int32)]
    cv2.polylines(drawn, outline, True, UNSURE, thick, cv2.LINE_AA)


def _lenses(width: int, height: int, side: int) -> Iterator[tuple[int, int]]:
    """Where a lens may be: left and top; the upper corners first."""
    right, bottom = width - side - EDGE, height - side - EDGE
    yield from ((right, EDGE), (EDGE, EDGE), (right, bottom), (EDGE, bottom))


def _far(places: Floats, at: tuple[int, int], side: int) -> float:
    """How far the nearest of *places* is from a lens *at* a place; below 0 it is covered."""
    beyond = np.abs(places - at - side / 2) - side / 2
    return min(float(beyond.max(axis=1).min()), float(EDGE))


def _frame(drawn: Picture, plane: Plane, die: Die) -> None:
    colour = SURE if die.sure else UNSURE
    edge = plane.tray.die_px * 1.15
    corners = plane.in_picture(
        square(die.square.x, die.square.y, edge, np.degrees(die.square.angle))
    )
    cv2.polylines(drawn, [np.rint(corners).astype(np.int32)], True, colour, 2, cv2.LINE_AA)
    left, top = corners.min(axis=0)
    best = die.guesses[0]
    text = f"{die.colour}{best.symbol} {best.confidence:.0%}"
    if die.why:
        second = f"/{die.guesses[1].symbol}" if len(die.guesses) > 1 else ""
        text = f"{die.colour}{best.symbol}{second}? {die.why}"
    _write(drawn, text, (int(left), int(top) - 6))


def _write(drawn: Picture, text: str, at: tuple[int, int]) -> None:
    for colour, thick in ((SHADE, 4), (FOUND, 1)):
        cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, thick, cv2.LINE_AA)
