"""Bots answer what they are asked, and the plain ones reach the boat."""

from __future__ import annotations

import pytest

from firmware_host.bots import catalog
from firmware_host.bots.lava_land import ESCAPE, LavaLander, Standing, worth
from firmware_host.daemon import simulation
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Decision, Seat, Setup, Source
from firmware_host.rules.lava_land.box import Colour, Symbol
from firmware_host.rules.lava_land.state import Fate
from tests.strategies import LAVA_LAND, begun
from tests.toys import Die

Y, R, B = Colour
BANANA, TREASURE, FOOT, BOLT = Symbol


def lava_land(seats: int, seed: str, *names: str) -> simulation.Played:
    bots = {Seat(i): catalog.bot("lava_land", names[i % len(names)], seed) for i in range(seats)}
    return simulation.play(LAVA_LAND.game, Setup(seats, LAVA_LAND.box), seed, bots)


def test_every_game_of_the_catalogue_has_a_bot_of_its_own() -> None:
    assert set(catalog.HEURISTICS) == set(GAMES)
    with pytest.raises(KeyError):
        catalog.bot("lava_land", "clever", "s")


@pytest.mark.parametrize("name", catalog.NAMES)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    assert lava_land(3, "x", name) == lava_land(3, "x", name)


def test_whims_differ_from_question_to_question_and_from_seed_to_seed() -> None:
    dice = Decision("die", Source.TABLE, tuple(Die(None, n) for n in range(6)))
    asked = [catalog.bot("lava_land", "random", seed) for seed in "aab"]
    first, again, other = ([bot.choose(None, dice, Seat(0)) for _ in range(40)] for bot in asked)
    assert set(first) == set(dice.options)
    assert first == again
    assert first != other


def test_plain_bots_reach_the_boat_in_two_games_of_five() -> None:
    games = [lava_land(4, f"boat/{n}", "heuristic") for n in range(40)]
    assert sum(bool(game.escaped) for game in games) >= 16


def test_a_trap_is_worth_least_when_lava_is_next() -> None:
    trap = ((BANANA, Y), (FOOT, R), (BOLT, B))
    values = [worth(trap, Standing(Fate.TRACK, gap, 4, wanted=4)) for gap in (1, 2, 3)]
    assert values == sorted(values)
    assert worth(trap, Standing(Fate.LAVA)) == 0


def test_bananas_are_worth_more_while_they_are_wanted() -> None:
    bananas = ((BANANA, Y), (BANANA, Y), (BOLT, B))
    wanted, had = (worth(bananas, Standing(Fate.TRACK, 3, 4, wanted=n)) for n in (4, 0))
    assert wanted > had > 0


def test_nothing_is_worth_more_than_the_boat() -> None:
    feet = ((FOOT, Y), (FOOT, R), (BANANA, B))
    assert worth(feet, Standing(Fate.TRACK, 3, 2, may_board=True)) > ESCAPE / 2
    assert worth(feet, Standing(Fate.TRACK, 3, 3, may_board=True)) < ESCAPE / 2


def test_a_bot_gives_only_answers_it_was_offered() -> None:
    for seed in range(6):
        match = begun("lava_land", 3, str(seed))
        bot = LavaLander()
        for _ in range(400):
            pending = match.pending
            if not isinstance(pending, Decision):
                break
            seat = pending.options[-1].seat
            answer = match.lucky() or bot.choose(match.state, pending, seat or Seat(0))
            assert answer in pending.options
            match = match.answered(answer, 0)
