"""A short way to say: from this state, these answers lead there."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from firmware_host.rules.kernel import Illegal, Setup, begin
from firmware_host.rules.oh_no_volcano.answers import VolcanoAnswer
from firmware_host.rules.oh_no_volcano.box import Box, Deck
from firmware_host.rules.oh_no_volcano.game import GAME
from firmware_host.rules.oh_no_volcano.refusals import CODES
from firmware_host.rules.oh_no_volcano.state import State
from tests.rules import sitting

GAMES = Path(__file__).parents[3] / "config" / "games"
SHIPPED: dict[str, Any] = tomllib.loads((GAMES / "oh_no_volcano.toml").read_text())
USUAL = {"now": "play A", **dict.fromkeys("ABCD", "- - - 0/0/0")}
"""What the tests start from: everybody in base camp."""
THREE = "?3+ball3, A4, B4"
VIRTUAL = {f"hand_{seat}": THREE for seat in "ABCD"}
"""Hands, where the program deals them."""


def house(**rules: object) -> Box:
    """The usual box with these house rules."""
    return replace(Box(), **rules)  # type: ignore[arg-type]


DEALT = house(deck=Deck.VIRTUAL)


class Sitting(sitting.Sitting[State, VolcanoAnswer]):
    """A state, and all that was told on the way to it."""

    def __init__(self, box: Box | None = None, /, without: str = "", **lines: str) -> None:
        box = box or Box()
        usual = USUAL | (VIRTUAL if box.virtual else {})
        usual = {k: v for k, v in usual.items() if k[-1] not in without or k == "now"}
        super().__init__(GAME, CODES, box, usual | lines)

    @classmethod
    def new(cls, seats: int, box: Box | None = None) -> Sitting:
        """A new game."""
        fresh = cls()
        fresh.here = begin(GAME, Setup(seats, box or Box()))
        return fresh

    def refused(self, words: str) -> Illegal:
        """Why *words* are refused."""
        return self.refusal(words)

    def code(self, words: str) -> str:
        """The code of the reason why *words* are refused."""
        return self.refusal(words).code
