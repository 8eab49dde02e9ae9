"""Pictures of pip dice on plain cloth, drawn by the trainer's rays and by nothing of the reader."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from firmware_host.vision.plane import Picture
from training.pips.dice import Camera, Die, Light, Look, draw

CLOTH, IVORY, BLACK, RED, WHITE = (
    (70, 90, 40),
    (205, 225, 235),
    (20, 20, 20),
    (40, 30, 170),
    (240,) * 3,
)
SIDES = {
    1: (2, 5, 3, 4),
    2: (1, 6, 3, 4),
    3: (1, 6, 2, 5),
    4: (1, 6, 2, 5),
    5: (1, 6, 3, 4),
    6: (2, 5, 3, 4),
}


def maker(body: Sequence[int], ink: Sequence[int], sign: int = 0) -> Look:
    """Plain dice of two colours; *sign*: the value for which they bear a cross in a ring."""
    colours = [np.array(c, np.float32) / 255 for c in (body, ink)]
    y, x = np.mgrid[-1:1:48j, -1:1:48j]
    ring = (np.abs(np.hypot(x, y) - 0.7) < 0.12) | (np.abs(x) < 0.12) | (np.abs(y) < 0.12)
    return Look(
        body=colours[0],
        second=colours[0],
        marble=0.0,
        swirl=np.zeros((4, 3)),
        pip=colours[1],
        one=colours[1],
        spread=0.26,
        radius=0.095,
        one_radius=0.095,
        hollow=0.3,
        rounding=0.07,
        ball=0.76,
        gloss=0.1,
        clear=0.0,
        long_six=False,
        sign=sign,
        drawing=ring.astype(np.float32),
    )


def picture(values: Sequence[int], look: Look, size: float = 52.0) -> Picture:
    """Dice that show *values* in rows on a cloth of 640 x 480 pixels, *size* pixels wide each."""
    away = 18.0
    camera = Camera(
        np.array([0, 0, away], np.float32),
        np.array([[1, 0, 0], [0, -1, 0], [0, 0, -1]], np.float32),
        np.array([size * (away - 1), size * (away - 1)], np.float32),
        np.array([320, 240], np.float32),
    )
    up = np.array([0.45, 0.3, 0.84], np.float32)
    light = Light(up / np.linalg.norm(up), 0.45, 0.6, 20.0)
    made = np.ones((480, 640, 3), np.float32) * np.array(CLOTH, np.float32) / 255
    made += np.random.default_rng(7).normal(0, 0.012, made.shape).astype(np.float32)
    for k, value in enumerate(values):
        angle = 0.4 + 0.77 * k
        c, s = np.cos(angle), np.sin(angle)
        middle = np.array([(k % 4 - 1.5) * 2.1, (1 - k // 4) * 2.1, 0.5], np.float32)
        turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]], np.float32)
        die = Die(middle, turn, 1.0, value, look, (*SIDES[value], value, 7 - value))
        drawn = draw(die, camera, light, 640, 480)
        assert drawn is not None
        height, width = drawn.alpha.shape
        place = np.s_[drawn.top : drawn.top + height, drawn.left : drawn.left + width]
        alpha = drawn.alpha[..., None]
        made[place] = made[place] * (1 - alpha) + drawn.colour * alpha
    return np.clip(made * 255, 0, 255).astype(np.uint8)
