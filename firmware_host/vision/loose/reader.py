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
class Known:
    """The taught symbols: a name and a point, (48,), for each shot."""

    names: tuple[str, ...]
    points: Floats  #: (shots, 48)


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

    def teach(self, shots: Iterable[tuple[str, Picture]]) -> Known:
        """What *shots* teach: the name of a symbol and a picture of one die that shows it.

        :raises CannotTeach: a picture shows no die or several, or no symbol on it.
        """
        names, points = [], []
        for name, picture in shots:
            things = finder.find(picture)
            if len(things) != 1:
                raise CannotTeach(f"{name}: {len(things)} dice were found; show one, by itself")
            patch = mark.patch(picture, things[0])
            if patch is None:
                raise CannotTeach(f"{name}: no symbol was found on the die")
            names.append(name)
            points.append(self._points([patch])[0, 0])
        if not names:
            raise CannotTeach("nothing was shown")
        return Known(tuple(names), cast(Floats, np.stack(points)))

    def read(self, picture: Picture, known: Known) -> tuple[LooseDie, ...]:
        """The dice in *picture*, from top to bottom."""
        return tuple(self._die(picture, thing, known) for thing in finder.find(picture))

    def _die(self, picture: Picture, thing: finder.Thing, known: Known) -> LooseDie:
        patch = mark.patch(picture, thing)
        if patch is None:
            return LooseDie(thing.x, thing.y, thing.side, (), "blank")
        like = (self._points([patch])[0] @ known.points.T).max(axis=0)
        symbols = tuple(sorted(set(known.names)))
        own = [max(v for v, n in zip(like, known.names, strict=True) if n == s) for s in symbols]
        best = np.array(own, np.float32)
        second = float(np.sort(best)[-2]) if len(best) > 1 else 0.0
        clear = best.max() >= LIKE and float(best.max()) - second >= AHEAD
        why = "" if clear else "unclear"
        return LooseDie(thing.x, thing.y, thing.side, guesses(symbols, best), why)

    def _points(self, patches: list[Floats]) -> Floats:
        """Points (patches, turns, 48)."""
        middle = ((EDGE - 1) / 2, (EDGE - 1) / 2)
        turns = [cv2.getRotationMatrix2D(middle, deg, 1.0) for deg in TURNS_DEG]
        turned = [cv2.warpAffine(p, t, (EDGE, EDGE)) for p in patches for t in turns]
        points = self._embedding.points(np.array(turned, np.float32))
        return cast(Floats, points.reshape(len(patches), len(TURNS_DEG), POINT))
