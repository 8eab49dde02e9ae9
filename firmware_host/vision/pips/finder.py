"""Where top faces are: the finder's answers at the scale at which these dice are best seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from firmware_host.vision.pips.nets import MULTIPLE, Nets, sigmoid
from firmware_host.vision.plane import Floats, Picture

STRIDE = 4
LOOKS = (160, 320, 640, 900)
"""Longer sides, in pixels, at which a picture is looked at whose dice may have any size."""
SMALLER = 640
"""Looks of that side and less are made of one picture that was made smaller once."""
ENOUGH = 320
"""At that look it may already be plain what lies there."""
PLAIN = 0.6
"""A chance above that leaves no doubt."""
LEAST, MOST, BEST = 17.0, 52.0, 28.0
"""Pixels of a die's edge: what is read well, and what is aimed at in a second look."""
LONGEST = 1312
"""No look is longer than that, so that no picture takes seconds."""
WORTH = 0.12
"""A chance below that is nothing."""
CLEAR = 0.35
"""A chance above that is a die."""
APART = 0.55
"""Two top faces are at least so many edges apart, middle to middle."""


@dataclass(frozen=True, slots=True)
class Found:
    """What may be a top face, in the picture's own pixels."""

    x: float
    y: float
    size: float  #: its edge in pixels
    chance: float  #: 0..1 that there is one
    values: Floats  #: (7,) chances of 1..6 and of a sign


def find(
    nets: Nets,
    picture: Picture,
    die_px: float | None = None,
    smaller: Picture | None = None,
) -> tuple[Found, ...]:
    """The top faces in *picture*, likeliest first; *die_px*: a die's edge where it is known.

    *smaller* is the same picture at the size at which it is then looked at, where somebody has it.
    """
    longer = max(picture.shape[:2])
    if die_px:
        return look(nets, picture, min(BEST / die_px, LONGEST / longer), smaller)
    best: tuple[Found, ...] = ()
    scale = 1.0
    seen: list[tuple[tuple[Found, ...], float]] = []
    smaller = resized(picture, min(SMALLER / longer, 1.0))
    for side in LOOKS:
        if side > SMALLER and _usual(best) * side / longer > MOST:
            break
        scale = side / longer
        seen.append((look(nets, picture, scale, smaller), scale))
        best = merged(seen)
        if side >= ENOUGH and _is_plain(best, scale):
            return best
    usual = _usual(best) * scale
    if 0 < usual < LEAST or (not usual and longer > LOOKS[-1] * 1.5):
        closer = min(scale * BEST / (usual or LEAST), LONGEST / longer, 2.0)
        best = merged([*seen, (look(nets, picture, closer), closer)])
    return best


def _usual(found: tuple[Found, ...]) -> float:
    """The size of most dice in the picture's pixels; 0: none was found."""
    sizes = [f.size for f in found if f.chance > CLEAR]
    return float(np.median(sizes)) if sizes else 0.0


def _is_plain(found: tuple[Found, ...], scale: float) -> bool:
    """Whether a closer look would show nothing more: dice large enough, and none in doubt."""
    dice = [f for f in found if f.chance > CLEAR]
    return bool(dice) and all(f.chance > PLAIN and f.size * scale > LEAST for f in dice)


def merged(looks: Sequence[tuple[tuple[Found, ...], float]]) -> tuple[Found, ...]:
    """What was found at several scales, each die once: as it was seen at the size that suits."""
    rated = [(f.chance * _suits(f.size * scale), f) for found, scale in looks for f in found]
    kept: list[Found] = []
    for _, f in sorted(rated, key=lambda r: -r[0]):
        if not any(np.hypot(f.x - k.x, f.y - k.y) < APART * max(f.size, k.size) for k in kept):
            kept.append(f)
    return tuple(kept)


def _suits(size: float) -> float:
    """How far a face so many pixels wide may be believed, 0..1."""
    return float(np.clip(min(size / LEAST, MOST / size) ** 2, 0.2, 1.0))


def resized(picture: Picture, scale: float) -> Picture:
    """*picture*, *scale* times as large."""
    height, width = picture.shape[:2]
    size = (max(round(width * scale), MULTIPLE), max(round(height * scale), MULTIPLE))
    while picture.shape[1] >= 2 * size[0] and picture.shape[0] >= 2 * size[1]:
        half = (picture.shape[1] // 2, picture.shape[0] // 2)  # OpenCV halves fastest
        picture = cast(Picture, cv2.resize(picture, half, interpolation=cv2.INTER_AREA))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return cast(Picture, cv2.resize(picture, size, interpolation=way))


def look(
    nets: Nets, picture: Picture, scale: float, smaller: Picture | None = None
) -> tuple[Found, ...]:
    """What the finder sees in *picture* made *scale* times as large.

    *smaller*: the picture made smaller already, and no smaller than that.
    """
    height, width = picture.shape[:2]
    is_small = smaller is not None and scale * max(height, width) < max(smaller.shape) + 0.5
    source = smaller if smaller is not None and is_small else picture
    small = resized(source, scale * max(height, width) / max(source.shape[:2]))
    size = (small.shape[1], small.shape[0])
    down, right = -size[1] % MULTIPLE, -size[0] % MULTIPLE
    whole = cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_REPLICATE)
    out = nets.find(np.asarray(whole, np.uint8))
    return _peaks(out, width / size[0], height / size[1])


def _peaks(out: Floats, across: float, down: float) -> tuple[Found, ...]:
    """The answer's maxima that are no other's neighbours."""
    chance = sigmoid(out[0])
    highest = cv2.dilate(chance, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((chance >= highest) & (chance > WORTH))
    order = np.argsort(-chance[rows, columns])[:400]
    found: list[Found] = []
    for row, column in zip(rows[order], columns[order], strict=True):
        cell = out[:, row, column]
        odds = np.exp(cell[1:8] - cell[1:8].max())
        size = float(np.exp(np.clip(cell[8], -1, 5))) * STRIDE * (across * down) ** 0.5
        x = ((column + 0.5 + float(cell[9])) * STRIDE + 0.5) * across - 0.5
        y = ((row + 0.5 + float(cell[10])) * STRIDE + 0.5) * down - 0.5
        near = (np.hypot(f.x - x, f.y - y) < APART * max(f.size, size) for f in found)
        if not any(near):
            share = (odds / odds.sum()).astype(np.float32)
            found.append(Found(x, y, size, float(chance[row, column]), share))
    return tuple(found)
