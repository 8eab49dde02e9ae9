"""A photograph with what the pip reader made of it drawn on."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from firmware_host.vision.annotate import FOUND, SHADE, SURE, UNSURE
from firmware_host.vision.pips.die import PipDie
from firmware_host.vision.plane import Picture

WIDEST = 1640
"""Larger pictures are made smaller: nobody checks by the single pixel."""


def marked(picture: Picture, dice: Sequence[PipDie]) -> Picture:
    """A copy of *picture*: a ring round each face (green: sure), its pips, its value."""
    scale = min(1.0, WIDEST / max(picture.shape[:2]))
    drawn = cv2.resize(picture, None, fx=scale, fy=scale) if scale < 1 else picture.copy()
    for die in dice:
        colour = SURE if die.sure else UNSURE
        x, y, size = die.x_px * scale, die.y_px * scale, die.size_px * scale
        middle = (round(x), round(y))
        cv2.circle(drawn, middle, max(3, round(size * 0.72)), colour, 2, cv2.LINE_AA)
        for px, py in die.pips * scale:
            spot = (round(float(px)), round(float(py)))
            cv2.circle(drawn, spot, max(1, round(size * 0.05)), colour, -1, cv2.LINE_AA)
        text = die.symbol if die.sure else f"{die.symbol}/{die.guesses[1].symbol}? {die.why}"
        large = float(np.clip(size / 60, 0.4, 1.4))
        at = (round(x + size * 0.6), round(y - size * 0.5))
        for ink, thick in ((SHADE, 4), (FOUND, 1)):
            cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, large, ink, thick, cv2.LINE_AA)
    return np.asarray(drawn, np.uint8)
