"""What reaches in over the rim: hands, sleeves, anything that is not crater and not dice.

Seen on the rim, which is free of dice: there something that was not there cuts through it. From
there it is followed into the tray. Everything works on the flat view at a quarter of its size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.plane import PX_PER_MM, Picture, Plane, Tray
from firmware_host.vision.shade import Profile, Profiles, smoothed

SCALE = 4  #: pixels of the flat view to one of the small view
SECTORS = 180  #: the rim is looked at in so many pieces
UNLIKE = 26  #: grey levels by which a piece of rim, or of floor, differs when something is there
UNUSUAL = 12
"""The same for a piece of rim where its usual look is known, and but part of it is seen."""
LEAST_UNLIKE = 6
"""The same for a whole piece whose usual look is not known: most of the rim's is taken for it."""
MARK_MM = 3.5  #: pieces of rim closer to a mark than this have another profile
WIDE_MM = 8.0  #: what is narrower on the rim than this is no arm


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """Arms over the rim: where each comes in, and the small view's pixels they cover."""

    deg: tuple[float, ...]  #: the middle of where it comes in: 0 right, 90 down
    wide_deg: tuple[float, ...]  #: and how much of the rim it takes
    masks: tuple[NDArray[np.bool_], ...]  #: as many, a little larger than what is seen

    def over(self, x_mm: float, y_mm: float, tray: Tray, around_mm: float = 0.0) -> bool:
        """Is one of them over this place of the tray, or closer to it than *around_mm*?"""
        scale = PX_PER_MM / SCALE
        column, row = (round((v + tray.reach_mm) * scale) for v in (x_mm, y_mm))
        reach = int(np.ceil(around_mm * scale))
        rows = slice(max(row - reach, 0), row + reach + 1)
        columns = slice(max(column - reach, 0), column + reach + 1)
        return any(bool(mask[rows, columns].any()) for mask in self.masks)


NONE = Hands((), (), ())


def small_view(picture: Picture, plane: Plane) -> Picture:
    """The flat view at a quarter of its size: less to look at, and less noise in it.

    It is black where the picture does not reach, and also where that is blended in.
    """
    shrink = max(1, round(plane.px_per_mm() / PX_PER_MM * SCALE))
    less = cv2.resize(picture, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    grow = np.array([[shrink, 0, shrink / 2 - 0.5], [0, shrink, shrink / 2 - 0.5], [0, 0, 1]])
    fit = np.array(
        [[1 / SCALE, 0, 0.5 / SCALE - 0.5], [0, 1 / SCALE, 0.5 / SCALE - 0.5], [0, 0, 1]]
    )
    size = plane.tray.size_px // SCALE
    small = cv2.warpPerspective(less, fit @ plane.matrix @ grow, (size, size))
    high, wide = less.shape[:2]
    inner = np.array([[[1, 1], [wide - 2, 1], [wide - 2, high - 2], [1, high - 2]]], np.float32)
    reached = cv2.perspectiveTransform(inner, fit @ plane.matrix @ grow)
    inside = np.zeros((size, size), np.uint8)
    cv2.fillConvexPoly(inside, np.rint(reached[0]).astype(np.int32), 1)
    return cast(Picture, cv2.bitwise_and(small, small, mask=inside))


def plainly_strange(small: Picture, floor: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Pixels of the *floor* that differ from most of it: dice, hands, whatever is no floor."""
    ground = np.median(small[floor].astype(np.float32), axis=0)
    away = np.abs(small.astype(np.float32) - ground).max(axis=2)
    strange: NDArray[np.bool_] = (away > UNLIKE) & floor
    return strange


@dataclass(frozen=True, slots=True, eq=False)
class Usual:
    """What the rim looks like with nothing over it."""

    colours: NDArray[np.float32]  #: of each piece, (180, 3); nan where a mark lies
    profile: Profile


class Rim:
    """The rim of one tray in the small view."""

    def __init__(self, tray: Tray) -> None:
        size = tray.size_px // SCALE
        scale = PX_PER_MM / SCALE
        rows, columns = np.mgrid[:size, :size]
        x, y = ((v + 0.5) / scale - tray.reach_mm for v in (columns, rows))
        away = np.hypot(x, y)
        self.floor: NDArray[np.bool_] = away < tray.radius_mm
        ring = (away > tray.radius_mm + 2.0) & (away < tray.reach_mm - 2.0)
        for mark in tray.marks:
            ring &= np.hypot(x - mark.x_mm, y - mark.y_mm) > mark.radius_mm + 2.5
        self.ring: NDArray[np.bool_] = ring
        sector = (np.degrees(np.arctan2(y, x)) % 360 / 360 * SECTORS).astype(int) % SECTORS
        self._sector = sector
        turns = (np.arange(SECTORS) + 0.5) / SECTORS * 2 * np.pi
        middle = (tray.radius_mm + tray.reach_mm) / 2
        places = middle * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        self._clear: NDArray[np.bool_] = np.ones(SECTORS, np.bool_)
        for mark in tray.marks:
            off = np.hypot(*(places - (mark.x_mm, mark.y_mm)).T)
            self._clear &= off > mark.radius_mm + MARK_MM
        self._members, self._seen = _members(ring, sector)
        self._profiles = Profiles(tray, SECTORS, scale)
        self._wide = max(2, round(WIDE_MM / (2 * np.pi * tray.radius_mm) * SECTORS))

    def usual(self, small: Picture) -> Usual:
        """How the rim looks in *small*, with nothing over it."""
        return Usual(self._pieces(small), self._profiles.of(small))

    def _pieces(self, small: Picture) -> NDArray[np.float32]:
        """The colour of each piece of the rim, (180, 3); nan where a mark lies."""
        colours = np.median(small.reshape(-1, 3)[self._members], axis=1).astype(np.float32)
        colours[~self._seen] = np.nan
        return cast(NDArray[np.float32], colours)

    def hands(
        self,
        small: Picture,
        strange: NDArray[np.bool_],
        usual: Usual | None = None,
    ) -> Hands:
        """What reaches in and goes on over *strange* pixels of the floor.

        *usual* is the rim with nothing there; without it, most of the rim is usual.
        """
        least = self._wide if usual is not None else 2 * self._wide  # a guess wants more
        odd, changed = self._odd(small, usual)
        arcs = [a for a in _arcs(odd | changed) if odd[a].sum() >= least]
        found = [(_middle(arc), self._arm(arc, strange)) for arc in arcs]
        wide = tuple(_wide(arc) for arc in arcs)
        return Hands(tuple(d for d, _ in found), wide, tuple(m for _, m in found))

    def _odd(
        self, small: Picture, usual: Usual | None
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which pieces something lies over, and which have changed: an arm's shadow is its own."""
        pieces = self._pieces(small)
        expected = np.nanmedian(pieces, axis=0)[None] if usual is None else usual.colours
        away = np.nan_to_num(np.abs(pieces - expected)).max(axis=1)
        profile = self._profiles.of(small)
        known = None if usual is None else usual.profile
        odd = ~self._profiles.shaded(profile, known, self._clear)
        changed: NDArray[np.bool_] = np.zeros(SECTORS, np.bool_)
        if usual is None:
            odd &= away > np.where(profile.whole, LEAST_UNLIKE, UNLIKE * 1.5)
        else:  # what runs out of the picture is told by its colour
            changed = away > UNUSUAL
            odd = np.where(profile.whole, odd, changed)
        return smoothed(odd, self._seen), changed

    def _arm(self, arc: list[int], strange: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The pixels of what comes in at *arc*."""
        here = self.ring & np.isin(self._sector, arc)
        near = cv2.dilate(here.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
        _, labels = cv2.connectedComponents((strange | here).astype(np.uint8))
        touching = np.unique(labels[near & (labels > 0)])
        mask = np.isin(labels, touching).astype(np.uint8)
        return cv2.dilate(mask, np.ones((3, 3), np.uint8)) > 0


def _members(
    ring: NDArray[np.bool_], sector: NDArray[np.int_]
) -> tuple[NDArray[np.int_], NDArray[np.bool_]]:
    """The same number of pixels (180, n) for each piece, and which pieces have any."""
    members = np.zeros((SECTORS, 16), np.int_)
    seen = np.zeros(SECTORS, np.bool_)
    for i in range(SECTORS):
        pixels = np.flatnonzero(ring & (sector == i))
        seen[i] = len(pixels) >= 3
        if seen[i]:
            members[i] = pixels[np.linspace(0, len(pixels) - 1, 16).astype(int)]
    return members, seen


def _arcs(odd: NDArray[np.bool_]) -> list[list[int]]:
    """Runs of odd pieces round the rim; a gap of up to four pieces (a mark) does not end one."""
    if odd.all():
        return [list(range(len(odd)))]
    where = np.flatnonzero(odd)
    if not len(where):
        return []
    gaps = np.diff(np.append(where, where[0] + len(odd)))
    starts = np.flatnonzero(gaps > 5)
    if not len(starts):
        return [[int(w) for w in where]]
    turned = np.roll(where, -(int(starts[0]) + 1))
    unrolled = np.where(turned < turned[0], turned + len(odd), turned)
    cuts = np.flatnonzero(np.diff(unrolled) > 5) + 1
    return [[int(v) % len(odd) for v in run] for run in np.split(unrolled, cuts)]


def _middle(arc: list[int]) -> float:
    turns = np.exp(2j * np.pi * (np.array(arc) + 0.5) / SECTORS).sum()
    return round(float(np.degrees(np.angle(turns)) % 360), 1)


def _wide(arc: list[int]) -> float:
    """Degrees from one end of *arc* to the other."""
    return ((arc[-1] - arc[0]) % SECTORS + 1) * 360 / SECTORS
