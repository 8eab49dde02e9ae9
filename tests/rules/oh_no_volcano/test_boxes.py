"""A box is read whole, or every fault of its file is told at once."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.kernel import BoxFaults
from firmware_host.rules.oh_no_volcano.box import (
    BoulderModel,
    Box,
    Deck,
    EmptyCheck,
    FallenBoulder,
    Tie,
)
from firmware_host.rules.oh_no_volcano.boxes import box_from, examine, warnings
from firmware_host.rules.oh_no_volcano.prints import printed

from .sitting import SHIPPED, Sitting


def changed(path: str, value: object) -> dict[str, Any]:
    """The shipped file with *value* at a path; None takes the key away."""
    config = copy.deepcopy(SHIPPED)
    *tables, key = path.split("/")
    table: Any = config
    for name in tables:
        table = table[int(name)] if isinstance(table, list) else table.setdefault(name, {})
    where: Any = int(key) if isinstance(table, list) else key
    if value is None:
        del table[where]
    else:
        table[where] = value
    return config


def faults_of(config: dict[str, Any]) -> list[str]:
    with pytest.raises(BoxFaults) as told:
        box_from(config)
    assert all(fault.says and fault.write for fault in told.value.faults)
    return [fault.path for fault in told.value.faults if fault.grave]


def test_the_shipped_box_is_the_usual_one_and_nothing_about_it_is_odd() -> None:
    assert box_from(SHIPPED) == Box()
    assert warnings(SHIPPED) == ()


def test_its_board_is_staggered_and_as_the_specification_has_it() -> None:
    """OV-12: up from even rows to places c-1 and c, from odd rows to c and c+1."""
    board = Box().board
    assert len(board.spaces) == 50
    for (row, place), up in {
        (0, 0): ["1.0"],
        (0, 3): ["1.2", "1.3"],
        (0, 5): ["1.4"],
        (1, 0): ["2.0", "2.1"],
        (1, 4): ["2.4", "2.5"],
        (8, 2): [],
    }.items():
        here = board.spaces[board.index[f"{row}.{place}"]]
        assert [board.spaces[n].name for n in here.up] == up
        if place:
            assert board.spaces[here.left].name == f"{row}.{place - 1}"


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("game", "chess", "game"),
        ("lenght", 3, "lenght"),
        ("board/lenght", 3, "board.lenght"),
        ("supply", None, "supply"),
        ("supply", 24, "supply"),
        ("supply/rubies", None, "supply.rubies"),
        ("supply/rubies", "many", "supply.rubies"),
        ("demand/3", None, "demand.3"),
        ("demand/3", [1, 2], "demand.3"),
        ("demand/3", [1, 2, -3], "demand.3"),
        ("demand/5", [1, 2, 3], "demand.5"),
        ("boulders", 0, "boulders"),
        ("deck", "paper", "deck"),
        ("entry_costs", 2, "entry_costs"),
        ("entry_costs", True, "entry_costs"),
        ("boulder_model", "corner", "boulder_model"),
        ("empty_check", "never", "empty_check"),
        ("collect_without_moving", 1, "collect_without_moving"),
        ("fallen_boulder", "gone", "fallen_boulder"),
        ("tie", "dice", "tie"),
        ("climbers", None, "climbers"),
        ("climbers", [], "climbers"),
        ("climbers/2", "A4", "climbers[2]"),
        ("climbers/2/card", None, "climbers[2].card"),
        ("climbers/2/card", 4, "climbers[2].card"),
        ("climbers/2/card", "D4", "climbers[2].card"),
        ("climbers/2/card", "A0", "climbers[2].card"),
        ("climbers/2/card", "A4+", "climbers[2].card"),
        ("climbers/2/card", "A4+rock", "climbers[2].card"),
        ("climbers/2/card", "B4", "climbers[5].card"),
        ("climbers/2/copies", None, "climbers[2].copies"),
        ("climbers/2/copies", 0, "climbers[2].copies"),
        ("climbers/2/colour", "red", "climbers[2].colour"),
        ("gear/0/card", "?", "gear[0].card"),
        ("board/rows", [6, 5], "board.rows"),
        ("board/rows", "many", "board.rows"),
        ("board/slots", 10, "board.slots"),
        ("board/emeralds", "8.1", "board.emeralds"),
        ("board/emeralds", ["9.1"], "board.emeralds[0]"),
        ("board/sapphires", ["2.1", "2.1"], "board.sapphires[1]"),
        ("board/caves", 2, "board.caves"),
        ("board/caves", [["1.1", "4.1"], ["3.4"]], "board.caves[1]"),
        ("board/caves", [["1.1", "4.1"], ["3.4", "6.9"]], "board.caves[1]"),
        ("board/up", 3, "board.up"),
        ("board/up/2.0", "3.0", "board.up.2.0"),
        ("board/up/2.9", ["3.0"], "board.up.2.9"),
        ("board/left/2.1", ["2.0", "2.2"], "board.left.2.1"),
    ],
)
def test_a_wrong_value_is_named_by_its_path(path: str, value: object, where: str) -> None:
    assert where in faults_of(changed(path, value))


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("climbers/2/copies", 2, "climbers"),  # 12 cards
        ("gear/0/copies", 2, "gear"),  # 18 cards
        ("climbers/1/card", "A3+ball7", "climbers[1].card"),
        ("supply/emeralds", 5, "supply.emeralds"),
        ("board/caves", [["1.1", "4.1"]], "board.caves"),
        ("board/caves", [["4.1", "1.1"], ["3.4", "6.4"]], "board.caves"),  # leads down
        ("board/caves", [["1.1", "5.1"], ["3.4", "6.4"]], "board.caves"),  # on to a ruby
        ("board/caves", [["1.1", "3.4"], ["3.4", "6.4"]], "board.caves"),  # on to an entrance
        ("board/caves", [["2.1", "4.1"], ["3.4", "6.4"]], "board.caves"),  # from a sapphire
        ("board/left/2.2", ["2.0"], "board.left.2.2"),
        ("board/right/2.2", ["3.2"], "board.right.2.2"),
        ("board/up/2.2", ["1.2"], "board.up.2.2"),  # down
        ("board/emeralds", ["7.1"], "board.emeralds"),
        ("board/rubies", [], "board.rubies"),
        ("demand/4", [0, 0, 0], "demand.4"),
        ("board/sapphires", ["2.1", "5.1"], "board.sapphires[1]"),  # a ruby's, too
        ("board/rubies", ["5.1", "8.1"], "board.rubies[1]"),  # an emerald's, too
        ("board/caves", [["1.1", "4.1"], ["1.1", "6.2"], ["3.4", "6.4"]], "board.caves[1]"),
        ("board/caves", [["1.1", "4.1"], ["2.0", "4.0"], ["3.4", "6.4"]], "board.caves"),
        ("board/up/2.0", ["3.0", "3.0"], "board.up.2.0"),
    ],
)
def test_what_the_specification_checks_is_refused(path: str, value: object, where: str) -> None:
    """OV-01, OV-02, OV-12, OV-15, OV-17, OV-18, OV-21, OV-30, OV-A20: each by its number."""
    config = changed(path, value)
    assert where in faults_of(config)
    says = [fault.says for fault in examine(config)[1] if fault.path == where]
    assert all("(OV-" in one for one in says), says


def test_a_space_on_both_sides_of_another_is_refused() -> None:
    """OV-12: two such spaces agree with each other, but a step would be listed twice."""
    config = changed("board/left", {"2.2": ["2.3"], "2.3": ["2.2"]})
    config["board"]["right"] = {"2.2": ["2.3"], "2.3": ["2.2"]}
    assert "board.left.2.2" in faults_of(config)


def test_a_fault_of_a_space_in_two_lists_says_which_and_what_to_write() -> None:
    with pytest.raises(BoxFaults) as told:
        box_from(changed("board/sapphires", ["2.1", "5.1"]))
    (fault,) = told.value.faults
    assert fault.says == "5.1 is in rubies, too (OV-15)"
    assert fault.write == "each space in one list only"


def test_a_treasure_that_nobody_can_reach_is_refused() -> None:
    """OV-12: only sideways and up; a cave leads on to row 6, but not to the rubies of row 5."""
    config = changed("board/up", {f"4.{place}": [] for place in range(6)})
    assert faults_of(config) == ["board.rubies", "board.rubies"]


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("demand/3", [2, 2, 3], "demand.3"),
        ("gear/0/card", "?5+ball1", "gear"),
        ("boulders", 40, "board.rows"),
    ],
)
def test_what_is_only_odd_is_a_warning(path: str, value: object, where: str) -> None:
    config = changed(path, value)
    box, faults = examine(config)
    assert box is not None
    assert where in [fault.path for fault in faults]
    assert [fault.path for fault in warnings(config)] == [fault.path for fault in faults]


def test_all_faults_are_told_at_once_with_what_to_write() -> None:
    config = changed("boulders", "many") | {"deck": 0, "lenght": 1}
    assert set(faults_of(config)) == {"boulders", "deck", "lenght"}


def test_house_rules_reach_the_box() -> None:
    """OV-A01, OV-A02, OV-A07, OV-A09, OV-A13, OV-A18: what a table agrees on before the game."""
    box = box_from(
        SHIPPED
        | {
            "deck": "virtual",
            "entry_costs": 0,
            "boulder_model": "edge",
            "empty_check": "immediate",
            "collect_without_moving": True,
            "fallen_boulder": "back_in_place",
            "tie": "most_tokens",
            "boulders": 2,
        }
    )
    assert (box.deck, box.entry_costs, box.boulders) == (Deck.VIRTUAL, 0, 2)
    assert box.boulder_model is BoulderModel.EDGE
    assert box.empty_check is EmptyCheck.IMMEDIATE
    assert box.collect_without_moving
    assert box.fallen_boulder is FallenBoulder.BACK_IN_PLACE
    assert box.tie is Tie.MOST_TOKENS


def test_another_board_is_walked_as_its_file_says() -> None:
    """OV-12: a step that the staggered rows do not have."""
    box = box_from(changed("board/up/2.0", ["3.0", "3.1"]))
    sitting = Sitting(box, A="2.0 - - 0/0/0").play("A climb A4")
    assert sitting.options == ["A step 3.0", "A step 3.1", "A step 2.1", "A stop"]


@pytest.mark.parametrize(
    "name", ["A2+boulder+ball1", "?6", "boulder+?3", "C9+ball?", "A1+B1+ball4"]
)
def test_a_card_is_called_by_its_actions(name: str) -> None:
    """OV-06, OV-10, OV-21."""
    assert printed(name).name == name


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 40) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
PLACES = [*SHIPPED, *(f"board/{key}" for key in (*SHIPPED["board"], "up", "left")), "gear/3/card"]


@given(path=st.sampled_from(PLACES), junk=JUNK)
def test_junk_is_never_more_than_a_fault(path: str, junk: object) -> None:
    box, faults = examine(changed(path, 0 if junk is None else junk))
    assert (box is None) == any(fault.grave for fault in faults)
