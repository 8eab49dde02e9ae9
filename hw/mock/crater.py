"""The picture of the crater at a moment: what the virtual camera sees.

The same world, moment and picture number give the same picture. What does not change between two
pictures is kept: the scenery per table, the dice while they rest; only the noise is always new.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from .paint import arms, cubes, moments, scenery, veils
from .paint.light import light
from .paint.optics import Array, Box, Optics, optics
from .world import World

NOWHERE: Box = (1 << 30, 1 << 30, -(1 << 30), -(1 << 30))
SPREAD = 6  # a lens smears a picture's part over so many pixels around it
UNIT = 28.0  # so a normal deviate of 4.5 still fits into a signed byte
BANK = 24  # this much more noise than a picture needs, in pixels each way, to cut it from


class Crater:
    """Draws one table: pose and light of *seed*, *width* x *height* pixels.

    *hung* is its camera, where that is not to be the seed's.
    """

    def __init__(
        self, world: World, width: int = 960, height: int = 720, hung: Optics | None = None
    ) -> None:
        self.optics = hung or optics(world.seed, width, height)
        self.light = light(world.seed, world.look)
        self.seed, self.look = world.seed, world.look
        self._veil = veils.veil(world.seed, self.look.dusk, width, height)
        self._shake = veils.shake(world.seed, self.look.shake_px * height / 720.0)
        self._table = scenery.scenery(self.optics, self.light, world.seed, self.look.floor)
        self._noise = _noise_bank(self.light.noise, width, height)
        self._sprites: dict[moments.Shown, cubes.Sprite] = {}
        self._shown: tuple[moments.Shown, ...] | None = None
        self._dice = self._table
        self._empty = self._lens(self._table)
        self._clean = self._empty

    def fits(self, world: World) -> bool:
        """True if this is the table of *world*."""
        return (world.seed, world.look) == (self.seed, self.look)

    def picture(self, world: World, at_ns: int, number: int) -> Array:
        """(height, width, 3) uint8, blue green red."""
        clean = self._graded(world, at_ns)
        luck = np.random.default_rng([self.seed & 0xFFFFFFFF, number])
        y, x, flip = (int(v) for v in luck.integers(0, (BANK, BANK, 2)))
        h, w = clean.shape[:2]
        up, down = (bank[y : y + h, x : x + w] for bank in self._noise)
        if flip:
            up, down = down, up
        noisy = cv2.add(clean, up)
        picture: Array = cv2.subtract(noisy, down, dst=noisy)
        if self.look.jpeg:
            coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.look.jpeg])[1]
            picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))
        return picture

    def _graded(self, world: World, at_ns: int) -> Array:
        """The picture before the noise."""
        shown = moments.shown(world, at_ns)
        if shown != self._shown:
            self._dice, part = self._draw_dice(shown)
            self._clean = self._finish(self._dice, part, self._empty)
            self._shown = shown
        reaching = [(arm, arm.reach(at_ns)) for arm in world.arms if arm.reach(at_ns) > 0.0]
        if not reaching:
            return self._clean
        raw, part = self._dice.copy(), NOWHERE
        for arm, reach in reaching:
            seen = arms.Seen(reach, moving=reach < 1.0, sleeves=self.look.sleeves)
            hidden = arms.draw(raw, self.optics, self.light, arm, seen)
            part = _both(part, hidden)
        return self._finish(raw, part, self._clean)

    def _draw_dice(self, shown: tuple[moments.Shown, ...]) -> tuple[Array, Box]:
        picture, part = self._table.copy(), NOWHERE
        poses = [die.pose() for die in shown]
        if shown:
            part = moments.shade(picture, self.optics, self.light, poses)
        kept = {}
        for die, pose in zip(shown, poses, strict=True):
            sprite = self._sprites.get(die)
            if sprite is None:
                sprite = moments.sprite(self.optics, self.light, die, pose)
            sprite.over(picture)
            kept[die] = sprite
            part = _both(part, sprite.box)
        self._sprites = kept
        return picture, part

    def _finish(self, raw: Array, part: Box, rest: Array) -> Array:
        """Lens and tone curve on *part* of a picture; *rest* is the same elsewhere, finished."""
        done = rest.copy()
        h, w = raw.shape[:2]
        x0, y0 = max(part[0] - SPREAD, 0), max(part[1] - SPREAD, 0)
        x1, y1 = min(part[2] + SPREAD, w), min(part[3] + SPREAD, h)
        if x0 < x1 and y0 < y1:
            done[y0:y1, x0:x1] = self._lens(raw[y0:y1, x0:x1], (y0, x0))
        return done

    def _lens(self, raw: Array, corner: tuple[int, int] = (0, 0)) -> Array:
        """*raw*, whose corner (row, column) is there in the picture, as the sensor gets it."""
        sigma = self.light.blur_px * self.optics.height / 720.0
        if self._veil is not None:
            (y, x), (h, w) = corner, raw.shape[:2]
            raw = np.asarray(raw * self._veil[y : y + h, x : x + w]).astype(np.uint8)
        if self._shake is not None:
            raw = np.asarray(cv2.filter2D(raw, -1, self._shake))
        graded = cv2.LUT(raw, self.light.grade)
        return np.asarray(cv2.GaussianBlur(graded, (0, 0), sigma) if sigma > 0.15 else graded)


def _both(one: Box, other: Box) -> Box:
    """The smallest part of a picture that holds two."""
    (a, b, c, d), (e, f, g, h) = one, other
    return min(a, e), min(b, f), max(c, g), max(d, h)


@cache
def _unit_noise(height: int, width: int) -> Array:
    """(height, width, 3) int8: normal noise with a deviation of ``UNIT``."""
    noise = np.random.default_rng(11).standard_normal((height, width, 3), np.float32)
    return np.asarray(np.clip(np.rint(noise * np.float32(UNIT)), -127, 127), np.int8)


def _noise_bank(level: float, width: int, height: int) -> tuple[Array, Array]:
    """What is added to and what is taken from a picture, each a little larger than one."""
    unit = _unit_noise(height + BANK, width + BANK)
    up = cv2.convertScaleAbs(np.maximum(unit, 0), alpha=level / UNIT)
    down = cv2.convertScaleAbs(np.minimum(unit, 0), alpha=level / UNIT)
    return np.asarray(up), np.asarray(down)
