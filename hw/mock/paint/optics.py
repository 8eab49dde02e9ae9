"""The pinhole camera over the virtual crater.

World coordinates are millimetres from the middle of the tray's floor: x to the right and y
downwards as seen in the picture, z up towards the camera.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Box = tuple[int, int, int, int]  # x0, y0, x1, y1: a part of a picture, in pixels

SEEN_MM = (
    124.0  # half the picture's height shows this much of the floor: a die's top is ~48 px of 720
)


def turned(axis: tuple[float, float, float], degrees: float) -> Array:
    """The (3, 3) rotation by *degrees* about *axis* (right-hand rule; any length)."""
    long = math.hypot(*axis) or 1.0
    x, y, z = (v / long for v in axis)
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    k = 1.0 - c
    return np.array(
        [
            [x * x * k + c, x * y * k - z * s, x * z * k + y * s],
            [x * y * k + z * s, y * y * k + c, y * z * k - x * s],
            [x * z * k - y * s, y * z * k + x * s, z * z * k + c],
        ]
    )


@dataclass(frozen=True, slots=True, eq=False)
class Optics:
    """Where the camera hangs and what its lens does. Fixed while a table stands."""

    width: int
    height: int
    focal_px: float
    rotation: Array  #: (3, 3), world to camera
    eye_mm: Array  #: (3,), the camera's place
    middle_px: Array  #: (2,), where the lens's axis meets the picture

    def project(self, points: Any) -> Array:
        """Pixels (n, 2) of *points* (n, 3) in millimetres."""
        q = np.asarray(points, float).reshape(-1, 3) - self.eye_mm
        q[:, 2] *= -1.0  # depth grows downwards
        q = q @ self.rotation.T
        pixels: Array = self.focal_px * q[:, :2] / q[:, 2:] + self.middle_px
        return pixels

    def scale(self, z_mm: float) -> float:
        """Pixels per millimetre at height *z_mm*, in the middle."""
        return float(self.focal_px / (self.eye_mm[2] - z_mm))

    def plane(self, z_mm: float) -> Array:
        """The (3, 3) homography that takes (x, y, 1) at height *z_mm* to pixels."""
        e, r = self.eye_mm, self.rotation
        lens = np.array(
            [
                [self.focal_px, 0.0, self.middle_px[0]],
                [0.0, self.focal_px, self.middle_px[1]],
                [0.0, 0.0, 1.0],
            ]
        )
        shift = np.array([[1.0, 0.0, -e[0]], [0.0, 1.0, -e[1]], [0.0, 0.0, e[2] - z_mm]])
        homography: Array = lens @ r @ shift
        return homography


def optics(seed: int, width: int = 960, height: int = 720) -> Optics:
    """The camera as somebody hung it up at table *seed*: 38 to 52 cm high, a little askew."""
    luck = random.Random(f"pose {seed}")
    high = luck.uniform(380.0, 520.0)
    askew = turned((1.0, 0.0, 0.0), np.degrees(luck.gauss(0.0, 0.02)))
    askew = askew @ turned((0.0, 1.0, 0.0), np.degrees(luck.gauss(0.0, 0.02)))
    askew = askew @ turned((0.0, 0.0, 1.0), luck.gauss(0.0, 2.0))
    eye = np.array([luck.gauss(0.0, 6.0), luck.gauss(0.0, 6.0), high])
    focal = height / 2.0 * high / SEEN_MM
    middle = np.array([width / 2.0, height / 2.0])
    hung = Optics(width, height, focal, askew, eye, middle)
    # Whoever hangs a camera turns it until the tray is in the picture, give or take a few pixels.
    aimed = middle * 2.0 - hung.project([(0.0, 0.0, 0.0)])[0]
    aimed += np.array([luck.gauss(0.0, 5.0), luck.gauss(0.0, 3.0)]) * height / 720.0
    return Optics(width, height, focal, askew, eye, aimed)
