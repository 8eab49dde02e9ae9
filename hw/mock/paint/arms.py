"""Arms that reach over the rim and hide what is below them.

An arm is modelled once as a field of heights made of tapered rods, lit, and kept as a flat picture
that is then laid over the crater at the height of a hand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

import cv2
import numpy as np

from hw.mock.look import Sleeves
from hw.mock.world import Arm

from .light import Light
from .optics import Array, Box, Optics

HIGH_MM = 48.0  # how high the back of a hand is over the floor
PX = 2.4  # pixels a millimetre of the kept picture
SIZE = 0.88  # of the hand modelled below
BEFORE_MM, LONG_MM, HALF_MM = 14.0, 360.0, 58.0  # the picture reaches from its fingertips so far
OVER_MM = 11.0  # the fingertips go so far past the die's middle
AWAY_MM = 205.0  # there they wait, outside the picture
ELBOW_MM = 420.0

SKINS = ((150, 178, 224), (120, 152, 206), (88, 120, 178), (62, 86, 132), (44, 60, 92))
SLEEVES = ((96, 84, 74), (70, 92, 66), (104, 70, 92), (112, 106, 84), (62, 62, 66))
BRIGHT = ((40, 36, 170), (160, 84, 40), (44, 170, 214), (214, 216, 220), (70, 130, 40))
# in black: gloves and sleeves, grey ones, and one as brown as the rim
GLOVES = ((20, 20, 20), (36, 34, 34), (62, 86, 132), (66, 66, 66), (30, 42, 60))
DARK = ((20, 20, 22), (36, 34, 34), (52, 52, 54), (84, 84, 84), (38, 52, 76))
CLOTHES = {"dull": (SKINS, SLEEVES), "bright": (SKINS, BRIGHT), "dark": (GLOVES, DARK)}


@dataclass(frozen=True, slots=True)
class Seen:
    """How an arm is to be seen."""

    reach: float  #: of its way in, 0..1
    moving: bool = False
    sleeves: Sleeves = "dull"


@dataclass(frozen=True, slots=True)
class Rod:
    """A tapered rod from *a* to *b* (x away from the fingertips, y, z: mm), *thick* at each end."""

    a: tuple[float, float, float]
    b: tuple[float, float, float]
    thick: tuple[float, float]


def _chain(*knots: tuple[float, float, float, float]) -> tuple[Rod, ...]:
    """Rods from knot to knot, each (x, y, z, radius)."""
    return tuple(Rod(p[:3], q[:3], (p[3], q[3])) for p, q in pairwise(knots))


HAND = (
    *_chain((98, -2, 24, 24), (134, 0, 25, 21), (176, 0, 28, 26)),  # palm and wrist
    *_chain((104, -14, 24, 15), (70, -21, 29, 11.5)),  # and the knuckles
    *_chain((104, -4, 25, 15), (68, -5, 31, 11.5)),
    *_chain((104, 8, 24, 15), (70, 11, 29, 11)),
    *_chain((108, 14, 22, 14), (78, 26, 25, 10)),
    *_chain((70, -22, 28, 10.5), (36, -20, 27, 9.2), (9, -6, 8, 7.6)),  # index finger
    *_chain((66, -5, 30, 10.5), (28, -2, 29, 9.2), (5, 5, 10, 7.8)),
    *_chain((68, 11, 28, 10), (34, 14, 26, 8.8), (14, 15, 9, 7.4)),
    *_chain((76, 26, 24, 9), (46, 30, 21, 7.8), (28, 25, 8, 6.8)),
    *_chain((116, -10, 22, 15), (88, -33, 18, 11), (52, -38, 8, 9.6), (22, -19, 3, 8)),  # thumb
)
SLEEVE = _chain((158, 0, 32, 33), (250, 0, 38, 41), (430, 0, 46, 50))
CUFF = _chain((158, 0, 36, 32), (166, 0, 36, 34))


def _field(rods: tuple[Rod, ...], x: Array, y: Array) -> Array:
    """The height (mm) of the highest rod over each place; far below zero where there is none."""
    height: Array = np.full(x.shape, -1e3, np.float32)
    for rod in rods:
        (ax, ay, az), (bx, by, bz) = rod.a, rod.b
        wide = max(rod.thick)
        rows = np.flatnonzero(np.abs(y[:, 0] - (ay + by) / 2) <= abs(ay - by) / 2 + wide)
        columns = np.flatnonzero(np.abs(x[0] - (ax + bx) / 2) <= abs(ax - bx) / 2 + wide)
        here = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
        dx, dy = x[here] - ax, y[here] - ay
        long = (bx - ax) ** 2 + (by - ay) ** 2
        part = np.clip((dx * (bx - ax) + dy * (by - ay)) / long, 0.0, 1.0)
        thick = (rod.thick[0] + (rod.thick[1] - rod.thick[0]) * part) ** 2
        off = (dx - part * (bx - ax)) ** 2 + (dy - part * (by - ay)) ** 2
        dome = np.sqrt(np.clip(thick - off, 0.0, None))
        top = np.where(off <= thick, az + (bz - az) * part + dome * 0.8, -1e3)
        np.maximum(height[here], top, out=height[here])
    return height


@cache
def _fields(left: bool) -> tuple[Array, Array]:
    """The heights of a bare hand and of its sleeve, a left or a right one."""
    size = (round(2 * HALF_MM * PX), round((LONG_MM + BEFORE_MM) * PX))
    y, x = np.mgrid[: size[0], : size[1]].astype(np.float32) / np.float32(PX)
    x, y = x - BEFORE_MM, y - HALF_MM
    hand, cloth = _field(HAND, x, y), _field((*SLEEVE, *CUFF), x, y)
    cloth += 1.6 * np.sin(x / 9.0 + np.sin(y / 13.0) * 1.5) * (cloth > 0)
    return (hand[::-1], cloth[::-1]) if left else (hand, cloth)


def _shaded(height: Array, colour: Array, lamp: tuple[float, float, float]) -> Array:
    """*colour* on a field of heights, lit by a *lamp*."""
    soft = cv2.GaussianBlur(np.clip(height, -4.0, None), (0, 0), 0.8 * PX)
    dx, dy = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    dx, dy = dx * (PX / 8.0), dy * (PX / 8.0)
    shine = (lamp[2] - dx * lamp[0] - dy * lamp[1]) / np.sqrt(1.0 + dx * dx + dy * dy)
    bright = 0.45 + 0.62 * np.clip(shine, 0.0, None)
    # creases between the fingers: where the field lies below its surroundings
    crease = np.clip(cv2.GaussianBlur(soft, (0, 0), 2.5 * PX) - soft, 0.0, 5.0) / 5.0
    return np.asarray((bright * (1.0 - 0.35 * crease))[..., None] * colour)


@lru_cache(maxsize=16)
def _sheet(
    who: int, lamp: tuple[float, float, float], moving: bool, sleeves: Sleeves
) -> tuple[Array, Array]:
    """An arm's picture, (h, w, 3) uint8 premultiplied, and its cover, (h, w) uint8."""
    skins, cloths = CLOTHES[sleeves]
    skin, sleeve = skins[(who * 2 + 1) % 5], cloths[who % 5]
    hand, cloth = _fields(bool(who % 2))
    weave = np.random.default_rng(who).standard_normal(hand.shape, np.float32)
    weave = 1.0 + 0.05 * cv2.GaussianBlur(weave, (0, 0), 0.8)[..., None]
    start, end = (round((BEFORE_MM + mm) * PX) for mm in (115.0, 215.0))  # cuffs lie in between
    picture: Array = np.zeros((*hand.shape, 3), np.float32)
    picture[:, :end] = _shaded(hand[:, :end], np.array(skin, np.float32), lamp)
    clad = _shaded(cloth[:, start:], np.array(sleeve, np.float32) * weave[:, start:], lamp)
    np.copyto(picture[:, start:], clad, where=(cloth > hand)[:, start:, None])
    cover = (np.maximum(hand, cloth) > -1.0).astype(np.float32)[..., None]
    whole = np.concatenate([np.clip(picture, 0, 255) * cover, cover * 255.0], 2)
    whole = cv2.GaussianBlur(whole.astype(np.float32), (0, 0), 0.7)
    if moving:  # smeared along its way, as far as it goes while the shutter is open
        whole = cv2.blur(whole, (round(7.0 * PX), 1))
    flat = np.rint(whole).astype(np.uint8)
    return np.ascontiguousarray(flat[..., :3]), np.ascontiguousarray(flat[..., 3])


def _placed(arm: Arm, reach: float) -> Array:
    """The (3, 3) homography from an arm's picture to millimetres on the floor."""
    side = math.radians(arm.side_deg)
    ux, uy = math.cos(side), math.sin(side)
    away = (ux * AWAY_MM, uy * AWAY_MM)
    elbow = (ux * ELBOW_MM + 0.25 * arm.x_mm, uy * ELBOW_MM + 0.25 * arm.y_mm)
    back = math.atan2(elbow[1] - arm.y_mm, elbow[0] - arm.x_mm)
    c, s = math.cos(back), math.sin(back)
    x = away[0] + (arm.x_mm - away[0]) * reach - OVER_MM * c
    y = away[1] + (arm.y_mm - away[1]) * reach - OVER_MM * s
    turn = np.array([[c * SIZE, -s * SIZE, x], [s * SIZE, c * SIZE, y], [0.0, 0.0, 1.0]])
    sheet = np.array([[1 / PX, 0.0, -BEFORE_MM], [0.0, 1 / PX, -HALF_MM], [0.0, 0.0, 1.0]])
    placed: Array = turn @ sheet
    return placed


def _window(warp: Array, sheet: Array, picture: Array) -> Box:
    """The part of *picture* a sheet can cover; turned inside out where that is nothing."""
    h, w = sheet.shape[:2]
    corners = np.array([[[0, 0]], [[w, 0]], [[w, h]], [[0, h]]], np.float32)
    quad = cv2.perspectiveTransform(corners, warp).reshape(-1, 2)
    x0, y0 = (max(0, math.floor(v) // 4 * 4) for v in quad.min(0))
    x1 = min(picture.shape[1], math.ceil(float(quad[:, 0].max())))
    y1 = min(picture.shape[0], math.ceil(float(quad[:, 1].max())))
    return x0, y0, x1, y1


def draw(picture: Array, optics: Optics, lamp: Light, arm: Arm, seen: Seen) -> Box:
    """Draw *arm* and its shadow over *picture* (h, w, 3) uint8.

    Gives the part of the picture that may have changed.
    """
    placed = _placed(arm, seen.reach)
    # Lit as if it came straight from its side: near enough, and one picture a seat is kept.
    side, to = math.radians(arm.side_deg), lamp.to
    along = float(to[0]) * math.cos(side) + float(to[1]) * math.sin(side)
    across = float(to[1]) * math.cos(side) - float(to[0]) * math.sin(side)
    lit = (round(along, 1), round(across, 1), round(float(to[2]), 1))
    sheet, cover = _sheet(arm.button, lit, seen.moving, seen.sleeves)
    fall = np.eye(3)
    fall[:2, 2] = -HIGH_MM * 0.8 * lamp.to[:2] / lamp.to[2]
    a = _shade(picture, optics.plane(0.0) @ fall @ placed, cover, lamp)
    b = _cover(picture, optics.plane(HIGH_MM) @ placed, sheet, cover)
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _cover(picture: Array, warp: Array, sheet: Array, cover: Array) -> Box:
    window = x0, y0, x1, y1 = _window(warp, sheet, picture)
    if x0 < x1 and y0 < y1:
        shifted = np.array([[1.0, 0.0, -x0], [0.0, 1.0, -y0], [0.0, 0.0, 1.0]]) @ warp
        over = cv2.warpPerspective(sheet, shifted, (x1 - x0, y1 - y0))
        clear = cv2.bitwise_not(cv2.warpPerspective(cover, shifted, (x1 - x0, y1 - y0)))
        under = picture[y0:y1, x0:x1]
        cv2.multiply(under, cv2.merge([clear] * 3), dst=under, scale=1 / 255.0)
        cv2.add(under, over, dst=under)
    return window


def _shade(picture: Array, warp: Array, cover: Array, lamp: Light) -> Box:
    """The arm's soft shadow, made at a quarter of the picture's size."""
    window = x0, y0, x1, y1 = _window(warp, cover, picture)
    if x0 < x1 and y0 < y1:
        shift = np.array([[0.25, 0.0, -x0 / 4], [0.0, 0.25, -y0 / 4], [0.0, 0.0, 1.0]])
        size = (max((x1 - x0) // 4, 1), max((y1 - y0) // 4, 1))
        dark = cv2.GaussianBlur(cv2.warpPerspective(cover, shift @ warp, size), (0, 0), 3.5)
        clear = cv2.convertScaleAbs(dark, alpha=-lamp.shade, beta=255.0)
        clear = cv2.resize(clear, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
        under = picture[y0:y1, x0:x1]
        cv2.multiply(under, cv2.merge([clear] * 3), dst=under, scale=1 / 255.0)
    return window
