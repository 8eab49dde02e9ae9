"""A short way to say: from this state, these answers lead there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_host.rules.kernel import Decision, Illegal, Over, Position, at, spelled, step
from firmware_host.rules.lava_land.answers import LavaAnswer
from firmware_host.rules.lava_land.box import VECTORS, Box
from firmware_host.rules.lava_land.game import GAME
from firmware_host.rules.lava_land.refusals import CODES
from firmware_host.rules.lava_land.state import State

USUAL = {
    "now": "go A",
    "first": "A",
    "lava": "-2",
    **dict.fromkeys("ABCD", "5/3/3"),
    "row": "turn_blue_foot guard_step as_red trick_again",
    "deck": "rest",
}
"""What the worked examples start from."""


def house(**rules: object) -> Box:
    """The board of the worked examples with these house rules."""
    return replace(VECTORS, **rules)  # type: ignore[arg-type]


def rest(box: Box = VECTORS, /, **lines: str) -> str:
    """All cards that are nowhere in these lines, as a pile."""
    return GAME.words.write(GAME.words.read(box, USUAL | lines))["deck"]


class Sitting:
    """A state, and all that was told on the way to it."""

    def __init__(self, box: Box = VECTORS, /, **lines: str) -> None:
        self.here: Position[State, LavaAnswer] = at(GAME, GAME.words.read(box, USUAL | lines))
        self.before = self.lines
        self.told: list[str] = []
        assert GAME.words.faults(self.here.state) == ()

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
            assert GAME.words.faults(self.here.state) == ()
            assert GAME.words.read(self.here.state.box, self.lines) == self.here.state
        return self

    def code(self, words: str) -> str:
        """Why *words* are refused."""
        with pytest.raises(Illegal, match=r".") as refused:
            spelled(GAME, self.here, words)
        assert refused.value.code in CODES
        return refused.value.code

    @property
    def asked(self) -> Decision[LavaAnswer]:
        """The question."""
        assert isinstance(self.here.pending, Decision)
        return self.here.pending

    @property
    def options(self) -> list[str]:
        """Its options, in words."""
        return [str(option) for option in self.asked.options]

    @property
    def asides(self) -> list[str]:
        """Its asides, in words."""
        return [str(option) for option in self.asked.asides]

    @property
    def over(self) -> Over:
        """How it ended."""
        assert isinstance(self.here.pending, Over)
        return self.here.pending
