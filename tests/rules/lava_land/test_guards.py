"""Guards: cards that answer somebody else's trick."""

from __future__ import annotations

from firmware_host.rules.lava_land.box import GuardMode

from .sitting import Sitting, house

MONO = "A: Yt Yt Yb"


def attacked(trick: str, victim: str, **lines: str) -> Sitting:
    return Sitting(B=victim, dice=MONO, **lines).play("A go", trick)


def test_guard_step_shortens_a_backward_move_by_one() -> None:
    """LL-53, LL-A09: in anybody's turn; the victim alone is asked."""
    sitting = attacked("A push B", "5/3/3 guard_step")
    assert sitting["now"] == "guard A push B done bonus trick locked symbols colours"
    assert sitting.options == ["B bear", "B guard"]
    assert sitting.code("A guard") == "not_yours"
    sitting.play("B guard")
    assert sitting["B"] == "5/3/3 guard_step*"
    assert sitting.told[-3:] == ["B cardused guard_step", "B guarded guard_step", "B turnstarted"]


def test_guard_loot_shrinks_a_loss_by_one() -> None:
    """LL-53."""
    for goods in ("banana", "treasure"):
        sitting = attacked(f"A loot {goods} B", "5/3/3 guard_loot").play("B guard")
        assert sitting["B"] == "5/3/3 guard_loot*"


def test_silence_and_no_keep_the_guard() -> None:
    """LL-A10: optional, as a card of a round must be one's own to keep."""
    sitting = attacked("A push B", "5/3/3 guard_step")
    assert sitting.asked.lapse is not None
    assert str(sitting.asked.lapse.answer) == "B bear"
    assert sitting.play("B bear")["B"] == "4/3/3 guard_step"


def test_a_guard_answers_only_its_own_danger() -> None:
    """LL-53."""
    assert attacked("A push B", "5/3/3 guard_loot")["B"] == "4/3/3 guard_loot"
    assert attacked("A loot banana B", "5/3/3 guard_step")["B"] == "5/2/3 guard_step"


def test_a_guard_that_was_used_is_not_asked_for_again_in_the_round() -> None:
    """LL-A09, LL-54."""
    assert attacked("A push B", "5/3/3 guard_step*")["B"] == "4/3/3 guard_step*"


def test_a_guard_is_of_no_use_in_the_turn_in_which_it_was_taken() -> None:
    """LL-A09: but in a later player's turn of the same round it is."""
    sitting = Sitting(dice="A: Rl Rl Rb; B: Yt Yt Yb").play("A go", "A pick 2", "draw as_blue")
    sitting.play("A push A")
    assert sitting["A"] == "4/3/3 guard_step"
    sitting.play("B go", "B push A", "A guard")
    assert sitting["A"] == "4/3/3 guard_step*"


def test_guards_may_be_automatic() -> None:
    """LL-A10: ``guard_mode = "auto"``: the first trigger takes it."""
    sitting = Sitting(house(guard_mode=GuardMode.AUTO), B="5/3/3 guard_step", dice=MONO)
    sitting.play("A go", "A push B")
    assert (sitting["B"], sitting["now"]) == ("5/3/3 guard_step*", "go B")


def test_a_guard_can_save_from_lava_behind() -> None:
    """LL-A27: in the case of a trick."""
    safe = dict.fromkeys("ACD", "9/3/3")
    sitting = Sitting(lava="4", B="5/3/3 guard_step", dice=MONO, **safe).play("A go", "A push B")
    assert sitting.play("B guard")["B"] == "5/3/3 guard_step*"


def test_guarded_targets_are_legal_targets() -> None:
    """LL-A12."""
    assert "A push B" in Sitting(B="5/3/3 guard_step", dice=MONO).play("A go").options


def test_those_in_the_boat_have_nothing_to_guard() -> None:
    """LL-57, LL-61."""
    sitting = Sitting(B="+1/7/3 guard_step guard_loot", dice=MONO).play("A go")
    assert not any(option.endswith(" B") for option in sitting.options)
