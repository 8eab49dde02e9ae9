"""One line of a state of Lost Island, being read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from firmware_host.rules.hexgrid import Cell
from firmware_host.rules.lines import Line as PlainLine

from .box import MONSTERS, TOOLS, Kind, Monster, Tool

T = TypeVar("T")
MOST = 5  #: seats


@dataclass(frozen=True, slots=True)
class Line(PlainLine):
    """One line of a state of Lost Island."""

    seats: int = MOST
    most: int = MOST

    def as_one(self, word: str, read: Callable[[str], T], what: str) -> T:
        """*word*, read; *what* is what it should have been."""
        try:
            return read(word)
        except ValueError:
            raise self.bad(f"{word!r} is no {what}") from None

    def cell(self, word: str) -> Cell:
        """*word* as a cell."""
        return self.as_one(word, Cell.named, "cell; write such as 3,-1")

    def kind(self, word: str) -> Kind:
        """*word* as a sort of hex."""
        return self.as_one(word, Kind, f"hex; they are {', '.join(Kind)}")

    def monster(self, word: str) -> Monster:
        """*word* as a monster."""
        return self.as_one(word, Monster, f"monster; they are {', '.join(MONSTERS)}")

    def tool(self, word: str) -> Tool:
        """*word* as a tool."""
        return self.as_one(word, Tool, f"tool; they are {', '.join(TOOLS)}")

    def parts(self) -> list[list[str]]:
        """The words between commas that stand apart: ``2 beach, 1 volcano``."""
        if not self.text.strip():
            return []
        return [part.split() for part in self.text.split(", ")]
