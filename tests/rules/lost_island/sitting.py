"""A short way to say: from this state, these answers lead there."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from firmware_host.rules.kernel import Decision, Illegal, Over, Position, at, spelled, step
from firmware_host.rules.lost_island.answers import IslandAnswer
from firmware_host.rules.lost_island.box import Box
from firmware_host.rules.lost_island.game import GAME
from firmware_host.rules.lost_island.refusals import CODES
from firmware_host.rules.lost_island.state import State

ROOT = Path(__file__).parents[3]
GIVEN = tomllib.loads((ROOT / "tests/scenarios/lost_island/usual.toml").read_text())["given"]
USUAL: dict[str, str] = {key: str(line) for key, line in GIVEN.items()}
"""What the worked examples start from: map M1."""


class Sitting:
    """A state, and all that was told on the way to it."""

    def __init__(self, box: Box | None = None, /, **lines: str) -> None:
        state = GAME.words.read(box or Box(), USUAL | lines)
        self.here: Position[State, IslandAnswer] = at(GAME, state)
        self.told: list[str] = []
        assert GAME.words.faults(state) == ()

    @property
    def state(self) -> State:
        return self.here.state

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

    def why(self, words: str) -> Illegal:
        """Why *words* are refused."""
        before = self.lines
        with pytest.raises(Illegal, match=r".") as refused:
            spelled(GAME, self.here, words)
        assert refused.value.code in CODES
        assert self.lines == before
        return refused.value

    @property
    def asked(self) -> Decision[IslandAnswer]:
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
