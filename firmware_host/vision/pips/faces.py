"""One found face seen again, larger: its value, its pips, and whether these make a pattern."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from firmware_host.vision.pips import pattern
from firmware_host.vision.pips.finder import Found
from firmware_host.vision.pips.nets import CROP, Nets
from firmware_host.vision.plane import Floats, Picture

PIP = 0.35
"""A chance above that is a pip."""
REACH = 0.62
"""A pip of a top face is less than so many edges from the face's middle."""


@dataclass(frozen=True, slots=True)
class Face:
    """What the second net makes of a found face."""

    none: float  #: the chance that there is no top face after all
    values: Floats  #: (7,) chances of 1..6 and of a sign
    pips: Floats  #: (n, 2) where pips are, in edges from the face's middle
    is_pattern: bool  #: the pips lie as on a die: none was missed, and no side face's counted

    @property
    def count(self) -> int:
        """How many pips were counted."""
        return len(self.pips)


def read(nets: Nets, picture: Picture, found: tuple[Found, ...]) -> tuple[Face, ...]:
    """Each of *found*, looked at once more."""
    crops = [crop(picture, f) for f in found]
    chances, maps = nets.read(np.stack(crops) if crops else np.zeros((0, CROP, CROP, 3), np.uint8))
    return tuple(_face(chance, spots) for chance, spots in zip(chances, maps, strict=True))


def again(nets: Nets, picture: Picture, found: tuple[Found, ...]) -> tuple[Face, ...]:
    """Each of *found*, seen from its four sides: slower, and surer by what the four agree on."""
    if not found:
        return ()
    crops = [np.rot90(crop(picture, f), q) for f in found for q in range(4)]
    chances, maps = nets.read(np.stack(crops))
    back = [np.rot90(spots, -(k % 4)) for k, spots in enumerate(maps)]
    edge = CROP // 2
    mean = chances.reshape(-1, 4, chances.shape[1]).mean(axis=1)
    spots = np.stack(back).reshape(-1, 4, edge, edge).mean(axis=1)
    return tuple(_face(chance, one) for chance, one in zip(mean, spots, strict=True))


def crop(picture: Picture, found: Found) -> Picture:
    """The face in the middle of 56 x 56 pixels, its edge half as long as they."""
    scale = CROP / 2 / found.size
    if scale < 0.5:  # smoothed first: warping takes four pixels and forgets the others
        left, top = (int(max(v - 1.5 * found.size, 0)) for v in (found.x, found.y))
        right, bottom = (int(v + 1.5 * found.size) + 1 for v in (found.x, found.y))
        part = picture[top:bottom, left:right]
        if part.size:
            height, width = part.shape[:2]
            size = (max(1, round(width * scale)), max(1, round(height * scale)))
            part = cast(Picture, cv2.resize(part, size, interpolation=cv2.INTER_AREA))
            fx, fy = size[0] / width, size[1] / height
            matrix = np.array(
                [
                    [scale / fx, 0, CROP / 2 - (found.x - left + 0.5) * scale + 0.5 * scale / fx],
                    [0, scale / fy, CROP / 2 - (found.y - top + 0.5) * scale + 0.5 * scale / fy],
                ]
            )
            return _warped(part, matrix)
    matrix = np.array(
        [
            [scale, 0, CROP / 2 - found.x * scale],
            [0, scale, CROP / 2 - found.y * scale],
        ]
    )
    return _warped(picture, matrix)


def _warped(picture: Picture, matrix: Floats) -> Picture:
    made = cv2.warpAffine(
        picture, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return cast(Picture, made)


def _face(chances: Floats, spots: Floats) -> Face:
    highest = cv2.dilate(spots, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((spots >= highest) & (spots > PIP))
    half = CROP / 4
    points = np.stack([columns + 0.25 - half, rows + 0.25 - half], axis=1) / half
    share = chances[1:] / max(float(chances[1:].sum()), 1e-6)
    pips = points[np.hypot(points[:, 0], points[:, 1]) < REACH].astype(np.float32)
    return Face(
        none=float(chances[0]),
        values=share.astype(np.float32),
        pips=pips,
        is_pattern=pattern.fits(pips),
    )
