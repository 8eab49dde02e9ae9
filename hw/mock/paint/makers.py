"""Dice of several makers: how round, which paint, which ink, whose drawings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from . import pips
from .glyphs import glyph
from .optics import Array
from .pips import Bgr


@dataclass(frozen=True, slots=True, eq=False)
class Maker:
    """One make of dice. One of pip dice has bodies of any colour, and lists none."""

    round_mm: float  #: how far the edges are rounded
    bodies: Mapping[str, Bgr]
    inks: Mapping[str, Bgr]
    ink_part: float = 0.92  #: the symbol's share of a face's side
    hand: int = 0  #: whose drawings: see ``glyphs``

    def body(self, colour: str) -> Bgr:
        """What its dice of a colour are made of: blue, green, red.

        :raises KeyError: it makes none.
        """
        return self.bodies[colour] if self.bodies else pips.body(colour)

    def ink(self, colour: str) -> Bgr:
        """What they are painted with.

        :raises KeyError: it makes none.
        """
        return self.inks[colour] if self.inks else pips.ink(colour)


BODIES: Mapping[str, Bgr] = {
    "Y": (30.0, 185.0, 238.0),
    "R": (42.0, 36.0, 196.0),
    "B": (178.0, 86.0, 28.0),
}
INKS: Mapping[str, Bgr] = {
    "Y": (28.0, 26.0, 30.0),
    "R": (236.0, 242.0, 246.0),
    "B": (246.0, 242.0, 236.0),
}
MAKERS = (
    Maker(2.2, BODIES, INKS),
    Maker(  # tumbled resin, deep colours, gold and black ink
        4.2,
        {"Y": (20.0, 150.0, 222.0), "R": (40.0, 22.0, 140.0), "B": (140.0, 60.0, 34.0)},
        {"Y": (30.0, 28.0, 70.0), "R": (110.0, 200.0, 232.0), "B": (150.0, 215.0, 236.0)},
        0.80,
        1,
    ),
    Maker(  # printed wood, pale colours, thin dark ink
        1.2,
        {"Y": (70.0, 200.0, 232.0), "R": (88.0, 80.0, 214.0), "B": (206.0, 138.0, 72.0)},
        {"Y": (30.0, 34.0, 44.0), "R": (30.0, 26.0, 40.0), "B": (44.0, 30.0, 26.0)},
        0.86,
        1,
    ),
    Maker(2.2, {}, {}, 1.0, 2),  # pip dice as sold by the bag
    Maker(4.2, {}, {}, 1.0, 3),  # tumbled, with large pips
    Maker(1.2, {}, {}, 1.0, 4),  # sharp-edged, with small ones
)
OF_SYMBOLS = 3
"""So many makers make symbol dice; after them come as many that make pip dice."""


def number(faces: str, maker: int) -> int:
    """Which of ``MAKERS`` made the dice with these six symbols: the *maker*-th of its trade."""
    return OF_SYMBOLS + maker if pips.is_of_pips(faces) else maker


@lru_cache(maxsize=512)
def paint(maker: int, colour: str, symbol: str, texels: int, worn: tuple[int, float]) -> Array:
    """(3, texels, texels): what a face is painted with, unlit: a plane each of blue, green, red.

    *worn*: the seed of its wear, and how much of the ink is gone, 0..1.
    """
    make = MAKERS[maker]
    size = round(texels * make.ink_part)
    ink = np.zeros((texels, texels), np.float32)
    at = (texels - size) // 2
    ink[at : at + size, at : at + size] = glyph(symbol, size, make.hand)
    if worn[1]:
        ink *= 1 - _gone(worn[0], worn[1], texels)
    body, colour_of_ink = (
        np.array(c, np.float32)[:, None, None] for c in (make.body(colour), make.ink(colour))
    )
    return np.asarray(body * (1 - ink) + colour_of_ink * ink)


def _gone(seed: int, share: float, texels: int) -> Array:
    """How much of the ink is rubbed off, (texels, texels): blots, scratches, and a paler rest."""
    luck = np.random.default_rng([seed, 5])
    cloud = np.zeros((texels, texels), np.float32)
    for cells, weight in ((4, 1.0), (10, 0.6), (24, 0.35)):
        grid = luck.standard_normal((cells, cells), np.float32)
        cloud += weight * cv2.resize(grid, (texels, texels), interpolation=cv2.INTER_CUBIC)
    limit = float(np.quantile(cloud, 1 - share))
    blots = np.clip((cloud - limit) * 4.0 + 0.5, 0.0, 1.0) * luck.uniform(0.5, 1.0)
    scratches = np.zeros((texels, texels), np.uint8)
    for _ in range(int(luck.integers(0, 3 + int(8 * share)))):
        a, b = luck.uniform(0, texels, (2, 2)).astype(int)
        ends = (int(a[0]), int(a[1])), (int(b[0]), int(b[1]))
        cv2.line(scratches, *ends, 255, 1, cv2.LINE_AA)
    scratched = cv2.GaussianBlur(scratches, (0, 0), 0.6).astype(np.float32) / 255.0
    return np.asarray(np.clip(np.maximum(blots, scratched) + 0.25 * share, 0.0, 0.95))
