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
STEPS = (
    (2.0, 4.0, INSIDE[::3], RING[::3], 0.25, 0.004),
    (1.0, 2.0, INSIDE, RING, 0.25, 0.004),
    (0.6, 1.5, EDGE_IN, EDGE_OUT, 0.5, 0.01),
)
"""Rounds of refining: pixels and degrees a step, points that should have the colour and should
not, how much the latter count, and how much a pixel away from the middle of the tray does."""


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


@dataclass(frozen=True, slots=True)
class Blob:
    """One connected patch of a colour, and the dice found in it."""

    x: float
    y: float
    faces: float  #: its area
    squares: tuple[Square, ...]


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
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, ltype=cv2.CV_16U)
        face = self._edge**2
        found = []
        for i in range(1, count):
            left, top, wide, high, area = (int(v) for v in stats[i])
            if area < SMALLEST * face:
                continue
            here = labels[top : top + high, left : left + wide] == i
            squares: tuple[Square, ...] = ()
            if area < MOST * face:
                padded = np.pad(here.astype(np.float32), self._pad)
                squares = self._peel(padded, left - self._pad, top - self._pad)
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
            Square(x + left, y + top, angle, cover, ring, each, left_over)
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
        for step, turn, inner, outer, against, push in STEPS:
            moves = np.arange(-2, 3) * step
            xs, ys = x + moves, y + moves
            angles = angle + np.radians(np.arange(-2, 3) * turn)
            inside = self._sample(rest, xs, ys, angles, inner)
            around = self._sample(whole, xs, ys, angles, outer)
            outwards = push * (moves * out[0] + moves[:, None] * out[1])
            score = inside - against * around + outwards[..., None]
            i, j, k = np.unravel_index(int(score.argmax()), score.shape)
            x, y, angle = float(xs[j]), float(ys[i]), float(angles[k])
            good = float(score[i, j, k])
        one = np.array([x]), np.array([y]), np.array([angle])
        cover = float(self._sample(rest, *one, INSIDE)[0, 0, 0])
        ring = float(self._sample(whole, *one, RING)[0, 0, 0])
        return good, x, y, angle, cover, ring

    def _sample(
        self, mask: Floats, x: NDArray[Any], y: NDArray[Any], angle: NDArray[Any], points: Floats
    ) -> NDArray[Any]:
        """The mean of *mask* over *points* (in edges, from the middle) of squares (y, x, angle).

        Columns and rows are made apart, a table each, and only their sum is as large as the answer.
        """
        x, y, angle = (v.astype(np.float32) for v in (x, y, angle))
        c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
        px, py = points[:, 0] * self._edge, points[:, 1] * self._edge
        columns = (x[:, None, None] + (c * px - s * py + 0.5)).astype(np.int32)
        rows = (y[:, None, None] + (s * px + c * py + 0.5)).astype(np.int32)
        rows *= mask.shape[1]
        at = rows[:, None] + columns
        values = mask.ravel().take(at, mode="clip")  # the padding keeps squares inside
        share = values.reshape(-1, len(points)) @ np.full(len(points), 1 / len(points), np.float32)
        return cast(NDArray[Any], share.reshape(at.shape[:3]))


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
