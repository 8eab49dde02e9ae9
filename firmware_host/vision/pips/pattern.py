"""Whether counted pips lie as on a die: an affine picture of the face with so many pips.

A face seen from any side, near enough flat, is its drawing turned, narrowed and sheared. What fits
no such drawing has a pip too few, or one of a side face.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from firmware_host.vision.plane import Floats

_SPOTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
_DRAWN = {n: np.array(spots, np.float32) for n, spots in _SPOTS.items()}
OFF = 0.09
"""A pip may be so many edges from where the drawing has it."""
ASIDE = 0.19
"""The pips' middle may be so many edges from the face's."""
CENTRED, SLOT = 0.10, 0.14
"""The same where one pip was too many; and how far from a pip's place a spot is plainly no pip."""
LENGTHS = (0.36, 1.1)
"""From the first pip of a 2 or 3 to its last, in edges."""
SCALES = (0.12, 0.42)
"""Half of the way between two pips along a side, in edges: drawn as 1 above."""


def fits(pips: Floats) -> bool:
    """Whether *pips*, (n, 2) in edges from the face's middle, are a face's."""
    count = len(pips)
    if count not in _DRAWN or np.hypot(*pips.mean(axis=0)) > ASIDE:
        return False
    if count == 1:
        return True
    return _in_a_row(pips) if count < 4 else _in_a_field(pips)


def spare(pips: Floats) -> int | None:
    """Which one of *pips* is too many, if the others are a face's; None where that is not plain.

    The face lies flat and is seen from above. A spot where a larger face has a pip may be one: then
    another may be hidden, and nothing is plain.
    """
    if not 3 <= len(pips) <= 7:
        return None
    left = [np.delete(pips, k, axis=0) for k in range(len(pips))]
    aside = [float(np.hypot(*p.mean(axis=0))) if fits(p) else 1.0 for p in left]
    least = int(np.argmin(aside))
    kept, spot = left[least], pips[least]
    if aside[least] > CENTRED or (len(kept) < 5 and _in_a_slot(spot, kept)):
        return None
    return least


def _in_a_slot(spot: Floats, kept: Floats) -> bool:
    """Does *spot* lie where some face has a pip, if the pips *kept* lie on its diagonals?"""
    middle = kept.mean(axis=0)
    corner = max((p - middle for p in kept), key=lambda p: float(np.hypot(*p)))
    other = np.array([-corner[1], corner[0]])
    sides = [(s * corner + t * other) / 2 for s in (1, -1) for t in (1, -1)]
    slots = np.array([0 * corner, corner, -corner, other, -other, *sides])
    return bool(np.hypot(*(slots + middle - spot).T).min() < SLOT)


def _in_a_row(pips: Floats) -> bool:
    away = pips - pips.mean(axis=0)
    first = pips[np.hypot(*away.T).argmax()]
    last = pips[np.hypot(*(pips - first).T).argmax()]
    length = float(np.hypot(*(last - first)))
    middle = (first + last) / 2
    between = [p for p in pips if not (p == first).all() and not (p == last).all()]
    straight = all(np.hypot(*(p - middle)) < OFF for p in between)
    return bool(LENGTHS[0] < length < LENGTHS[1] and straight)


def _in_a_field(pips: Floats) -> bool:
    """Four pips or more: each of the drawing's turns is tried, and the best one fitted."""
    field, seen = _FIELDS[len(pips)], _round(pips)
    if seen is None:
        return False
    turns = np.arctan2(seen[:, 1], seen[:, 0]) - field.first
    c, s = np.cos(turns), np.sin(turns)
    ways = np.stack([np.stack([c, s], 1), np.stack([-s, c], 1)], 1).astype(np.float32)
    there = field.round @ ways  # (turns, n, 2)
    far = np.hypot(*np.moveaxis(there[:, :, None] - seen, -1, 0))
    nearest, off = far.argmin(axis=2), far.min(axis=2).max(axis=1)
    once = (np.sort(nearest, axis=1) == np.arange(len(pips))).all(axis=1)
    best = int(np.where(once, off, np.inf).argmin())
    if not once[best]:
        return False
    order = pips[nearest[best]]
    made = field.fit @ order
    off_most = np.hypot(*(field.known @ made - order).T).max()
    scales = np.linalg.svd(made[:2], compute_uv=False)
    return bool(off_most < OFF and SCALES[0] < scales[1] and scales[0] < SCALES[1])


def _round(points: Floats) -> Floats | None:
    """*points* about their middle, stretched so that they spread alike to all sides."""
    away = points - points.mean(axis=0)
    spread, axes = np.linalg.eigh(away.T @ away / len(away))
    if spread[0] < 1e-4:
        return None
    return np.asarray(away @ axes / np.sqrt(spread), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Field:
    """A drawing of four pips or more."""

    round: Floats  #: (n, 2) as :func:`_round` has it
    first: float  #: the way to its first pip, in radians
    known: Floats  #: (n, 3) places, and 1
    fit: Floats  #: (3, n) makes of pips in this order the affine picture that fits best

    @classmethod
    def of(cls, drawn: Floats) -> _Field:
        """What is the same whichever pips it is compared with."""
        wanted = _round(drawn)
        assert wanted is not None
        known = np.concatenate([drawn, np.ones((len(drawn), 1), np.float32)], axis=1)
        first = float(np.arctan2(wanted[0, 1], wanted[0, 0]))
        return cls(wanted, first, known, np.linalg.pinv(known).astype(np.float32))


_FIELDS = {n: _Field.of(drawn) for n, drawn in _DRAWN.items() if n > 3}
