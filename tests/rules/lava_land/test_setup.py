"""The table before the first roll."""

from __future__ import annotations

import pytest

from firmware_host.rules.kernel import Illegal, Seat, Setup, Source, begin
from firmware_host.rules.lava_land.box import KINDS, Box, Kind
from firmware_host.rules.lava_land.game import GAME

from .sitting import Sitting, house


def opening(seats: int, box: Box, *kinds: Kind) -> Sitting:
    """The state after these cards were drawn for the row."""
    sitting = Sitting()
    sitting.here = begin(GAME, Setup(seats, box))
    for kind in kinds:
        sitting.play(f"draw {kind}")
    return sitting


@pytest.mark.parametrize("seats", [0, 1, 2, 6])
def test_only_three_to_five_can_play(seats: int) -> None:
    """LL-01, LL-A34."""
    with pytest.raises(Illegal) as refused:
        begin(GAME, Setup(seats, Box()))
    assert refused.value.code == "bad_player_count"


def test_a_box_may_be_for_fewer() -> None:
    """LL-01."""
    with pytest.raises(Illegal) as refused:
        begin(GAME, Setup(5, Box(players=(3, 4))))
    assert refused.value.code == "bad_player_count"


@pytest.mark.parametrize(("seats", "lava"), [(3, "-3"), (4, "-4"), (5, "-5")])
def test_a_new_game_has_everyone_on_the_start_and_lava_on_its_mark(seats: int, lava: str) -> None:
    """LL-03, LL-04, LL-A01."""
    sitting = opening(seats, Box())
    assert sitting["lava"] == lava
    assert [sitting[str(Seat(i))] for i in range(seats)] == ["0/0/0"] * seats


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_one_die_of_each_colour_a_player_is_in_play(seats: int) -> None:
    """LL-02."""
    sitting = opening(seats, Box(first_player=Seat(0)), *KINDS[:4])
    for colour in "YRB":
        assert f"show {colour}b" in sitting.options
        sitting.play(*[f"show {colour}b"] * seats)
    assert sitting["crater"] == f"{seats} Yb, {seats} Rb, {seats} Bb"
    assert sitting["now"] == "take"


def test_the_first_player_is_drawn_and_then_a_row_of_four() -> None:
    """LL-05, LL-06, LL-A03."""
    sitting = opening(3, Box())
    assert (sitting.asked.source, sitting.options) == (
        Source.CHANCE,
        ["A token", "B token", "C token"],
    )
    sitting.play("B token")
    assert sitting.asked.source is Source.CHANCE
    assert sum(sitting.asked.weights) == 28
    sitting.play("draw as_red", "draw as_red", "draw guard_loot", "draw trick_again")
    assert sitting["row"] == "as_red as_red guard_loot trick_again"
    assert sum(sitting.here.state.deck) == 24
    assert sitting["now"] == "show"
    assert sitting["first"] == "B"
    assert not any(player.cards for player in sitting.here.state.players)
    assert sitting.told[-1] == "roundstarted B"


def test_a_fixed_first_player_is_not_drawn() -> None:
    """LL-06, LL-A03: ``first_player``."""
    sitting = opening(4, Box(first_player=Seat(2)))
    assert (sitting["now"], sitting["first"]) == ("draw 1", "C")


def test_a_row_of_four_dear_cards_at_setup_is_for_the_first_player_to_break() -> None:
    """LL-39, LL-A21."""
    sitting = opening(4, Box(first_player=Seat(2)), *[Kind.TRICK_AGAIN] * 4)
    assert sitting.options == [f"C discard {slot}" for slot in (1, 2, 3, 4)]
    sitting.play("C discard 3", "draw as_red")
    assert sitting["row"] == "trick_again trick_again as_red trick_again"
    assert sitting["now"] == "show"


def test_what_a_token_looks_like_or_how_it_lies_is_no_part_of_a_state() -> None:
    """LL-08: the lines of a state are all there is to it."""
    state = Sitting().lines
    assert set(state) == {
        "now", "first", "lava", "A", "B", "C", "D", "row", "deck", "discard", "crater", "dice",
    }  # fmt: skip


def test_the_penalty_is_agreed_before_the_game_as_part_of_the_box() -> None:
    """LL-07."""
    assert begin(GAME, Setup(3, house(flip_penalty="none"))).state.box.flip_penalty == "none"
