"""The doctor tells of what has failed last, and how to see it again."""

from __future__ import annotations

from pathlib import Path

from firmware_host.daemon.doctor.failures import failures
from firmware_host.daemon.doctor.finding import Level
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import config_read
from tests.daemon.standing_table import StandingTable

from .made_up import MadeUp


def test_the_last_bundle_is_named_with_the_command_that_tells_it_again(tmp_path: Path) -> None:
    pi = MadeUp(tmp_path)
    table = config_read.load(config_folder() / "tables" / "pi4-wled.toml").table
    assert not [*failures(pi.machine(), table)]
    folder = tmp_path / "var/lib/lava-table"
    folder.mkdir(parents=True)
    there = StandingTable(folder)
    for says in ("one", "two"):
        file = there.table.crashes.keep(failed(says), "turn")
        there.table.crashes._lately.clear()
        there.now_s += 7_200
    there.table.close()
    (told,) = failures(pi.machine(), table)
    assert told.level is Level.WARNING
    assert "ValueError" in told.says
    assert told.mend.startswith("./table replay /")
    assert file is None or str(file) in told.mend


def failed(says: str) -> Exception:
    try:
        raise ValueError(says)
    except ValueError as broken:
        return broken
