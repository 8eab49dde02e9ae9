"""The steps in which dice are shown: what they are taken for, and what a person says they are."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, replace

import numpy as np

from firmware_host.vision import symbols
from firmware_host.vision.embedding import Embedding
from firmware_host.vision.hands import NONE
from firmware_host.vision.labels import Label
from firmware_host.vision.plane import PX_PER_MM, Floats, Picture, Plane
from firmware_host.vision.reading import CraterReader, View
from firmware_host.vision.squares import Square

from . import drawn
from .desk import Desk
from .guessing import Guesser
from .seeing import Spotter
from .step import Asks, Shown
from .view import Found, Line, Progress, Refused, line

FACE = re.compile(r"[A-Z][A-Za-z0-9_]{1,12}")
"""A colour's letter and a symbol's name: ``Yb``, ``W6``, ``Rblank``."""
STAYS_MM, STAYS_DEG = 5.0, 12.0
"""A die that has moved by less has not been moved: on cloth its place is as unsure as that."""
SAME_FACE = 0.5
"""And it shows the same as before where both pictures of it correlate so well."""
ENOUGH = 12
"""More shots of a face than this teach nothing new."""
COLOURS_APART_DEG = 30.0
"""Bodies whose hues are closer than this: another lamp could make one look like the other."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A die in the newest picture."""

    square: Square
    corners: Floats
    face: Picture
    guess: str
    alone: bool
    told: str = ""  #: a person's word
    left_out: bool = False

    @property
    def says(self) -> str:
        """What it is taken for."""
        return self.told or self.guess

    def stays(self, other: Square) -> bool:
        """Is *other* the same place and turn?"""
        near = np.hypot(self.square.x - other.x, self.square.y - other.y) < STAYS_MM * PX_PER_MM
        turn = abs((np.degrees(self.square.angle - other.angle) + 45) % 90 - 45)
        return bool(near and turn < STAYS_DEG)

    def is_same(self, other: Seen) -> bool:
        """Is *other* this die, not moved and not turned over?"""
        return self.stays(other.square) and _alike(self.face, other.face) > SAME_FACE


def _alike(one: Picture, other: Picture) -> float:
    """How well two faces correlate, -1..1; turned by a quarter they may be cut out, too."""
    a = one.astype(np.float32).mean(axis=2)
    a -= a.mean()
    best = -1.0
    for quarter in range(4):
        b = np.rot90(other.astype(np.float32).mean(axis=2), quarter)
        b = b - b.mean()
        size = float(np.linalg.norm(a) * np.linalg.norm(b)) + 1e-6
        best = max(best, float((a * b).sum()) / size)
    return best


class Dice(Asks):
    """Finds dice, and lets a person put right what they are taken for."""

    acts: tuple[str, ...] = ("go", "is", "not")
    spelling, unspelled = FACE, "faces.spell"
    """How a face is written, and what is said of what is none."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.dice: list[Seen] = []

    @property
    def found(self) -> tuple[Found, ...]:
        """The dice, numbered row by row."""
        return tuple(
            Found(
                i,
                d.says,
                bool(d.told),
                d.alone and not d.left_out,
                *(float(v) for v in d.corners.mean(axis=0)),
            )
            for i, d in enumerate(self.dice, 1)
        )

    def draw(self, picture: Picture, plane: Plane) -> None:
        """A frame round each die."""
        for seen, found in zip(self.dice, self.found, strict=True):
            drawn.die(picture, seen.corners, found)

    def read(self, shown: Shown, reader: CraterReader, useless: Container[str] = ()) -> None:
        """Look for the dice as they are read in play.

        Whatever is not sure for a reason that is *useless* can teach nothing.
        """
        if shown.plane is None or shown.trouble:
            self.dice = []
            return
        self.look(
            [
                Seen(
                    d.square,
                    drawn.frames(shown.plane, d.square),
                    symbols.cut(shown.picture, shown.plane, d.square),
                    d.colour + d.symbol if d.sure else "",
                    d.why not in useless,
                )
                for d in reader.dice(View.of(shown.picture, shown.plane), NONE)
            ]
        )

    def look(self, now: list[Seen]) -> None:
        """*now* lie there. One that lies as it did keeps its number and what was said of it.

        A person speaks of the numbers they saw; the next picture may find the dice in another
        order.
        """
        left, kept = list(now), []
        for old in self.dice:
            same = next((d for d in left if old.is_same(d)), None)
            if same is not None:
                left.remove(same)
                kept.append(replace(same, told=old.told, left_out=old.left_out))
        self.dice = kept + left

    def correct(self, word: str, rest: str) -> None:
        """``is 3,4 Yb``: dice 3 and 4 show that; ``not 3``: leave it out."""
        numbers, _, face = rest.partition(" ")
        face = face.strip()
        if word == "is" and not self.spelling.fullmatch(face):
            raise Refused(line(self.unspelled, text=face))
        faces = self.desk.plan.faces
        if word == "is" and faces and face not in faces:
            raise Refused(line("faces.unknown", face=face, faces=" ".join(faces)))
        for i in self._numbers(numbers):
            told = face if word == "is" else ""
            self.dice[i] = replace(self.dice[i], told=told, left_out=word == "not")

    def labels(self) -> list[Label]:
        """What is learnt from: the dice that lie alone and whose face is known."""
        reach = self.desk.tray.reach_mm
        return [
            Label(
                d.says[0],
                d.says[1:],
                round(d.square.x / PX_PER_MM - reach, 2),
                round(d.square.y / PX_PER_MM - reach, 2),
                round(float(np.degrees(d.square.angle)) % 90, 2) % 90,
            )
            for d in self.dice
            if self.teaches(d)
        ]

    def teaches(self, die: Seen) -> bool:
        """May it be learnt from?"""
        return die.alone and not die.left_out and bool(die.says)

    def _numbers(self, text: str) -> list[int]:
        try:
            numbers = [int(n) - 1 for n in text.split(",")]
        except ValueError:
            numbers = [-1]
        if not all(0 <= n < len(self.dice) for n in numbers):
            raise Refused(line("faces.which", text=text, dice=len(self.dice)))
        return numbers


class Faces(Dice):
    """Each face, some times, on each colour that carries it."""

    acts: tuple[str, ...] = ("go", "is", "not", "next")

    def __init__(self, desk: Desk, embedding: Embedding) -> None:
        super().__init__(desk)
        self._guesser = Guesser(desk.symbols, embedding, desk.plan.faces)
        self._guesser.recall(desk.labels)
        self._spotter: Spotter | None = desk.spotter()
        self._kept: list[Square] = []  # where dice lay when they were learnt from last

    @property
    def ask(self) -> Line:
        """Lay dice there."""
        lacks = [p for p in self.progress if p.have < p.need]
        if not self.desk.notes.pictures:
            return line("faces.first", least=self.desk.plan.least)
        if not lacks:
            return line("faces.enough")
        return line("faces.ask", faces=" ".join(p.what for p in lacks[:12]))

    @property
    def progress(self) -> tuple[Progress, ...]:
        """Shots of each face."""
        least = self.desk.plan.least
        return tuple(Progress(f, n, least) for f, n in self.desk.shown().items())

    def see(self, shown: Shown) -> None:
        """Find the dice and guess."""
        if self._spotter is None or shown.plane is None or shown.trouble:
            self.dice = []
            return
        now = []
        for spot in self._spotter.spots(shown.plane.flat(shown.picture)):
            face = symbols.cut(shown.picture, shown.plane, spot.square)
            corners = drawn.frames(shown.plane, spot.square)
            guess = self._guesser.guess(face)
            now.append(Seen(spot.square, corners, face, guess, spot.alone))
        self.look(now)

    def say(self, word: str, rest: str, shown: Shown) -> None:
        """``go``: so they lie there; ``is`` and ``not``; ``next``: that was all."""
        match word:
            case "is" | "not":
                self.correct(word, rest)
                self.tell()
            case "go":
                shown.flat()
                self._take(shown.picture)
            case "next":
                self._finish()
            case _:
                raise self.unknown(word)

    def teaches(self, die: Seen) -> bool:
        """Not where it lay when it was learnt from, and not more often than helps."""
        if not super().teaches(die) or any(die.stays(k) for k in self._kept):
            return False
        return next((p.have for p in self.progress if p.what == die.says), 0) < ENOUGH

    def _take(self, picture: Picture) -> None:
        labels = self.labels()
        taught = [d for d in self.dice if self.teaches(d)]
        if not taught:
            close = [d for d in self.dice if not d.alone]
            why = "none" if not self.dice else "close" if close else "same"
            unknown = any(d.alone and not d.says and not d.left_out for d in self.dice)
            raise Refused(line("faces.unsaid" if unknown else f"faces.{why}"))
        self.desk.add(picture, labels)
        for die in taught:
            self._guesser.learn(die.face, die.says[0], die.says[1:])
        self._kept = [d.square for d in self.dice]
        says = [line("faces.taken", n=len(taught))]
        if any(not d.alone for d in self.dice):
            says.append(line("faces.close"))
        if any(d.alone and not d.says and not d.left_out for d in self.dice):
            says.append(line("faces.unsaid"))
        self.tell(*says)

    def _finish(self) -> None:
        lacks = self.desk.few()
        if lacks or not self.desk.notes.pictures:
            raise Refused(line("faces.lacks", faces=" ".join(lacks) or "-"))
        hues = sorted(self._guesser.hues.items(), key=lambda h: h[1])
        for (one, a), (other, b) in zip(hues, hues[1:] + hues[:1], strict=True):
            if one != other and abs((a - b + 180) % 360 - 180) < COLOURS_APART_DEG:
                raise Refused(line("faces.colours", one=one, other=other))
        self.done = True
        self.tell()
