"""A picture with what the reader made of it drawn on, to be checked at a glance."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from firmware_host.vision.facts import SeenDie
from firmware_host.vision.plane import PX_PER_MM, Picture, Plane, square
from firmware_host.vision.reading import Die, Reading

SURE, UNSURE, FOUND = (90, 220, 90), (60, 140, 255), (255, 255, 255)
SHADE = (20, 20, 20)


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
    """A copy of *picture* with a frame round each of *dice*, and its two best guesses."""
    drawn = picture.copy()
    reach = plane.tray.reach_mm
    for die in dice:
        x, y = ((v + reach) * PX_PER_MM for v in (die.x_mm, die.y_mm))
        corners = plane.in_picture(square(x, y, plane.tray.die_px * 1.3, die.angle_deg))
        outline = [np.rint(corners).astype(np.int32)]
        cv2.polylines(drawn, outline, True, UNSURE, 3, cv2.LINE_AA)
        left, top = corners.min(axis=0)
        best = " or ".join(die.colour + g.symbol for g in die.guesses[:2])
        _write(drawn, f"{best}?", (int(left), int(top) - 6))
    return drawn


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
