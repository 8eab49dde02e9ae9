"""Tricks: one of four, on anyone."""

from __future__ import annotations

from .sitting import Sitting, house

MONO = "A: Yt Yt Yb"


def tricking(**lines: str) -> Sitting:
    """A has a trick to play."""
    return Sitting(**({"dice": MONO} | lines)).play("A go")


def test_three_dice_of_one_colour_make_one_trick_of_four() -> None:
    """LL-44: the chooser may pick itself."""
    sitting = tricking()
    assert len(sitting.options) == 4 + 4 + 4 + 1
    assert {"A loot banana A", "A loot treasure D", "A push A", "A cool"} <= set(sitting.options)
    assert tricking().play("A loot banana B")["B"] == "5/2/3"
    assert tricking().play("A loot treasure B")["B"] == "5/3/2"
    assert tricking().play("A push B")["B"] == "4/3/3"
    assert tricking().play("A cool")["lava"] == "-3"
    assert tricking(B="1/3/3").play("A push B")["B"] == "0/3/3"
    assert "A trick loot banana B" in tricking().play("A loot banana B").told
    assert tricking().play("A cool")["now"] == "go B"


def test_those_on_the_start_cannot_be_pushed_and_those_out_not_reached() -> None:
    """LL-45, LL-A24."""
    sitting = tricking(B="0/3/3", C="+1/7/3", D="x/0/0")
    assert sitting.options == [
        "A loot banana A", "A loot banana B", "A loot treasure A", "A loot treasure B",
        "A push A", "A cool",
    ]  # fmt: skip
    assert sitting.code("A push B") == "on_start"
    assert {sitting.code(f"A {t}") for t in ("push C", "loot banana C", "loot treasure D")} == {
        "out"
    }


def test_nothing_is_lost_below_zero_and_null_tricks_are_not_offered() -> None:
    """LL-45b, LL-A12."""
    sitting = tricking(B="5/0/1", lava="-5")
    assert "A loot banana B" not in sitting.options
    assert sitting.code("A loot banana B") == "null_target"
    assert sitting.code("A cool") == "null_target"
    assert sitting.play("A loot treasure B")["B"] == "5/0/0"


def test_a_house_may_allow_tricks_that_change_nothing() -> None:
    """LL-45b, LL-A12: ``trick_allow_null_target``; what is not there is not carried over."""
    box = house(trick_allow_null_target=True)
    sitting = Sitting(box, B="0/0/0 guard_loot", lava="-5", dice=MONO).play("A go")
    assert {"A loot banana B", "A cool"} <= set(sitting.options)
    assert sitting.code("A push B") == "on_start"
    assert sitting.play("A loot banana B")["B"] == "0/0/0 guard_loot"


def test_a_trick_that_could_change_nothing_is_skipped() -> None:
    """LL-A12."""
    nothing = dict.fromkeys("BCD", "0/0/0")
    sitting = Sitting(A="0/0/0", lava="-5", dice="A: Rl Rl Rl", **nothing)
    sitting.play("A go", "A pick 1", "draw as_blue")
    assert "A effectskipped trick nothing" in sitting.told
    assert sitting["now"] == "go B"


def test_lava_goes_back_to_the_last_space_of_its_path_in_any_game() -> None:
    """LL-46: four players began at -4."""
    assert tricking(lava="-4").play("A cool")["lava"] == "-5"


def test_a_character_that_is_pushed_on_to_lava_dies() -> None:
    """LL-A07, LL-A27."""
    sitting = tricking(lava="4", C="5/3/3 as_red", A="8/3/3", B="8/3/3", D="8/3/3").play("A push C")
    assert (sitting["C"], sitting["discard"]) == ("x/0/0", "1 as_red")


def test_each_trick_is_one_effect_with_one_victim() -> None:
    """LL-A30, LL-A13: a victim is asked, then play goes on; twice 1 back, not once 2."""
    sitting = Sitting(A="5/3/3 trick_again", C="8/3/3 guard_step guard_step",
                      row="turn_blue_foot guard_loot as_red trick_again", dice=MONO)  # fmt: skip
    sitting.play("A go", "A pass", "A pass", "A push C")
    assert sitting.options == ["C bear", "C guard"]
    sitting.play("C guard", "A again", "A push C", "C guard")
    assert sitting["C"] == "8/3/3 guard_step* guard_step*"
