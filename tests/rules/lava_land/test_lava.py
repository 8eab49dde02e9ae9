"""Traps, and what lava does where it comes."""

from __future__ import annotations

import pytest

from .sitting import Sitting

TRAP = "A: Yb Rt Bf"


@pytest.mark.parametrize("dice", ["A: Yb Yt Rf", "A: Yb Rb Bt", "A: Yb Rt Bf"])
def test_three_symbols_or_three_colours_raise_lava_by_one(dice: str) -> None:
    """LL-42: both at once too, once a turn."""
    assert Sitting(dice=dice).play("A go")["lava"] == "-1"


def test_lava_comes_along_its_path_on_to_the_start_and_kills_there() -> None:
    """LL-09, LL-10: -1, 0, 1, ..."""
    sitting = Sitting(lava="-1", B="0/3/3", C="1/3/3", dice=f"{TRAP}; B: Yb Rt Bf")
    sitting.play("A go")
    assert (sitting["lava"], sitting["B"], sitting["C"]) == ("0", "x/0/0", "1/3/3")
    assert sitting.play("B go")["C"] == "x/0/0"


def test_a_character_never_stands_on_the_lava_path() -> None:
    """LL-09."""
    sitting = Sitting(lava="-4", B="0/3/3", dice="A: Yt Yt Yf").play("A go")
    assert "A push B" not in sitting.options
    assert sitting.code("A push B") == "on_start"


def test_lava_never_enters_the_boat() -> None:
    """LL-11, LL-A28: before the boat it stays, were anyone still to ask."""
    sitting = Sitting(lava="22", A="x/0/0", B="+1/7/3", C="x/0/0", D="23/3/3", dice=TRAP)
    sitting.play("A go")
    assert sitting["lava"] == "23"
    assert sitting.over.winners
    from firmware_host.rules.lava_land.state import Draft
    from firmware_host.rules.lava_land.track import move_lava

    draft = Draft(sitting.here.state)
    move_lava(draft, 1)
    assert (draft.lava, draft.events) == (23, [])


def test_any_number_may_share_a_space_and_die_together() -> None:
    """LL-12, LL-43, LL-58, LL-A08: their cards go to the discard pile, none face down."""
    sitting = Sitting(lava="4", B="5/3/3 guard_loot as_blue", C="8/3/3", D="9/3/3", dice=TRAP)
    sitting.play("A go")
    assert (sitting["A"], sitting["B"], sitting["C"]) == ("x/0/0", "x/0/0", "8/3/3")
    assert sitting["discard"] == "1 guard_loot, 1 as_blue"
    died = sitting.told.index("A chardied 5")
    assert sitting.told[died + 1] == "B chardied 5"


def test_the_dead_still_raise_lava_and_play_tricks() -> None:
    """LL-59, LL-A26: without bonus."""
    sitting = Sitting(A="x/0/0", dice="A: Yb Yt Yf").play("A go")
    assert (sitting["lava"], sitting["now"]) == (
        "-1",
        "trick A done trap trick locked symbols colours",
    )
    assert sitting.play("A push B")["B"] == "4/3/3"


def test_the_owner_whom_its_own_trap_kills_still_plays_its_trick() -> None:
    """LL-A26: all different in one colour is trap and trick."""
    sitting = Sitting(lava="4", B="8/3/3", C="8/3/3", D="8/3/3", dice="A: Yb Yt Yf").play("A go")
    assert sitting["A"] == "x/0/0"
    assert sitting.play("A push B")["B"] == "7/3/3"


def test_a_triple_in_three_colours_pays_and_is_a_trap() -> None:
    """LL-A26."""
    sitting = Sitting(dice="A: Yt Rt Bt").play("A go")
    assert (sitting["A"], sitting["lava"]) == ("5/3/6", "-1")


def test_bonus_comes_before_trap() -> None:
    """LL-A04: two feet away from the lava that rises on to the space left."""
    sitting = Sitting(lava="4", B="9/3/3", C="9/3/3", D="9/3/3", dice="A: Yf Rf Bb").play("A go")
    assert (sitting["A"], sitting["lava"]) == ("7/3/3", "5")
