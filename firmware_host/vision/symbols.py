"""What a top face shows: its ink, as a point, beside the taught points."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from firmware_host.vision.embedding import EDGE, Embedding
from firmware_host.vision.plane import Floats, Picture, Plane, square
from firmware_host.vision.space import Space
from firmware_host.vision.squares import Square

FACE = 48
"""A face is cut out so many pixels wide, a little more than its edge."""
AROUND = 1.08
SHIFT = 7
"""A square may be two to four millimetres off where dice touch: tried so many pixels aside."""
SHIFTED = 0.03
"""What a face looks better by must be more than this for a shifted square to count."""
PLAIN = 0.55
"""With a margin above this the square is where the face is: nothing else needs trying."""
FAINT = 0.5
"""What is paler than this share of the ink may be light mirrored in the body, and no ink."""
PLAINLY = 0.85
"""A face as like as this to a symbol is that symbol, however pale its ink."""

_rows, _columns = np.mgrid[:FACE, :FACE]
ROUND = ((_columns - FACE / 2 + 0.5) ** 2 + (_rows - FACE / 2 + 0.5) ** 2 < 20.3**2).astype(
    np.float32
)
"""The round part of a face: symbols lie inside it at any turn, neighbours outside."""
MOVES = tuple((x, y) for x in (-SHIFT, 0, SHIFT) for y in (-SHIFT, 0, SHIFT) if x or y)


def cut(picture: Picture, plane: Plane, die: Square) -> Picture:
    """The face of *die* from *picture*, (48, 48, 3), straightened."""
    edge = plane.tray.die_px * AROUND
    corners = square(die.x, die.y, edge, np.degrees(die.angle))
    there = np.array([[0, FACE - 1], [0, 0], [FACE - 1, 0], [FACE - 1, FACE - 1]], np.float32)
    turn = cv2.getPerspectiveTransform(plane.in_picture(corners), there)
    return cast(Picture, cv2.warpPerspective(picture, turn, (FACE, FACE)))


def ink(face: Picture, sign: int) -> Floats:
    """How inked each pixel of *face* is, about 0 for the body and 1 for ink; (48, 48).

    *sign* is 1 where the ink is lighter than the body, -1 where it is darker.
    """
    channels = cv2.split(face)
    total = np.add(channels[0], channels[1], dtype=np.float32)
    bright = (total + channels[2]) / np.float32(3)
    high = cv2.max(cv2.max(*channels[:2]), channels[2])[8:40, 8:40]
    chroma = high - cv2.min(cv2.min(*channels[:2]), channels[2])[8:40, 8:40]
    body = float(np.median(bright[8:40, 8:40][chroma >= np.median(chroma)]))
    return cast(Floats, np.clip(sign * (bright - body) / (40.0 + body * 0.5), -0.25, 1.2))


def glare(face: Picture) -> float:
    """Share of the round part of *face* that is burnt out to white."""
    burnt = (face.min(axis=2) > 243) & (ROUND > 0)
    return float(burnt.sum() / ROUND.sum())


def _patch(inked: Floats) -> Floats:
    masked = np.clip(inked, 0, 1.1) * ROUND
    return cast(Floats, cv2.resize(masked, (EDGE, EDGE), interpolation=cv2.INTER_AREA))


def _moved(inked: Floats, x: int, y: int) -> Floats:
    shift = np.array([[1, 0, x], [0, 1, y]], np.float32)
    return cast(Floats, cv2.warpAffine(inked, shift, (FACE, FACE)))


def points(embedding: Embedding, inks: list[Floats]) -> Floats:
    """The points of *inks*, (faces, 48)."""
    return embedding.points(np.array([_patch(i) for i in inks], np.float32).reshape(-1, EDGE, EDGE))


def likenesses(embedding: Embedding, inks: list[Floats], space: Space) -> tuple[Floats, Floats]:
    """How like each taught symbol each of *inks* is, -1..1, (faces, symbols), twice.

    First as the squares lie. Then, for faces whose first look leaves doubt, at best with the
    square a little aside: the same for all others.
    """
    first = space.likeness(points(embedding, inks))
    best = first.copy()
    doubtful = [i for i in range(len(inks)) if margin(first[i]) < PLAIN]
    if doubtful:
        moved = [_patch(_moved(inks[i], x, y)) for i in doubtful for x, y in MOVES]
        again = space.likeness(embedding.points(np.array(moved, np.float32)))
        moved_best = again.reshape(len(doubtful), len(MOVES), -1).max(axis=1) - SHIFTED
        best[doubtful] = np.maximum(first[doubtful], moved_best)
    return first, best


def without_reflex(embedding: Embedding, inks: list[Floats], space: Space, first: Floats) -> Floats:
    """:func:`likenesses` as squares lie, *first*, looked at again without what is faint.

    A reflex beside a symbol's ink is often paler than it, and makes another shape of it. Only where
    *first* leaves doubt; elsewhere they are the same.
    """
    doubtful = [i for i in range(len(inks)) if first[i].max() < PLAINLY]
    again = first.copy()
    if doubtful:
        strong = [_patch(_strong(inks[i])) for i in doubtful]
        again[doubtful] = space.likeness(embedding.points(np.array(strong, np.float32)))
    return again


def _strong(inked: Floats) -> Floats:
    """*inked* with its faint half as bare as the body."""
    full = max(float(np.quantile(inked[ROUND > 0], 0.95)), 0.2)
    strong = np.clip((inked / full - FAINT) / (1 - FAINT), -0.25, 1.2)
    return cast(Floats, strong.astype(np.float32))


def margin(likeness: Floats) -> float:
    """By how much the best is better than the second best."""
    if len(likeness) < 2:
        return 1.0
    second, best = np.partition(likeness, -2)[-2:]
    return float(best - second)
