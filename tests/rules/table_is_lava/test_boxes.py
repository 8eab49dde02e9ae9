"""A box is read whole, or every fault of its file is told at once."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest

from firmware_host.rules.kernel import BoxFaults
from firmware_host.rules.table_is_lava.box import Box
from firmware_host.rules.table_is_lava.boxes import box_from, warnings

FILE = Path(__file__).parents[3] / "config" / "games" / "table_is_lava.toml"
SHIPPED: dict[str, Any] = tomllib.loads(FILE.read_text())


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


def test_the_shipped_box_is_the_usual_one_and_warns_of_two_players_only() -> None:
    """TL-16: 18, 15 and 12 meeples on cards with 4, 3 and 2 players, against 13 in supply."""
    assert box_from(SHIPPED) == Box()
    assert [fault.says for fault in warnings(SHIPPED)] == [
        "with 2 players nobody can run out of 13 meeples (TL-16)"
    ]


@pytest.mark.parametrize(
    ("path", "value", "where", "says"),
    [
        ("game", "chess", "game", "another game"),
        ("lenght", 3, "lenght", "is not known"),
        ("players.most", 3, "players.most", "is not known"),
        ("players", None, "players", "is missing"),
        ("players.max", 5, "players.max", "not a whole number from 2 to 4"),
        ("colours", ["red"], "colours", "not four colours"),
        ("colours", ["red", "red", "blue", "green"], "colours", "not four colours"),
        ("colours", ["red", "blue", "green", "pink"], "cards.yellow", "deck of no colour"),
        ("meeples_per_colour", 14, "meeples_per_colour", "56 meeples; the box holds 60 (TL-25)"),
        ("missed_card", "flies", "missed_card", '"stays" or "discarded"'),
        ("foreign_placement", "no", "foreign_placement", '"optional" or "forced"'),
        ("leaning_counts_as", 1, "leaning_counts_as", '"lying" or "standing"'),
        ("final_card_foreign", "no", "final_card_foreign", "neither true nor false"),
        ("removal_before_placement", 0, "removal_before_placement", "neither true nor false"),
        ("variant_rock_island", "on", "variant_rock_island", "neither true nor false"),
        ("variant_rock_island", None, "variant_rock_island", "is missing"),
        ("cards", None, "cards", "is missing"),
        ("cards.red", None, "cards.red", "is missing"),
        ("cards.red", "ten", "cards.red", "is not a list of cards"),
        ("cards.red.0", "start", "cards.red[0]", "is not a card"),
        ("cards.red.0.id", None, "cards.red[0].id", "is missing"),
        ("cards.red.1.id", "n 1", "cards.red[1].id", "is no name"),
        ("cards.red.1.id", "out", "cards.red[1].id", "means something else"),
        ("cards.red.1.id", "all", "cards.red[1].id", "means something else"),
        ("cards.red.1.id", "n2", "cards.red[2].id", "n2 is there twice"),
        ("cards.red.1.own", "one", "cards.red[1].own", "not from 0 to 99"),
        ("cards.red.1.copies", 0, "cards.red[1].copies", "not from 1 to 10"),
        ("cards.red.1.print", 1, "cards.red[1].print", "is not known"),
        ("cards.red.3.foreign", 1, "cards.red[3].foreign", "is not a table"),
        ("cards.red.3.foreign", {"red": 1}, "cards.red[3].foreign.red", "no other colour"),
        ("cards.red.3.foreign", {"blue": -1}, "cards.red[3].foreign.blue", "not from 0"),
        ("cards.red.1.copies", 4, "cards.red", "11 cards, not 10 (TL-01)"),
        ("cards.red.0.id", "begin", "cards.red", "0 Start cards, not one (TL-04)"),
        ("cards.red.0.own", 1, "cards.red[0]", "the setup's (TL-05)"),
        ("cards.red.3.foreign", {}, "cards.red", "one card is to be removed (TL-02)"),
        ("cards.red.1.foreign", {"blue": 1}, "cards.red", "4 cards show blue"),
        ("cards.red.3.foreign", {"blue": 1, "green": 1}, "cards.red", "another colour too"),
    ],
)
def test_a_fault_is_named_by_its_key_with_what_to_write(
    path: str, value: object, where: str, says: str
) -> None:
    with pytest.raises(BoxFaults) as told:
        box_from(changed(path, value))
    found = [fault for fault in told.value.faults if fault.grave and fault.path == where]
    assert any(says in fault.says for fault in found), told.value.faults
    assert all(fault.write for fault in found)


def test_odd_boxes_warn() -> None:
    """TL-A17, TL-16."""
    two = warnings(changed("cards.red.3.foreign", {"blue": 2}))
    assert "cards.red[3].foreign" in [fault.path for fault in two]
    many = warnings(changed("cards.red.1.own", 16))
    assert "cards.red[1].own" in [fault.path for fault in many]


def test_more_players_at_least_than_at_most_is_a_fault() -> None:
    config = changed("players.min", 4)
    config["players"]["max"] = 3
    with pytest.raises(BoxFaults, match=r"4 is more than players\.max, 3"):
        box_from(config)
