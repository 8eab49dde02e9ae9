"""A disk that is full or read-only does not stop a game; what it has not taken is told."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.daemon import small_disk
from tests.disk.tape import IOERR_WRITE, OK, Write, reachable, recorded

ROOT = Path(__file__).parents[2]
APART = ["unshare", "--map-root-user", "--mount"]


def can_mount() -> bool:
    if shutil.which("unshare") is None:
        return False
    tried = [*APART, "mount", "-t", "tmpfs", "tried", "/mnt"]
    return subprocess.run(tried, check=False, capture_output=True).returncode == 0


mounts = pytest.mark.skipif(not can_mount(), reason="no file system can be mounted here")


def played(way: str, folder: Path) -> list[dict[str, Any]]:
    command = [*APART, sys.executable, "-m", "tests.daemon.small_disk", way, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    stood: list[dict[str, Any]] = json.loads(done.stdout)
    return stood


def held(stood: list[dict[str, Any]], says: str) -> None:
    """It went on without the disk, said so, and wrote all of it later."""
    before, without, after, *again = stood
    assert before["ok"]
    assert before["kept"] == before["shown"] > 0
    assert not without["ok"]
    assert says in without["says"]
    assert "is kept in memory alone, and would be lost with the power" in without["says"]
    assert without["shown"] > without["kept"] >= before["kept"]
    assert after["ok"]
    assert after["kept"] == after["shown"] >= without["shown"]
    assert all(one["kept"] == after["kept"] for one in again), "and the next start has it"


@mounts
def test_a_game_goes_on_while_the_disk_is_full_and_is_written_when_there_is_room(
    tmp_path: Path,
) -> None:
    held(played("full", tmp_path), "the disk is full")


@pytest.mark.skipif(not reachable(), reason="this Python's SQLite cannot be recorded")
def test_a_game_goes_on_while_the_disk_fails_and_is_written_when_it_is_well(
    tmp_path: Path,
) -> None:
    """As a card does that has turned read-only because it is worn out."""
    with recorded() as tape:
        table = small_disk.Played(tmp_path)
        table.choose(3)
        stood = [table.stands()]
        tape.refuses = lambda event: IOERR_WRITE if isinstance(event, Write) else OK
        table.choose(10)
        stood.append(table.stands())
        tape.refuses = lambda event: OK
        table.after(6)
        table.after(0.1)
        stood.append(table.stands())
        table.table.close()
    held(stood, "the disk does not do as it is told")


@mounts
def test_a_table_begins_on_a_disk_that_is_read_only_with_the_match_that_is_on_it(
    tmp_path: Path,
) -> None:
    before, begun, on, *back = played("read_only_at_first", tmp_path)
    assert begun["shown"] == before["shown"] == before["kept"]
    assert not begun["ok"]
    assert "Read-only file system" in begun["says"]
    assert "kept in memory alone, and would be lost with the power, until the disk" in begun["says"]
    assert on["shown"] > begun["shown"]
    assert on["kept"] == before["kept"]
    home(back, on)


def home(back: list[dict[str, Any]], away: dict[str, Any]) -> None:
    """What was played in memory is on the disk once it takes it, and so is what follows."""
    taken, more, again = back
    assert taken["ok"]
    assert taken["kept"] == taken["shown"] >= away["shown"]
    assert more["kept"] == more["shown"] > taken["kept"]
    assert again["ok"]
    assert again["kept"] == more["kept"]


@mounts
def test_a_table_begins_on_a_disk_that_is_full(tmp_path: Path) -> None:
    stood, still, *back = played("full_at_first", tmp_path)
    assert stood["shown"] > 0
    assert not stood["ok"]
    assert not still["ok"], "it was tried again meanwhile"
    home(back, still)
