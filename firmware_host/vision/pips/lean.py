"""Does a die lean? Then it shows a side where no die that lies flat shows one.

Seen from above, a flat die hides its sides but for those towards the camera, and of these a sliver
that is known beforehand. Beyond it, along each edge of its top face, lies the floor. If that strip
has the body's colour instead, in another light, or pips of its own, the die is tilted. Of a black
die on black felt only pips can tell; and where another die lies, nothing is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.pips.die import PipDie
from firmware_host.vision.plane import PX_PER_MM, Floats, Picture
from firmware_host.vision.reading import View

LENSES = (0.7, 1.6)
"""Focal lengths of cameras, in widths of their pictures: the lens is not known, and a short one
hangs lower and shows more of a flat die's sides."""
MOST_SEEN = 0.6
"""A side of which more may be seen of a flat die, of an edge, tells nothing."""
MOST = 0.6
"""Share of a strip's places that show the body."""
SHADE, TINT = (0.35, 1.5), 0.16
"""A side is so many times as bright as the top, and of its colour but for such a share."""
SHADOW = (0.25, 1.2)
"""The floor is so many times as bright there as it is elsewhere."""
OFF, LEAST = 0.2, 25.0
"""What is no floor is so far from it, as a share of how far the body is; and so many levels."""
INK, SPOT, CLEAR = 0.45, 2, 60.0
"""What is so close to the pips' colour, as a share of their contrast, is a pip if so many places
show it; pips of less contrast than so many levels tell nothing."""
OUTLINE = (0.38, 0.78)
"""A square's outline is so many edges from its middle."""
COVERS = 0.75
"""What is so many edges from another die's middle may be that die, its own sides included."""
ROOM = 1.0
"""And so near to a strip's middle it may be of its colour where nobody thinks so: in its shadow."""


def _floats(values: Any) -> Floats:
    return np.asarray(values, np.float32)


_ACROSS = _floats(np.linspace(-0.28, 0.28, 9))
_BODY = _floats([0.31, 0.35, 0.39, 0.43])
_STRIP = _floats([0.57, 0.595, 0.62, 0.645, 0.67])
_PIPS = _floats(np.arange(0.57, 0.93, 0.05))
_BEYOND = _floats([1.0, 1.05, 1.1, 1.15])
"""Rows of places, in edges from a face's middle: its body; what is just beyond a flat die; where a
side that shows has its pips; what is farther away than any side. Each has places across it."""


_TOP = _floats(np.stack(np.meshgrid(*2 * [np.linspace(-0.3, 0.3, 9)]), axis=-1).reshape(-1, 2))
"""Places all over a top face."""
ITSELF, CLOSE = 0.35, 3.0
"""A die so near is this one; what is farther away, in edges, is beside none of its sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Above:
    """The tray from straight above; everything in its pixels."""

    flat: Picture
    edge: float  #: a die's
    eyes: Floats  #: (n, 3) where the camera may hang: from the corner, and above the tops
    usual: Floats  #: the floor's colour

    @classmethod
    def of(cls, view: View, part: Picture, corner: int) -> Above:
        """A *part* of a view's flat picture that begins at *corner*, both ways."""
        tray, (height, width) = view.plane.tray, view.picture.shape[:2]
        eyes = [view.plane.eye_mm((width, height), lens * width) for lens in LENSES]
        placed = np.stack(eyes) + np.array([tray.reach_mm, tray.reach_mm, 0])
        placed = placed * PX_PER_MM - np.array([corner, corner, 0])
        return cls(
            part,
            tray.die_px,
            _floats(placed),
            _medians(_floats(part[::8, ::8].reshape(1, -1, 3)))[0],
        )

    def slivers(self, middles: Floats, out: Floats) -> Floats:
        """How much is seen of the sides (n, 4) of flat dice, in edges; *out* is where they look."""
        eyes = self.eyes[:, None] - np.pad(middles, ((0, 0), (0, 1)))  # (eyes, n, 3)
        towards = np.einsum("enc,nsc->ens", eyes[..., :2], out)
        seen = towards / (eyes[..., 2:] + self.edge)
        return _floats(seen.max(axis=0).clip(0.0))

    def colours(self, points: Floats) -> Floats:
        """What is seen at *points* (..., 2)."""
        height, width = self.flat.shape[:2]
        columns, rows = np.rint(points).astype(np.intp).reshape(-1, 2).T
        seen = self.flat[rows.clip(0, height - 1), columns.clip(0, width - 1)]
        return _floats(seen.reshape(*points.shape[:-1], 3))


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """The four sides of each of n dice."""

    above: Above
    middles: Floats  #: (n, 2) of their top faces
    out: Floats  #: (n, 4, 2) the ways their sides look
    slivers: Floats  #: (n, 4)
    others: Floats  #: (m, 2) middles of all dice

    @classmethod
    def of(cls, above: Above, dice: Sequence[PipDie], angles: Sequence[float],
           others: Sequence[PipDie]) -> _Sides:  # fmt: skip
        """Of *dice* whose tops are turned by *angles*, radians, among *others*."""
        middles = _floats([
            d.pips.mean(axis=0) if len(d.pips) > 1 else (d.x_px, d.y_px) for d in dice
        ])  # fmt: skip
        c, s = np.cos(angles), np.sin(angles)
        out = _floats([[c, s], [-s, c], [-c, -s], [s, -c]]).transpose(2, 0, 1)
        there = _floats([(o.x_px, o.y_px) for o in others])
        return cls(above, middles, out, above.slivers(middles, out), there)

    def places(self, rows: Floats, shifted: bool = True) -> Floats:
        """Where *rows* are across each edge, (n, 4, rows, 9, 2), beyond a flat die's sides."""
        along = self.out[..., ::-1] * _floats([-1, 1])
        ways = rows + self.slivers[..., None] * shifted
        points = ways[..., None, None] * self.out[:, :, None, None]
        points = points + _ACROSS[:, None] * along[:, :, None, None]
        return _floats(self.middles[:, None, None, None] + self.above.edge * points)

    def beside(self, die: int) -> Floats:
        """The middles (k, 2) of the other dice close to a *die*."""
        away = np.hypot(*(self.others - self.middles[die]).T) / self.above.edge
        return _floats(self.others[(away > ITSELF) & (away < CLOSE)])

    def near(self, die: int, side: int) -> Floats:
        """Those (k, 2) that are close to the strip beyond a *side*."""
        way = 0.62 + self.slivers[die, side]
        strip = self.middles[die] + self.above.edge * way * self.out[die, side]
        beside = self.beside(die)
        return _floats(beside[np.hypot(*(beside - strip).T) < ROOM * self.above.edge])

    def free(self, die: int, points: Floats) -> NDArray[np.bool_]:
        """Which of *points* (..., 2) beyond the edges of a *die* no other one can cover."""
        beside = self.beside(die)
        if not len(beside):
            return np.ones(points.shape[:-1], np.bool_)
        away = np.square(points[..., None, :] - beside).sum(axis=-1).min(axis=-1)
        return np.asarray(away > (COVERS * self.above.edge) ** 2)


def leaning(
    above: Above, dice: Sequence[PipDie], angles: Sequence[float], others: Sequence[PipDie]
) -> list[bool]:
    """Which of *dice* show a side that one lying flat would hide?

    *angles*, radians, are how far their tops are turned; *others*, they among them, lie there too.
    """
    if not dice:
        return []
    sides = _Sides.of(above, dice, angles, others)
    bodies = _medians(above.colours(sides.places(_BODY, shifted=False)).reshape(len(dice), -1, 3))
    strips = sides.places(_STRIP)
    seen = above.colours(strips).mean(axis=2)  # (n, 4, 9, 3)
    like = _like(seen, bodies[:, None, None]) & (_off(seen, [above.usual]) > LEAST)
    tells = sides.slivers < MOST_SEEN
    inks = _floats([_ink(above, d, body) for d, body in zip(dice, bodies, strict=True)])
    of_body = tells & (like.mean(axis=2) >= MOST)
    of_pips = tells & _shows_pips(sides, bodies, inks)
    middle = strips[:, :, len(_STRIP) // 2]
    return [
        bool((of_body[n] | of_pips[n]).any())
        and _Die(sides, n, bodies[n], inks[n]).leans(
            np.where(of_body[n, :, None], like[n] & sides.free(n, middle[n]), False),
            seen[n],
            of_pips[n],
        )
        for n in range(len(dice))
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Die:
    """One that may lean."""

    sides: _Sides
    number: int
    body: Floats
    ink: Floats

    def leans(self, like: NDArray[np.bool_], seen: Floats, of_pips: NDArray[np.bool_]) -> bool:
        """Is what is *seen* beyond its edges, (4, 9, 3), no floor and no other die?

        *like*, (4, 9), is where that is of its colour; *of_pips*, (4,), where there are pips.
        """
        above, near = self.sides.above, [self.sides.near(self.number, k) for k in range(4)]
        beyond = self.sides.places(_BEYOND, shifted=False)[self.number]
        far = _medians(above.colours(beyond).reshape(4, -1, 3))
        for k in np.flatnonzero(like.any(axis=1) | of_pips):
            floors = [above.usual, *(far[j] for j in range(4) if j != k and not len(near[j]))]
            if of_pips[k] and _is_no_floor(self.ink, self.body, floors):
                return True
            least = max(LEAST, OFF * float(_off(self.body, floors)))
            stands_out = like[k] & (_off(seen[k], floors) > least)
            if stands_out.mean() >= MOST and not self._is_anothers(near[k], seen[k]):
                return True
        return False

    def _is_anothers(self, near: Floats, seen: Floats) -> bool:
        """May what is *seen* be a die *near* by, or could such a one not be told from this?"""
        own = np.stack([self.body, _medians(seen[None])[0]])
        return any(bool(_like(own, _body(self.sides.above, at)).any()) for at in near)


def turned(flat: Picture, die: PipDie, edge_px: float) -> float:
    """How far the outline of *die* is turned in *flat*, radians, where its pips do not say.

    Of a square all slopes point one of four ways.
    """
    reach = round(OUTLINE[1] * edge_px)
    rows, columns = (
        v + round(at) for v, at in zip(_ring(edge_px), (die.y_px, die.x_px), strict=True)
    )
    top, left = max(round(die.y_px) - reach - 1, 0), max(round(die.x_px) - reach - 1, 0)
    grey = cv2.cvtColor(
        flat[top : top + 2 * reach + 3, left : left + 2 * reach + 3], cv2.COLOR_BGR2GRAY
    )
    height, width = grey.shape
    inside = (rows >= top) & (columns >= left) & (rows < top + height) & (columns < left + width)
    at = rows[inside] - top, columns[inside] - left
    across, down = (cv2.Sobel(grey, cv2.CV_32F, *d)[at] for d in ((1, 0), (0, 1)))
    slope = across + 1j * down
    fourfold = slope**4 / (np.abs(slope) ** 3 + 1e-3)
    return float(np.angle(fourfold.sum()) / 4)


@cache
def _ring(edge_px: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns, from its middle, where a square's outline may be."""
    reach = round(OUTLINE[1] * edge_px)
    rows, columns = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    away = np.hypot(rows, columns) / edge_px
    ring = (away > OUTLINE[0]) & (away < OUTLINE[1])
    return rows[ring], columns[ring]


def _medians(colours: Floats) -> Floats:
    """The middle one of each (n, k, 3), by each colour; of an even number the upper one."""
    middle = colours.shape[1] // 2
    return _floats(np.partition(colours, middle, axis=1)[:, middle])


def _ink(above: Above, die: PipDie, body: Floats) -> Floats:
    """The colour of the top's pips; the body's where it has none."""
    return _floats(_medians(above.colours(die.pips)[None])[0]) if len(die.pips) else body


def _body(above: Above, at: Floats) -> Floats:
    """The colour of a die *at* a place, as most of its top shows it."""
    return _floats(_medians(above.colours(at + above.edge * _TOP)[None])[0])


def _off(colours: Floats, floors: Sequence[Floats]) -> Floats:
    """How far *colours* (..., 3) are from each floor in any light, in levels; the least of them."""
    least = np.full(colours.shape[:-1], np.inf, np.float32)
    for floor in floors:
        light = (colours @ floor / max(float(floor @ floor), 1.0)).clip(*SHADOW)
        least = np.minimum(least, _length(colours - light[..., None] * floor))
    return least


def _length(colours: Any) -> Floats:
    length: Floats = np.sqrt(np.einsum("...i,...i", colours, colours), dtype=np.float32)
    return length


def _like(colours: Floats, body: Floats) -> NDArray[np.bool_]:
    """Which of *colours* (..., 3) are the body's, of as many axes, in some light?"""
    light = (colours * body).sum(axis=-1) / np.maximum(np.square(body).sum(axis=-1), 1.0)
    tint = _length(_floats(colours - light[..., None] * body))
    like = tint < TINT * (_length(colours) + 6.0)
    return np.asarray(like & (light > SHADE[0]) & (light < SHADE[1]))


def _shows_pips(sides: _Sides, bodies: Floats, inks: Floats) -> NDArray[np.bool_]:
    """Beyond which edges, (n, 4), of flat dice are there pips?"""
    contrast = _length(inks - bodies)
    clear = (contrast > CLEAR) & (_off(inks, [sides.above.usual]) > (1 - INK) * contrast)
    shown = np.zeros((len(bodies), 4), np.bool_)
    if not clear.any():
        return shown
    places = sides.places(_PIPS)
    away = _length(sides.above.colours(places) - inks[:, None, None, None])
    spots = (away < INK * contrast[:, None, None, None]) & clear[:, None, None, None]
    for n in np.flatnonzero((spots.sum(axis=(2, 3)) >= SPOT).any(axis=1)):
        shown[n] = (spots[n] & sides.free(int(n), places[n])).sum(axis=(1, 2)) >= SPOT
    return shown


def _is_no_floor(ink: Floats, body: Floats, floors: Sequence[Floats]) -> bool:
    """Is the floor of another colour than pips?"""
    return float(_off(ink, floors)) > (1 - INK) * float(_length(ink - body))
