"""The table, the tray with its rim and its marks: everything that never moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from .light import Light
from .optics import Array, Optics

FLOOR_MM = 105.0  # the floor's radius; the wall stands on its edge
RIM_MM = (106.5, 121.0)  # the rim's inner and outer radius
HIGH_MM = 16.0  # the rim is as high as a die, so the marks lie in the plane of the dice's tops
MARK_RADIUS_MM = 5.0
MARK_AT_MM = 113.6  # the marks' distance from the middle
MARKS_DEG = (225.0, 315.0, 45.0, 135.0)  # the first, top left, is the odd one


@dataclass(frozen=True, slots=True)
class Mark:
    """A round calibration mark on the rim. The odd one shows how the tray is turned."""

    x_mm: float
    y_mm: float
    odd: bool


def marks() -> tuple[Mark, ...]:
    """The four marks, clockwise from the odd one (top left)."""
    angles = np.radians(MARKS_DEG)
    return tuple(
        Mark(float(MARK_AT_MM * np.cos(a)), float(MARK_AT_MM * np.sin(a)), i == 0)
        for i, a in enumerate(angles)
    )


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """Some pixels on a level plane, as flat arrays of n."""

    x: Array  #: millimetres
    y: Array
    r: Array  #: from the tray's middle
    where: tuple[Array, ...]  #: rows and columns
    luck: np.random.Generator
    shape: tuple[int, int]  #: of the whole picture

    def cloud(self, *cell: int) -> Array:
        """Smooth noise of about +-1, its lumps *cell* (x, y) pixels large."""
        small = (max(self.shape[0] // cell[1], 2), max(self.shape[1] // cell[0], 2))
        grid = self.luck.standard_normal(small, np.float32)
        whole = cv2.resize(grid, self.shape[::-1], interpolation=cv2.INTER_CUBIC)
        return np.asarray(whole[self.where])


def _ground(optics: Optics, z_mm: float) -> tuple[Array, Array]:
    """X and y in millimetres, (h, w) float32 each, of every pixel on the plane at *z_mm*."""
    back = np.linalg.inv(optics.plane(z_mm)).astype(np.float32)
    x = np.arange(optics.width, dtype=np.float32)[None, :]
    y = np.arange(optics.height, dtype=np.float32)[:, None]
    u, v, w = (back[i, 0] * x + back[i, 1] * y + back[i, 2] for i in range(3))
    return u / w, v / w


def _inside(distance_mm: Array, px_per_mm: float) -> Array:
    """1 where *distance_mm* is negative, with an edge one pixel soft; one axis more."""
    cover: Array = np.clip(0.5 - distance_mm * px_per_mm, 0.0, 1.0)[..., None]
    return cover


def _planks(p: Patch, lamp: Light) -> Array:
    """The table top: planks of grey-brown wood, as lit as anything flat."""
    luck = p.luck
    wood = np.array((58.0, 74.0, 96.0)) * luck.uniform(0.75, 1.3) + luck.normal(0, 5, 3)
    grain = p.cloud(160, 3) * 5 + p.cloud(60, 2) * 3 + p.cloud(300, 40) * 6
    wide = 46.0
    board = np.floor((p.y + 200.0) / wide)
    tone = luck.normal(0, 6, 40).astype(np.float32)[board.astype(int) % 40]
    seam = np.abs((p.y + 200.0) / wide - board - 0.5)
    dark = 1.0 - 0.5 * np.clip((seam - 0.485) / 0.015, 0.0, 1.0)
    bright = (1.0 + (grain + tone) / 90.0) * dark
    # the tray's own soft shadow on the table
    bright *= 1.0 - (0.4 + 0.3 * lamp.shade) * np.exp(-np.clip(p.r - RIM_MM[1], 0.0, None) / 9.0)
    return np.asarray(bright[..., None] * wood.astype(np.float32))


def _basalt(p: Patch, lamp: Light) -> Array:
    """The floor: dark felt the colour of cooled lava."""
    luck = p.luck
    dark = np.array((44.0, 38.0, 38.0)) * luck.uniform(0.75, 1.15) + luck.normal(0, 2, 3)
    speckle = p.cloud(2, 2) * 1.6 + p.cloud(7, 7) * 1.6 + p.cloud(90, 90) * 2.0
    return _sunken(p, lamp)[..., None] * (dark.astype(np.float32) + speckle[..., None])


def _board(p: Patch, lamp: Light) -> Array:
    """A floor of one varnished board, with its grain."""
    luck = p.luck
    wood = np.array((46.0, 66.0, 92.0)) * luck.uniform(0.7, 1.25) + luck.normal(0, 5, 3)
    bow = p.y + p.cloud(200, 120) * 6.0
    grain = np.sin(bow * 0.55) * 0.05 + np.sin(bow * 1.9 + 1.0) * 0.04
    grain += p.cloud(90, 3) * 0.05 + p.cloud(40, 2) * 0.03 + p.cloud(160, 160) * 0.05
    bright = _sunken(p, lamp) * (1.0 + grain)
    return np.asarray(bright[..., None] * wood.astype(np.float32))


def _baize(p: Patch, lamp: Light) -> Array:
    """A floor of green, wine or grey cloth, woven and a little creased."""
    luck = p.luck
    dyes = ((44.0, 74.0, 40.0), (44.0, 34.0, 74.0), (84.0, 84.0, 86.0))
    dye = np.array(dyes[int(luck.integers(3))]) * luck.uniform(0.75, 1.15)
    weave = np.sin(p.x * 5.2) * np.sin(p.y * 5.2) * 0.05 + p.cloud(2, 2) * 0.06
    turn = luck.uniform(0, np.pi)
    across = p.x * np.float32(np.cos(turn)) + p.y * np.float32(np.sin(turn)) + p.cloud(150, 90) * 5
    crease = np.exp(-((across - np.float32(luck.uniform(-60, 60))) ** 2) / 40.0) * 0.18
    bright = _sunken(p, lamp) * (1.0 + weave + p.cloud(120, 120) * 0.05 + crease)
    return np.asarray(bright[..., None] * dye.astype(np.float32))


def _sunken(p: Patch, lamp: Light) -> Array:
    """How lit the floor is: less along the wall, and in the wall's shadow."""
    deep = 1.0 - 0.45 * np.exp(-np.clip(FLOOR_MM - p.r, 0.0, None) / 7.0)
    # the wall's shadow falls on the side the light comes from
    side = (p.x * np.float32(lamp.to[0]) + p.y * np.float32(lamp.to[1])) / np.maximum(p.r, 1.0)
    reach = side * np.float32(HIGH_MM / lamp.to[2])
    deep *= 1.0 - 0.4 * lamp.shade * np.clip((p.r - (FLOOR_MM - reach)) / 3.0, 0.0, 1.0)
    return np.asarray(deep)


def _wall(p: Patch, lamp: Light) -> Array:
    """The inner side of the rim, lit where it faces the lamp."""
    facing = np.clip(-(p.x * lamp.to[0] + p.y * lamp.to[1]) / p.r, 0.0, None)
    bright = 0.55 * lamp.ambient + 1.2 * (1.0 - lamp.ambient) * facing
    stone = np.array((46.0, 46.0, 56.0)) * p.luck.uniform(0.8, 1.1)
    return np.asarray(bright[..., None] * stone.astype(np.float32))


def _rim(p: Patch, lamp: Light) -> Array:
    """A turned ring of dark wood with a thin inlay that glows like lava."""
    r, turn = p.r, np.arctan2(p.y, p.x)
    wood = np.array((38.0, 52.0, 76.0)) * p.luck.uniform(0.85, 1.15)
    wobble = p.cloud(60, 60) * 0.9 + p.cloud(16, 16) * 0.25
    grain = np.sin(r * 2.4 + wobble * 3.0) * 0.09 + np.sin(r * 6.1 + wobble * 5.0) * 0.05
    low, high = RIM_MM
    bend = np.clip((r - (high - 3.0)) / 3.0, 0, 1) - np.clip((low + 2.0 - r) / 2.0, 0, 1)
    facing = (p.x * np.float32(lamp.to[0]) + p.y * np.float32(lamp.to[1])) / r * bend
    bright = 1.0 + grain + 0.9 * facing - 0.12 * np.abs(bend)
    ring = np.asarray(bright[..., None] * wood.astype(np.float32))
    beat = 0.75 + 0.25 * np.sin(turn * 7.0 + wobble) + 0.12 * wobble
    line = np.exp(-(((r - 119.3) / 0.55) ** 2)) + 0.16 * np.exp(-(((r - 119.3) / 2.2) ** 2))
    ring += (line * np.clip(beat, 0.2, 1.2))[..., None] * np.array((14.0, 84.0, 205.0), np.float32)
    return ring


Draw = Callable[[Patch, Light], Array]
FLOORS: dict[str, Draw] = {"felt": _basalt, "wood": _board, "cloth": _baize}

# height, inner and outer radius of what is drawn one over the other (mm); then the floor
LAYERS: tuple[tuple[float, float, float, Draw], ...] = (
    (0.0, RIM_MM[0], 1e6, _planks),
    (HIGH_MM, RIM_MM[0] - 2.0, RIM_MM[1], _rim),
    (HIGH_MM, FLOOR_MM - 10.0, RIM_MM[0], _wall),
)


def _marks(optics: Optics, picture: Array, x: Array, y: Array) -> None:
    """Paper discs: a dark dot in the middle, on the odd one a dark ring instead."""
    px = optics.scale(HIGH_MM)
    paper = np.array((222.0, 228.0, 228.0), np.float32)
    ink = np.array((30.0, 28.0, 28.0), np.float32)
    for mark in marks():
        middle = optics.project([(mark.x_mm, mark.y_mm, HIGH_MM)])[0]
        low = np.maximum(middle - 8.0 * px, 0).astype(int)
        high = np.maximum(middle + 8.0 * px, 0).astype(int)
        part = (slice(low[1], high[1]), slice(low[0], high[0]))
        r = np.hypot(x[part] - mark.x_mm, y[part] - mark.y_mm)
        disc = _inside(r - MARK_RADIUS_MM, px)
        dot = _inside(r - 2.0, px)
        if mark.odd:
            dot = _inside(r - 3.4, px) - dot
        picture[part] = picture[part] * (1 - disc) + paper * disc
        picture[part] = picture[part] * (1 - dot) + ink * dot


def scenery(optics: Optics, lamp: Light, seed: int, floor: str = "felt") -> Array:
    """The empty table, (h, w, 3) uint8, before the light's grade."""
    luck = np.random.default_rng([seed, 7])
    shape = (optics.height, optics.width)
    picture: Array = np.zeros((*shape, 3), np.float32)
    ground = {z: _ground(optics, z) for z in (0.0, HIGH_MM)}
    for z, low, high, draw in (*LAYERS, (0.0, 0.0, FLOOR_MM, FLOORS[floor])):
        x, y = ground[z]
        r = np.hypot(x, y)
        px = optics.scale(z)
        where = np.nonzero((r >= low) & (r < high + 1.0 / px))
        patch = Patch(x[where], y[where], r[where], where, luck, shape)
        cover, under = _inside(patch.r - high, px), picture[where]
        picture[where] = under + (draw(patch, lamp) - under) * cover
    _marks(optics, picture, *ground[HIGH_MM])
    across = np.linspace(-0.5, 0.5, optics.width, dtype=np.float32)[None, :]
    down = np.linspace(-0.5, 0.5, optics.height, dtype=np.float32)[:, None]
    slope = 1.0 + np.float32(lamp.slope[0]) * across + np.float32(lamp.slope[1]) * down
    return np.asarray(cv2.multiply(picture, cv2.merge([slope] * 3), dtype=cv2.CV_8U))
