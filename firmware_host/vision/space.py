"""Telling symbols apart: the embedding's points, stretched so that shots of one symbol lie close.

The same symbol gives slightly different points in other light, at other turns, with another
pixel grid. Along the directions in which shots of one symbol differ anyway a difference means
little; across them it means much. The few shots of a teaching session say which are which, and
what they cannot say is left round (docs/decisions/0008-embedding-runtime.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.embedding import unit
from firmware_host.vision.plane import Floats

ROUND = 1.0
"""Weight of "all directions are alike" beside what the shots say."""
KEPT = 0.8
"""Share of a symbol's shots that teach; the ones least like it are burnt out or half hidden."""


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """Where symbols lie: *origin* (d,), *stretch* (d, d) and *points* (symbols, d)."""

    origin: Floats
    stretch: Floats
    points: Floats

    def likeness(self, points: Floats) -> Floats:
        """How like each symbol each of *points* (n, d) is, (n, symbols), -1..1."""
        return cast(Floats, self.turned(points) @ self.points.T)

    def turned(self, points: Floats) -> Floats:
        """*points* (n, d) of the embedding as points of this space, of length 1."""
        return _length_1((points - self.origin) @ self.stretch)


def taught(shots: list[Floats]) -> Space:
    """The space that *shots* teach: one (n, d) array of points for each symbol."""
    kept = [_without_odd(s) for s in shots]
    centres = np.stack([k.mean(axis=0) for k in kept])
    origin = centres.mean(axis=0)
    differences = np.concatenate([k - c for k, c in zip(kept, centres, strict=True)])
    spread = differences.T @ differences / len(differences)
    size = len(origin)
    spread += ROUND * max(float(np.trace(spread)) / size, 1e-6) * np.eye(size)
    values, axes = np.linalg.eigh(spread)
    stretch = (axes / np.sqrt(values)) @ axes.T
    stretch /= np.sqrt(1.0 / values.min())
    points = _length_1((centres - origin) @ stretch)
    return Space(*(a.astype(np.float32) for a in (origin, stretch, points)))


def _without_odd(points: Floats) -> Floats:
    likeness = points @ unit(points.mean(axis=0))
    return cast(Floats, points[likeness >= np.quantile(likeness, 1 - KEPT)])


def _length_1(points: NDArray[Any]) -> Floats:
    return cast(Floats, points / (np.linalg.norm(points, axis=-1, keepdims=True) + 1e-9))
