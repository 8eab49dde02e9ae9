"""Cards used in one's own turn."""

from __future__ import annotations

import pytest

from firmware_host.rules.lava_land.box import CARDS, Goods, Kind

from .sitting import Sitting, house


@pytest.mark.parametrize(
    ("card", "dice", "use", "after"),
    [
        ("turn_blue_foot", "Yf Rt Bt", "Bt", "7/3/3"),  # LL-47
        ("turn_yellow_banana", "Yf Rb Bt", "Yf", "5/5/2"),  # LL-48
        ("turn_red_treasure", "Yf Rb Bt", "Rb", "5/2/5"),  # LL-49
    ],
)
def test_turn_cards_turn_one_own_die(card: str, dice: str, use: str, after: str) -> None:
    """LL-47, LL-48, LL-49, LL-56b: the set is read again. The pair is paid, the card marked."""
    sitting = Sitting(A=f"5/3/3 {card}", dice=f"A: {dice}").play("A go", f"A alter {card} {use}")
    assert sitting["A"] == f"{after} {card}*"


def test_turn_cards_are_for_one_colour_and_change_something() -> None:
    """LL-47."""
    sitting = Sitting(A="5/3/3 turn_blue_foot", dice="A: Yt Bt Bf")
    assert sitting.code("A alter turn_blue_foot Yt") == "wrong_colour"
    assert sitting.code("A alter turn_blue_foot Bf") == "null_target"
    assert sitting.code("A alter turn_blue_foot Bl") == "no_such_die"
    assert sitting.code("A alter guard_step Bt") in ("no_card", "unknown_words")


def test_as_cards_make_a_die_count_as_another_colour_for_this_turn() -> None:
    """LL-50: a third red makes a trick; next turn the die is yellow again."""
    sitting = Sitting(A="5/3/3 as_red", dice="A: Rt Rb Yb").play("A go", "A alter as_red Yb")
    assert sitting["dice"] == "A: Rt Rb Yb>R"
    assert sitting.told[:2] == ["A cardused as_red", "A diecounts Yb R"]
    sitting.play("A loot treasure D")
    assert (sitting["A"], sitting["D"], sitting["dice"]) == (
        "5/5/3 as_red*",
        "5/3/2",
        "A: Rt Rb Yb",
    )


def test_as_cards_can_undo_a_trap() -> None:
    """LL-50, LL-56b: two colours are no trap."""
    sitting = Sitting(A="5/3/3 as_blue", dice="A: Yb Rb Bt").play("A go", "A alter as_blue Yb")
    assert (sitting["A"], sitting["lava"]) == ("5/5/3 as_blue*", "-2")


def test_two_dice_alike_can_be_recoloured_one_after_the_other() -> None:
    """LL-50, LL-A14."""
    sitting = Sitting(A="5/3/3 as_red as_red", dice="A: Yb Yb Rt",
                      row="turn_blue_foot guard_step as_blue trick_again")  # fmt: skip
    sitting.play("A go", "A alter as_red Yb", "A alter as_red Yb")
    assert sitting["dice"] == "A: Yb>R Yb>R Rt"
    assert sitting["now"] == "trick A done bonus trick locked symbols colours"


def test_a_die_that_counts_as_blue_is_no_blue_die_for_a_turn_card() -> None:
    """LL-A16."""
    sitting = Sitting(A="5/3/3 as_blue turn_blue_foot", dice="A: Yb Rb Bt")
    sitting.play("A go", "A alter as_blue Yb")
    assert sitting.code("A alter turn_blue_foot Yb") == "wrong_colour"
    assert "A alter turn_blue_foot Bt" in sitting.options


def test_the_gift_is_for_three_colours_and_does_not_stop_the_trap() -> None:
    """LL-51."""
    sitting = Sitting(A="5/3/3 tricolour_gift", dice="A: Yb Rt Bf").play("A go")
    assert sitting.options == ["A pass", "A gift banana", "A gift treasure"]
    sitting.play("A gift treasure")
    assert (sitting["A"], sitting["lava"]) == ("5/3/4 tricolour_gift*", "-1")
    full = Sitting(A="5/10/3 tricolour_gift", dice="A: Yb Rt Bf").play("A go", "A gift banana")
    assert full["A"] == "5/10/3 tricolour_gift*"
    two = Sitting(A="5/3/3 tricolour_gift", dice="A: Yb Rt Yf")
    assert two.code("A gift banana") == "no_combination"


def test_after_the_gift_colours_are_fixed() -> None:
    """LL-A17: the gift cannot be had and the trap then be avoided."""
    sitting = Sitting(A="5/3/3 tricolour_gift as_blue", dice="A: Yb Rb Bf")
    sitting.play("A go", "A gift banana")
    assert sitting.code("A alter as_blue Yb") == "too_late"


def test_trick_again_is_one_more_trick_of_any_kind() -> None:
    """LL-52, LL-A13: before or after the trick of the dice, for one colour only."""
    sitting = Sitting(A="5/3/3 trick_again", C="8/3/3", dice="A: Yt Yt Yb").play("A go", "A again")
    assert sitting["now"] == "trick A locked colours"
    sitting.play("A push C", "A loot banana C")
    assert (sitting["C"], sitting["A"]) == ("7/2/3", "5/3/5 trick_again*")
    two = Sitting(A="5/3/3 trick_again", dice="A: Yt Rt Yb")
    assert two.code("A again") == "no_combination"


WINDOWS = "A: Yt Rt Bt"


def test_a_card_may_be_used_before_and_after_each_effect_of_ones_turn() -> None:
    """LL-54: asked only while something can be used."""
    sitting = Sitting(A="5/3/3 tricolour_gift", dice=WINDOWS).play("A go", "A pass")
    assert sitting["A"] == "5/3/6 tricolour_gift"
    assert sitting["lava"] == "-2"
    sitting.play("A pass")
    assert sitting["lava"] == "-1"
    sitting.play("A gift banana")
    assert sitting["A"] == "5/4/6 tricolour_gift*"
    assert sitting["now"] == "go B"


def test_a_card_serves_once_a_round_and_is_kept() -> None:
    """LL-54, LL-30: the mark goes when the round does; there is no limit to a hand."""
    sitting = Sitting(A="5/3/3 tricolour_gift turn_red_treasure", dice="A: Yb Rb Bt")
    sitting.play("A go", "A gift banana")
    assert sitting.code("A gift banana") == "used"
    sitting.play("A pass", "B go", "C go", "D go")
    assert sitting["A"] == "5/6/3 tricolour_gift turn_red_treasure"
    many = " ".join(f"{kind} {kind}" for kind in Kind)
    assert Sitting(A=f"5/3/3 {many}", row="- - - -")["A"].count("guard") == 4


def test_a_card_does_not_serve_in_the_turn_in_which_it_was_taken() -> None:
    """LL-54: an older copy does."""
    sitting = Sitting(dice="A: Rl Rl Rb").play("A go", "A pick 3", "draw as_blue")
    assert sitting["A"] == "5/3/3 as_red!"
    assert sitting.code("A alter as_red Rl") == "taken_this_turn"
    sitting.play("A cool")
    assert sitting["A"] == "5/3/3 as_red"


def test_each_copy_has_its_own_mark() -> None:
    """LL-A14."""
    sitting = Sitting(A="5/3/3 tricolour_gift tricolour_gift", dice=WINDOWS).play("A go")
    sitting.play("A gift banana")
    assert sitting["A"] == "5/4/3 tricolour_gift* tricolour_gift"
    assert sitting.play("A gift banana")["A"] == "5/5/6 tricolour_gift* tricolour_gift*"


def test_some_cards_are_paid_for() -> None:
    """LL-55, LL-A11: paying is no loss, so no guard answers it."""
    sitting = Sitting(A="5/3/0 turn_yellow_banana", dice="A: Yt Bb Rb")
    assert sitting.code("A alter turn_yellow_banana Yt") == "cannot_pay"
    assert sitting.play("A go")["A"] == "5/5/0 turn_yellow_banana"
    paid = Sitting(A="5/3/1 turn_yellow_banana guard_loot", dice="A: Yt Bb Rb")
    paid.play("A go", "A alter turn_yellow_banana Yt")
    assert paid["A"] == "5/6/0 turn_yellow_banana* guard_loot"


def test_what_is_paid_for_is_the_boxs_to_say() -> None:
    """LL-55: ``cards[].pay``."""
    cards = tuple(type(spec)(spec.kind, spec.cost, spec.copies, Goods.BANANA) for spec in CARDS)
    sitting = Sitting(house(cards=cards), A="5/3/3 as_red", dice="A: Rt Rb Yb")
    assert sitting.play("A go", "A alter as_red Yb")["A"] == "5/4/3 as_red*"


def test_an_extra_trick_that_its_own_price_makes_pointless_is_skipped() -> None:
    """LL-A12, LL-55."""
    cards = tuple(type(spec)(spec.kind, spec.cost, spec.copies, Goods.BANANA) for spec in CARDS)
    none = dict.fromkeys("BCD", "0/0/0")
    sitting = Sitting(
        house(cards=cards), A="0/1/0 trick_again", lava="-5", dice="A: Yl Yl Yt", **none
    )
    sitting.play("A go", "A pass", "A pick 1", "draw as_blue", "A again")
    assert sitting["A"].startswith("0/0/0 trick_again*")
    assert sitting["now"] == "go B"


def test_symbols_are_fixed_once_the_bonus_is_paid() -> None:
    """LL-56, LL-A15: a colour card may still come, as long as no colour has counted."""
    sitting = Sitting(A="5/3/3 turn_red_treasure as_blue", dice="A: Yb Rb Bt").play(
        "A go", "A pass"
    )
    assert sitting["now"] == "card A done bonus locked symbols"
    assert sitting.code("A alter turn_red_treasure Rb") == "too_late"
    assert sitting.play("A alter as_blue Yb")["lava"] == "-2"


def test_colours_are_fixed_once_a_colour_trap_a_trick_or_a_gift_has_counted() -> None:
    """LL-56, LL-A15: after the trap of three colours no die can be recoloured."""
    sitting = Sitting(A="5/3/3 as_blue tricolour_gift", dice="A: Yb Rb Bt")
    sitting.play("A go", "A pass", "A pass")
    assert sitting["now"] == "card A done bonus trap locked symbols colours"
    assert sitting.options == ["A pass", "A gift banana", "A gift treasure"]
    assert sitting.code("A alter as_blue Yb") == "too_late"


def test_a_trap_of_symbols_alone_leaves_colours_open() -> None:
    """LL-A31: so a card may still make a trick; a trap of both fixes both."""
    sitting = Sitting(A="5/3/3 as_red", dice="A: Rb Rt Yf").play("A go", "A pass")
    assert sitting["now"] == "card A done trap locked symbols"
    sitting.play("A alter as_red Yf")
    assert sitting["now"] == "trick A done trap trick locked symbols colours"
    both = Sitting(A="5/3/3 as_red tricolour_gift", dice="A: Rb Bt Yf").play("A go", "A pass")
    assert both["now"] == "card A done trap locked symbols colours"


def test_ones_turn_is_ones_own_slot_and_not_the_grab() -> None:
    """LL-56c."""
    grab = Sitting(now="take", A="5/3/3 turn_blue_foot", crater="4 Yb, 4 Rt, 4 Bt")
    assert grab.code("A alter turn_blue_foot Bt") == "not_asked"
    sitting = Sitting(B="5/3/3 turn_blue_foot", dice="A: Yb Rb Rt; B: Bt Rt Yl").play()
    assert sitting.code("B alter turn_blue_foot Bt") == "not_yours"
    sitting = Sitting(A="5/3/3 tricolour_gift", dice="A: Yb Rb Rt").play("A go")
    assert sitting.code("A gift banana") == "too_late"


@pytest.mark.parametrize("player", ["+1/7/3 trick_again", "x/0/0"])
def test_those_who_are_out_use_no_cards(player: str) -> None:
    """LL-57, LL-61."""
    sitting = Sitting(A=player, dice="A: Yt Yt Yb").play("A go")
    assert sitting["now"].startswith("trick A")
    assert sitting.code("A again") == "out"
