"""The crater alone, cut out of a picture: what is kept of a roll shows nothing beside it."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from firmware_host.vision.plane import Floats, Picture, Plane


def crater(picture: Picture, plane: Plane) -> tuple[Picture, tuple[int, int]]:
    """The crater and its rim, all around it black, and the corner it was cut out at (x, y)."""
    turn = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    rim = plane.tray.reach_mm * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    outline = np.rint(plane.seen_at(cast(Floats, rim.astype(np.float32)))).astype(np.int32)
    height, width = picture.shape[:2]
    left, top = (max(int(v), 0) for v in outline.min(axis=0))
    right, bottom = (int(v) + 1 for v in outline.max(axis=0))
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [outline], 255)
    shown = cv2.bitwise_and(picture, picture, mask=mask)
    part = shown[top : min(bottom, height), left : min(right, width)]
    return cast(Picture, part), (left, top)
