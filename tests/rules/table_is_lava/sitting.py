"""A short way to say: from this state, these answers lead there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from firmware_host.rules.kernel import Decision, Illegal, Over, Position, at, spelled, step
from firmware_host.rules.table_is_lava.answers import LavaTableAnswer
from firmware_host.rules.table_is_lava.box import Box, Placement
from firmware_host.rules.table_is_lava.game import GAME, longest
from firmware_host.rules.table_is_lava.refusals import CODES
from firmware_host.rules.table_is_lava.state import State

Here = Position[State, LavaTableAnswer]
USUAL = {"now": "launch A", **dict.fromkeys("ABCD", "13/2 all")}
"""Four who have set up."""


def house(**rules: object) -> Box:
    """The shipped cards with these house rules."""
    return replace(Box(), **rules)  # type: ignore[arg-type]


BOXES = {
    "usual": Box(),
    "rock": house(rock_island=True, final_card_foreign=True),
    "cleared first": house(removal_before_placement=True, final_card_foreign=True),
    "forced": house(foreign_placement=Placement.FORCED, final_card_foreign=True),
}


class Sitting:
    """A state, and all that was told on the way to it."""

    def __init__(self, box: Box | None = None, /, **lines: str) -> None:
        box = box or Box()
        self.here: Here = at(GAME, GAME.words.read(box, USUAL | lines))
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
        return self

    def refused(self, words: str) -> tuple[str, str]:
        """Why *words* are refused: code and sentence."""
        with pytest.raises(Illegal, match=r".") as refused:
            spelled(GAME, self.here, words)
        assert refused.value.code in CODES
        return refused.value.code, str(refused.value)

    @property
    def options(self) -> list[str]:
        """The question's options, in words."""
        assert isinstance(self.here.pending, Decision)
        return [str(option) for option in self.here.pending.options]


def played(here: Here, luck: random.Random, asides: float = 0.0) -> Iterator[Here]:
    """Every position to the end; now and then a foul launch."""
    fouls = 0
    for _ in range(longest(4) + 60):
        yield here
        pending = here.pending
        if isinstance(pending, Over):
            return
        answer = luck.choices(pending.options, pending.weights or None)[0]
        if pending.asides and luck.random() < asides and fouls < 50:
            answer, fouls = pending.asides[0], fouls + 1
        here, _ = step(GAME, here, answer)
    raise AssertionError("the game does not end")
