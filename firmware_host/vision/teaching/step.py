"""What every step of a session is, and what it looks at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from firmware_host.vision.plane import Picture, Plane

from .desk import Desk
from .view import Found, Line, Progress, Refused, line


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The newest picture, with the tray found in it where it is to be seen."""

    picture: Picture
    plane: Plane | None
    trouble: str  #: a code of :mod:`firmware_host.vision.ailments`

    def flat(self) -> tuple[Plane, Picture]:
        """The tray's place and its flat view.

        :raises Refused: the picture cannot be used.
        """
        if self.plane is None or self.trouble:
            raise Refused(trouble_line(self.trouble or "no_marks"))
        return self.plane, self.plane.flat(self.picture)


def trouble_line(code: str) -> Line:
    """The sentence for a picture that cannot be used."""
    from firmware_host.vision.ailments import says

    return line("trouble", says=says(code))


class Step(Protocol):
    """One thing that is asked of a person."""

    done: bool
    back: bool  #: more dice are to be shown first
    says: tuple[Line, ...]
    ok: bool

    @property
    def ask(self) -> Line:
        """What is asked."""

    @property
    def acts(self) -> tuple[str, ...]:
        """What may be said."""

    @property
    def found(self) -> tuple[Found, ...]:
        """The dice in the newest picture."""

    @property
    def progress(self) -> tuple[Progress, ...]:
        """How far it is."""

    def see(self, shown: Shown) -> None:
        """The newest picture."""

    def say(self, word: str, rest: str, shown: Shown) -> None:
        """A person says *word*, with *rest* behind it.

        :raises Refused: that cannot be done now.
        """

    def draw(self, picture: Picture, plane: Plane) -> None:
        """Draw onto *picture* what is asked, and what was found."""


class Asks:
    """What most steps have in common: nothing found, nothing counted, nothing drawn."""

    acts: tuple[str, ...] = ("go",)

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.done, self.ok, self.back = False, True, False
        self.says: tuple[Line, ...] = ()

    @property
    def found(self) -> tuple[Found, ...]:
        """No dice are looked for."""
        return ()

    @property
    def progress(self) -> tuple[Progress, ...]:
        """Nothing is counted."""
        return ()

    def see(self, shown: Shown) -> None:
        """Nothing is to be seen."""

    def draw(self, picture: Picture, plane: Plane) -> None:
        """Nothing is to be drawn."""

    def tell(self, *lines: Line, ok: bool = True) -> None:
        """Say *lines* until the next word; not *ok*: they are to be seen to."""
        self.says, self.ok = lines, ok

    def unknown(self, word: str) -> Refused:
        """A word nobody knows here."""
        return Refused(line("unknown", word=word, acts=", ".join(self.acts)))


def number(text: str, least: float, most: float) -> float:
    """A number a person typed.

    :raises Refused: it is none, or out of bounds.
    """
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise Refused(line("no_number", text=text, least=least, most=most))
    return value
