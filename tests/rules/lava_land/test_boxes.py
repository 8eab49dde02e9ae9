"""A box is read whole, or every fault of its file is told at once."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.kernel import BoxFaults, Seat
from firmware_host.rules.lava_land.box import VECTORS, Box, Goods, Kind
from firmware_host.rules.lava_land.boxes import box_from, examine, warnings

GAMES = Path(__file__).parents[3] / "config" / "games"
SHIPPED: dict[str, Any] = tomllib.loads((GAMES / "lava_land.toml").read_text())


def changed(path: str, value: object) -> dict[str, Any]:
    """The shipped file with *value* at a dotted *path*; None takes the key away."""
    config = copy.deepcopy(SHIPPED)
    *tables, key = path.split(".")
    table: Any = config
    for name in tables:
        table = table[int(name)] if isinstance(table, list) else table[name]
    where: Any = int(key) if isinstance(table, list) else key
    if value is None:
        del table[where]
    else:
        table[where] = value
    return config


def wrong_paths(config: dict[str, Any]) -> list[str]:
    with pytest.raises(BoxFaults) as told:
        box_from(config)
    return [fault.path for fault in told.value.faults if fault.grave]


def test_the_shipped_boxes_are_the_usual_one_and_that_of_the_worked_examples() -> None:
    assert box_from(SHIPPED) == Box()
    vectors = tomllib.loads((GAMES / "lava_land.vectors.toml").read_text())
    assert box_from(vectors) == VECTORS
    assert warnings(SHIPPED) == warnings(vectors) == ()


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("game", "chess", "game"),
        ("lenght", 3, "lenght"),
        ("track.lenght", 3, "track.lenght"),
        ("cards.3.price", 3, "cards[3].price"),
        ("row_size", None, "row_size"),
        ("track.boat", None, "track.boat"),
        ("caps", None, "caps"),
        ("caps", 10, "caps"),
        ("cards", None, "cards"),
        ("cards", 3, "cards"),
        ("cards.2", "as_red", "cards[2]"),
        ("cards.2.kind", "as_green", "cards[2].kind"),
        ("cards.2.kind", None, "cards[2].kind"),
        ("cards.2.kind", "as_red", "cards[8].kind"),
        ("cards.2.cost", 4, "cards[2].cost"),
        ("cards.2.copies", None, "cards[2].copies"),
        ("cards.2.pay", "gold", "cards[2].pay"),
        ("row_size", True, "row_size"),
        ("boarding_optional", 1, "boarding_optional"),
        ("flip_penalty", "jail", "flip_penalty"),
        ("guard_mode", 7, "guard_mode"),
        ("first_player", "F", "first_player"),
        ("first_player", "E", "first_player"),
        ("track.plus_trees", 3, "track.plus_trees"),
        ("track.plus_trees", [3, "x"], "track.plus_trees[1]"),
        ("track.plus_trees", [3, 3], "track.plus_trees[1]"),
        ("faces.red", ["t"] * 5, "faces.red"),
        ("faces.red", ["t"] * 5 + ["?"], "faces.red"),
        ("players.min", 6, "players.min"),
        ("boarding_min_bananas", 11, "boarding_min_bananas"),
        ("track.start", 1, "track.start"),
    ],
)
def test_a_wrong_value_is_named_by_its_path(path: str, value: object, where: str) -> None:
    assert where in wrong_paths(changed(path, value))


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("cards.2.copies", 4, "cards"),  # 1: 28 cards
        ("deck_size", 30, "cards"),
        ("faces.yellow", list("fffftl"), "faces.yellow"),  # 4
        ("faces.red", list("llllbf"), "faces.red"),
        ("faces.blue", list("bbbbtl"), "faces.blue"),
        ("track.lava_min", -6, "track.lava_min"),  # 5
        ("lava_start.3", 0, "lava_start.3"),
        ("lava_start.4", None, "lava_start.4"),
        ("lava_start.2", -2, "lava_start.2"),
        ("track.boat", 3, "track.boat"),  # 6
        ("track.plus_trees", [0], "track.plus_trees[0]"),
        ("track.plus_trees", [16], "track.plus_trees[0]"),
        ("track.minus_trees", [3], "track.minus_trees[0]"),
        ("track.boat_symbol_spaces", [], "track.boat_symbol_spaces"),  # 7
        ("track.boat_symbol_spaces", [15, 16], "track.boat_symbol_spaces[1]"),
        ("dice.per_colour", 4, "dice.per_colour"),  # 8
        ("players.min", 2, "players.min"),  # LL-A34
        ("players.max", 6, "players.max"),
    ],
)
def test_what_the_specification_checks_is_refused(path: str, value: object, where: str) -> None:
    """LL-01, LL-A34: numbers of players; the other checks of a box."""
    assert where in wrong_paths(changed(path, value))


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("cards.9.copies", 3, "cards"),
        ("faces.red", list("ttttbf"), "faces.red"),
        ("faces.blue", list("fffttl"), "faces.blue"),
        ("track.plus_trees", [3, 13], "track.plus_trees[1]"),
        ("track.boat_symbol_spaces", [15], "track.boat_symbol_spaces"),
    ],
)
def test_what_is_only_odd_is_a_warning(path: str, value: object, where: str) -> None:
    config = changed(path, value)
    total = sum(card["copies"] for card in config["cards"])
    config["deck_size"] = total
    box, faults = examine(config)
    assert box is not None
    assert where in [fault.path for fault in faults]
    assert ("deck_size" in [f.path for f in warnings(config)]) == (total != 28)


def test_a_deck_of_dear_cards_or_without_payments_is_noticed() -> None:
    free = copy.deepcopy(SHIPPED)
    for card in free["cards"]:
        card.pop("pay", None)
    assert [fault.path for fault in warnings(free)] == ["cards[3]"]
    for card in free["cards"]:
        card["cost"] = 3
    assert "cards" in wrong_paths(free)


def test_all_faults_are_told_at_once_with_what_to_write() -> None:
    config = changed("track.boat", "far") | {"row_size": 0, "lenght": 1}
    with pytest.raises(BoxFaults) as told:
        box_from(config)
    assert {f.path for f in told.value.faults} == {"track.boat", "row_size", "lenght"}
    assert all(fault.says and fault.write for fault in told.value.faults)
    assert "boat = 16" in [fault.write for fault in told.value.faults]


def test_house_rules_reach_the_box() -> None:
    """LL-07, LL-A03, LL-A33: what a table agrees on before the game."""
    config = changed("cards.0.pay", "banana") | {
        "first_player": "C",
        "flip_penalty": "none",
        "effect_order": "player_choice",
    }
    box = box_from(config)
    assert (box.first_player, box.flip_penalty, box.effect_order) == (
        Seat(2),
        "none",
        "player_choice",
    )
    assert box.spec(Kind.GUARD_STEP).pay is Goods.BANANA
    assert box.places == 22


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 40) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@given(
    path=st.sampled_from([*SHIPPED, *(f"track.{k}" for k in SHIPPED["track"]), "cards.3.kind"]),
    junk=JUNK,
)
def test_junk_is_never_more_than_a_fault(path: str, junk: object) -> None:
    config = changed(path, 0 if junk is None else junk)
    box, faults = examine(config)
    assert (box is None) == any(fault.grave for fault in faults)
