"""The colour of a die's body, in a word."""

from __future__ import annotations

import cv2
import numpy as np

from firmware_host.vision.pips.faces import Face
from firmware_host.vision.pips.finder import Found
from firmware_host.vision.plane import Picture, median

HUES = (
    *((12, "red"), (40, "orange"), (68, "yellow"), (165, "green"), (195, "teal")),
    *((255, "blue"), (300, "purple"), (340, "pink"), (361, "red")),
)
"""Up to which hue, in degrees, a colour has which name."""
IN_PIP = 0.14
"""A pixel nearer to a pip's middle, in edges, has its colour."""


def body_colour(picture: Picture, found: Found, face: Face) -> str:
    """The name of the commonest colour of the top face between its pips."""
    reach = found.size * 0.4
    height, width = picture.shape[:2]
    left, right = (int(min(max(found.x + d, 0), width - 1)) for d in (-reach, reach))
    top, bottom = (int(min(max(found.y + d, 0), height - 1)) for d in (-reach, reach))
    part = picture[top : bottom + 1, left : right + 1]
    step = max(1, min(part.shape[:2]) // 12)
    part = part[::step, ::step]
    x, y = (
        (np.arange(n) * step + first - middle) / found.size - face.pips[:, k, None]
        for k, n, first, middle in (
            (0, part.shape[1], left, found.x),
            (1, part.shape[0], top, found.y),
        )
    )
    keep = (np.square(x)[:, None] + np.square(y)[..., None] > IN_PIP**2).all(axis=0)
    pixels = part[keep] if keep.any() else part.reshape(-1, 3)
    return named(median(pixels))


def named(colour: object) -> str:
    """The word for a colour of blue, green, red, 0..255."""
    pixel = np.asarray(colour, np.float32).reshape(1, 1, 3) / 255
    hue, full, bright = (float(v) for v in cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV)[0, 0])
    if bright < 0.22:
        return "black"
    if full < 0.22:
        return "white" if bright > 0.5 else "grey"
    if full < 0.45 and bright > 0.55 and 15 < hue < 75:
        return "ivory"
    return next(word for limit, word in HUES if hue < limit)
