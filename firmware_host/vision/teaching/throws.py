"""The last step of calibrating for pip dice: some throws, read as they will be in play."""

from __future__ import annotations

import re

from firmware_host.vision.pips.crater import PipCrater
from firmware_host.vision.pips.profile import PipTable

from .desk import Desk
from .dice import Dice
from .step import Shown
from .view import Line, Progress, Refused, line

THROWS = 3
"""So many throws must be read without a mistake."""
ASKED = 0.25
"""More of the dice than this asked about: the picture is too poor for play."""


class Throws(Dice):
    """Throws of pip dice: what each is taken for, and what a person says of it."""

    acts: tuple[str, ...] = ("go", "is", "not", "missed")
    spelling = re.compile("[1-6]")
    unspelled = "throws.spell"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        assert isinstance(desk.base, PipTable)
        self._reader = PipCrater(desk.finished(desk.base))

    @property
    def ask(self) -> Line:
        """Throw."""
        return line("throws.ask", throws=THROWS)

    @property
    def progress(self) -> tuple[Progress, ...]:
        """Throws so far."""
        return (Progress("throws", self.desk.notes.throws, THROWS),)

    def see(self, shown: Shown) -> None:
        """Read the dice as in play."""
        self.read(shown, self._reader)

    def say(self, word: str, rest: str, shown: Shown) -> None:
        """``go``: so they lie; ``is``; ``not``: that is no die; ``missed``: a die has no frame."""
        match word:
            case "is" | "not":
                self.correct(word, rest)
                self.tell()
            case "missed":
                self._anew("throws.missed")
            case "go":
                shown.flat()
                self._take()
            case _:
                raise self.unknown(word)
        self.desk.write()

    def _take(self) -> None:
        notes = self.desk.notes
        if not self.dice:
            raise Refused(line("faces.none"))
        if any(not d.says and not d.left_out for d in self.dice):
            raise Refused(line("faces.unsaid"))
        wrong = sum(
            bool(d.guess) and (d.left_out or d.told not in ("", d.guess)) for d in self.dice
        )
        if wrong:
            self._anew("throws.wrong", n=wrong)
            return
        notes.throws += 1
        notes.thrown += len(self.dice)
        notes.asked += sum(not d.guess for d in self.dice)
        if notes.throws < THROWS:
            self.tell(line("throws.more", left=THROWS - notes.throws))
        elif notes.asked > ASKED * notes.thrown:
            self._anew("throws.poor", n=notes.asked, dice=notes.thrown)
        else:
            self.done = True
            self.tell(line("throws.done", n=notes.asked, dice=notes.thrown))

    def _anew(self, key: str, **values: float) -> None:
        """Throws are counted from the beginning: something is to be mended first."""
        notes = self.desk.notes
        notes.throws = notes.thrown = notes.asked = 0
        self.tell(line(key, **values), ok=False)
