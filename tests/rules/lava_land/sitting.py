"""A short way to say: from this state, these answers lead there."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.lava_land.answers import LavaAnswer
from firmware_host.rules.lava_land.box import VECTORS, Box
from firmware_host.rules.lava_land.game import GAME
from firmware_host.rules.lava_land.refusals import CODES
from firmware_host.rules.lava_land.state import State
from tests.rules import sitting

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


class Sitting(sitting.Sitting[State, LavaAnswer]):
    """A state, and all that was told on the way to it."""

    def __init__(self, box: Box = VECTORS, /, **lines: str) -> None:
        super().__init__(GAME, CODES, box, USUAL | lines)
        self.before = self.lines

    def code(self, words: str) -> str:
        """Why *words* are refused."""
        return self.refusal(words).code
