"""Whole games in random play: they end, and everything on the way is sound."""

from __future__ import annotations

import random

import pytest

from firmware_host.rules.kernel import Over, Setup, begin, spelled
from firmware_host.rules.table_is_lava.box import Box, in_play
from firmware_host.rules.table_is_lava.game import GAME, longest
from firmware_host.rules.table_is_lava.state import AskLanded

from .sitting import BOXES, Here, played

boxes = pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
seats = pytest.mark.parametrize("seats", [2, 3, 4])


def check(here: Here) -> None:
    """Nothing impossible, words for everything, and every option its own words."""
    state = here.state
    assert GAME.words.faults(state) == ()
    assert GAME.words.read(state.box, GAME.words.write(state)) == state
    assert GAME.public(state, None) is state
    if not isinstance(here.pending, Over):
        options = here.pending.options
        assert len({str(answer) for answer in options}) == len(options) > 0
        assert all(spelled(GAME, here, str(answer)) == answer for answer in options)


@seats
@boxes
def test_a_game_ends_with_fifteen_meeples_and_ten_cards_a_colour_all_the_way(
    seats: int, box: Box
) -> None:
    """TL-25, and the same for cards: hand, table, out and on the way are the deck."""
    for seed in range(6):
        luck = random.Random(seed)
        for here in played(begin(GAME, Setup(seats, box)), luck, asides=0.1):
            check(here)
            state = here.state
            for i, player in enumerate(state.players):
                assert player.supply + player.table == 15
                flying = state.ask.card if isinstance(state.ask, AskLanded) else None
                for k, there in enumerate(in_play(box.decks[i], seats)):
                    away = player.hand[k] + player.out[k]
                    away += flying == k and state.turn == i
                    assert 0 <= away <= there
        assert isinstance(here.pending, Over)
        assert not any(any(player.hand) for player in here.state.players)


@seats
@boxes
def test_no_game_has_more_answers_than_the_stated_bound(seats: int, box: Box) -> None:
    """TL-19: every launch takes a card, and between two launches few answers are possible."""
    luck = random.Random(seats)
    lengths = [len(list(played(begin(GAME, Setup(seats, box)), luck))) for _ in range(40)]
    assert max(lengths) <= longest(seats) + 1


def test_some_games_end_in_each_of_the_three_ways() -> None:
    """TL-21, TL-22, TL-23."""
    luck, reasons = random.Random(5), set()
    for _ in range(120):
        *_, last = played(begin(GAME, Setup(4, Box())), luck)
        assert isinstance(last.pending, Over)
        over, players = last.pending, last.state.players
        reasons.add(over.reason)
        most = max(player.points for player in players)
        assert all(players[seat].points == most for seat in over.winners)
        ties = [p for p in players if p.points == most]
        assert (over.reason == "most_points") == (len(ties) == 1)
    assert reasons == {"most_points", "lifesaver", "shared"}
