"""Turning a die over while dice are taken."""

from __future__ import annotations

import pytest

from firmware_host.rules.lava_land.box import FlipPenalty

from .sitting import Sitting, house

TAKE = {"now": "take", "crater": "4 Yb, 4 Rt, 4 Bf"}


def test_a_die_turned_over_is_set_back_and_costs_a_step() -> None:
    """LL-24: the faces are as they were; it is told from beside, in nobody's menu."""
    sitting = Sitting(**TAKE)
    assert "A turned" in sitting.asides
    assert "A turned" not in sitting.options
    sitting.play("A turned")
    assert (sitting["A"], sitting["crater"]) == ("4/3/3", TAKE["crater"])
    assert sitting.told == ["A flippenalty move_back", "A charmoved 5 4"]


def test_one_bump_is_one_penalty_however_many_dice_it_turns() -> None:
    """LL-A35: an accusation names a seat, not dice."""
    assert Sitting(**TAKE).code("A turned Yb") == "unknown_words"


def test_an_accusation_has_its_place_until_the_first_dice_are_applied() -> None:
    """LL-24."""
    sitting = Sitting(dice="A: Yb Yb Rt; B: Yf Rt Rt")
    assert sitting.play("B turned")["B"] == "4/3/3"
    assert sitting["now"] == "go A"
    assert sitting.play("A go").code("B turned") == "too_late"


def test_a_first_offence_may_be_a_warning() -> None:
    """LL-25, LL-A33: ``flip_penalty = "warn_first"``, for each player."""
    sitting = Sitting(house(flip_penalty=FlipPenalty.WARN_FIRST), **TAKE)
    sitting.play("A turned")
    assert (sitting["A"], sitting.told) == ("5/3/3 warned", ["A flipwarned"])
    sitting.play("A turned", "B turned")
    assert (sitting["A"], sitting["B"]) == ("4/3/3 warned", "5/3/3 warned")


def test_the_penalty_may_be_none() -> None:
    """LL-A33: ``flip_penalty = "none"``."""
    sitting = Sitting(house(flip_penalty=FlipPenalty.NONE), **TAKE).play("A turned")
    assert (sitting["A"], sitting.told) == ("5/3/3", ["A flippenalty no_effect"])


def test_guard_step_does_not_help_against_it() -> None:
    """LL-26."""
    sitting = Sitting(A="5/3/3 guard_step", **TAKE)
    assert sitting.play("A turned")["A"] == "4/3/3 guard_step"


def test_from_the_first_islet_it_is_back_to_the_start() -> None:
    """LL-24, LL-27."""
    assert Sitting(A="1/3/3", **TAKE).play("A turned")["A"] == "0/3/3"


@pytest.mark.parametrize("player", ["0/3/3", "+1/7/3", "x/0/0"])
def test_on_the_start_in_the_boat_or_dead_it_has_no_effect(player: str) -> None:
    """LL-27."""
    sitting = Sitting(A=player, **TAKE).play("A turned")
    assert (sitting["A"], sitting.told) == (player, ["A flippenalty no_effect"])


def test_the_penalty_can_push_into_the_lava() -> None:
    """LL-27, LL-A07, LL-A27: lava directly behind."""
    sitting = Sitting(lava="4", A="5/3/3 guard_step", C="8/3/3", **TAKE).play("A turned")
    assert (sitting["A"], sitting["discard"]) == ("x/0/0", "1 guard_step")
    assert sitting["now"] == "take"


def test_killing_the_last_character_in_the_grab_ends_the_game_at_once() -> None:
    """LL-62, LL-A32."""
    dead = {"B": "x/0/0", "C": "x/0/0", "D": "x/0/0"}
    sitting = Sitting(lava="4", **dead, **TAKE).play("A turned")
    assert sitting.over.winners == ()
    assert sitting["now"] == "over"
