"""The row of spirit gifts, deck and discard pile."""

from __future__ import annotations

from firmware_host.rules.kernel import Source

from .sitting import Sitting, rest

PAIR = "A: Yl Rl Rt"
DEAR = "trick_again trick_again trick_again as_red"


def test_a_gap_is_filled_at_once_from_the_deck() -> None:
    """LL-38: luck draws, by what is left; before anything else goes on."""
    sitting = Sitting(dice="A: Rl Rl Rt").play("A go", "A pick 2")
    assert sitting.asked.source is Source.CHANCE
    assert sitting["row"] == "turn_blue_foot - as_red trick_again"
    assert sitting["now"] == "draw A 2 done bonus locked symbols"
    weights = dict(zip(sitting.options, sitting.asked.weights, strict=True))
    assert weights["draw guard_step"] == 1
    assert weights["draw trick_again"] == 3
    sitting.play("draw as_blue")
    assert sitting["row"] == "turn_blue_foot as_blue as_red trick_again"
    assert sitting.told[-1] == "rowrefilled 2 as_blue"


def test_cards_are_never_taken_from_the_deck() -> None:
    """LL-38."""
    sitting = Sitting(dice=PAIR).play("A go")
    assert all(option.startswith("A pick") for option in sitting.options)


def test_four_dear_cards_are_broken_up_by_whoever_has_the_turn() -> None:
    """LL-39: dear cards that come up on the way are discarded."""
    sitting = Sitting(row=DEAR, dice=PAIR).play("A go", "A pick 4", "draw trick_again")
    assert sitting.options == [f"A discard {slot}" for slot in (1, 2, 3, 4)]
    assert sitting.code("A discard 5") == "gone"
    assert sitting.code("B discard 1") == "not_yours"
    sitting.play("A discard 2")
    assert sitting["now"] == "draw A 2 search done bonus locked symbols"
    sitting.play("draw guard_loot")
    assert sitting["row"] == "trick_again guard_loot trick_again trick_again"
    assert sitting["discard"] == "1 trick_again"


def test_the_discard_pile_is_the_new_deck_when_the_deck_is_empty() -> None:
    """LL-40, LL-A20."""
    sitting = Sitting(deck="", discard=rest(), dice=PAIR).play("A go", "A pick 1")
    assert "reshuffled" in sitting.told
    assert sitting["discard"] == ""
    sitting.play("draw as_blue")
    assert sitting["row"].startswith("as_blue")


def test_a_search_reshuffles_what_it_has_just_discarded() -> None:
    """LL-39, LL-40, LL-A20: the only two-cost card is in the discard pile."""
    lines = {"row": "trick_again trick_again trick_again as_red", "dice": PAIR}
    all_but = rest(**lines).replace(", 1 trick_again", "")
    sitting = Sitting(deck="1 trick_again", discard=all_but, **lines).play("A go", "A pick 4")
    sitting.play("draw trick_again", "A discard 1")
    assert "reshuffled" in sitting.told
    assert "draw trick_again" in sitting.options
    sitting.play("draw trick_again")
    assert sitting["discard"] == "1 trick_again"
    sitting.play("draw as_blue")
    assert sitting["row"] == "as_blue trick_again trick_again trick_again"


def test_with_no_two_cost_card_left_to_find_the_row_stays() -> None:
    """LL-A19: nothing is discarded, and no search begins that could not end."""
    held = rest(row="trick_again trick_again trick_again as_red")
    hand = " ".join(
        " ".join([kind] * int(n))
        for n, kind in (part.split() for part in held.split(", "))
        if kind != "trick_again"
    )
    sitting = Sitting(row=DEAR, B=f"9/3/3 {hand}", dice=PAIR)
    sitting.play("A go", "A pick 4", "draw trick_again")
    assert sitting["now"] == "go B"
    assert sitting["row"] == " ".join(["trick_again"] * 4)
    assert sitting["discard"] == ""


def test_that_is_tested_again_when_cards_come_back() -> None:
    """LL-A19: a dead player's cards are in the discard pile, so a search can end."""
    row = "trick_again trick_again trick_again trick_again"
    held = " ".join(
        " ".join([kind] * int(n)) for n, kind in (p.split() for p in rest(row=row).split(", "))
    )
    sitting = Sitting(row=row, lava="4", B=f"5/3/3 {held}", A="9/3/3", dice="A: Yb Rt Bf")
    sitting.play("A go")
    assert sitting["B"] == "x/0/0"
    assert sitting.options[0] == "A discard 1"
    sitting.play("A discard 1")
    assert "reshuffled" in sitting.told


def test_with_both_piles_empty_the_gap_stays_open() -> None:
    """LL-A20, and it is filled when cards come back."""
    held = " ".join(" ".join([k] * int(n)) for n, k in (p.split() for p in rest().split(", ")))
    sitting = Sitting(deck="", lava="6", D=f"7/3/3 {held}", A="9/3/3", B="8/3/3", C="8/3/3",
                      dice="A: Yl Rl Rt; B: Yb Rt Bf")  # fmt: skip
    sitting.play("A go", "A pick 1")
    assert sitting["row"] == "- guard_step as_red trick_again"
    assert sitting["now"] == "go B"
    sitting.play("B go")
    assert sitting["now"] == "draw B 1 done trap locked symbols colours"
