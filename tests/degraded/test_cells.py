"""Whole games without some of the devices; and the page tells what came of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware_host.daemon.people.clues import BUTTON, DEVICES, OLED, PAGE
from firmware_host.daemon.people.degraded import MIDST, START, Cell, Degraded, cells
from firmware_host.daemon.settings import house
from firmware_host.rules.catalog import GAMES

from . import page
from .run import ENDED, FILES, played, results

EVERY = cells(GAMES)
QUICK = {Cell("table_is_lava", (one,), MIDST) for one in DEVICES}
QUICK |= {Cell("table_is_lava", (BUTTON,), START), Cell("oh_no_volcano", ("strip",), MIDST)}
QUICK |= {Cell("table_is_lava", (one, PAGE), MIDST) for one in (OLED, BUTTON)}
"""Played each time; all others where TABLE_DEGRADED=1."""
ALL = os.environ.get("TABLE_DEGRADED") == "1"


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("cell", EVERY, ids=lambda cell: cell.name)
def test_it_is_played_to_its_end(cell: Cell) -> None:
    if cell not in QUICK and not ALL:
        pytest.skip("it takes long: TABLE_DEGRADED=1 plays it")
    came, saw, _ = played(cell, 800.0)
    assert (came, results().get(cell.name)) == (ENDED, ENDED), saw


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_page_that_goes_changes_nothing(tmp_path: Path) -> None:
    told = []
    for name, gone in (("with", ()), ("without", (PAGE,))):
        (tmp_path / name).mkdir()
        cell = Cell("table_is_lava", gone, MIDST)
        game = Degraded(cell, house.read(FILES), tmp_path / name)
        try:
            game.play(200.0)
            told.append(game.told())
        finally:
            game.close()
    assert told[0] == told[1]


def test_the_page_of_degraded_play_tells_what_came_of_every_cell() -> None:
    found = results()
    assert set(found) <= {cell.name for cell in EVERY}
    assert page.PAGE.read_text() == page.page(found, page.PAGE.read_text())


def test_in_each_game_each_device_and_each_pair_of_them_is_a_cell() -> None:
    for game in GAMES:
        gone = {cell.gone for cell in EVERY if cell.game == game and cell.when == START}
        assert {frozenset(some) for some in gone} == {
            frozenset((one, other)) for one in DEVICES for other in DEVICES
        }
    assert len(EVERY) == len({cell.name for cell in EVERY}) == len(GAMES) * (5 + 10) * 2


def test_every_cell_was_played_to_its_end() -> None:
    assert results() == {cell.name: ENDED for cell in EVERY}


def test_a_cell_that_was_not_played_is_not_said_to_have_been() -> None:
    assert page.said({}, "lava_land", ("camera",)) == page.NOT_PLAYED
    half = {"lava_land camera start": ENDED}
    assert "pulled in play: not played" in page.said(half, "lava_land", ("camera",))
