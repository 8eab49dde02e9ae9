"""Ordinary pip dice in a calibrated crater: the same facts as of symbol dice.

The flat view is read, in which every top face has the same size wherever it lies; what is beyond
the tray's wall is painted over, marks above all: a white disc with a dot looks like a 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision import hands, reading
from firmware_host.vision.outside import Beside
from firmware_host.vision.pips import lean, middle
from firmware_host.vision.pips.die import PipDie
from firmware_host.vision.pips.finder import BEST
from firmware_host.vision.pips.nets import Nets
from firmware_host.vision.pips.profile import PipProfile, PipTable
from firmware_host.vision.pips.reader import Gate, PipReader
from firmware_host.vision.plane import PX_PER_MM, Floats, Picture, Plane
from firmware_host.vision.reading import SHARPNESS, Die, Reading, View
from firmware_host.vision.squares import Square

PIPS = ("1", "2", "3", "4", "5", "6")
LEAST = 1e-4
"""A value that is no guess of the nets has such a chance."""
APART = 0.85
"""Of 276 pairs of drawn dice that touch all seemed 0.85 edges apart or more; a top and a side of
one die that leans are 0.5 to 0.8."""
AROUND = 0.35
"""A hand this close to a die's middle, in edges, covers some of its top."""
SMALL, LARGE = 0.70, 1.30
"""A top face that seems so much smaller or larger than the tray's dice does not lie flat: of 1,140
drawn ones that do, all seem 0.73 to 1.25 times as large."""
SIDE = 0.58
"""A smaller one is no top face: the sides of a die that leans on the wall show as such."""
GATE = Gate(there=0.42, sure_there=0.5, sure_one=0.5, odd=0.0, spare=0.9)
"""On a known floor within known walls hardly anything but a die looks like one: of what else the
nets found on 250 drawn floors all but the sides of leaning dice was below 0.38."""


class PipCrater:
    """Reads pip dice in the crater of *profile*. Not for two threads at once."""

    def __init__(self, profile: PipTable, nets: Nets | None = None) -> None:
        """:raises WrongEmbedding: a shipped net is damaged."""
        self.profile = profile
        self.rim = hands.Rim(profile.tray)
        self.symbols, self.of_any_colour = PIPS, True
        tray = profile.tray
        nets, sign = nets or Nets(), profile.pips.sign
        self._beside = Beside(tray, Pipped(nets))
        self._flat = PipReader(nets, PipProfile(die_px=tray.die_px, sign=sign), GATE)
        reach = tray.radius_mm * PX_PER_MM
        self._corner = max(int(tray.middle_px - reach), 0)
        size = min(int(2 * reach) + 1, tray.size_px - self._corner)
        at = round(tray.middle_px) - self._corner
        self._middle, self._reach, self._size = (at, at), int(reach), size

    def read(self, picture: Picture) -> Reading:
        """What is in *picture*, (height, width, 3) uint8.

        :raises BadProfile: the profile was made for pictures of another size.
        """
        return reading.read(self, picture)

    def dice(self, view: View, reaching: hands.Hands) -> tuple[Die, ...]:
        """The dice in the tray that no hand covers."""
        tray = self.profile.tray
        part = self._part(view.flat)
        floor = self._floor(part)
        faces = [
            d
            for d in self._flat.read(floor, self._smaller(floor))
            if d.size_px > SIDE * tray.die_px
        ]
        turns = [turn(cast(Floats, d.pips - (d.x_px, d.y_px))) for d in faces]
        doubts = [d.why or middle.doubt(floor, d, tray.die_px) for d in faces]
        doubts = self._with_leaning(view, faces, turns, doubts)
        made = (self._die(*one) for one in zip(faces, turns, doubts, strict=True))
        inside = (d for d in made if np.hypot(d.x_mm, d.y_mm) < tray.radius_mm)
        around = AROUND * tray.die_mm
        seen = [d for d in inside if not reaching.over(d.x_mm, d.y_mm, tray, around)]
        return reading.none_on_top(seen, tray.die_mm, APART)

    def _with_leaning(
        self,
        view: View,
        faces: Sequence[PipDie],
        turns: Sequence[float],
        doubts: Sequence[str],
    ) -> list[str]:
        """*doubts* of *faces*, and of those that show a side which a flat die hides."""
        part, edge = self._part(view.flat), self.profile.tray.die_px
        asked = [n for n, why in enumerate(doubts) if not why]
        dice = [faces[n] for n in asked]
        angles = [
            turns[n] if len(faces[n].pips) > 1 else lean.turned(part, faces[n], edge) for n in asked
        ]
        above = lean.Above.of(view, part, self._corner)
        told = dict(zip(asked, lean.leaning(above, dice, angles, faces), strict=True))
        return ["leaning" if told.get(n) else why for n, why in enumerate(doubts)]

    def _part(self, flat: Picture) -> Picture:
        """The square round the tray's floor."""
        far = self._corner + self._size
        return flat[self._corner : far, self._corner : far]

    def _floor(self, part: Picture) -> Picture:
        """The tray's floor with its wall, nothing around it."""
        part = part.copy()
        blue, green, red = np.median(part[::8, ::8].reshape(-1, 3), axis=0)
        wide = self._size  # so far out that it covers the corners
        around = self._reach + wide // 2
        cv2.circle(part, self._middle, around, (blue, green, red), wide)
        return part

    def _smaller(self, floor: Picture) -> Picture:
        """*floor* as the finder looks at it; each four pixels' mean would be no better here."""
        size = round(self._size * BEST / self.profile.tray.die_px)
        return cast(Picture, cv2.resize(floor, (size, size), interpolation=cv2.INTER_LINEAR))

    def _die(self, seen: PipDie, angle: float, why: str) -> Die:
        tray = self.profile.tray
        x, y = seen.x_px + self._corner, seen.y_px + self._corner
        place = Square(x, y, angle, 1.0, 0.0, 1.0, 0.0)
        chances = {g.symbol: g.confidence for g in seen.guesses}
        known = np.array([max(chances.get(p, 0.0), LEAST) for p in PIPS], np.float32)
        likeness = cast(Floats, SHARPNESS * np.log(known))
        x_mm, y_mm = reading.place_mm(place, tray)
        return Die(
            colour="",
            guesses=reading.guesses(PIPS, likeness),
            likeness=tuple(float(v) for v in likeness),
            why=why or self._tilted(seen, place),
            x_mm=x_mm,
            y_mm=y_mm,
            angle_deg=round(float(np.degrees(place.angle)) % 90, 2) % 90,
            square=place,
            body=seen.colour,
        )

    def _tilted(self, seen: PipDie, place: Square) -> str:
        """``leaning`` where a die can hardly lie flat."""
        size = seen.size_px / self.profile.tray.die_px
        flat = SMALL < size < LARGE and not reading.is_on_wall(place, self.profile.tray)
        return "" if flat else "leaning"

    def outside(self, picture: Picture, plane: Plane) -> int:
        """How many dice lie beside the tray."""
        return self._beside.count(picture, plane)


class Pipped:
    """Counts dice with pips."""

    def __init__(self, nets: Nets) -> None:
        self._nets = nets

    def __call__(self, small: Picture, where: NDArray[np.uint8], edge: float) -> int:
        """How many top faces of about an *edge* there are *where* that is not 0."""
        shown = small.copy()
        shown[where == 0] = np.median(small[::8, ::8][where[::8, ::8] > 0], axis=0)
        dice = PipReader(self._nets, PipProfile(die_px=edge)).read(shown)
        return sum(SMALL < d.size_px / edge < LARGE for d in dice)


def turn(pips: Floats) -> float:
    """How far a face is turned, radians, by its *pips* (n, 2) about its middle; 0 for one alone."""
    if len(pips) < 2:
        return 0.0
    away = pips - pips.mean(axis=0)
    if len(pips) in (4, 5):  # four corners: four times their angle is the same for all
        corners = away[np.argsort(np.hypot(*away.T))[-4:]]
        turns = np.exp(4j * np.arctan2(corners[:, 1], corners[:, 0])).sum()
        return float(np.angle(turns) / 4 - np.pi / 4)
    if len(pips) == 6:  # along its rows of three, that lie close, also where they are narrowed
        ways = (pips[:, None] - pips[None])[np.triu_indices(6, 1)]
        ways = ways[np.argsort(np.hypot(*ways.T))[:4]]
        return float(np.angle(np.exp(2j * np.arctan2(ways[:, 1], ways[:, 0])).sum()) / 2)
    _, axes = np.linalg.eigh(away.T @ away)
    along = float(np.arctan2(axes[1, 1], axes[0, 1]))
    return along - np.pi / 4
