"""A short way to say: from this state, these answers lead there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from firmware_host.rules.kernel import Over, Position, step
from firmware_host.rules.table_is_lava.answers import LavaTableAnswer
from firmware_host.rules.table_is_lava.box import Box, Placement
from firmware_host.rules.table_is_lava.game import GAME, longest
from firmware_host.rules.table_is_lava.refusals import CODES
from firmware_host.rules.table_is_lava.state import State
from tests.rules import sitting

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


class Sitting(sitting.Sitting[State, LavaTableAnswer]):
    """A state, and all that was told on the way to it."""

    def __init__(self, box: Box | None = None, /, **lines: str) -> None:
        super().__init__(GAME, CODES, box or Box(), USUAL | lines)

    def refused(self, words: str) -> tuple[str, str]:
        """Why *words* are refused: code and sentence."""
        why = self.refusal(words)
        return why.code, str(why)


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
