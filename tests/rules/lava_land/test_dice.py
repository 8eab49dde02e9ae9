"""The roll and the grab."""

from __future__ import annotations

from firmware_host.rules.kernel import Source
from firmware_host.rules.lava_land.box import Box, UnreadableDie

from .sitting import Sitting, house

THREE = {"A": "5/3/3", "B": "5/3/3", "C": "5/3/3"}
TWELVE = "4 Yb, 4 Rt, 4 Bf"


def rolled(box: Box | None = None, /, **lines: str) -> Sitting:
    return Sitting(box or house(), **({"now": "show", "first": "C"} | lines))


def test_a_round_is_roll_take_apply_pass() -> None:
    """LL-15, LL-30: and then the next round begins with the next seat."""
    sitting = rolled().play(*["show Yb"] * 4, *["show Rt"] * 4, *["show Bf"] * 4)
    assert sitting["now"] == "take"
    for seat in "ABCD":
        sitting.play(f"{seat} take Yb", f"{seat} take Rt", f"{seat} take Bf")
    sitting.play("C go", "D go", "A go", "B go")
    assert (sitting["now"], sitting["first"]) == ("show", "D")
    assert sitting.told[-2:] == ["D firstplayerpassed", "roundstarted D"]
    assert (sitting["crater"], sitting["dice"]) == ("", "")


def test_the_holder_of_the_token_rolls_even_when_out() -> None:
    """LL-16."""
    sitting = rolled(now="go B", C="x/0/0", lava="4").play("B go")
    assert sitting["now"] == "show"
    assert sitting.told[-1] == "roundstarted D"
    dead = Sitting(now="go A", first="B", B="x/0/0", C="x/0/0", dice="").play("A go")
    assert dead.told[-1] == "roundstarted C"


def test_the_table_tells_die_by_die_in_any_order() -> None:
    """LL-16: weights are the faces of the box, for luck where no camera reads."""
    sitting = rolled()
    assert sitting.asked.source is Source.TABLE
    chances = dict(zip(sitting.options, sitting.asked.weights, strict=True))
    assert (chances["show Yb"], chances["show Rl"]) == (8, 8)
    sitting.play("show Bf", "show Yb")
    assert sitting["crater"] == "1 Yb, 1 Bf"


def test_a_die_outside_means_all_dice_again() -> None:
    """LL-17: as often as needed, and nothing is taken meanwhile."""
    sitting = rolled().play("show Yb", "show Rt")
    assert "reroll" in sitting.asides
    assert "reroll" not in sitting.options
    sitting.play("reroll")
    assert sitting.told == ["rerollrequired"]
    assert (sitting["now"], sitting["crater"]) == ("show", "")
    assert sitting.code("A take Yb") == "not_asked"
    sitting.play("reroll", *["show Yb"] * 4, *["show Rt"] * 4, *["show Bf"] * 4)
    assert sitting.code("reroll") == "not_asked"


def test_a_leaning_die_is_told_by_people_or_rolls_everything_again() -> None:
    """LL-A22: ``unreadable_die``."""
    assert rolled().code("leaning") == "not_agreed"
    agreed = rolled(house(unreadable_die=UnreadableDie.REROLL_ALL)).play("show Yb")
    assert agreed.asides == ["reroll", "leaning"]
    assert agreed.play("leaning")["crater"] == ""


def test_a_face_no_die_of_the_box_has_cannot_be_shown() -> None:
    """LL-16."""
    sitting = rolled(house(faces=("bbbbff", "ttllbf", "ffbbtl")))
    assert "show Yt" not in sitting.options
    assert sitting.code("show Yt") == "no_such_face"


def test_taking_begins_when_the_last_die_is_read_and_is_open_to_all() -> None:
    """LL-18."""
    sitting = rolled().play(*["show Yb"] * 4, *["show Rt"] * 4, *["show Bf"] * 3)
    assert sitting.code("A take Yb") == "not_asked"
    sitting.play("show Bt")
    assert sitting.code("show Bt") == "not_asked"
    assert {words[0] for words in sitting.options} == set("ABCD")
    assert "D take Bt" in sitting.options


def test_an_answer_takes_one_die() -> None:
    """LL-19."""
    sitting = Sitting(now="take", crater=TWELVE).play("B take Yb")
    assert (sitting["crater"], sitting["dice"]) == ("3 Yb, 4 Rt, 4 Bf", "B: Yb")
    assert sitting.told == ["B dietaken Yb"]
    assert sitting.code("B take Yb Rt") == "unknown_words"


LAST = {"now": "take", "crater": "1 Rb", "dice": "A: Yb Yb; B: Yb Yt Rt; C: Rt Rt Bb; D: Bb Bb Bb"}


def test_a_fourth_die_is_refused_and_the_state_stays() -> None:
    """LL-20, LL-A23."""
    sitting = Sitting(**LAST)
    assert sitting.code("B take Rb") == "limit"
    assert sitting.lines == sitting.before


def test_a_die_taken_cannot_be_given_back() -> None:
    """LL-20: no answer gives one back."""
    sitting = Sitting(**LAST)
    assert sitting.code("A drop Yb") == "unknown_words"
    assert all(" take " in words for words in sitting.options)


def test_of_two_hands_on_one_die_the_earlier_has_it() -> None:
    """LL-18: the later answer finds it gone."""
    both = LAST | {"crater": "1 Rb, 1 Yb", "dice": "A: Yb; B: Yt Rt; C: Rt Rt Bb; D: Bb Bb Bb"}
    both["dice"] = "A: Yb Yb; B: Yt Rt; C: Rt Rt Bb; D: Bb Bb Bb"
    sitting = Sitting(**both).play("A take Rb")
    assert sitting.code("B take Rb") == "gone"


def test_the_face_a_die_had_in_the_crater_is_the_face_it_has_when_taken() -> None:
    """LL-21."""
    assert Sitting(now="take", crater=TWELVE).play("A take Rt")["dice"] == "A: Rt"


def test_whoever_is_short_takes_what_remains() -> None:
    """LL-22: the only options left are the dice that are left."""
    sitting = Sitting(**LAST)
    assert sitting.options == ["A take Rb"]
    assert sitting.play("A take Rb")["now"] == "go A"


def test_the_dead_and_the_escaped_take_dice_too() -> None:
    """LL-23."""
    sitting = Sitting(now="take", crater=TWELVE, A="x/0/0", B="+1/7/3")
    assert {"A take Yb", "B take Yb"} <= set(sitting.options)
    assert sitting.code("C go") == "not_asked"
