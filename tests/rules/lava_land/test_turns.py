"""Phase three: one seat after another, effects in order."""

from __future__ import annotations

from firmware_host.rules.lava_land.box import EffectOrder

from .sitting import Sitting, house


def test_seats_resolve_clockwise_from_the_first_player() -> None:
    """LL-28: C, D, A, B."""
    dice = "A: Yb Yb Rt; B: Yt Yt Rb; C: Rb Bb Bt; D: Rt Bt Bb"
    sitting = Sitting(now="go C", first="C", dice=dice)
    order = []
    while sitting["now"].startswith("go"):
        seat = sitting["now"][-1]
        order.append(seat)
        sitting.play(f"{seat} go")
    assert order == ["C", "D", "A", "B"]


def test_each_turn_opens_with_a_beat_that_passes_by_itself() -> None:
    """LL-28: nobody else can say go."""
    sitting = Sitting()
    assert sitting.asked.lapse is not None
    assert str(sitting.asked.lapse.answer) == "A go"
    assert sitting.code("B go") == "not_yours"


def test_every_effect_is_applied_wanted_or_not() -> None:
    """LL-29: no answer declines a bonus, a trap or a trick."""
    sitting = Sitting(dice="A: Yl Rl Rt").play("A go")
    assert sitting.code("A pass") == "not_asked"
    trick = Sitting(dice="A: Yt Yt Yb").play("A go")
    assert trick.code("A pass") == "not_asked"


def test_the_token_passes_to_the_dead_as_well() -> None:
    """LL-30."""
    sitting = Sitting(now="go D", B="x/0/0", C="+1/7/3", dice="D: Yb Yb Rt").play("D go")
    assert (sitting["first"], sitting["now"]) == ("B", "show")


def test_the_order_of_effects_is_that_of_the_book() -> None:
    """LL-A04: ``effect_order = "fixed"``."""
    sitting = Sitting(dice="A: Yt Rt Bb").play("A go")
    kinds = [event.split()[1] for event in sitting.told]
    assert kinds.index("bonus") < kinds.index("trap")
    assert sitting.code("A next trap") == "not_yours"


def test_a_house_may_let_the_player_order_effects() -> None:
    """LL-A04: ``effect_order = "player_choice"``: the trap first, and lava catches."""
    box = house(effect_order=EffectOrder.PLAYER_CHOICE)
    safe = dict.fromkeys("BCD", "9/3/3")
    sitting = Sitting(box, lava="4", dice="A: Yf Rf Bb", **safe).play("A go")
    assert sitting.options == ["A next bonus", "A next trap"]
    assert sitting.code("A next trick") == "no_combination"
    assert (
        Sitting(box, lava="4", dice="A: Yf Rf Bb", **safe).play("A go", "A next bonus")["A"]
        == "7/3/3"
    )
    sitting.play("A next trap")
    assert sitting["A"] == "x/0/0"
    assert "A effectskipped bonus dead" in sitting.told


def test_after_a_trap_of_colours_symbols_may_still_be_turned() -> None:
    """LL-42, LL-A15, LL-A31: with the trap first; lava rises once a turn all the same."""
    box = house(effect_order=EffectOrder.PLAYER_CHOICE)
    sitting = Sitting(box, A="5/3/3 turn_blue_foot", dice="A: Yb Rb Bb").play("A go", "A pass")
    sitting.play("A next trap")
    assert sitting["now"] == "card A done trap locked colours"
    sitting.play("A alter turn_blue_foot Bb")
    assert (sitting["A"], sitting["lava"]) == ("5/5/3 turn_blue_foot*", "-1")


def test_sets_are_read_again_after_each_card() -> None:
    """LL-56b: a turned die makes a pair of what was a trap."""
    sitting = Sitting(A="5/3/3 turn_blue_foot", dice="A: Yf Yb Bt")
    sitting.play("A go", "A alter turn_blue_foot Bt")
    assert (sitting["A"], sitting["lava"]) == ("7/3/3 turn_blue_foot*", "-2")
    assert sitting.told[:2] == ["A cardused turn_blue_foot", "A dieturned Bt Bf"]
