"""A short way to say: from this state, these answers lead there."""

from __future__ import annotations

import tomllib
from pathlib import Path

from firmware_host.rules.kernel import Illegal
from firmware_host.rules.lost_island.answers import IslandAnswer
from firmware_host.rules.lost_island.box import Box
from firmware_host.rules.lost_island.game import GAME
from firmware_host.rules.lost_island.refusals import CODES
from firmware_host.rules.lost_island.state import State
from tests.rules import sitting

ROOT = Path(__file__).parents[3]
GIVEN = tomllib.loads((ROOT / "tests/scenarios/lost_island/usual.toml").read_text())["given"]
USUAL: dict[str, str] = {key: str(line) for key, line in GIVEN.items()}
"""What the worked examples start from: map M1."""


class Sitting(sitting.Sitting[State, IslandAnswer]):
    """A state, and all that was told on the way to it."""

    def __init__(self, box: Box | None = None, /, **lines: str) -> None:
        super().__init__(GAME, CODES, box or Box(), USUAL | lines)

    def why(self, words: str) -> Illegal:
        """Why *words* are refused."""
        return self.refusal(words)
