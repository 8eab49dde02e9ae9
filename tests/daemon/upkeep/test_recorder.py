"""The last minutes are remembered within bounds, and written down so that they can be read back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.daemon.upkeep import recorder as recorders
from hw.ports import Edge
from tests.daemon.standing_table import SECOND_NS, StandingTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[StandingTable]:
    made = StandingTable(tmp_path)
    yield made
    made.table.close()


def test_what_is_remembered_is_bounded(
    table: StandingTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorders, "MOST", 500)
    kept = table.table.recorder
    for i in range(3_000):
        now_ns = table.clock.now_ns() + i
        table.core.feed(Edge(0, bool(i % 2), now_ns), now_ns)
    assert len(kept.entries()) == 500
    assert not kept.whole
    table.after(6 * 60)
    table.after(1)
    assert all(e.now_ns > table.clock.now_ns() - 301 * SECOND_NS for e in kept.entries())


def test_signals_are_spelled_and_read_back(table: StandingTable) -> None:
    table.play(2)
    table.press(1)
    for entry in table.table.recorder.entries():
        assert recorders.unspelled(recorders.spelled(entry)) == entry
