"""What is told of the camera at the table agrees with what it does."""

from __future__ import annotations

from pathlib import Path

from firmware_host.daemon.eye.camera import EyeSays
from firmware_host.vision.facts import Look, Tray
from tests.daemon.standing_table import StandingTable


def looked(table: StandingTable, trouble: str) -> None:
    now_ns = table.clock.now_ns()
    tray = Tray.BLIND if trouble else Tray.EMPTY
    table.core.looked(Look(now_ns, 1, tray, (), trouble=trouble), now_ns)
    table.after(1)


def told(table: StandingTable, ok: bool) -> None:
    table.core._eye_news((EyeSays(ok=ok, says="" if ok else "unplugged"),), table.clock.now_ns())
    table.after(1)


def missing(table: StandingTable) -> tuple[str, ...]:
    assert table.core.scene is not None
    return tuple(name for name in table.core.scene.missing if name == "camera")


def test_a_camera_that_was_dark_and_then_unplugged_is_missed_no_longer_than_it_is(
    tmp_path: Path,
) -> None:
    table = StandingTable(tmp_path)
    try:
        for _ in range(6):
            looked(table, "dark")
        assert missing(table) == ("camera",)
        told(table, ok=False)
        assert missing(table) == ("camera",)
        told(table, ok=True)
        for _ in range(3):
            looked(table, "")
        assert missing(table) == ()
    finally:
        table.table.close()
