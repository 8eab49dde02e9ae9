"""Whole games in random play: they end, and every state on the way has words."""

from __future__ import annotations

import random
from typing import Any

import pytest

from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Over, Position, Setup, begin, spelled, step
from firmware_host.rules.lava_land.box import Box

GAME = GAMES["lava_land"]


def play(seats: int, seed: int, box: Box | None = None) -> list[Position[Any, Any]]:
    luck = random.Random(seed)
    here = begin(GAME, Setup(seats, box or Box()))
    told = [here]
    while not isinstance(here.pending, Over):
        weights = here.pending.weights or (1,) * len(here.pending.options)
        answer = luck.choices(here.pending.options, weights)[0]
        here, _ = step(GAME, here, answer)
        told.append(here)
    return told


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_state_of_a_random_game_has_words_and_no_faults(seats: int) -> None:
    for seed in range(20):
        for here in play(seats, seed):
            lines = GAME.words.write(here.state)
            assert GAME.words.read(here.state.box, lines) == here.state
            assert GAME.words.faults(here.state) == ()
            if not isinstance(here.pending, Over):
                for answer in here.pending.options:
                    assert spelled(GAME, here, str(answer)) == answer
