"""A game with 200 people looking on, and one page that takes nothing of what it is told.

One table in the midst of a match, its strip moving, its page served from the same loop. Presses are
taken in turn without anybody looking and with everybody: whoever looks on is another process. So
both meet the same machine, and the ratio is of one run. The page that reads nothing is there too.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from bench.daemon import pss_mb
from bench.far_end import PATIENCE_S, FarEnd
from bench.figure import Figure
from bench.press import _here, _table_file, loop_in_a_thread, press
from firmware_host.console.app import GALLERY, Listening, listen
from firmware_host.console.socket import HEARTBEAT_S
from firmware_host.daemon.assembly import Assembly
from firmware_host.daemon.clock import RealClock
from firmware_host.daemon.loop import Loop, Writer
from firmware_host.daemon.settings import house
from firmware_host.daemon.upkeep.notify import Notifier
from hw.wire.adalight import HEADER_BYTES

PAGES, ROUNDS, PRESSES = 200, 5, 24
MOST_RATIO, MOST_MB = 1.5, 40
UPGRADE = (
    "GET /socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


class Shown:
    """The table, its far end and its page."""

    def __init__(self, far: FarEnd, table: Assembly, page: Listening, own: int) -> None:
        self.far, self.table, self.page, self._own = far, table, page, own
        self.factory = cast("Any", table.devices.buttons).factory

    def acks(self, frame: bytes) -> bool:
        """Seat A's own LED is blue but for its flash."""
        red, green, blue = frame[self._own : self._own + 3]
        return red == green == blue > 0

    def presses(self) -> list[float]:
        """Milliseconds to light."""
        return [press(self.factory, self.far, self.acks) for _ in range(PRESSES)]


@contextlib.contextmanager
def shown() -> Iterator[Shown]:
    far = FarEnd()
    with tempfile.TemporaryDirectory() as folder, loop_in_a_thread() as loop:
        files = house.read(_table_file(Path(folder), far.name))
        writer = Writer()

        async def start() -> tuple[Assembly, Loop, Listening]:
            table = Assembly(files, _here(Path(folder)), RealClock(), writer)
            turning = Loop(table.core, table.clock, Notifier(), table.feed.changed)
            writer.start(turning.written)
            table.listen(turning.heard)
            table.open(turning.edge)
            table.feed.furniture = replace(table.feed.furniture, staff=False)  # they only look
            page = await listen(table.feed, "127.0.0.1", 0)
            turning.start()
            return table, turning, page

        table, turning, page = asyncio.run_coroutine_threadsafe(start(), loop).result(PATIENCE_S)
        yield Shown(far, table, page, HEADER_BYTES + 3 * files.table.seats[0].leds[0])
        asyncio.run_coroutine_threadsafe(page.close(), loop).result(PATIENCE_S)
        loop.call_soon_threadsafe(turning.close)
        writer.close()
        table.close()
    far.close()


@contextlib.contextmanager
def crowd(address: str) -> Iterator[subprocess.Popen[str]]:
    """PAGES pages that read, and one that does not, of another process."""
    command = [sys.executable, "-m", "bench.spectators", address]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "there\n"
    yield child
    if child.poll() is None:
        child.communicate()


def told(child: subprocess.Popen[str]) -> float:
    """Ends it; how often a second the page that was told least was told something."""
    out, _ = child.communicate("\n")
    return float(out)


def measure() -> list[Figure]:
    alone, watched, seldom = list[float](), list[float](), list[float]()
    with shown() as table:
        table.presses()
        before_mb = pss_mb(os.getpid())
        for _ in range(ROUNDS):
            alone += table.presses()
            with crowd(table.page.address) as child:
                watched += table.presses()
                seldom.append(told(child))
            _emptied(table)
        deaf_s, with_mb = _deaf(table)
    mine, theirs = statistics.median(watched), statistics.median(alone)
    each = f"{ROUNDS} x {PRESSES} presses each, in turn"
    slow = f"{each}; slowest {max(watched):.1f} ms with, {max(alone):.1f} ms without"
    name = f"press to light with {PAGES} spectators and one that reads nothing"
    ratio, bound = mine / theirs, f"<= {MOST_RATIO}"
    return [
        Figure(name, mine, "ms", theirs, "nobody looks on", ratio, bound, slow),
        Figure("the spectator told least", min(seldom), "messages/s", note=f"of {PAGES}"),
        Figure(
            "memory with all of them for forty seconds",
            with_mb - before_mb,
            "MB",
            target=f"<= {MOST_MB}",
            note=f"more than with nobody; {before_mb:.0f} MB then",
        ),
        Figure(
            "a page that reads nothing is let go of", deaf_s, "s", target=f"<= {1.75 * HEARTBEAT_S}"
        ),
    ]


def _emptied(table: Shown) -> None:
    """Wait until nobody looks on any more."""
    gallery = table.page.runner.app[GALLERY]
    until_s = time.monotonic() + PATIENCE_S
    while gallery.pages and time.monotonic() < until_s:
        time.sleep(0.05)


def _deaf(table: Shown) -> tuple[float, float]:
    """How long it takes until the deaf one is gone; memory with the others meanwhile."""
    gallery = table.page.runner.app[GALLERY]
    with crowd(table.page.address) as child:
        began_s = gone_s = time.monotonic()
        while time.monotonic() - began_s < 2 * HEARTBEAT_S:
            time.sleep(0.25)
            if gallery.pages > PAGES:
                gone_s = time.monotonic()
        with_mb = pss_mb(os.getpid())
        told(child)
    return gone_s - began_s, with_mb


async def _look_on(address: str) -> float:
    """Read everything on PAGES pages until a line comes; one more is opened, and never read."""
    import aiohttp

    counts = [0] * PAGES

    async def look(session: aiohttp.ClientSession, number: int) -> None:
        async with session.ws_connect(f"{address}socket") as socket:
            async for _ in socket:
                counts[number] += 1

    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:
        pages = [asyncio.create_task(look(session, n)) for n in range(PAGES)]
        host = address.removeprefix("http://").rstrip("/")
        _, deaf = await asyncio.open_connection(*host.split(":"), limit=1024)
        deaf.write(UPGRADE.format(host=host).encode())
        async with asyncio.timeout(4 * PATIENCE_S):
            while not all(counts):
                await asyncio.sleep(0.05)
        print("there", flush=True)
        began, began_s = [*counts], time.monotonic()
        await asyncio.to_thread(sys.stdin.readline)
        least = min(now - then for now, then in zip(counts, began, strict=True))
        for page in pages:
            page.cancel()
        deaf.close()
        return least / (time.monotonic() - began_s)


if __name__ == "__main__":
    print(asyncio.run(_look_on(sys.argv[1])))
