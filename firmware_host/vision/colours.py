"""Which pixels have which die's colour: hue against grey, whatever the light's own tint.

The hue here is the angle of (red - green, yellow - blue). The taught bodies lie at least 50
degrees apart, so a white balance that is wrong by a tenth changes no die's colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.plane import Floats, Picture

WITHIN_DEG = 42.0
"""A hue farther than this from every taught one is no die's."""
LEAST_CHROMA = 22.0
"""What is less coloured than this is grey."""

PURE = 0.33
"""Chroma is at least this share of brightness on a die's body."""
LEAST_BEYOND = 14.0
"""And its chroma is so far beyond that of a floor as bright as it is."""
COLOURED_FLOOR, ANOTHER_DEG = 0.28, 24.0
"""A floor with a greater share of chroma has a hue, and this far from it is another's."""


@dataclass(frozen=True, slots=True)
class Colour:
    """A kind of die as taught. *name* is its letter in faces: ``Y``."""

    name: str
    hue_deg: float
    ink: int  #: 1: the ink is lighter than the body; -1: darker


def hue_chroma(picture: Picture) -> tuple[Floats, Floats, Floats]:
    """Hue in degrees, chroma and brightness of each pixel, (height, width) each."""
    split = cv2.split(picture)
    high = cv2.max(cv2.max(*split[:2]), split[2])
    chroma = cv2.subtract(high, cv2.min(cv2.min(*split[:2]), split[2]))
    blue, green, red = (c.astype(np.float32) for c in split)
    yellow = cv2.subtract(cv2.addWeighted(red, 0.5, green, 0.5, 0), blue)
    hue = cv2.phase(cv2.subtract(red, green), yellow, angleInDegrees=True)
    return cast(Floats, hue), chroma.astype(np.float32), high.astype(np.float32)


class Sorter:
    """Sorts the pixels of a flat view into the taught colours."""

    def __init__(self, colours: tuple[Colour, ...], die_px: float, pure: float = PURE) -> None:
        self._colours, self._die_px, self._pure = colours, die_px, pure
        away = np.abs(
            (np.arange(361)[:, None] - np.array([c.hue_deg for c in colours]) + 180) % 360 - 180
        )
        nearest = away.argmin(axis=1).astype(np.uint8)
        self._nearest = np.where(away.min(axis=1) < WITHIN_DEG, nearest, 255).astype(np.uint8)

    def masks(self, flat: Picture, where: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
        """One mask (0 or 1) a colour, inside *where* (0 or 255): clean, with its ink filled in."""
        hue, chroma, bright = hue_chroma(cast(Picture, cv2.GaussianBlur(flat, (0, 0), 1.0)))
        pure = np.float32(self._pure)
        coloured = (chroma > LEAST_CHROMA) & (chroma > bright * pure + 4) & (where > 0)
        coloured &= _unlike_floor(hue, chroma, bright, where)
        kinds = np.full(hue.shape, 255, np.uint8)
        kinds[coloured] = self._nearest[hue[coloured].astype(np.int16)]
        return [self._clean(kinds, i) for i in range(len(self._colours))]

    def _clean(self, kinds: NDArray[np.uint8], kind: int) -> NDArray[np.uint8]:
        mask = cv2.morphologyEx(
            (kinds == kind).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)
        )
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        outlines, family = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        for i, outline in enumerate(outlines):
            is_hole = family[0][i][3] >= 0
            if is_hole and cv2.contourArea(outline) < 0.6 * self._die_px**2:
                cv2.drawContours(mask, [outline], -1, 1, -1)
        return cast(NDArray[np.uint8], mask)


def _unlike_floor(
    hue: Floats, chroma: Floats, bright: Floats, where: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """Which pixels are more coloured than the floor would be if it were as bright as they are.

    A floor of wood or cloth has a colour of its own. Its chroma follows its brightness, so a shadow
    over half the tray changes nothing here. Beside such a floor another hue is enough as well.
    """
    looked_at = where[::4, ::4] > 0
    if not looked_at.any():
        return where > 0
    some_chroma, some_bright = chroma[::4, ::4][looked_at], bright[::4, ::4][looked_at]
    share = float(np.median(some_chroma / (some_bright + 12.0)))
    beyond = some_chroma - share * some_bright
    usual = float(np.median(beyond))
    spread = 1.48 * float(np.median(np.abs(beyond - usual)))
    limit = np.float32(usual + max(LEAST_BEYOND, 4 * spread))
    unlike = chroma - np.float32(share) * bright > limit
    if share > COLOURED_FLOOR:
        turns = np.exp(1j * np.radians(hue[::4, ::4][looked_at]))
        floors = float(np.degrees(np.angle(turns.sum()))) % 360
        away = np.abs((hue - np.float32(floors) + 180) % 360 - 180)
        unlike |= (away > ANOTHER_DEG) & (chroma > LEAST_CHROMA + LEAST_BEYOND / 2)
    return unlike
