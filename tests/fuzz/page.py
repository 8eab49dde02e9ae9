"""The page that others can open, fed over real connections by somebody who may only look."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from typing import Any

import aiohttp

from firmware_host.console.app import Listening, listen
from firmware_host.console.door import Door
from firmware_host.console.entry import Doors
from firmware_host.console.seat_codes import SeatCodes
from tests.console.fake_feed import FakeFeed, real

PATIENCE_S = 15.0
PAGES, CONNECTIONS = 150, 16
WAITS_S = 0.3
"""What is answered at all is answered by then, unless more is waited for."""
END = '{"type":"END"}'
"""Said behind each input: once it is answered, so is that."""
BASE = {"seat": "A", "role": "player", "state": 0}
MESSAGES: tuple[dict[str, Any], ...] = (
    {"type": "watch"},
    {"type": "cards", "shown": True},
    {"type": "choose", "option": 1},
    {"type": "point", "spot": "a1"},
    {"type": "chair", "does": "bot"},
    {"type": "tell", "words": "put lava 3 because it was moved", "role": "staff"},
    {"type": "lesson", "words": "say is 3 Yb", "role": "staff"},
    {"type": "take", "x": 100.5, "y": 20},
    {"type": "spoil", "fault": "black", "part": "camera"},
    {"type": "press"},
)
REQUESTS = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /static/main.js HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n",
    b"GET /rolls/00000001.jpg HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: table_staff=x\r\n\r\n",
    b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b'Content-Length: 20\r\n\r\n{"password": "wrong"}',
    b"POST /seat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b'Transfer-Encoding: chunked\r\n\r\n10\r\n{"code": "XXXX"}\r\n0\r\n\r\n',
    b"POST /seat/leave HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 2\r\nCookie: table_seat=x\r\n\r\n{}",
    b"GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    b"\x81\x85\x00\x00\x00\x00hello",
)


class Errors(logging.Handler):
    """Everything that is logged as an error: what would have reached a user as a traceback."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(self.format(record))


class Page:
    """A table with nobody in; every wrong input must leave it as it is."""

    def __init__(self) -> None:
        self.feed = real(FakeFeed(phase="turn"))
        self.before = self._standing()
        self.errors = Errors()
        self.loggers = [logging.getLogger(name) for name in ("", "asyncio", "lava-table.page")]
        self.listening: Listening

    def _standing(self) -> tuple[Any, ...]:
        feed = self.feed
        return (
            feed.phase,
            feed.state,
            feed.thumb,
            len(feed.said),
            feed.world.truth(),
            len(feed.told),
        )

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        doors = Doors(Door(lambda: "", loop.time), SeatCodes(loop.time, lambda: 0))
        self.listening = await listen(self.feed, "127.0.0.1", 0, doors=doors)
        for logger in self.loggers:
            logger.addHandler(self.errors)

    async def close(self) -> None:
        for logger in self.loggers:
            logger.removeHandler(self.errors)
        await self.listening.close()

    def check(self) -> None:
        assert self._standing() == self.before, "something has changed"
        assert not self.errors.told, self.errors.told[0][-1500:]

    async def socket(self, inputs: Sequence[bytes]) -> int:
        """Say each on a page, all of which must live on; how many were refused."""
        parts = [inputs[n::PAGES] for n in range(min(PAGES, len(inputs)))]
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector) as session:
            told = await asyncio.gather(*(self._page(session, part) for part in parts))
        self.check()
        return sum(told)

    async def _page(self, session: aiohttp.ClientSession, inputs: Sequence[bytes]) -> int:
        refused = 0
        async with session.ws_connect(f"{self.listening.address}socket") as socket:
            for data in inputs:
                try:
                    await socket.send_str(data.decode())
                except UnicodeDecodeError:
                    await socket.send_bytes(data)
                await socket.send_str(END)
                async with asyncio.timeout(PATIENCE_S):
                    refused += await _answered(socket)
        return refused

    async def http(self, inputs: Sequence[bytes]) -> int:
        """Say each on a connection of its own; how many were refused."""
        parts = [inputs[n::CONNECTIONS] for n in range(CONNECTIONS)]
        told = await asyncio.gather(*(self._requests(part) for part in parts))
        self.check()
        return sum(told)

    async def _requests(self, inputs: Sequence[bytes]) -> int:
        host, port = self.listening.address.removeprefix("http://").rstrip("/").split(":")
        refused = 0
        for data in inputs:
            reader, writer = await asyncio.open_connection(host, int(port))
            try:
                writer.write(data)
                got = await _heard(reader, writer)
            except ConnectionError:
                got = b""
            finally:
                writer.close()
            refused += b" 200 " not in got[:16] and b" 101 " not in got[:16]
        return refused


async def _heard(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    """What comes back; where more is waited for, what comes when there is no more."""
    try:
        async with asyncio.timeout(WAITS_S):
            return await reader.read(4096)
    except TimeoutError:
        writer.write_eof()
    async with asyncio.timeout(PATIENCE_S):
        return await reader.read(4096)


async def _answered(socket: Any) -> int:
    """Read until what was said behind it is answered; 1 if it was refused."""
    refused = 0
    while True:
        answer = await socket.receive()
        assert answer.type is aiohttp.WSMsgType.TEXT, "the page was hung up on"
        told = json.loads(answer.data)
        if told["type"] in ("error", "refused"):
            assert "Traceback" not in told["says"]
            if "'END'" in told["says"]:
                return refused
            refused = 1
