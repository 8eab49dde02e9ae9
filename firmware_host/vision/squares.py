"""Top faces in one colour's mask: squares of a known size, peeled off one after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.plane import Floats, square

TURNS = 12  #: orientations tried between 0 and 90 degrees
COARSE = 0.25  #: scale at which several dice in one blob are looked for
TRIED = 3  #: of those, so many are looked at closely
SMALLEST = 0.45  #: share of a die's face a blob must have to be looked at
SLIVER = 0.12  #: a smaller one of so many faces is told as well, with no die in it
SINGLE = 1.55  #: a blob of less than so many faces is one die
GUESSED = 0.4  #: share of a square that must be of its colour for a die to be thought there
LEAST = 0.3  #: what is left of a blob may be a die if it has so many faces
MOST = 9.0  #: a blob of more faces than this is no heap of dice

_steps = (np.arange(12) + 0.5) / 12 - 0.5
INSIDE = np.array([(x, y) for x in _steps for y in _steps], np.float32) * 0.96


def _border(at: float, reach: float) -> Floats:
    """Points along the four sides of a square of half an edge *at*."""
    along = np.linspace(-reach, reach, 14)
    points = [p for a in along for s in (-at, at) for p in ((a, s), (s, a))]
    return np.array(points, np.float32)


RING = _border(0.58, 0.58)  #: just outside the square
EDGE_IN, EDGE_OUT = _border(0.46, 0.40), _border(0.545, 0.40)


def _both(inner: Floats, outer: Floats) -> tuple[Floats, int]:
    return np.concatenate([inner, outer]), len(inner)


STEPS = (
    (2.0, 4.0, *_both(INSIDE[::3], RING[::3]), 0.25, 0.004),
    (1.0, 2.0, *_both(INSIDE, RING), 0.25, 0.004),
    (0.6, 1.5, *_both(EDGE_IN, EDGE_OUT), 0.5, 0.01),
)
"""Rounds of refining: pixels and degrees a step, points that should have the colour (so many) and
then those that should not, how much the latter count, and how much a pixel away from the middle of
the tray does."""
FINAL = _both(INSIDE, RING)[0]


@dataclass(frozen=True, slots=True)
class Square:
    """A top face in the flat view, in pixels."""

    x: float
    y: float
    angle: float  #: radians
    cover: float  #: share of it that has the colour
    ring: float  #: share of its surroundings that has the colour
    faces: float  #: area of its blob, in faces, for each die found in it
    left_over: float  #: area of the blob no die explains, in faces
    alone: bool = False  #: no other die was found in its blob


@dataclass(frozen=True, slots=True)
class Blob:
    """One connected patch of a colour, and the dice found in it; a sliver has none."""

    x: float
    y: float
    faces: float  #: its area
    squares: tuple[Square, ...]

    @property
    def is_sliver(self) -> bool:
        """Is it too small for a die's face?"""
        return self.faces < SMALLEST


class Finder:
    """Finds top faces of *edge* pixels; *middle* is the point below the camera."""

    def __init__(self, edge: float, middle: float) -> None:
        self._edge, self._middle = edge, middle
        self._pad = (int(edge * 1.7) | 1) // 2 + 10
        self._kernels = [_kernel(edge, 90 * i / TURNS) for i in range(TURNS)]

    def blobs(self, mask: NDArray[np.uint8]) -> tuple[Blob, ...]:
        """The blobs of *mask* (height, width), non-zero where the colour is, with their dice."""
        if not mask.any():
            return ()
        outlines, family = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
        face, found = self._edge**2, []
        for i, outline in enumerate(outlines):
            if family[0][i][3] >= 0 or len(outline) < self._edge * 2 * SLIVER:
                continue  # a hole, or too short to go round anything
            left, top, wide, high = cv2.boundingRect(outline)
            pad = self._pad
            padded = np.zeros((high + 2 * pad, wide + 2 * pad), np.float32)
            at = (pad - left, pad - top)
            cv2.drawContours(padded, outlines, i, 1.0, -1, cv2.LINE_8, family, 1, at)
            inside = padded[pad : pad + high, pad : pad + wide]
            inside *= mask[top : top + high, left : left + wide] != 0
            area = cv2.countNonZero(inside)
            if area < SLIVER * face:
                continue
            squares: tuple[Square, ...] = ()
            if SMALLEST * face <= area < MOST * face:
                squares = self._peel(padded, left - pad, top - pad)
            found.append(Blob(left + wide / 2, top + high / 2, area / face, squares))
        return tuple(found)

    def _peel(self, blob: Floats, left: int, top: int) -> tuple[Square, ...]:
        face = self._edge**2
        whole, rest = blob, blob.copy()
        found: list[tuple[float, float, float, float, float]] = []
        thin = np.ones((int(self._edge * 0.42),) * 2, np.uint8)
        for _ in range(16):
            if rest.sum() < LEAST * face:
                break
            _, x, y, angle, cover, ring = max(
                self._refine(whole, rest, start, (left, top)) for start in self._starts(rest)
            )
            if cover < GUESSED:
                break
            found.append((x, y, angle, cover, ring))
            corners = square(x, y, self._edge + 2, np.degrees(angle)).astype(np.int32)
            cv2.fillPoly(rest, [corners], 0.0)
            # what is left of a side face is thinner than a die
            rest *= cv2.morphologyEx(rest.astype(np.uint8), cv2.MORPH_OPEN, thin)
        each = float(whole.sum()) / face / max(len(found), 1)
        left_over = float(rest.sum()) / face
        return tuple(
            Square(x + left, y + top, angle, cover, ring, each, left_over, len(found) == 1)
            for x, y, angle, cover, ring in found
        )

    def _starts(self, rest: Floats) -> list[tuple[float, float, float]]:
        """Where the most square-like parts of *rest* are: x, y, radians."""
        if rest.sum() < SINGLE * self._edge**2:
            outlines, _ = cv2.findContours(
                rest.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
            )
            (x, y), _, turn = cv2.minAreaRect(max(outlines, key=cv2.contourArea))
            return [(float(x), float(y), float(np.radians(turn)))]
        small = cv2.resize(rest, None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_AREA)
        found = []
        for i, kernel in enumerate(self._kernels):
            answer = cv2.filter2D(small, -1, kernel, borderType=cv2.BORDER_CONSTANT)
            _, value, _, (x, y) = cv2.minMaxLoc(answer)
            found.append((value, x / COARSE + 1.5, y / COARSE + 1.5, np.pi / 2 * i / TURNS))
        return [(x, y, angle) for _, x, y, angle in sorted(found, reverse=True)[:TRIED]]

    def _refine(
        self,
        whole: Floats,
        rest: Floats,
        at: tuple[float, float, float],
        corner: tuple[int, int],
    ) -> tuple[float, float, float, float, float, float]:
        """The best square near *at*: how good it is, x, y, angle, cover, ring.

        Of squares as good as each other the one farther from the middle is the top face: the
        camera sees a die's side only on the side towards itself.
        """
        x, y, angle = at
        out = np.array([x + corner[0] - self._middle, y + corner[1] - self._middle])
        out = out / (np.linalg.norm(out) + 1e-6)
        good = 0.0
        both = np.concatenate([rest.ravel(), whole.ravel()])
        for step, turn, points, inner, against, push in STEPS:
            moves = np.arange(-2, 3) * step
            xs, ys = x + moves, y + moves
            angles = angle + np.radians(np.arange(-2, 3) * turn)
            inside, around = self._sample(both, rest.shape, (xs, ys, angles), points, inner)
            outwards = push * (moves * out[0] + moves[:, None] * out[1])
            score = inside - against * around + outwards[..., None]
            i, j, k = np.unravel_index(int(score.argmax()), score.shape)
            x, y, angle = float(xs[j]), float(ys[i]), float(angles[k])
            good = float(score[i, j, k])
        one = np.array([x]), np.array([y]), np.array([angle])
        cover, ring = self._sample(both, rest.shape, one, FINAL, len(INSIDE))
        return good, x, y, angle, float(cover[0, 0, 0]), float(ring[0, 0, 0])

    def _sample(
        self,
        both: Floats,
        shape: tuple[int, ...],
        places: tuple[NDArray[Any], NDArray[Any], NDArray[Any]],
        points: Floats,
        inner: int,
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Two means for each square of *places* (x, y, angle), (y, x, angle) each.

        The first *inner* of the *points* (in edges, from the middle) are looked up in the first
        half of *both*, a mask of *shape*; the others in the second, another. Columns and rows are
        made apart, a table each, and only their sum is as large as the answer.
        """
        x, y, angle = (v.astype(np.float32) for v in places)
        c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
        px, py = points[:, 0] * self._edge, points[:, 1] * self._edge
        columns = (x[:, None, None] + (c * px - s * py + 0.5)).astype(np.int32)
        rows = (y[:, None, None] + (s * px + c * py + 0.5)).astype(np.int32)
        rows *= shape[1]
        rows[..., inner:] += shape[0] * shape[1]
        at = rows[:, None] + columns
        values = both.take(at, mode="clip")  # the padding keeps squares inside
        found = values.reshape(-1, len(points))
        share = [
            (part @ np.full(part.shape[1], 1 / part.shape[1], np.float32)).reshape(at.shape[:3])
            for part in (found[:, :inner], found[:, inner:])
        ]
        return share[0], share[1]


def _kernel(edge: float, turn_deg: float) -> Floats:
    """Rewards colour inside a square and punishes it just outside, so that corner dice go first."""
    width = int(edge * 1.7) | 1
    middle = width // 2
    filled = []
    for grow in (7, 1, -2):
        one = np.zeros((width, width), np.float32)
        cv2.fillPoly(one, [square(middle, middle, edge + grow, turn_deg).astype(np.int32)], 1.0)
        filled.append(one)
    outer, inner, core = filled
    ring = outer * (1 - inner)
    kernel = core / core.sum() - 0.35 * ring / ring.sum()
    small = cv2.resize(kernel, None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_AREA)
    return cast(Floats, small / np.abs(small[small > 0]).sum())
