"""Compact things on an even ground: told by colour alone, so that shadows are ground too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from firmware_host.vision.loose import ground
from firmware_host.vision.loose.ground import Ground, Mask
from firmware_host.vision.plane import Floats, Picture

LOOKED_AT = 820
"""The longer side of what is looked at; a larger picture is shrunk to it."""
SMALLEST = 0.025
"""A thing's side is at least so much of the picture's longer side."""
SOLID, OBLONG = 0.85, 1.6
"""It fills so much of its own hull, and is at most so many times as long as wide."""
ALIKE, LARGER = 0.55, 1.35
"""Dice of one game differ less in size than this, smaller and larger than most."""
STRICTER = (4.0, 3.0, 2.2, 1.6, 1.25, 1.0)
"""Dice that touch, or are joined by what they mirror on the ground, are told apart by what differs
from it so many times more, from the plainest one down."""
PARED = (0, 2, 4, 6)
"""And by taking so many pixels off all round."""


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Something that lies there, in the picture's own pixels."""

    x: float
    y: float
    side: float  #: the root of its area
    hull: Floats  #: (n, 2)
    alone: bool = True  #: it lies apart from others, and is whole in the picture


@dataclass(frozen=True, slots=True)
class _Form:
    solid: float
    oblong: float
    side: float

    @property
    def compact(self) -> bool:
        return self.solid > SOLID and self.oblong < OBLONG


def find(picture: Picture) -> tuple[Thing, ...]:
    """The things in *picture*, (height, width, 3) uint8, from top to bottom."""
    shrink = max(1.0, max(picture.shape[:2]) / LOOKED_AT)
    size = tuple(round(v / shrink) for v in picture.shape[1::-1])
    small = cast(Picture, cv2.resize(picture, (size[0], size[1]), interpolation=cv2.INTER_AREA))
    seen = ground.of(small)
    if seen is None:
        return ()
    things = [_thing(piece, shrink, alone) for piece, alone in _dice(seen)]
    return tuple(sorted(things, key=lambda t: (t.y, t.x)))


def _dice(seen: Ground) -> list[tuple[Mask, bool]]:
    """What lies on the ground, and whether by itself."""
    other = cv2.morphologyEx(1 - seen.mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    other = cv2.morphologyEx(other, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    least = (SMALLEST * max(seen.mask.shape)) ** 2
    pieces = [(p, _form(p), _at_edge(p)) for p in _pieces(cast(Mask, other)) if p.sum() > least]
    sides = [form.side for _, form, edge in pieces if form.compact and not edge]
    sides = sides or [form.side for _, form, _ in pieces if form.compact]
    if not sides:
        return []
    usual = float(np.median([s for s in sides if s > ALIKE * max(sides)]))
    found: list[tuple[Mask, bool]] = []
    for piece, form, edge in pieces:
        if form.side < ALIKE * usual or (edge and not form.compact):
            continue
        if form.side < LARGER * usual:
            found.append((piece, form.compact and not edge))
        elif not edge:
            found += [(p, False) for p in _split(piece, seen, usual)]
    return found


def _split(piece: Mask, seen: Ground, usual: float) -> list[Mask]:
    """The dice of a heap: the plainest ones first, then what is left."""
    left, got = piece.copy(), list[Mask]()
    for stricter in STRICTER:
        for pared in PARED:
            plain = left & (seen.unlike > stricter * seen.limit).astype(np.uint8)
            closed = cv2.morphologyEx(plain, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
            for part in _pared(cast(Mask, cv2.bitwise_and(closed, left)), pared, left):
                form = _form(part)
                if form.compact and ALIKE * usual < form.side < LARGER * usual:
                    got.append(part)
                    left[cv2.dilate(part, np.ones((5, 5), np.uint8)) > 0] = 0
    rest = [p for p in _pieces(left) if _form(p).side > ALIKE * usual]
    return got + rest


def _pared(mask: Mask, by: int, within: Mask) -> list[Mask]:
    """The pieces of *mask* when *by* pixels are taken off all round, grown again *within*."""
    if not by:
        return _pieces(mask)
    core = (cv2.distanceTransform(mask, cv2.DIST_L2, 3) > by).astype(np.uint8)
    round_ = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * by + 1, 2 * by + 1))
    return [cast(Mask, cv2.bitwise_and(cv2.dilate(p, round_), within)) for p in _pieces(core)]


def _pieces(mask: Mask) -> list[Mask]:
    count, labels = cv2.connectedComponents(mask)
    return [(labels == i).astype(np.uint8) for i in range(1, count)]


def _at_edge(mask: Mask) -> bool:
    return bool(mask[0].any() or mask[-1].any() or mask[:, 0].any() or mask[:, -1].any())


def _outline(mask: Mask) -> cv2.typing.MatLike:
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return max(outlines, key=cv2.contourArea)


def _form(mask: Mask) -> _Form:
    outline = _outline(mask)
    _, (wide, high), _ = cv2.minAreaRect(outline)
    area = cv2.contourArea(outline)
    solid = area / max(cv2.contourArea(cv2.convexHull(outline)), 1.0)
    return _Form(solid, max(wide, high) / max(min(wide, high), 1.0), float(np.sqrt(area)))


def _thing(mask: Mask, shrink: float, alone: bool) -> Thing:
    outline = _outline(mask)
    (x, y), _, _ = cv2.minAreaRect(outline)
    hull = (cv2.convexHull(outline).reshape(-1, 2) + 0.5) * shrink - 0.5
    x, y = ((v + 0.5) * shrink - 0.5 for v in (x, y))
    side = float(np.sqrt(cv2.contourArea(outline))) * shrink
    return Thing(x, y, side, hull.astype(np.float32), alone)
