"""Where things are: from the picture to millimetres on the plane of the dice's top faces.

Millimetres count from the middle of the tray, to the right and downwards in the picture. The
flat view is that plane seen from straight above, :data:`PX_PER_MM` pixels a millimetre: every top
face is a square of the same size in it, wherever the die lies.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]  #: (height, width, 3) blue, green, red
Grey = NDArray[np.uint8]  #: (height, width)
Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

PX_PER_MM = 2.5
"""A 16 mm die is 40 pixels wide: enough for its symbol, and half the work of the camera's size."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A round mark on the rim, at the height of the top faces."""

    x_mm: float
    y_mm: float
    radius_mm: float
    odd: bool = False  #: its middle is light; the others' is dark. It shows how the tray is turned


@dataclass(frozen=True, slots=True)
class Tray:
    """The crater as measured once. *radius_mm* is its floor, inside the wall."""

    radius_mm: float
    die_mm: float
    marks: tuple[Mark, ...]

    @property
    def reach_mm(self) -> float:
        """Half the width of the flat view: everything up to the marks and a little more."""
        return max(math.hypot(m.x_mm, m.y_mm) + m.radius_mm for m in self.marks) + 2.0

    @property
    def size_px(self) -> int:
        """Width and height of the flat view."""
        return int(2 * self.reach_mm * PX_PER_MM)

    @property
    def middle_px(self) -> float:
        """Where the middle of the tray is in the flat view, in both directions."""
        return self.reach_mm * PX_PER_MM

    @property
    def die_px(self) -> float:
        """A die's edge in the flat view."""
        return self.die_mm * PX_PER_MM


@dataclass(frozen=True, slots=True)
class Plane:
    """One view of the tray: *matrix* takes pixels of the picture to pixels of the flat view."""

    matrix: Matrix
    tray: Tray

    @classmethod
    def through(cls, tray: Tray, points: Floats) -> Plane:
        """The plane on which the marks of *tray* are seen at *points*, (marks, 2) pixels."""
        there = np.array([(m.x_mm, m.y_mm) for m in tray.marks]) + tray.reach_mm
        matrix, _ = cv2.findHomography(points.astype(np.float64), there * PX_PER_MM)
        return cls(cast(Matrix, matrix), tray)

    def flat(self, picture: Picture) -> Picture:
        """The flat view of *picture*."""
        size = self.tray.size_px
        return cast(Picture, cv2.warpPerspective(picture, self.matrix, (size, size)))

    def in_picture(self, flat_px: Floats) -> Floats:
        """Points (n, 2) of the flat view as points of the picture."""
        points = np.asarray(flat_px, np.float32).reshape(1, -1, 2)
        return cast(Floats, cv2.perspectiveTransform(points, np.linalg.inv(self.matrix))[0])

    def seen_at(self, mm: Floats) -> Floats:
        """Points (n, 2) in millimetres as points of the picture."""
        return self.in_picture((np.asarray(mm, np.float32) + self.tray.reach_mm) * PX_PER_MM)

    def eye_mm(self, size: tuple[int, int], focal_px: float) -> Floats:
        """Where a camera hangs whose lens has this focal length, (3,) from the tray's middle.

        The last is how high above the tops; *size* is its picture's width and height. Seen from
        straight above a tray does not tell of the lens, so somebody has to.
        """
        width, height = size
        lens = np.array([[focal_px, 0, width / 2], [0, focal_px, height / 2], [0, 0, 1]])
        shift = self.tray.reach_mm * PX_PER_MM
        to_flat = np.array([[PX_PER_MM, 0, shift], [0, PX_PER_MM, shift], [0, 0, 1]])
        seen = np.linalg.inv(lens) @ np.linalg.inv(self.matrix) @ to_flat
        seen *= np.sign(seen[2, 2]) * 2 / np.linalg.norm(seen[:, :2], axis=0).sum()
        right, down, there = seen.T
        turn = np.stack([right, down, np.cross(right, down)], axis=1)
        eye = -np.linalg.solve(turn, there)
        return np.array([eye[0], eye[1], -eye[2]], np.float32)

    def px_per_mm(self) -> float:
        """How large a millimetre in the middle of the tray is in the picture."""
        a, b, c = self.seen_at(np.array([[-10, 0], [10, 0], [0, 10]], np.float32))
        return float(np.linalg.norm(b - a) + 2 * np.linalg.norm(c - (a + b) / 2)) / 40


def square(x: float, y: float, edge: float, angle_deg: float) -> Floats:
    """The four corners of a square, clockwise as seen in a picture."""
    return cast(Floats, cv2.boxPoints(((x, y), (edge, edge), angle_deg)))


def median(colours: NDArray[Any]) -> Floats:
    """The median of *colours* (n, 3), by each colour: numpy's own, for few in a third of its time.

    There must be one at least.
    """
    ordered = np.sort(colours, axis=0)
    middle = len(ordered) // 2
    upper = ordered[middle].astype(np.float32)
    if len(ordered) % 2:
        return cast(Floats, upper)
    return cast(Floats, (ordered[middle - 1] + upper) / 2)
