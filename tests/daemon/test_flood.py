"""Ten thousand presses a second on one button, through the whole daemon: the others play on."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.daemon.people.degraded import seldom
from firmware_host.daemon.people.rough import SECOND_NS, RoughTable, Setting
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house

SPARE = 4
NAME = "noisy button E"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RoughTable]:
    files = house.read(config_folder() / "tables" / "autoplay.toml")
    rough = RoughTable(Setting(seldom(house.of_game(files, "table_is_lava")), tmp_path, "7", 2))
    yield rough
    rough.close()


def length(table: RoughTable) -> int:
    return 0 if table.match is None else table.match.length


def play(table: RoughTable, seconds: float) -> None:
    until_ns = table.clock.now_ns() + round(seconds * SECOND_NS)
    while table.clock.now_ns() < until_ns:
        table.step()


@pytest.mark.timeout(200)
def test_the_noisy_button_is_named_and_muted_the_others_play_on_and_it_is_heard_again(
    table: RoughTable,
) -> None:
    while length(table) < 4:
        table.step()
    table.spoil(f"button {SPARE}", "flood")
    play(table, 1.0)
    state = table.core.devices[NAME]
    assert not state.ok
    assert "GPIO 20" in state.says
    assert table.core.scene is not None
    assert "noisy" in table.core.scene.missing
    before = length(table)
    gc.collect()
    tracemalloc.start()
    try:
        first, _ = tracemalloc.get_traced_memory()
        play(table, 6.0)
        gc.collect()
        last, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert length(table) > before, "all others are heard"
    assert last - first < 1_000_000
    assert not table.core.devices[NAME].ok, "it is named as long as it lasts"
    table.spoil(f"button {SPARE}", "none")
    play(table, 3.0)
    assert NAME not in [name for name, one in table.core.devices.items() if not one.ok]
    assert table.core.scene.missing == ()


@pytest.mark.timeout(200)
def test_whoever_sits_at_the_noisy_button_plays_on_with_another(table: RoughTable) -> None:
    while length(table) < 4:
        table.step()
    table.spoil("button 1", "flood")
    before = length(table)
    for _ in range(20_000):
        table.step()
        if length(table) > before + 6:
            break
    assert length(table) > before + 6
