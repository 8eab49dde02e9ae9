"""What is shown at one moment: each die's place in space, its shadow, its blur."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from hw.mock.look import Look
from hw.mock.world import CRATER, OUTSIDE, Die, Rest, World, bounce, eased

from . import cubes
from .light import Light
from .makers import MAKERS, number
from .optics import Array, Box, Optics, turned

EXPOSURE_NS = 12_000_000  # how long the shutter is open


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a die is in space."""

    turn: Array  #: (3, 3), its orientation
    middle: Array  #: (3,) mm
    high_mm: float  #: its lowest corner above the ground


@dataclass(frozen=True, slots=True)
class Shown:
    """One die as it is shown: equal values look the same."""

    body: cubes.Body
    rest: Rest
    heading_deg: float = 0.0  #: it rolls this way
    left_deg: float = 0.0  #: and has this far to turn yet
    high_mm: float = 0.0  #: its lowest corner above the ground
    blur_mm: float = 0.0  #: it moves this far while the shutter is open

    def pose(self) -> Pose:
        """Its pose in space."""
        r = self.rest
        turn = cubes.lying(r.up, r.spin_deg, r.lean_deg, r.lean_to_deg)
        if self.left_deg:  # the axis is level and across the way; the top moves forwards
            a = math.radians(self.heading_deg)
            turn = turned((-math.sin(a), math.cos(a), 0.0), -self.left_deg) @ turn
        round_mm = MAKERS[self.body.maker].round_mm
        height = cubes.rest_height(turn, round_mm) + self.high_mm + r.on_mm
        return Pose(turn, np.array([r.x_mm, r.y_mm, height]), self.high_mm + r.on_mm)


@lru_cache(maxsize=64)
def _body(seed: int, die: Die, throws: int, look: Look) -> cubes.Body:
    """A die's looks; whether its top catches a reflex changes with every throw."""
    tint = 1.0 + random.Random(f"{seed} tint {die.number}").gauss(0.0, 0.03)
    worn = (seed * 31 + die.number, look.worn) if look.worn else (0, 0.0)
    luck = random.Random(f"{seed} looks {die.number} {throws} {die.rest.up}")
    reflex = _reflex(luck, look.panes) if luck.random() < look.glare else None
    return cubes.Body(die.colour, die.faces, tint, reflex, number(die.faces, look.maker), worn)


def _reflex(luck: random.Random, panes: bool) -> cubes.Reflex:
    x, y = luck.uniform(0.1, 0.9), luck.uniform(0.1, 0.9)
    wide, high = luck.uniform(0.06, 0.22), luck.uniform(0.06, 0.18)
    lamp = cubes.Reflex(x, y, wide, high, luck.uniform(60.0, 200.0))
    if not panes or luck.random() < 0.4:
        return lamp
    turn = luck.uniform(0.0, 180.0)
    if luck.random() < 0.5:  # a tube: long and narrow
        return replace(
            lamp, wide=luck.uniform(0.3, 0.9), high=luck.uniform(0.04, 0.1), turn_deg=turn
        )
    wide, high = luck.uniform(0.15, 0.5), luck.uniform(0.12, 0.4)
    strong = luck.uniform(35.0, 150.0)
    return cubes.Reflex(x, y, wide, high, strong, turn, pane=True)


def _one(world: World, die: Die, at_ns: int) -> Shown | None:
    place, rest = die.at(at_ns)
    if place not in (CRATER, OUTSIDE):
        return None
    body, roll = _body(world.seed, die, world.throws, world.look), die.roll
    if roll is None or not roll.start_ns <= at_ns < roll.end_ns:
        gathered = roll is not None and die.since_ns <= at_ns < roll.start_ns
        return None if gathered else Shown(body, rest)
    long = roll.end_ns - roll.start_ns
    part = (at_ns - roll.start_ns) / long
    done = eased(part)
    dx, dy = rest.x_mm - roll.x_mm, rest.y_mm - roll.y_mm
    far = math.hypot(dx, dy)
    heading = math.degrees(math.atan2(dy, dx)) if far > 1.0 else rest.spin_deg
    speed = (eased(part + EXPOSURE_NS / long) - done) * (far + roll.turns_deg * 0.1)
    lies = replace(
        rest, x_mm=roll.x_mm + dx * done, y_mm=roll.y_mm + dy * done, lean_deg=rest.lean_deg * part
    )
    left = roll.turns_deg * (1.0 - done)
    return Shown(body, lies, heading, left, roll.hop_mm * bounce(part), speed)


def numbered(world: World, at_ns: int) -> list[tuple[int, Shown]]:
    """Number and looks of the dice to be seen at a moment, as they are drawn: outer ones first."""
    dice = [(die.number, _one(world, die, at_ns)) for die in world.dice]
    seen = [(number, die) for number, die in dice if die is not None]
    seen.sort(
        key=lambda d: (
            d[1].high_mm + d[1].rest.on_mm > 1.0,
            -math.hypot(d[1].rest.x_mm, d[1].rest.y_mm),
        )
    )
    return seen


def shown(world: World, at_ns: int) -> tuple[Shown, ...]:
    """The dice to be seen at a moment, in the order they are drawn."""
    return tuple(die for _, die in numbered(world, at_ns))


def sprite(optics: Optics, lamp: Light, die: Shown, pose: Pose) -> cubes.Sprite:
    """A die's picture, smeared along its way if it moves."""
    drawn = cubes.sprite(optics, lamp, die.body, pose.turn, pose.middle)
    smear = round(die.blur_mm * optics.scale(cubes.EDGE_MM))
    return drawn if smear < 2 else _smeared(drawn, min(smear, 41), die.heading_deg)


def _smeared(drawn: cubes.Sprite, length: int, heading_deg: float) -> cubes.Sprite:
    a = math.radians(heading_deg)
    # Odd sizes: OpenCV 5.0.0 leaves black columns with a box of 1 x 2.
    box = round(abs(math.cos(a)) * length) | 1, round(abs(math.sin(a)) * length) | 1
    x, y = box[0] // 2 + 1, box[1] // 2 + 1
    bgr = cv2.copyMakeBorder(drawn.bgr, y, y, x, x, cv2.BORDER_CONSTANT)
    clear = cv2.copyMakeBorder(drawn.clear, y, y, x, x, cv2.BORDER_CONSTANT, value=(255,) * 3)
    return cubes.Sprite(drawn.x - x, drawn.y - y, cv2.blur(bgr, box), cv2.blur(clear, box))


def shade(picture: Array, optics: Optics, lamp: Light, dice: Sequence[Pose]) -> Box:
    """Lay the dice's shadows on the ground of *picture*; gives the part that has changed.

    They are soft, so they are drawn at a quarter of the picture's size.
    """
    h, w = picture.shape[0] // 4, picture.shape[1] // 4
    cast, close = np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)
    for die in dice:
        corners = cubes.SIGNS * (cubes.HALF_MM - 0.8) @ die.turn.T + die.middle
        for mask, lean in ((cast, 1.0), (close, 0.0)):
            if lean == 0.0 and die.high_mm > 2.0:
                continue
            fall = corners - np.outer(corners[:, 2] / lamp.to[2], lamp.to) * lean
            fall[:, 2] = 0.0
            seen = (optics.project(fall) * 4).astype(np.int32)  # a quarter, 4 bits of fraction
            cv2.fillConvexPoly(mask, cv2.convexHull(seen), 255, cv2.LINE_AA, 4)
    px = optics.scale(0.0) / 4
    cast = cv2.GaussianBlur(cast, (0, 0), lamp.soft_mm * px)
    close = cv2.GaussianBlur(close, (0, 0), 1.2 * px)
    x, y, bw, bh = cv2.boundingRect(cv2.max(cast, close))
    part = (slice(y, y + bh), slice(x, x + bw))
    dark = np.maximum(cast[part] * np.float32(lamp.shade), close[part] * np.float32(0.62))
    factor = (255.0 - dark).astype(np.uint8)
    whole = cv2.resize(factor, (4 * bw, 4 * bh), interpolation=cv2.INTER_LINEAR)
    under = picture[4 * y : 4 * (y + bh), 4 * x : 4 * (x + bw)]
    cv2.multiply(under, cv2.merge([whole] * 3), dst=under, scale=1 / 255.0)
    return 4 * x, 4 * y, 4 * (x + bw), 4 * (y + bh)
