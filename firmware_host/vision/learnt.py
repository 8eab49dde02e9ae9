"""What people said of dice they were asked about: one more shot each, for one table.

Such a shot never changes what a die is taken for: it may only let it be believed. A die that is
not sure is believed where its first guess is what people said of dice that looked the same, and
they said nothing else of any that look nearly so. A wrong answer can so make the reader ask more,
and cannot make it read otherwise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np

from firmware_host.vision import pictures, symbols
from firmware_host.vision.embedding import Embedding
from firmware_host.vision.plane import Floats, Picture
from firmware_host.vision.profile import Profile

NAME = re.compile(r"(\d{6})_([A-Za-z])(\w+)")
MOST = 48
"""So many shots are kept; then the oldest goes."""
ALIKE = 0.80
"""A shot says something of a die that is so like it, -1..1."""
APART = 0.15
"""And the likest shot of anything else is less like it by so much."""
AHEAD = 0.40
"""The reader's own first guess must be ahead of its second by so much all the same. With less, more
questions are spared, but who always taps the first guess makes wrong readings stick."""
NEEDED = 1
"""So many shots must say so."""
ASKED_FOR = ("unclear", "glare")
"""Reasons that are about the symbol; nobody's word mends a die that leans or touches."""


@dataclass(frozen=True, slots=True, eq=False)
class _Shot:
    file: Path
    symbol: str
    point: Floats


class Learnt:
    """The shots of one table, in *folder*. Not for two threads at once."""

    def __init__(self, folder: Path, profile: Profile, embedding: Embedding) -> None:
        self._folder, self._space, self._embedding = folder, profile.space, embedding
        self._symbols = profile.symbols
        self._sign = {c.name: c.ink for c in profile.colours}
        self._shots: list[_Shot] = []
        for file in sorted(folder.glob("*.png")) if folder.is_dir() else ():
            self._recall(file)

    def __len__(self) -> int:
        return len(self._shots)

    def told(self, face: Picture, colour: str, symbol: str) -> bool:
        """*face*, (48, 48, 3), is this, somebody says; False: no die of this profile is.

        :raises OSError: it cannot be kept.
        """
        if colour not in self._sign or symbol not in self._symbols:
            return False
        self._folder.mkdir(parents=True, exist_ok=True)
        last = int(self._shots[-1].file.stem[:6]) if self._shots else 0
        file = self._folder / f"{last + 1:06d}_{colour}{symbol}.png"
        pictures.write(file, face)
        self._shots.append(_Shot(file, symbol, self._point(face, colour)))
        while len(self._shots) > MOST:
            self._shots.pop(0).file.unlink(missing_ok=True)
        return True

    def confirms(self, face: Picture, colour: str, symbol: str, likeness: Floats) -> bool:
        """Did people say *symbol* of dice that look like *face*, and nothing else?

        *likeness* is how like each symbol of the profile it is by itself.
        """
        if not self._shots or symbols.margin(likeness) < AHEAD:
            return False
        point = self._point(face, colour)
        like = np.array([float(s.point @ point) for s in self._shots])
        same = np.array([s.symbol == symbol for s in self._shots])
        if int((like[same] > ALIKE).sum()) < NEEDED:
            return False
        other = float(like[~same].max()) if (~same).any() else -1.0
        return float(like[same].max()) - other > APART

    def _point(self, face: Picture, colour: str) -> Floats:
        inked = symbols.ink(face, self._sign[colour])
        return cast(Floats, self._space.turned(symbols.points(self._embedding, [inked]))[0])

    def _recall(self, file: Path) -> None:
        """A shot of an earlier evening; one that is broken or of other dice is passed over."""
        found = NAME.fullmatch(file.stem)
        if found is None or found[2] not in self._sign or found[3] not in self._symbols:
            return
        try:
            face = pictures.read(file)
        except pictures.BadPicture:
            return
        if face.shape == (symbols.FACE, symbols.FACE, 3):
            self._shots.append(_Shot(file, found[3], self._point(face, found[2])))
