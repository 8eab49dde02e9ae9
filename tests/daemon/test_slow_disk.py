"""A disk that takes 100 ms for each sync: no light waits for it, and nothing is shown before it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from firmware_host.daemon.keeper import Done
from hw.ports import Edge
from tests.daemon.small_disk import Played
from tests.disk.tape import OK, Event, Sync, reachable, recorded

SLOW_S = 0.1

pytestmark = pytest.mark.skipif(not reachable(), reason="this Python's SQLite cannot be recorded")


def test_a_press_is_lit_while_the_disk_still_writes_and_what_follows_waits_for_it(
    tmp_path: Path,
) -> None:
    """The writing is done when the test says so, as in a thread of its own."""
    with recorded() as tape:
        played = Played(tmp_path)
        core, left = played.core, list[tuple[object, Done]]()
        core._writes = lambda job, done: left.append((job, done))
        state = core.state
        played.choose(1)
        assert core.state == state, "it is not shown before it is on the disk"
        pixels = core.lights.pixels
        now_ns = played.clock.now_ns()
        core.feed(Edge(0, True, now_ns), now_ns)
        assert core.lights.pixels != pixels, "but a press is lit"

        def slowly(event: Event) -> int:
            if isinstance(event, Sync):
                time.sleep(SLOW_S)
            return OK

        tape.refuses = slowly
        (job, done) = left.pop()
        assert callable(job)
        began_s = time.monotonic()
        job()
        assert time.monotonic() - began_s >= SLOW_S
        done(None)
        core.drain(played.clock.now_ns())
        assert core.state > state
        played.table.close()
