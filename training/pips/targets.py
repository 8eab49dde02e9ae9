"""What the nets should have said of a scene."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from training.pips.dice import Floats
from training.pips.grounds import Random
from training.pips.scene import SIGN

STRIDE = 4
SMALL, LARGE = 9.5, 84.0
"""Top faces smaller than that need not be found, larger ones must not."""
SEEN = 0.62
"""A top face of which less is seen need not be found, and may."""
UNASKED = 0.3


@dataclass(frozen=True, slots=True)
class FinderTarget:
    """For each cell of the finder's answer."""

    heat: Floats  #: (h, w), 1 in the middle of a top face
    care: Floats  #: (h, w), 0 where any answer will do
    value: npt.NDArray[np.int64]  #: (h, w), 0..6, -1: no die's
    place: Floats  #: (3, h, w) log size / 4 px, offsets in cells


def finder_target(dice: Floats, side: int) -> FinderTarget:
    """*dice*: (n, 5+) of x, y, size, value, seen."""
    cells = side // STRIDE
    heat, care = np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32)
    value, place = np.full((cells, cells), -1, np.int64), np.zeros((3, cells, cells), np.float32)
    y, x = np.mgrid[0:cells, 0:cells].astype(np.float32)
    for die in dice:
        if die[3] == 0 or die[2] > LARGE:
            continue
        across, down = die[0] / STRIDE - 0.5, die[1] / STRIDE - 0.5
        size = die[2] / STRIDE
        far = np.square(x - across) + np.square(y - down)
        if die[4] < UNASKED and die[2] > SMALL:
            continue
        if die[4] < SEEN or die[2] < SMALL:
            care[far < (0.45 * size) ** 2 + 1] = 0
            continue
        mine = far < max(0.25 * size, 0.75) ** 2
        heat = np.maximum(heat, np.exp(-far / (2 * max(0.11 * size, 0.5) ** 2)))
        if 0 <= round(across) < cells and 0 <= round(down) < cells:
            heat[round(down), round(across)] = 1
        value[mine] = int(die[3]) - 1
        place[:, mine] = np.stack(
            [np.full(mine.sum(), np.log(size)), across - x[mine], down - y[mine]]
        )
    return FinderTarget(heat, care, value, place)


@dataclass(frozen=True, slots=True)
class Crop:
    """One top face (or none) as the reader is given it."""

    picture: npt.NDArray[np.uint8]  #: (edge, edge, 3)
    value: int  #: 0: no top face in the middle
    pips: Floats  #: (edge / 2, edge / 2), 1 at a top pip's middle


def crop(
    random: Random, picture: npt.NDArray[np.uint8], dice: Floats, edge: int, afield: bool = False
) -> Crop | None:
    """A crop of some die in *picture*, or of something that is none; None: none worth it.

    What is none lies near a die; with *afield* sometimes anywhere, and signs come more often.
    """
    clear = [d for d in dice if d[3] and d[4] > SEEN and SMALL < d[2] < LARGE]
    if clear and random.random() < 0.8:
        die = clear[int(random.integers(len(clear)))]
        rare = [d for d in clear if d[3] == SIGN]
        if afield and rare and random.random() < 0.5:
            die = rare[int(random.integers(len(rare)))]
        size = die[2] * np.exp(random.normal(0, 0.10))
        at = die[:2] + random.normal(0, 0.07, 2) * die[2]
        return _cut(random, picture, (at, size, die), edge)
    if not any(d[3] for d in dice):
        at, size = random.uniform(0, picture.shape[0], 2), float(np.exp(random.uniform(2.3, 4.3)))
        return _cut(random, picture, (at, size, None), edge)
    die = dice[int(random.integers(sum(d[3] > 0 for d in dice)))]
    at = die[:2] + random.normal(0, 0.9, 2) * die[2]  # a side, a gap, a corner, the ground
    size = die[2] * np.exp(random.normal(0, 0.3))
    if afield and random.random() < 0.4:
        at = random.uniform(0, picture.shape[0], 2)
    for other in dice:
        near = np.hypot(*(other[:2] - at)) < 0.42 * other[2]
        if other[3] and near and 0.55 < size / other[2] < 1.8:
            return None
    return _cut(random, picture, (at, size, None), edge)


def _cut(
    random: Random,
    picture: npt.NDArray[np.uint8],
    what: tuple[Floats, float, Floats | None],
    edge: int,
) -> Crop:
    at, size, die = what
    angle = random.uniform(0, 360) if random.random() < 0.5 else 0.0
    scale = edge / 2 / size
    matrix = cv2.getRotationMatrix2D((float(at[0]), float(at[1])), angle, scale)
    matrix += np.array([[0, 0, edge / 2 - at[0]], [0, 0, edge / 2 - at[1]]])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    made = cv2.warpAffine(picture, matrix, (edge, edge), flags=way, borderMode=cv2.BORDER_REPLICATE)
    pips = np.zeros((edge // 2, edge // 2), np.float32)
    if die is None:
        return Crop(np.asarray(made, np.uint8), 0, pips)
    y, x = np.mgrid[0 : edge // 2, 0 : edge // 2].astype(np.float32)
    for px, py in die[5:].reshape(6, 2)[: int(die[3]) % 7]:
        a, d = matrix @ np.array([px, py, 1.0]) / 2 - 0.25
        far = np.square(x - a) + np.square(y - d)
        pips = np.maximum(pips, np.exp(-far / (2 * 0.7**2))).astype(np.float32)
    return Crop(np.asarray(made, np.uint8), int(die[3]), pips)
