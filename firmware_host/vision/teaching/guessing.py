"""What a die may show, by what has been told so far and by the profile there was before."""

from __future__ import annotations

from collections import defaultdict
from typing import cast

import numpy as np

from firmware_host.vision import marks, pictures, symbols
from firmware_host.vision.embedding import Embedding
from firmware_host.vision.labels import Labels
from firmware_host.vision.plane import PX_PER_MM, Floats, Picture
from firmware_host.vision.profile import Profile
from firmware_host.vision.space import Space, taught
from firmware_host.vision.squares import Square
from firmware_host.vision.teach import hue_ink

NEAR_DEG = 28.0
"""A hue this close to a known body's is that body's."""
LIKE, AHEAD = 0.5, 0.2
"""A guess is made where a symbol is so like one that is known, and so far ahead of the next."""


class Guesser:
    """Guesses faces. *base* may know the same dice, or others."""

    def __init__(self, base: Profile, embedding: Embedding, faces: tuple[str, ...]) -> None:
        self._base, self._embedding, self._faces = base, embedding, faces
        self._hues: dict[str, list[complex]] = defaultdict(list)
        self._inks: dict[str, list[float]] = defaultdict(list)
        self._points: dict[str, list[Floats]] = defaultdict(list)
        self._space: tuple[tuple[str, ...], Space] | None = None

    @property
    def hues(self) -> dict[str, float]:
        """The hue of each colour shown so far, degrees."""
        return {
            name: float(np.degrees(np.angle(np.sum(turns))) % 360)
            for name, turns in sorted(self._hues.items())
        }

    def learn(self, face: Picture, colour: str, symbol: str) -> None:
        """*face* is this."""
        hue, ink = hue_ink(face)
        self._hues[colour].append(np.exp(1j * np.radians(hue)))
        self._inks[colour].append(ink)
        self._points[symbol].append(self._point(face, self._sign(colour)))
        self._space = None

    def recall(self, labels: Labels) -> None:
        """Learn what was told in an earlier part of the session."""
        for entry in labels.pictures:
            picture = pictures.read(entry.file)
            plane = marks.find(picture, labels.tray)
            for d in entry.dice if plane is not None else ():
                assert plane is not None
                x, y = ((v + labels.tray.reach_mm) * PX_PER_MM for v in (d.x_mm, d.y_mm))
                place = Square(x, y, float(np.radians(d.angle_deg)), 1.0, 0.0, 1.0, 0.0)
                self.learn(symbols.cut(picture, plane, place), d.colour, d.symbol)

    def guess(self, face: Picture) -> str:
        """What *face* may be; empty: no idea."""
        hue, _ = hue_ink(face)
        known = {c.name: c.hue_deg for c in self._base.colours} | self.hues
        away = {name: abs((hue - other + 180) % 360 - 180) for name, other in known.items()}
        colour = min(away, key=away.__getitem__, default="")
        if not colour or away[colour] > NEAR_DEG:
            return ""
        symbol = self._symbol(self._point(face, self._sign(colour)))
        spelled = colour + symbol
        return spelled if symbol and (not self._faces or spelled in self._faces) else ""

    def _symbol(self, point: Floats) -> str:
        names, space = self._known()
        for known, where in ((names, space), (self._base.symbols, self._base.space)):
            if where is None or len(known) < 2:
                continue
            likeness = where.likeness(point[None])[0]
            if likeness.max() > LIKE and symbols.margin(likeness) > AHEAD:
                return known[int(likeness.argmax())]
        return ""

    def _known(self) -> tuple[tuple[str, ...], Space | None]:
        if len(self._points) < 2:
            return (), None
        if self._space is None:
            names = tuple(sorted(self._points))
            self._space = names, taught([np.stack(self._points[n]) for n in names])
        return self._space

    def _sign(self, colour: str) -> int:
        inks = self._inks.get(colour)
        if inks:
            return 1 if float(np.median(inks)) > 0 else -1
        return next((c.ink for c in self._base.colours if c.name == colour), 1)

    def _point(self, face: Picture, sign: int) -> Floats:
        return cast(Floats, symbols.points(self._embedding, [symbols.ink(face, sign)])[0])
