"""Whole games in random play: they end, and everything on the way is sound."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from firmware_host.rules.kernel import (
    Illegal,
    Over,
    Position,
    Seat,
    Setup,
    at,
    begin,
    spelled,
    step,
)
from firmware_host.rules.lava_land.answers import LavaAnswer, Token
from firmware_host.rules.lava_land.box import VECTORS, Box, EffectOrder, GuardMode, UnreadableDie
from firmware_host.rules.lava_land.game import GAME, MAX_ANSWERS
from firmware_host.rules.lava_land.state import State

from .legal import anywhere
from .sitting import house

Here = Position[State, LavaAnswer]
LOOSE = house(
    effect_order=EffectOrder.PLAYER_CHOICE,
    boarding_optional=True,
    trick_allow_null_target=True,
    guard_mode=GuardMode.AUTO,
    unreadable_die=UnreadableDie.REROLL_ALL,
)
BOXES = {"usual": Box(), "vectors": VECTORS, "loose": LOOSE}
boxes = pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
seats = pytest.mark.parametrize("seats", [3, 4, 5])


def played(here: Here, luck: random.Random, asides: float = 0.0) -> Iterator[Here]:
    """Every position to the end; now and then an aside."""
    for _ in range(MAX_ANSWERS):
        yield here
        pending = here.pending
        if isinstance(pending, Over):
            return
        answer = luck.choices(pending.options, pending.weights or None)[0]
        if pending.asides and luck.random() < asides:
            answer = luck.choice(pending.asides)
        here, _ = step(GAME, here, answer)
    raise AssertionError("the game does not end")


def play(seats: int, seed: int, box: Box) -> list[Here]:
    """A game from the first roll."""
    return list(played(begin(GAME, Setup(seats, box)), random.Random(seed)))


def check(here: Here) -> None:
    """Nothing impossible, words for everything, and every option its own words."""
    assert GAME.words.faults(here.state) == ()
    assert GAME.words.read(here.state.box, GAME.words.write(here.state)) == here.state
    assert GAME.public(here.state, None) is here.state
    if not isinstance(here.pending, Over):
        options = here.pending.options
        assert options
        assert len({str(answer) for answer in options}) == len(options)
        assert all(spelled(GAME, here, str(answer)) == answer for answer in options)


@seats
@boxes
def test_a_game_from_the_start_ends_and_every_state_is_sound(seats: int, box: Box) -> None:
    """LL-02, LL-05: dice and cards are conserved all the way."""
    for seed in range(5):
        for here in play(seats, seed, box):
            check(here)


@seats
@boxes
def test_a_game_from_anywhere_ends_and_every_state_is_sound(seats: int, box: Box) -> None:
    """LL-62: with accusations and rerolls as well."""
    luck, winners = random.Random(7), 0
    for _ in range(8):
        for here in played(at(GAME, anywhere(luck, seats, box)), luck, asides=0.03):
            check(here)
        assert isinstance(here.pending, Over)
        winners += bool(here.pending.winners)
    assert winners > 0


@seats
def test_hundreds_of_games_end_within_the_stated_number_of_answers(seats: int) -> None:
    luck = random.Random(seats)
    lengths = [len(list(played(begin(GAME, Setup(seats, Box())), luck))) for _ in range(100)]
    lengths += [len(list(played(at(GAME, anywhere(luck, seats, Box())), luck))) for _ in range(100)]
    assert max(lengths) < MAX_ANSWERS / 4


def test_a_foreign_answer_is_refused_and_changes_nothing() -> None:
    for here in play(3, 1, Box()):
        with pytest.raises(Illegal):
            step(GAME, here, Token(Seat(7)))
    assert here.state == play(3, 1, Box())[-1].state
