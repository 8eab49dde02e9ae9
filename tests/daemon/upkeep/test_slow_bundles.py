"""What is kept of a failure is written beside the loop: a slow disk holds nothing up."""

from __future__ import annotations

import threading
from pathlib import Path

from firmware_host.daemon.errors import CannotServe
from firmware_host.daemon.loop import Loop
from firmware_host.daemon.upkeep.beside import MOST
from firmware_host.daemon.upkeep.crashes import about, bundles, folder_of
from firmware_host.daemon.upkeep.failing import failing
from firmware_host.daemon.upkeep.notify import Notifier
from hw.ports import Edge
from tests.daemon.standing_table import StandingTable
from tests.daemon.upkeep.test_crashes import broken, play_on, table

__all__ = ["table"]


def test_a_slow_disk_holds_up_no_light_while_a_bundle_is_written(
    table: StandingTable, tmp_path: Path
) -> None:
    """The disk answers only when the test lets it: the table is played at meanwhile."""
    loop = Loop(table.core, table.clock, Notifier({}), table.table.feed.changed)
    asked, answers = threading.Event(), threading.Event()

    def slow(folder: Path) -> int:
        asked.set()
        assert answers.wait(30)
        return 1 << 40

    table.table.crashes.spare = slow
    table.play()
    with failing(table.table, loop, CannotServe):
        for where in ("page", "game", "reload"):
            table.core.others.crashed(broken(name=where), where)
        assert asked.wait(30)
        before = table.core.lights.pixels
        now_ns = table.clock.now_ns()
        table.core.feed(Edge(0, True, now_ns), now_ns)
        assert table.core.lights.pixels != before, "a press is lit"
        told = table.core.state
        play_on(table)
        assert table.core.state > told, "and play goes on"
        assert bundles(folder_of(tmp_path / "journal")) == []
        answers.set()
    kept = bundles(folder_of(tmp_path / "journal"))
    assert sorted(str((about(one) or {})["where"]) for one in kept) == ["game", "page", "reload"]


def test_too_much_that_fails_at_once_is_not_gathered_for_ever(table: StandingTable) -> None:
    loop = Loop(table.core, table.clock, Notifier({}), table.table.feed.changed)
    answers = threading.Event()

    def slow(folder: Path) -> int:
        assert answers.wait(30)
        return 1 << 40

    table.table.crashes.spare = slow
    with failing(table.table, loop, CannotServe):
        for n in range(50):
            table.table.crashes.keep_beside(broken(name=f"place{n}"), "page")
        answers.set()
    assert len([line for line in table.said if "too much fails at once" in line]) == 50 - MOST
