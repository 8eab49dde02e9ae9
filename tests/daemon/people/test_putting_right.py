"""After a power cut people put the dice as the table shows them, each what is theirs to move."""

from __future__ import annotations

from collections import Counter

from firmware_host.daemon.people.putting_right import Move, move

HELD = {0: ("hand 0", "Rb"), 1: ("hand 0", "Yf"), 2: ("crater", "Bt"), 3: ("hand 1", "Bl")}


def test_a_die_taken_but_never_told_goes_back() -> None:
    crater = Counter(["Bt", "Yf"])
    assert move(0, ["Rb"], crater, HELD) == Move(1, back=True)
    assert move(1, ["Bl"], crater, HELD) is None


def test_a_die_told_as_taken_that_lies_there_is_taken() -> None:
    crater = Counter[str]()
    assert move(1, ["Bl", "Bt"], crater, HELD) == Move(2, back=False)
    assert move(0, ["Rb", "Yf"], crater, HELD) is None


def test_where_all_lies_as_shown_nobody_moves_a_die() -> None:
    crater = Counter(["Bt"])
    assert move(0, ["Rb", "Yf"], crater, HELD) is None
    assert move(1, ["Bl"], crater, HELD) is None


def test_dice_that_lie_in_one_anothers_hands_are_left_there() -> None:
    """The table was told whose they are; what lies in the crater is right."""
    assert move(0, ["Rb", "Bl"], Counter(["Bt"]), HELD) is None


def test_a_die_in_the_wrong_hand_goes_back_if_the_crater_lacks_its_face() -> None:
    assert move(1, [], Counter(["Bt", "Bl"]), HELD) == Move(3, back=True)
