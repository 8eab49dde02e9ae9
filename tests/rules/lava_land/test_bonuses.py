"""What pairs and triples pay."""

from __future__ import annotations

import pytest

from firmware_host.rules.lava_land.box import Kind

from .sitting import Sitting


@pytest.mark.parametrize(
    ("dice", "before", "after"),
    [
        ("Yb Rb Rt", "5/3/3", "5/5/3"),  # LL-33
        ("Yb Rb Rb", "5/3/3", "5/6/3"),
        ("Yt Rt Rb", "5/3/3", "5/3/5"),  # LL-34
        ("Yt Rt Rt", "5/3/3", "5/3/6"),
        ("Yf Rf Rb", "5/3/3", "7/3/3"),  # LL-35
        ("Yf Rf Rf", "5/3/3", "8/3/3"),
        ("Yb Rb Rb", "9/3/3", "9/7/3"),  # LL-13, a plus tree
        ("Yb Rb Rl", "6/3/3", "6/4/3"),  # a minus tree
        ("Yt Rt Rl", "6/3/3", "6/3/5"),  # LL-34: trees do not matter
        ("Yb Rb Rl", "5/9/3", "5/10/3"),  # LL-37
        ("Yb Rb Rb", "9/9/3", "9/10/3"),
        ("Yt Rt Rl", "5/3/9", "5/3/10"),
    ],
)
def test_pairs_and_triples_pay(dice: str, before: str, after: str) -> None:
    """LL-13, LL-33, LL-34, LL-35, LL-37."""
    assert Sitting(A=before, dice=f"A: {dice}").play("A go")["A"] == after


def test_what_is_over_ten_is_lost() -> None:
    """LL-37."""
    sitting = Sitting(A="5/9/3", dice="A: Yb Rb Rl").play("A go")
    assert "A counted banana 1" in sitting.told


def test_a_tree_counts_for_turned_dice_too_but_not_for_the_gift() -> None:
    """LL-13: a card's bananas are never changed by a tree."""
    turned = Sitting(A="9/3/3 turn_yellow_banana", dice="A: Yt Rb Rl")
    assert turned.play("A go", "A alter turn_yellow_banana Yt")["A"].startswith("9/6/2")
    gift = Sitting(A="9/3/3 tricolour_gift", dice="A: Yt Rb Bf")
    assert gift.play("A go", "A gift banana")["A"].startswith("9/4/3")


def test_guard_loot_does_not_soften_a_minus_tree() -> None:
    """LL-A36."""
    sitting = Sitting(A="6/3/3 guard_loot", dice="A: Yb Rb Rl").play("A go")
    assert sitting["A"] == "6/4/3 guard_loot"


def test_a_pair_of_bolts_buys_a_two_cost_card_and_a_triple_any() -> None:
    """LL-36."""
    pair = Sitting(dice="A: Yl Rl Rt").play("A go")
    assert pair.options == ["A pick 1", "A pick 2", "A pick 3"]
    assert pair.code("A pick 4") == "cost"
    assert pair.code("A pick 5") == "gone"
    assert pair.code("B pick 1") == "not_yours"
    triple = Sitting(dice="A: Yl Rl Rl").play("A go")
    assert "A pick 4" in triple.options
    triple.play("A pick 4", "draw as_blue")
    assert triple["A"] == "5/3/3 trick_again"
    assert triple["row"] == "turn_blue_foot guard_step as_red as_blue"


def test_nothing_to_buy_means_no_bonus() -> None:
    """LL-A18: the row is stuck with dear cards and no other is left."""
    cheap = {kind: "" for kind in Kind if kind is not Kind.TRICK_AGAIN}
    held = "guard_step guard_step guard_loot guard_loot " + " ".join(
        f"{kind} {kind} {kind}"
        for kind in cheap
        if kind not in ("guard_step", "guard_loot", "tricolour_gift")
    )
    sitting = Sitting(
        row="trick_again trick_again trick_again trick_again",
        B=f"5/3/3 {held} tricolour_gift tricolour_gift",
        dice="A: Yl Rl Rt",
    ).play("A go")
    assert "A effectskipped bonus no_card" in sitting.told
    assert sitting["now"] == "go B"


def test_a_bonus_cannot_be_given_away() -> None:
    """LL-41: no answer moves goods or cards from seat to seat."""
    sitting = Sitting(dice="A: Yb Rb Rt")
    assert sitting.code("A give banana B") == "unknown_words"
    assert sitting.play("A go")["B"] == "5/3/3"


@pytest.mark.parametrize(("player", "why"), [("x/0/0", "dead"), ("+1/7/3", "escaped")])
def test_those_who_are_out_get_no_bonus(player: str, why: str) -> None:
    """LL-57, LL-59, LL-61."""
    sitting = Sitting(A=player, dice="A: Yl Rl Rt").play("A go")
    assert sitting["A"] == player
    assert f"A effectskipped bonus {why}" in sitting.told
