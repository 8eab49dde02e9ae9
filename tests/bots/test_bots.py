"""Bots answer what they are asked, and the plain ones reach the boat."""

from __future__ import annotations

import pytest

from firmware_host.bots import catalog
from firmware_host.bots.lava_land import ESCAPE, LavaLander, Standing, worth
from firmware_host.daemon.people import simulation
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Decision, Seat, Setup, Source, at
from firmware_host.rules.lava_land.box import Colour, Symbol
from firmware_host.rules.lava_land.state import Fate
from tests.strategies import LAVA_LAND, PLAYED, begun
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


def test_a_versatile_bot_plays_whatever_is_played_as_that_games_own_does() -> None:
    versatile = catalog.Versatile("heuristic", "s")
    for name in GAMES:
        match = begun(name, 3)
        while match.pending.source is Source.CHANCE:  # type: ignore[union-attr]
            match = match.answered(match.lucky(), 0)
        asked = match.pending
        assert isinstance(asked, Decision)
        if asked.options[0].seat is None:
            continue
        seat = asked.options[0].seat
        own = catalog.bot(name, "heuristic", "s").choose(match.state, asked, seat)
        assert versatile.choose(match.state, asked, seat) == own


def test_a_launcher_keeps_its_poorest_card_for_the_last_launch_and_gives_little_away() -> None:
    """TL-15: nobody stands on a last card."""
    box = PLAYED["table_is_lava"].box
    game = GAMES["table_is_lava"]

    def launches(hand: str, supply: int = 13) -> str:
        lines = {"now": "launch A", **dict.fromkeys("BC", "13/2 all")}
        lines["A"] = f"{supply}/{15 - supply} {hand}"
        here = at(game, game.words.read(box, lines))
        assert isinstance(here.pending, Decision)
        return str(
            catalog.bot(game.name, "heuristic", "s").choose(here.state, here.pending, Seat(0))
        )

    assert launches("n1 n2 n3_blue") == "A launch n3_blue"
    assert launches("n1 n2") == "A launch n2"
    assert launches("n2 n3_blue", supply=2) == "A launch n2", "three it could not stand"
