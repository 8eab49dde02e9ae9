"""Before the first launch: TL-01 to TL-08."""

from __future__ import annotations

import pytest

from firmware_host.rules.kernel import Illegal, Seat, Setup, begin
from firmware_host.rules.table_is_lava.box import START, Box, starts
from firmware_host.rules.table_is_lava.game import GAME

from .sitting import house


@pytest.mark.parametrize(("seats", "hand"), [(2, 7), (3, 8), (4, 9)])
def test_decks_are_equally_large_and_shrink_by_a_card_for_each_colour_not_played(
    seats: int, hand: int
) -> None:
    """TL-01, TL-02: the removed cards are those that show a colour nobody plays."""
    state = begin(GAME, Setup(seats, Box())).state
    assert [sum(player.hand) for player in state.players] == [hand] * seats
    for i, player in enumerate(state.players):
        for card, n in zip(state.box.decks[i], player.hand, strict=True):
            shown_by_nobody = any(card.foreign[seats:])
            assert n == (0 if shown_by_nobody or card.id == START else card.copies)


def test_everyone_has_two_meeples_on_the_table_and_thirteen_in_supply() -> None:
    """TL-05, TL-06."""
    for seats in (2, 3, 4):
        state = begin(GAME, Setup(seats, Box())).state
        assert {(p.supply, p.table) for p in state.players} == {(13, 2)}


def test_two_to_the_right_is_against_the_direction_of_play() -> None:
    """TL-07, TL-A15: opposite with four, the left neighbour with three; TL-06 with two."""

    def second(seats: int) -> list[int]:
        return [int(card) for owner, card in starts(seats) if owner != card]

    assert second(4) == [2, 3, 0, 1]
    assert second(3) == [1, 2, 0]
    assert second(2) == [1, 0]
    assert [owner for owner, card in starts(3) if owner == card] == [Seat(0), Seat(1), Seat(2)]


def test_start_cards_their_pattern_and_where_a_meeple_stands_are_the_peoples() -> None:
    """TL-04, TL-08, TL-A16: nothing of it is asked for, so no pattern can be refused."""
    asked = begin(GAME, Setup(4, Box())).pending
    assert [str(option) for option in asked.options] == ["A hot", "B hot", "C hot", "D hot"]  # type: ignore[union-attr]


def test_a_box_for_fewer_refuses_more() -> None:
    for box, seats in ((house(players=(2, 3)), 4), (Box(), 5), (Box(), 1)):
        with pytest.raises(Illegal) as refused:
            begin(GAME, Setup(seats, box))
        assert refused.value.code == "bad_player_count"
