"""The last steps of teaching: shots against each other, and the same dice in another light."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from firmware_host.vision.embedding import Embedding
from firmware_host.vision.reader import Reader
from firmware_host.vision.teach import CannotTeach, teach

from .checking import Checked, Odd, check
from .desk import Desk
from .dice import Dice
from .step import Asks, Shown
from .view import Line, Progress, Refused, line

LIGHT_FRAMES, LIGHT_DICE = 2, 4
"""In another light so many pictures are wanted, of so many dice each at least."""
OTHER_LIGHT = 0.08
"""The light has changed when the floor and the rim are so much brighter or darker."""


def learn(desk: Desk, embedding: Embedding, told: Callable[[int], None]) -> Checked:
    """Make a profile of all that was shown, and check it by itself.

    :raises CannotTeach: it teaches nothing.
    """
    taught = teach(desk.labels, desk.plan.name, told, strict=False)
    desk.profile = replace(desk.finished(taught.profile), gate=desk.symbols.gate)
    desk.shots = taught.shots
    _drop_unseen(desk)
    return check(taught.profile, taught.shots, embedding)


def _drop_unseen(desk: Desk) -> None:
    """Dice that were shown, but are not found by their colour, teach nothing: in deep shadow."""
    seen = {(s.file, s.x_mm, s.y_mm) for s in desk.shots}
    for entry in desk.notes.pictures:
        for d in [*entry["dice"]]:
            if (entry["file"], d["x_mm"], d["y_mm"]) not in seen:
                desk.drop(entry["file"], d["x_mm"], d["y_mm"])


class Check(Asks):
    """Leave each shot out in turn: would it be read?"""

    def __init__(self, desk: Desk, embedding: Embedding, told: Callable[[int], None]) -> None:
        super().__init__(desk)
        self._embedding, self._told = embedding, told
        self._odd: tuple[Odd, ...] = ()

    @property
    def ask(self) -> Line:
        """Have it checked."""
        return line("check.ask", shots=sum(len(p["dice"]) for p in self.desk.notes.pictures))

    def say(self, word: str, rest: str, shown: Shown) -> None:
        """``go``: check; ``drop``: forget the shots that look wrong; ``more``: show more dice."""
        match word:
            case "go":
                self._check()
            case "drop":
                for odd in self._odd:
                    self.desk.drop(odd.shot.file, odd.shot.x_mm, odd.shot.y_mm)
                self._odd = ()
                self._check()
            case "more":
                self.back = True
            case _:
                raise self.unknown(word)

    def _check(self) -> None:
        try:
            found = learn(self.desk, self._embedding, self._told)
        except CannotTeach as wrong:
            self.acts = ("more", "go")
            self.tell(line("check.cannot", says=str(wrong)), ok=False)
            return
        self._odd = found.odd
        few = self.desk.few()
        if few:
            self.acts = ("more", "go")
            self.tell(line("check.few", faces=" ".join(few)), ok=False)
            return
        if found.clash is None:
            says = [line("check.done", shots=found.shots, least=found.least)]
            self.tell(*says, *(self._left_out(odd) for odd in found.odd))
            self.done = True
            return
        one, other = found.clash
        says = [line("check.clash", one=one, other=other, least=found.least)]
        says += [
            line("check.odd", file=o.shot.file, face=o.shot.colour + o.shot.symbol, like=o.like)
            for o in found.odd[:4]
        ]
        self.acts = ("more", "drop", "go") if found.odd else ("more", "go")
        self.tell(*says, ok=False)

    def _left_out(self, odd: Odd) -> Line:
        """A shot that looks like another symbol teaches nothing: told wrongly, or burnt out."""
        shot = odd.shot
        dice = next(len(p["dice"]) for p in self.desk.notes.pictures if p["file"] == shot.file)
        self.desk.drop(shot.file, shot.x_mm, shot.y_mm)
        face = shot.colour + shot.symbol
        return line("check.left_out", file=shot.file, face=face, like=odd.like, dice=dice)


class Light(Dice):
    """The same dice with the lamp off, or on."""

    acts: tuple[str, ...] = ("go", "is", "not", "sure", "skip")

    def __init__(self, desk: Desk, embedding: Embedding, told: Callable[[int], None]) -> None:
        super().__init__(desk)
        self._embedding, self._told = embedding, told
        self._reader: Reader | None = None
        self._sure = False

    @property
    def ask(self) -> Line:
        """Change the light."""
        return line("light.ask", dice=LIGHT_DICE)

    @property
    def progress(self) -> tuple[Progress, ...]:
        """Pictures in another light."""
        return (Progress("pictures", self.desk.notes.lights, LIGHT_FRAMES),)

    def see(self, shown: Shown) -> None:
        """Read the dice as they will be read in play."""
        if self._reader is None and self.desk.profile is None:
            learn(self.desk, self._embedding, self._told)
        if self._reader is None:
            assert self.desk.profile is not None
            self._reader = Reader(self.desk.profile, self._embedding)
        self.read(shown, self._reader, useless=("close", "stacked", "leaning"))

    def say(self, word: str, rest: str, shown: Shown) -> None:
        """``go``: so they lie there; ``is``, ``not``; ``sure``: the light is another; ``skip``.

        Where the new shots clash, ``more`` leads back to the faces.
        """
        match word:
            case "is" | "not":
                self.correct(word, rest)
                self.tell()
            case "more":
                self.back = True
            case "sure":
                self._sure = True
                self.tell(line("light.sure"))
            case "skip":
                self.done = True
                self.tell(line("light.skipped"))
            case "go":
                shown.flat()
                self._take(shown)
            case _:
                raise self.unknown(word)

    def _take(self, shown: Shown) -> None:
        notes, labels = self.desk.notes, self.labels()
        if not self._sure and abs(brightness(shown) / (notes.light or 1.0) - 1) < OTHER_LIGHT:
            raise Refused(line("light.same"))
        if len(labels) < LIGHT_DICE:
            raise Refused(line("light.few", dice=LIGHT_DICE))
        wrong = [d for d in self.dice if self.teaches(d) and d.told and d.guess not in ("", d.told)]
        notes.lights += 1
        self.desk.add(shown.picture, labels)
        found = learn(self.desk, self._embedding, self._told)
        self._reader = None
        if found.clash is not None:
            one, other = found.clash
            self.acts = ("go", "is", "not", "more", "skip")
            self.tell(line("check.clash", one=one, other=other, least=found.least), ok=False)
            return
        if wrong:
            notes.lights = 0
            self.tell(line("light.wrong", n=len(wrong)), ok=False)
        elif notes.lights >= LIGHT_FRAMES:
            self.done = True
            self.tell(line("light.done"))
        else:
            self.tell(line("light.more"))
        self.desk.write()


def brightness(shown: Shown) -> float:
    """How bright the tray is: the middle of what lies round its dice."""
    if shown.plane is None:
        return 0.0
    return float(np.median(shown.plane.flat(shown.picture)[::4, ::4].mean(axis=2)))
