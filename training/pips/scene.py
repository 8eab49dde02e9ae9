"""A picture of dice on some ground, and what lies in it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from training.pips.degrade import degraded, lit
from training.pips.dice import Camera, Die, Drawn, Floats, Light, Look, draw, pattern
from training.pips.grounds import Random, ground
from training.pips.looks import look

Picture = npt.NDArray[np.uint8]
SIDE = 256
"""Scenes are so many pixels wide and high."""


SIGN = 7
"""The value of a top face with a sign instead of pips: 1 or 6, which cannot be seen."""


@dataclass(frozen=True, slots=True)
class Truth:
    """One die of a scene."""

    x: float  #: the middle of its top face, in pixels
    y: float
    size: float  #: square root of the top face's area in pixels
    value: int  #: 1..6, 7: a sign
    seen: float  #: 0..1, the share of its top face that is in the picture and not hidden
    pips: Floats  #: (6, 2) where its top pips are, -1 where there are fewer


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and its dice."""

    picture: Picture  #: (SIDE, SIDE, 3)
    dice: tuple[Truth, ...]


def _camera(random: Random, size: float) -> Camera:
    kind = random.random()
    tilt = abs(random.normal(0, 12)) if kind < 0.5 else random.uniform(0, 58)
    roll = random.uniform(0, 360) if tilt < 30 else random.normal(0, 15)
    away = float(np.exp(random.uniform(np.log(5), np.log(45))))
    t, r = np.radians(tilt), np.radians(roll)
    forward = np.array([0, np.sin(t), -np.cos(t)])
    right = np.array([1.0, 0, 0])
    down = np.cross(forward, right)
    turn = np.stack([right * np.cos(r) + down * np.sin(r), down * np.cos(r) - right * np.sin(r)])
    squash = float(np.exp(random.normal(0, 0.13))) if random.random() < 0.5 else 1.0
    focal = size * away * np.array([squash**0.5, squash**-0.5])
    wander = SIDE / 3 * min(1.0, away / 14)
    middle = SIDE / 2 + random.normal(0, wander, 2) * (random.random() < 0.7)
    # the ray through the picture's middle meets the ground at the origin
    centre = np.array([*((SIDE / 2 - middle) / focal), 1.0]) @ np.stack([*turn, forward])
    if centre[2] > -0.35:
        return _camera(random, size)
    at = -centre / np.linalg.norm(centre) * away
    return Camera(
        at.astype(np.float32),
        np.stack([*turn, forward]).astype(np.float32),
        focal.astype(np.float32),
        middle.astype(np.float32),
    )


def _on_ground(camera: Camera, x: float, y: float) -> Floats:
    ray = camera.rays(np.array([x], np.float32), np.array([y], np.float32))[0]
    return np.asarray(camera.at - ray * camera.at[2] / min(float(ray[2]), -0.05), np.float32)


def _turned(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]], np.float32)


def _tipped(random: Random, degrees: float) -> Floats:
    axis = random.normal(0, 1, 3)
    axis[2] = 0
    axis *= np.radians(degrees) / max(float(np.linalg.norm(axis)), 1e-6)
    made, _ = cv2.Rodrigues(axis)
    return np.asarray(made, np.float32)


def _apart(a: tuple[Floats, float, float], b: tuple[Floats, float, float]) -> bool:
    """Whether two squares on the ground (middle, angle, edge) do not overlap."""
    for (_, angle, edge), (_, other, wide) in ((a, b), (b, a)):
        for turn in (0.0, np.pi / 2):
            axis = np.array([np.cos(angle + turn), np.sin(angle + turn)])
            gap = abs(float((b[0] - a[0]) @ axis)) - edge / 2
            k = other - angle
            if gap > wide / 2 * (abs(np.cos(k)) + abs(np.sin(k))):
                return True
    return False


def _places(random: Random, camera: Camera, count: int) -> list[tuple[Floats, float, float]]:
    placed: list[tuple[Floats, float, float]] = []
    close = random.uniform(0, 0.8)
    mixed = random.random() < 0.12
    for _ in range(count * 6):
        if len(placed) == count:
            break
        edge = random.uniform(0.65, 1.3) if mixed else 1.0
        angle = random.uniform(0, 2 * np.pi)
        if placed and random.random() < close:  # beside another, often flush with it
            at, turn, wide = placed[int(random.integers(len(placed)))]
            if random.random() < 0.5:
                angle = turn + random.normal(0, 0.02)
            way = turn + int(random.integers(4)) * np.pi / 2
            k = angle - turn
            reach = wide / 2 + edge / 2 * (abs(np.cos(k)) + abs(np.sin(k)))
            reach += random.uniform(0.01, 0.05) if random.random() < 0.6 else random.uniform(0, 1)
            side = random.uniform(-0.6, 0.6)
            step = np.array([np.cos(way), np.sin(way)]) * reach
            at = at + step + np.array([-np.sin(way), np.cos(way)]) * side
        else:
            at = _on_ground(camera, *random.uniform(-8, SIDE + 8, 2))[:2]
        here = (np.asarray(at, np.float32), float(angle), edge)
        if all(_apart(here, other) for other in placed):
            placed.append(here)
    return placed


SIDES = {1: (2, 3), 2: (1, 3), 3: (1, 2), 4: (1, 2), 5: (1, 3), 6: (2, 3)}


def _faces(random: Random, value: int) -> tuple[int, ...]:
    first, second = SIDES[value]
    pairs = [(first, 7 - first), (second, 7 - second)]
    if random.random() < 0.5:
        pairs.reverse()
    pairs = [p if random.random() < 0.5 else (p[1], p[0]) for p in pairs]
    return (*pairs[0], *pairs[1], value, 7 - value)


def _thrown(random: Random, camera: Camera, count: int, hard: bool) -> list[Die]:
    makers = [look(random, hard) for _ in range(1 if random.random() < 0.45 else 8)]
    cocked = random.random() < 0.08
    dice = []
    for at, angle, edge in _places(random, camera, count):
        turn = _turned(angle)
        value = int(random.integers(1, 7))
        if cocked and random.random() < 0.3:
            turn = turn @ _tipped(random, random.uniform(2, 14))
        maker: Look = makers[int(random.integers(len(makers)))]
        if hard and maker.sign and random.random() < 0.4:
            value = maker.sign
        middle = np.array([at[0], at[1], edge / 2], np.float32)
        dice.append(Die(middle, turn, edge, value, maker, _faces(random, value)))
    far = [float(np.linalg.norm(d.middle - camera.at)) for d in dice]
    return [dice[i] for i in np.argsort(far)[::-1]]


def _light(random: Random) -> Light:
    side, up = random.uniform(0, 2 * np.pi), random.uniform(0.35, 1.45)
    towards = np.array([np.cos(side) * np.cos(up), np.sin(side) * np.cos(up), np.sin(up)])
    direct = random.uniform(0.1, 0.75)
    ambient = random.uniform(0.9, 1.15) - direct * random.uniform(0.7, 1.0) * np.sin(up)
    shine = float(np.exp(random.uniform(1.5, 4.5)))
    return Light(towards.astype(np.float32), float(max(ambient, 0.12)), direct, shine)


def _shadows(
    random: Random, picture: Floats, camera: Camera, light: Light, dice: list[Die]
) -> None:
    cast = np.zeros((SIDE, SIDE), np.float32)
    under = np.zeros((SIDE, SIDE), np.float32)
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    for die in dice:
        points = die.middle + (corners * 0.44 * die.edge) @ die.turn
        flat = points - light.towards * (points[:, 2:3] / max(float(light.towards[2]), 0.2))
        for layer, spots in (
            (cast, flat),
            (under, points * np.array([1.1, 1.1, 0]) - die.middle * np.array([0.1, 0.1, 0])),
        ):
            hull = cv2.convexHull(np.clip(camera.seen(spots.astype(np.float32)), -999, 999))
            cv2.fillConvexPoly(layer, np.rint(hull * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    size = float(camera.focal.mean() / np.linalg.norm(camera.at))
    soft = cv2.GaussianBlur(cast, (0, 0), size * random.uniform(0.01, 0.3) + 0.3)
    below = cv2.GaussianBlur(under, (0, 0), size * random.uniform(0.05, 0.25) + 0.3)
    strong = min(light.direct / (light.direct + light.ambient) * random.uniform(0.7, 1.4), 0.92)
    picture *= (1 - soft * strong)[..., None] * (1 - below * random.uniform(0, 0.5))[..., None]


def _laid(picture: Floats, owner: npt.NDArray[np.int16], drawn: Drawn, number: int) -> None:
    height, width = drawn.alpha.shape
    place = np.s_[drawn.top : drawn.top + height, drawn.left : drawn.left + width]
    alpha = drawn.alpha[..., None]
    picture[place] = picture[place] * (1 - alpha) + drawn.colour * alpha
    here = owner[place]
    here[drawn.alpha > 0.5] = -1
    here[drawn.is_top] = number


def _truth(camera: Camera, die: Die, shown: int) -> Truth:
    half = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]], np.float32) * 0.5
    quad = camera.seen((die.middle + half * die.edge @ die.turn).astype(np.float32))
    area = max(float(cv2.contourArea(quad)), 1.0)
    flat = die.look.ball if die.look.ball < 0.7 else 1.0
    value = SIGN if die.value == die.look.sign else die.value
    count = 0 if value == SIGN else die.value
    spots = pattern(die.value, die.look.spread, die.look.long_six)[:count]
    local = np.concatenate([spots, np.full((len(spots), 1), 0.5, np.float32)], 1)
    pips = np.full((6, 2), -1, np.float32)
    pips[:count] = camera.seen((die.middle + local * die.edge @ die.turn).astype(np.float32))
    top = np.array([[0, 0, 0.5]], np.float32)
    x, y = camera.seen((die.middle + top * die.edge @ die.turn).astype(np.float32))[0]
    return Truth(float(x), float(y), area**0.5, value, min(shown / area / 0.8 / flat, 1.0), pips)


def scene(random: Random, hard: bool = False, least: float = 11, most: float = 72) -> Scene:
    """A picture of dice whose edges are between *least* and *most* pixels long."""
    size = float(np.exp(random.uniform(np.log(least), np.log(most))))
    if random.random() < 0.05:
        size = random.uniform(most, 3 * most)  # much too large: nothing to be found
    camera = _camera(random, size)
    room = (SIDE / size) ** 2
    most_dice = min(int(room / 3) + 2, 18)
    count = 0 if random.random() < 0.03 else 1 + int(random.integers(most_dice // 3, most_dice))
    dice = _thrown(random, camera, count, hard)
    light = _light(random)
    picture = ground(random, SIDE, SIDE, hard) * np.float32(
        light.ambient + light.direct * light.towards[2]
    )
    _shadows(random, picture, camera, light, dice)
    owner = np.full((SIDE, SIDE), -1, np.int16)
    kept: list[tuple[int, Die]] = []
    for number, die in enumerate(dice):
        drawn = draw(die, camera, light, SIDE, SIDE)
        if drawn is not None:
            _laid(picture, owner, drawn, number)
            kept.append((number, die))
    shown = np.bincount(owner[owner >= 0].ravel(), minlength=len(dice) + 1)
    truths = tuple(_truth(camera, die, int(shown[number])) for number, die in kept)
    return Scene(degraded(random, lit(random, picture), size, hard), truths)
