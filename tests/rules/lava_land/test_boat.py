"""Getting on the boat."""

from __future__ import annotations

import pytest

from firmware_host.rules.lava_land.box import BoardingFrom

from .sitting import Sitting, house

FEET = "A: Yf Bf Bt"


def test_two_steps_from_a_boat_symbol_with_seven_bananas_board() -> None:
    """LL-14, LL-60, LL-A02, LL-A02b: points need not match; what is left of them is lost."""
    for place in ("22", "23"):
        sitting = Sitting(A=f"{place}/7/2", dice=FEET).play("A go")
        assert sitting["A"] == "+1/7/2"
    assert sitting.told[:2] == ["A bonus foot_pair", "A boarded 1"]


def test_with_fewer_bananas_a_character_stays_before_the_boat() -> None:
    """LL-60: the points left are lost."""
    sitting = Sitting(A="23/6/2", dice="A: Yf Bf Bf").play("A go")
    assert (sitting["A"], sitting["lava"]) == ("23/6/2", "-2")
    assert Sitting(A="22/6/2", dice=FEET).play("A go")["A"] == "23/6/2"


def test_the_number_of_bananas_is_the_boxs_to_say() -> None:
    """LL-60: ``boarding_min_bananas``."""
    assert Sitting(house(boarding_bananas=3), A="22/3/2", dice=FEET).play("A go")["A"] == "+1/3/2"


def test_the_move_must_begin_on_a_boat_symbol() -> None:
    """LL-14, LL-A02, LL-A02c: else it ends before the boat."""
    box = house(boat_symbols=(23,))
    assert Sitting(box, A="22/8/1", dice=FEET).play("A go")["A"] == "23/8/1"
    step = house(boat_symbols=(23,), boarding_from=BoardingFrom.STEP)
    assert Sitting(step, A="22/8/1", dice=FEET).play("A go")["A"] == "+1/8/1"
    never = house(boat_symbols=(21,), boarding_from=BoardingFrom.STEP)
    assert Sitting(never, A="22/8/1", dice=FEET).play("A go")["A"] == "23/8/1"


def test_boarding_is_not_optional_unless_the_house_says_so() -> None:
    """LL-29, LL-A05: ``boarding_optional``."""
    sitting = Sitting(house(boarding_optional=True), A="22/7/2", dice=FEET).play("A go")
    assert sitting["now"] == "board A done bonus locked symbols"
    assert sitting.options == ["A board", "A stay"]
    assert sitting.play("A stay")["A"] == "23/7/2"
    again = Sitting(house(boarding_optional=True), A="22/7/2", dice=FEET).play("A go", "A board")
    assert again["A"] == "+1/7/2"


def test_an_escaped_player_has_cards_face_down_and_still_traps_and_tricks() -> None:
    """LL-61, LL-A25: the trick of the dice is due, one more by card is not."""
    sitting = Sitting(A="22/7/2 trick_again", B="9/3/3", dice="A: Bf Bf Bt").play("A go", "A pass")
    assert sitting["A"] == "+1/7/2 trick_again"
    assert sitting.code("A again") == "out"
    assert sitting.code("A push A") == "out"
    sitting.play("A push B")
    assert (sitting["B"], sitting["now"]) == ("8/3/3", "go B")


def test_arrivals_are_counted_in_order() -> None:
    """LL-64, LL-A29: turns are one after another, so nobody arrives together with another."""
    sitting = Sitting(A="22/7/2", B="22/7/2", dice=f"{FEET}; B: Yf Yf Rt").play("A go", "B go")
    assert (sitting["A"], sitting["B"]) == ("+1/7/2", "+2/7/2")


@pytest.mark.parametrize("cards", ["guard_step", "as_red turn_blue_foot"])
def test_no_card_overrides_the_bananas(cards: str) -> None:
    """LL-60."""
    sitting = Sitting(A=f"23/6/2 {cards}", dice="A: Yf Yf Rt").play("A go")
    if sitting["now"].startswith("card"):
        sitting.play("A pass")
    assert sitting["A"].startswith("23/6/2")


def test_the_gift_before_the_bonus_can_be_the_seventh_banana() -> None:
    """LL-54, LL-60, LL-61: and the trap still happens."""
    sitting = Sitting(A="22/6/2 tricolour_gift", dice="A: Yf Rf Bt").play("A go", "A gift banana")
    assert (sitting["A"], sitting["lava"]) == ("+1/7/2 tricolour_gift*", "-1")
