"""What can be seen before any colour is taught: the empty tray, its wall, and dice upon it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.colours import hue_chroma
from firmware_host.vision.plane import PX_PER_MM, Picture, Tray
from firmware_host.vision.squares import Finder, Square

LEAST_NOISE = 2.0
STANDS_OUT = 7.0
"""A die differs from the empty tray by so many times its noise."""
LEAST_AWAY = 26.0
"""And by so many grey levels: shadows of a hand, a lamp that flickers."""
SHADOW = 0.45
"""What is darker than the empty tray, but not darker than so much of it, is shadow."""
ALONE = 1.75
"""A patch of fewer faces than this is one die with the sides that show."""
SIDE_FROM, SIDE_TO = 0.36, 0.64
"""A die's edge is looked for between so many edges from its middle."""
WALL_FROM = 0.6
"""The wall is looked for from this share of the marks' distance outwards."""


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """The tray with nothing in it."""

    flat: Picture  #: in the flat view
    noise: float  #: how much a pixel differs from picture to picture, grey levels


@dataclass(frozen=True, slots=True)
class Spot:
    """A die somewhere in the tray, whatever it is."""

    square: Square
    alone: bool  #: it touches no other, so that its place is sure


def bare(flats: Sequence[Picture]) -> Bare:
    """The empty tray by several flat views: each pixel as it mostly is.

    With dice in them too, as long as no place has one in half of the views.
    """
    stack = np.stack(flats)
    middle = np.median(stack, axis=0)
    away = np.abs(stack.astype(np.float32) - middle.astype(np.float32))
    noise = float(np.median(away)) * 1.48
    return Bare(cast(Picture, np.rint(middle).astype(np.uint8)), max(noise, LEAST_NOISE))


class Spotter:
    """Finds dice of one size by how they differ from the empty tray."""

    def __init__(self, tray: Tray, empty: Bare) -> None:
        self._tray, self._empty = tray, empty
        self._finder = Finder(tray.die_px, tray.middle_px)
        size, middle = tray.size_px, round(tray.middle_px)
        self._inside = np.zeros((size, size), np.uint8)
        cv2.circle(self._inside, (middle, middle), int((tray.radius_mm + 1) * PX_PER_MM), 255, -1)
        self._before = cv2.GaussianBlur(empty.flat, (0, 0), 1.0).astype(np.float32)

    def spots(self, flat: Picture) -> tuple[Spot, ...]:
        """The dice in *flat*, row by row."""
        found = [
            Spot(square, blob.faces < ALONE and len(blob.squares) == 1)
            for blob in self._finder.blobs(self.mask(flat))
            for square in blob.squares
        ]
        return tuple(sorted(found, key=lambda s: (round(s.square.y / 40), s.square.x)))

    def mask(self, flat: Picture) -> NDArray[np.uint8]:
        """Where something lies, 0 or 1; shadows are nothing."""
        now = cv2.GaussianBlur(flat, (0, 0), 1.0).astype(np.float32)
        lit = float(np.median((now + 1.0) / (self._before + 1.0)))  # the light of the whole
        before = self._before * lit
        away = np.abs(now - before).max(axis=2)
        share = (now + 1.0) / (before + 1.0)
        shadow = (share.max(axis=2) < 1.0) & (share.min(axis=2) > SHADOW)
        limit = max(LEAST_AWAY, STANDS_OUT * self._empty.noise)
        there: Any = ((away > limit) & ~shadow & (self._inside > 0)).astype(np.uint8)
        there = cv2.morphologyEx(there, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        there = cv2.morphologyEx(there, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        outlines, _ = cv2.findContours(there, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        cv2.drawContours(there, outlines, -1, 1, -1)  # ink the colour of the floor
        return cast(NDArray[np.uint8], there)


def edge_mm(flat: Picture, square: Square, die_px: float) -> float | None:
    """How long the edges of the top face at *square* are; None where they are not to be seen.

    Each side is where the picture changes most across it, near where a die of *die_px* has it.
    """
    _, chroma, bright = hue_chroma(cast(Picture, cv2.GaussianBlur(flat, (0, 0), 0.8)))
    steps = np.arange(SIDE_FROM, SIDE_TO, 0.01)
    along = np.linspace(-0.3, 0.3, 25)
    sides = []
    for quarter in range(4):
        angle = square.angle + quarter * np.pi / 2
        c, s = np.cos(angle), np.sin(angle)
        px = steps[:, None] * die_px * c - along[None, :] * die_px * s + square.x
        py = steps[:, None] * die_px * s + along[None, :] * die_px * c + square.y
        change = np.zeros(len(steps) - 2)
        for layer in (chroma, bright):
            values = cv2.remap(
                layer, px.astype(np.float32), py.astype(np.float32), cv2.INTER_LINEAR
            )
            profile = np.median(values, axis=1)
            change += np.abs(profile[2:] - profile[:-2])
        if change.max() < 6.0:
            return None
        sides.append(float(steps[1 + int(change.argmax())]) * die_px)
    return (sum(sides) / 2) / PX_PER_MM


def wall_mm(empty: Bare, tray: Tray) -> tuple[float, float]:
    """Radius of the tray's inner wall as the empty tray shows it, and how sure: its spread.

    Where the picture changes most from the floor outwards, by the middle of many directions.
    """
    _, chroma, bright = hue_chroma(empty.flat)
    reach = min(float(np.hypot(m.x_mm, m.y_mm)) - m.radius_mm for m in tray.marks)
    radii = np.arange(WALL_FROM * reach, reach - 1.0, 0.4)
    turns = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    px = tray.middle_px + radii[:, None] * PX_PER_MM * np.cos(turns)[None, :]
    py = tray.middle_px + radii[:, None] * PX_PER_MM * np.sin(turns)[None, :]
    change = np.zeros((len(radii) - 4, len(turns)), np.float32)
    for layer in (bright, chroma):
        smooth = cv2.GaussianBlur(layer, (0, 0), 1.2)
        values = cv2.remap(smooth, px.astype(np.float32), py.astype(np.float32), cv2.INTER_LINEAR)
        change += np.abs(values[4:] - values[:-4])
    found = radii[2 + change.argmax(axis=0)]
    middle = float(np.median(found))
    return middle, float(np.median(np.abs(found - middle)) * 1.48)
