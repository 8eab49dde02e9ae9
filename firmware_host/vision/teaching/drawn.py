"""The picture of a session: what is asked and what was found, drawn on what the camera sees."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from firmware_host.vision.plane import Floats, Picture, Plane, square
from firmware_host.vision.squares import Square

from .view import Found

GOOD, ASKED, LEFT_OUT = (90, 220, 90), (60, 200, 255), (150, 150, 150)
SHADE, WHITE = (20, 20, 20), (255, 255, 255)


def frames(plane: Plane, found: Square) -> Floats:
    """The corners of a die's top in the picture, a little wider than it is."""
    edge = plane.tray.die_px * 1.15
    return plane.in_picture(square(found.x, found.y, edge, float(np.degrees(found.angle))))


def circle(picture: Picture, plane: Plane, radius_mm: float) -> None:
    """A circle round the middle of the tray."""
    turn = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    ring = radius_mm * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    points = plane.seen_at(cast(Floats, ring.astype(np.float32)))
    cv2.polylines(picture, [np.rint(points).astype(np.int32)], True, ASKED, 2, cv2.LINE_AA)


def cross(picture: Picture, plane: Plane, at: tuple[float, float], *, wished: bool) -> None:
    """A place in the tray: one that is wished for, or one that has been."""
    x, y = plane.seen_at(np.array([at], np.float32))[0]
    size = int(plane.tray.die_mm * plane.px_per_mm())
    colour = ASKED if wished else GOOD
    kind = cv2.MARKER_SQUARE if wished else cv2.MARKER_CROSS
    cv2.drawMarker(picture, (round(x), round(y)), colour, kind, size, 2, cv2.LINE_AA)


def marks(picture: Picture, plane: Plane) -> None:
    """The four marks, as they were found."""
    for mark in plane.tray.marks:
        x, y = plane.seen_at(np.array([[mark.x_mm, mark.y_mm]], np.float32))[0]
        radius = round(mark.radius_mm * plane.px_per_mm() * 1.3)
        cv2.circle(picture, (round(x), round(y)), radius, GOOD, 2, cv2.LINE_AA)


def die(picture: Picture, corners: Floats, found: Found) -> None:
    """A frame round a die, with its number and what it is taken for."""
    colour = LEFT_OUT if not found.usable else GOOD if found.face else ASKED
    cv2.polylines(picture, [np.rint(corners).astype(np.int32)], True, colour, 2, cv2.LINE_AA)
    left, top = corners.min(axis=0)
    write(picture, f"{found.number} {found.face or '?'}", (int(left), int(top) - 6))


def write(picture: Picture, text: str, at: tuple[int, int]) -> None:
    """Words with a dark edge."""
    for colour, thick in ((SHADE, 5), (WHITE, 2)):
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, thick, cv2.LINE_AA)
