"""Loose symbol dice: taught from a photograph of each, read in others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from firmware_host.vision.embedding import EDGE, POINT, Embedding
from firmware_host.vision.facts import Guess
from firmware_host.vision.loose import finder, mark
from firmware_host.vision.plane import Floats, Picture
from firmware_host.vision.reading import guesses
from firmware_host.vision.teach import CannotTeach

TURNS_DEG = (0.0, 22.5, 45.0, 67.5)
"""A symbol is looked at in these turns; the embedding adds the quarter ones itself."""
LIKE, AHEAD = 0.90, 0.10
"""A symbol is believed where it is so like what was taught, and more so than the next by this.
Chosen looking at the seven photographs of docs/dice.md: a pair of one symbol has 0.95 and more,
the likest pair of two symbols 0.85."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A picture of a die that shows a symbol."""

    symbol: str
    picture: Picture
    at_px: tuple[float, float] | None = None  #: where it lies; None: there is but one
    source: str = ""  #: the picture's name, for what is said of it

    @property
    def name(self) -> str:
        """The shot, in words."""
        return f"{self.source}: {self.symbol}" if self.source else self.symbol


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """The taught symbols: a name and a point, (48,), for each shot."""

    names: tuple[str, ...]
    points: Floats  #: (shots, 48)
    blank: str = ""  #: what a face with nothing on it is called, if one was shown


@dataclass(frozen=True, slots=True)
class LooseDie:
    """A die somewhere in a picture."""

    x_px: float
    y_px: float
    side_px: float
    guesses: tuple[Guess, ...]  #: best first; empty: no symbol is to be seen
    why: str  #: why it is not sure; empty: the first guess may be believed

    @property
    def sure(self) -> bool:
        """May the first guess be believed?"""
        return not self.why

    @property
    def symbol(self) -> str:
        """The best guess, if there is one."""
        return self.guesses[0].symbol if self.guesses else ""


class LooseReader:
    """Reads single pictures. Not to be used from two threads at once."""

    def __init__(self, embedding: Embedding | None = None) -> None:
        """:raises WrongEmbedding: the shipped embedding is damaged."""
        self._embedding = embedding or Embedding()

    def teach(self, shots: Iterable[Shot]) -> Known:
        """What *shots* teach.

        :raises CannotTeach: a picture shows no die or several and no place, or no symbol on it.
        """
        seen = [(shot.symbol, self.seen(shot)) for shot in shots]
        blanks = sorted({name for name, face in seen if face.plain})
        if len(blanks) > 1:
            raise CannotTeach(f"{' and '.join(blanks)}: no symbol was found on the die")
        drawn = [(name, face) for name, face in seen if name not in blanks]
        if not drawn:
            raise CannotTeach("no symbol was shown" if blanks else "nothing was shown")
        points = [self._points([face.looks[0]])[0, 0] for _, face in drawn]
        names = tuple(name for name, _ in drawn)
        return Known(names, cast(Floats, np.stack(points)), "".join(blanks))

    def seen(self, shot: Shot) -> mark.Face:
        """What *shot* can teach.

        :raises CannotTeach: as :meth:`teach`.
        """
        face = mark.face(shot.picture, _shown(shot))
        if not face.looks and not face.plain:
            raise CannotTeach(f"{shot.name}: no symbol was found on the die")
        return face

    def read(self, picture: Picture, known: Known) -> tuple[LooseDie, ...]:
        """The dice in *picture*, from top to bottom."""
        return tuple(self._die(picture, thing, known) for thing in finder.find(picture))

    def _die(self, picture: Picture, thing: finder.Thing, known: Known) -> LooseDie:
        seen = mark.face(picture, thing)
        if not seen.looks:
            clear = seen.plain and bool(known.blank) and thing.alone
            best = (Guess(known.blank, 1.0),) if seen.plain and known.blank else ()
            why = "" if clear else "blank"
            return LooseDie(thing.x, thing.y, thing.side, best, why)
        points = self._points(list(seen.looks)).reshape(-1, POINT)
        like = (points @ known.points.T).max(axis=0)
        symbols = tuple(sorted(set(known.names)))
        own = [max(v for v, n in zip(like, known.names, strict=True) if n == s) for s in symbols]
        best_of = np.array(own, np.float32)
        second = float(np.sort(best_of)[-2]) if len(best_of) > 1 else 0.0
        first = float(best_of.max())
        clear = first >= LIKE and first - second >= AHEAD
        why = "unclear" if not clear else "" if thing.alone else "close"
        return LooseDie(thing.x, thing.y, thing.side, guesses(symbols, best_of), why)

    def _points(self, patches: list[Floats]) -> Floats:
        """Points (patches, turns, 48)."""
        middle = ((EDGE - 1) / 2, (EDGE - 1) / 2)
        turns = [cv2.getRotationMatrix2D(middle, deg, 1.0) for deg in TURNS_DEG]
        turned = [cv2.warpAffine(p, t, (EDGE, EDGE)) for p in patches for t in turns]
        points = self._embedding.points(np.array(turned, np.float32))
        return cast(Floats, points.reshape(len(patches), len(TURNS_DEG), POINT))


def _shown(shot: Shot) -> finder.Thing:
    """The die that is meant."""
    things = finder.find(shot.picture)
    if shot.at_px is None:
        if len(things) != 1:
            raise CannotTeach(
                f"{shot.name}: {len(things)} dice were found; show one, by itself, or say where"
            )
        return things[0]
    x, y = shot.at_px
    near = [t for t in things if np.hypot(t.x - x, t.y - y) < t.side]
    if not near:
        raise CannotTeach(f"{shot.name}: no die was found at {x:.0f},{y:.0f}")
    return min(near, key=lambda t: float(np.hypot(t.x - x, t.y - y)))
