"""A box is read whole, or every fault of its file is told at once."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.kernel import BoxFaults, Illegal, Setup, begin
from firmware_host.rules.lost_island.box import As, Box, Kind, Land, Monster, Tool
from firmware_host.rules.lost_island.boxes import KEYS, TABLES, box_from, examine, warnings
from firmware_host.rules.lost_island.game import GAME

from .legal import house

FILE = Path(__file__).parents[3] / "config" / "games" / "lost_island.toml"
SHIPPED: dict[str, Any] = tomllib.loads(FILE.read_text())


def changed(path: str, value: object) -> dict[str, Any]:
    """The shipped file with *value* at a dotted *path*; None takes the key away."""
    config = copy.deepcopy(SHIPPED)
    *tables, key = path.split(".")
    table: Any = config
    for name in tables:
        table = table[name]
    if value is None:
        del table[key]
    else:
        table[key] = value
    return config


def wrong(config: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(BoxFaults) as told:
        box_from(config)
    assert all(fault.says and fault.write for fault in told.value.faults)
    return {fault.path: fault.says for fault in told.value.faults if fault.grave}


def test_the_shipped_box_is_the_usual_one() -> None:
    """LI-02, LI-34: 16 + 10 + 6 + 8 hexes and the volcano, and nothing odd."""
    assert box_from(SHIPPED) == Box()
    assert warnings(SHIPPED) == ()
    assert sum(Box().tiles) == 41


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("game", "chess", "game"),
        ("lenght", 3, "lenght"),
        ("tiles.swamp", 3, "tiles.swamp"),
        ("tiles", 3, "tiles"),
        ("edges", None, "edges"),
        ("players.min", 1, "players.min"),
        ("players.max", 6, "players.max"),
        ("players.max", None, "players.max"),
        ("tiles.beach", 0, "tiles.beach"),
        ("tiles.mountain", "many", "tiles.mountain"),
        ("counters_per_player", 0, "counters_per_player"),
        ("counters_per_player", True, "counters_per_player"),
        ("fire_circles", "many", "fire_circles"),
        ("fires_required", 0, "fires_required"),
        ("fires_required", 2.5, "fires_required"),
        ("crash_fire", 1, "crash_fire"),
        ("crash_fire_counts", "no", "crash_fire_counts"),
        ("monster_fights", None, "monster_fights"),
        ("distance", "crow", "distance"),
        ("water_blocks", "pawns", "water_blocks"),
        ("volcano_counts_as_mountain", "placement", "volcano_counts_as_mountain"),
        ("volcano_counts_as_mountain", ["placement", "search"], "volcano_counts_as_mountain"),
        ("crash_counts_as_beach", ["placement", "monsters"], "crash_counts_as_beach"),
        ("crash_counts_as_beach", ["placement", "placement"], "crash_counts_as_beach"),
        ("crash_counts_as_beach", [3], "crash_counts_as_beach"),
        ("huts_per_hex", 0, "huts_per_hex"),
        ("retreat", "never", "retreat"),
        ("explore_after_eruption", "yes", "explore_after_eruption"),
        ("unplaceable", "burn", "unplaceable"),
        ("raft_destroyed", "sinks", "raft_destroyed"),
        ("stranded_can_win", 0, "stranded_can_win"),
        ("maul_home_flipped", "in", "maul_home_flipped"),
        ("edges.beach", "WWWBB", "edges.beach"),
        ("edges.beach", "WWWFFF", "edges.beach"),
        ("edges.mountain", "WWWMMM", "edges.mountain"),
        ("edges.crash", ["W"] * 6, "edges.crash"),
    ],
)
def test_a_wrong_value_is_named_by_its_path(path: str, value: object, where: str) -> None:
    assert where in wrong(changed(path, value))


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("edges.beach", "WWBBBB", "edges.beach"),
        ("edges.forest_coast", "WWWWFF", "edges.forest_coast"),
        ("edges.crash", "BBBBBB", "edges.crash"),
        ("players.min", 5, ""),
        ("fires_required", 6, "fires_required"),
        ("fire_circles", 3, "fires_required"),
        ("counters_per_player", 9, "counters_per_player"),
        ("volcano_counts_as_mountain", ["movement"], "volcano_counts_as_mountain"),
        ("crash_counts_as_beach", [], "crash_counts_as_beach"),
    ],
)
def test_what_the_specification_checks_is_refused(path: str, value: object, where: str) -> None:
    """LI-08, LI-32, LI-37, LI-53, LI-A06, LI-A07: each by its number."""
    if where:
        assert "(LI-" in wrong(changed(path, value))[where]
    else:
        assert box_from(changed(path, value)).players == (5, 5)


def test_more_than_the_most_players_is_no_least() -> None:
    assert "players.min" in wrong(changed("players.min", 4) | {"players": {"min": 4, "max": 3}})


def test_a_hex_of_five_edges_is_refused_with_the_rule_and_what_to_write() -> None:
    """LI-08."""
    says = wrong(changed("edges.beach", "WWWBB"))["edges.beach"]
    assert says == '"WWWBB", 5 of them, is not six edges of W (water), B (beach) (LI-08)'


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"fires_required": 5, "fire_circles": 5}, "fires_required"),
        ({"counters_per_player": 45}, "counters_per_player"),
        ({"crash_fire_counts": True}, "crash_fire_counts"),
    ],
)
def test_what_is_only_odd_is_a_warning(changes: dict[str, Any], where: str) -> None:
    """LI-34, the known problem; LI-53; LI-A19."""
    config = SHIPPED | changes
    assert box_from(config)
    assert [fault.path for fault in warnings(config)] == [where]


def test_a_cap_of_44_counters_can_still_bite() -> None:
    """LI-53: 5 fires, a hut, all monsters and nine of the raft are 45."""
    assert warnings(SHIPPED | {"counters_per_player": 44}) == ()


def test_a_fire_that_counts_is_not_all_there_is_to_do() -> None:
    """LI-A19."""
    config = SHIPPED | {"crash_fire": True, "crash_fire_counts": True, "fires_required": 1}
    assert "fires_required" in wrong(config)


def test_all_faults_are_told_at_once() -> None:
    config = changed("tiles.beach", "sand") | {"huts_per_hex": 9, "lenght": 1}
    assert set(wrong(config)) == {"tiles.beach", "huts_per_hex", "lenght"}


def test_as_many_fires_as_players_or_as_the_house_says() -> None:
    """LI-32, LI-A18."""
    assert [Box().required(n) for n in (2, 5)] == [Box().circles(n) for n in (2, 5)] == [2, 5]
    more = box_from(SHIPPED | {"fires_required": 4})
    assert [more.circles(n) for n in (2, 4, 5)] == [4, 4, 5], "every fire that is wanted scores"
    house_rule = box_from(SHIPPED | {"fires_required": 3, "fire_circles": 4})
    assert (house_rule.required(5), house_rule.circles(5)) == (3, 4)


def test_what_volcano_and_crash_site_count_as() -> None:
    """LI-A06, LI-A07, LI-10, LI-41, LI-50."""
    usual = Box()
    assert usual.walking[Kind.VOLCANO] is Land.MOUNTAIN
    assert Kind.VOLCANO not in usual.haunted
    assert Kind.VOLCANO not in usual.building
    assert usual.building[Kind.CRASH] is Tool.CROSSBOW
    assert usual.searching[Kind.CRASH] is Land.BEACH
    assert Kind.CRASH in usual.harbours
    assert Kind.CRASH not in usual.haunted
    other = house(volcano_as=tuple(As), crash_as=(As.PLACEMENT,))
    assert other.haunted[Kind.VOLCANO] is Monster.MOUNTAIN
    assert other.building[Kind.VOLCANO] is Tool.MACHETE
    assert Kind.CRASH not in {*other.walking, *other.searching, *other.building, *other.harbours}


def test_a_box_for_three_is_not_for_two() -> None:
    with pytest.raises(Illegal) as refused:
        begin(GAME, Setup(2, house(players=(3, 4))))
    assert refused.value.code == "bad_player_count"


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)


@given(
    key=st.sampled_from([*KEYS, *TABLES, *(f"{t}.{k}" for t in TABLES for k in TABLES[t])]),
    value=JUNK,
)
def test_nothing_but_a_box_or_its_faults_comes_of_any_value(key: str, value: object) -> None:
    config = changed(key, value)
    box, faults = examine(config)
    assert box is not None or any(fault.grave for fault in faults)
    assert all(fault.path and fault.says for fault in faults)
