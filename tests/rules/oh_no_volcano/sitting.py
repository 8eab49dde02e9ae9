"""A short way to say: from this state, these answers lead there."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware_host.rules.kernel import (
    Decision,
    Illegal,
    Over,
    Position,
    Setup,
    at,
    begin,
    spelled,
    step,
)
from firmware_host.rules.oh_no_volcano.answers import VolcanoAnswer
from firmware_host.rules.oh_no_volcano.box import Box, Deck
from firmware_host.rules.oh_no_volcano.game import GAME
from firmware_host.rules.oh_no_volcano.refusals import CODES
from firmware_host.rules.oh_no_volcano.state import State

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


class Sitting:
    """A state, and all that was told on the way to it."""

    def __init__(self, box: Box | None = None, /, without: str = "", **lines: str) -> None:
        box = box or Box()
        usual = USUAL | (VIRTUAL if box.virtual else {})
        usual = {k: v for k, v in usual.items() if k[-1] not in without or k == "now"}
        state = GAME.words.read(box, usual | lines)
        self.here: Position[State, VolcanoAnswer] = at(GAME, state)
        self.told: list[str] = []
        assert GAME.words.faults(self.here.state) == ()

    @classmethod
    def new(cls, seats: int, box: Box | None = None) -> Sitting:
        """A new game."""
        fresh = cls()
        fresh.here = begin(GAME, Setup(seats, box or Box()))
        return fresh

    @property
    def lines(self) -> dict[str, str]:
        """The state in words."""
        return GAME.words.write(self.here.state)

    def __getitem__(self, key: str) -> str:
        return self.lines[key]

    def play(self, *answers: str) -> Sitting:
        """Answer, one after another."""
        for words in answers:
            self.here, events = step(GAME, self.here, spelled(GAME, self.here, words))
            self.told += map(str, events)
            assert GAME.words.faults(self.here.state) == (), self.lines
            assert GAME.words.read(self.here.state.box, self.lines) == self.here.state
        return self

    def refused(self, words: str) -> Illegal:
        """Why *words* are refused."""
        before = self.lines
        with pytest.raises(Illegal, match=r".") as refused:
            spelled(GAME, self.here, words)
        assert refused.value.code in CODES
        assert self.lines == before
        return refused.value

    def code(self, words: str) -> str:
        """The code of the reason why *words* are refused."""
        return self.refused(words).code

    @property
    def asked(self) -> Decision[VolcanoAnswer]:
        """The question."""
        assert isinstance(self.here.pending, Decision)
        return self.here.pending

    @property
    def options(self) -> list[str]:
        """Its options, in words."""
        return [str(option) for option in self.asked.options]

    @property
    def over(self) -> Over:
        """How it ended."""
        assert isinstance(self.here.pending, Over)
        return self.here.pending
