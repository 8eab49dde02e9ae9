"""A table knows its own game at once, and the others soon after it listens."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import pytest

from firmware_host.daemon.assembly import Assembly
from firmware_host.daemon.later import offer_all
from firmware_host.daemon.loop import Writer
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.serve import Wanted, assembled
from firmware_host.daemon.settings import house
from firmware_host.rules.catalog import GAMES
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.signals import Command
from tests.daemon.test_going_on import begun, wanted

assert wanted, "a fixture"

LOADED = """
import sys
from pathlib import Path
from firmware_host.daemon.loop import Writer
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.serve import Wanted, assembled
from firmware_host.daemon.settings import house

table = assembled(Wanted(house.read(Path(sys.argv[1])), journal=Path(sys.argv[2])), Writer())
rooms = ("firmware_host.rules.", "firmware_host.table.")
print(*(name for name in sys.modules if name.startswith(rooms)))
table.close()
"""


UNTIL_READY = """
import os, sys
from pathlib import Path
from firmware_host.daemon.serve import Wanted, run
from firmware_host.daemon.settings import house
import firmware_host.daemon.verbs.run

def ready(line):
    print(*sys.modules, flush=True)
    os._exit(0)

run(Wanted(house.read(Path(sys.argv[1])), port=0, journal=Path(sys.argv[2])), ready)
"""
NOT_YET = (
    "cv2",
    "numpy",
    "firmware_host.vision.kinds",
    "firmware_host.vision.teaching",
    "firmware_host.table.oled",
    "firmware_host.bots.lava_land",
    "firmware_host.session.scenario",
    "firmware_host.daemon.doctor",
    "firmware_host.daemon.people.company",
    "firmware_host.daemon.upkeep.backup",
)
"""Of each of these a start has no need; some are loaded after it, others never."""


def names(table: Assembly) -> list[str]:
    return [playable.game.name for playable in table.core.table.evening.house.games]


def test_what_is_needed_only_later_is_loaded_only_later(wanted: Wanted) -> None:
    told = subprocess.run(
        [sys.executable, "-c", UNTIL_READY, str(wanted.files.loaded.file), str(wanted.journal)],
        check=True,
        capture_output=True,
        text=True,
    )
    modules = set(told.stdout.split())
    assert {"firmware_host.console.app", "hw.mock.virtual"} < modules
    assert sorted(modules.intersection(NOT_YET)) == []


@pytest.mark.parametrize("kept", ["", "table_is_lava"])
def test_no_other_games_rules_or_views_are_loaded_before_a_table_listens(
    kept: str, wanted: Wanted
) -> None:
    """But that of a match which is gone on with."""
    if kept:
        begun(wanted, kept, 3, (config_folder() / "games" / f"{kept}.toml").read_text(), words=())
    told = subprocess.run(
        [sys.executable, "-c", LOADED, str(wanted.files.loaded.file), str(wanted.journal)],
        check=True,
        capture_output=True,
        text=True,
    )
    modules = told.stdout.split()
    assert "firmware_host.rules.lava_land.game" in modules
    assert (f"firmware_host.rules.{kept}.game" in modules) is bool(kept)
    others = [name for name in GAMES if name not in ("lava_land", kept)]
    assert not [module for module in modules if any(name in module for name in others)]


def test_the_others_are_offered_when_they_are_loaded(wanted: Wanted) -> None:
    table = assembled(wanted, Writer())
    turns: list[bool] = []
    try:
        assert names(table) == ["lava_land"]
        asyncio.run(offer_all(table, lambda: turns.append(True), pytest.fail))
        assert names(table) == list(DRESSINGS)
        assert turns
        said = table.core.feed(Command(None, "staff", "games lost_island", 0), 0)
        assert said is None
        assert table.core.table.evening.game.game.name == "lost_island"
    finally:
        table.close()


def test_a_kept_match_of_another_game_is_gone_on_with_at_once(wanted: Wanted) -> None:
    box = (config_folder() / "games" / "table_is_lava.toml").read_text()
    begun(wanted, "table_is_lava", 3, box, words=())
    table = assembled(wanted, Writer())
    try:
        assert table.core.table.evening.game.game.name == "table_is_lava"
        assert table.core.table.evening.playing is not None
        assert names(table) == ["lava_land", "table_is_lava"]
        asyncio.run(offer_all(table, lambda: None, pytest.fail))
        assert table.core.table.evening.playing is not None
        assert names(table) == list(DRESSINGS)
        assert table.core.table.evening.game.game.name == "table_is_lava"
    finally:
        table.close()


def test_others_that_cannot_be_loaded_leave_the_tables_own(
    wanted: Wanted, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(files: object) -> None:
        raise OSError(5, "Input/output error")

    said: list[str] = []
    table = assembled(wanted, Writer())
    try:
        monkeypatch.setattr(house, "games", broken)
        asyncio.run(offer_all(table, pytest.fail, said.append))
        assert names(table) == ["lava_land"]
        assert said == [
            "Only the table's own game is offered: the others cannot be loaded: "
            "OSError(5, 'Input/output error')"
        ]
    finally:
        table.close()


def test_a_daemon_that_ends_meanwhile_does_not_wait_for_them(
    wanted: Wanted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow card, and systemd would kill it."""
    goes_on, begun, done = threading.Event(), threading.Event(), threading.Event()

    def slow(files: object) -> tuple[()]:
        begun.set()
        goes_on.wait(30)
        done.set()
        return ()

    async def ended() -> None:
        task = asyncio.create_task(offer_all(table, lambda: None, pytest.fail))
        await asyncio.to_thread(begun.wait, 10)
        task.cancel()

    table = assembled(wanted, Writer())
    try:
        monkeypatch.setattr(house, "games", slow)
        asyncio.run(ended())
        assert not done.is_set()
    finally:
        goes_on.set()
        table.close()
