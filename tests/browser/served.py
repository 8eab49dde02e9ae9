"""A page served from a thread of its own, so that a test may drive a browser at it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from firmware_host.console.app import Listening, listen
from firmware_host.console.entry import Doors
from tests.console.fake_feed import FakeFeed


class Served:
    """A toy table that listens at *address*; it can go away and come back."""

    def __init__(self, phase: str, doors: Doors | None = None) -> None:
        self.feed: FakeFeed
        self.address = ""
        self._phase, self._doors = phase, doors
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._listening: Listening
        self.come(0)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rstrip("/").rpartition(":")[2])

    def come(self, port: int) -> None:
        """Start listening."""
        self._listening = asyncio.run_coroutine_threadsafe(self._begin(port), self._loop).result(10)
        self.address = self._listening.address

    async def _begin(self, port: int) -> Listening:
        self.feed = FakeFeed(phase=self._phase)
        if self._doors is not None:  # then nobody is staff unasked
            self.feed.furniture = replace(self.feed.furniture, staff=False)
        return await listen(self.feed, "127.0.0.1", port, doors=self._doors)

    async def _hang_up(self) -> None:
        """A browser's tab that was closed takes nothing any more: what was for it is dropped."""
        loop: Any = self._loop
        for transport in [*loop._transports.values()]:
            transport.abort()
        await asyncio.sleep(0)

    def go(self) -> None:
        """Stop listening; open pages are told."""
        asyncio.run_coroutine_threadsafe(self._listening.close(), self._loop).result(10)

    def end(self) -> None:
        """Stop for good."""
        self.go()
        asyncio.run_coroutine_threadsafe(self._hang_up(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


@contextmanager
def served(phase: str, doors: Doors | None = None) -> Iterator[Served]:
    """A toy table in *phase*; with *doors* it is one that others can open."""
    table = Served(phase, doors)
    try:
        yield table
    finally:
        table.end()
