"""What lies over the whole picture of a hard look: shadows of people, and a camera that shakes."""

from __future__ import annotations

import math

import cv2
import numpy as np

from .optics import Array


def veil(seed: int, dusk: float, width: int, height: int) -> Array | None:
    """How much light is left in each pixel, (height, width, 1) float32; None where all of it is.

    A shadow or two with soft edges (somebody leans over, a lamp's shade, a window's bar), and less
    light in the corners, as cheap lenses have it.
    """
    if not dusk:
        return None
    luck = np.random.default_rng([seed, 23])
    y, x = np.mgrid[:height, :width].astype(np.float32) / np.float32(height)
    x -= width / height / 2
    y -= 0.5
    light = 1.0 - np.float32(0.5 * dusk) * (x * x + y * y)
    for _ in range(int(luck.integers(1, 3))):
        turn, at = luck.uniform(0, 2 * math.pi), luck.uniform(-0.3, 0.3)
        away = x * np.float32(math.cos(turn)) + y * np.float32(math.sin(turn)) - np.float32(at)
        if luck.random() < 0.5:  # an edge bent like a head or a shoulder
            away = away + np.float32(luck.uniform(0.4, 1.2)) * (x * x + y * y)
        if luck.random() < 0.4:  # a bar, not a half of the picture
            away = np.abs(away) - np.float32(luck.uniform(0.03, 0.12))
        soft = np.float32(luck.uniform(0.006, 0.06))
        light *= 1.0 - np.float32(dusk) * np.clip(0.5 - away / soft, 0.0, 1.0)
    return np.asarray(light, np.float32)[..., None]


def shake(seed: int, far_px: float) -> Array | None:
    """The kernel of a camera that moved *far_px* while the shutter was open; None: it did not."""
    if far_px < 0.3:
        return None
    turn = np.random.default_rng([seed, 29]).uniform(0, math.pi)
    size = 2 * math.ceil(far_px / 2) + 3
    kernel = np.zeros((size, size), np.float32)
    reach = far_px / 2 * np.array([math.cos(turn), math.sin(turn)])
    a, b = ((size // 2 + sign * reach) * 16 for sign in (-1, 1))
    ends = tuple(int(v) for v in a), tuple(int(v) for v in b)
    cv2.line(kernel, *ends, 1.0, 1, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(kernel, (0, 0), 0.5)
    return np.asarray(soft / soft.sum(), np.float32)
