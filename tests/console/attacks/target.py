"""What is attacked: a table that others can open, its staff and one player already in."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp

from firmware_host.console.app import Listening, listen
from firmware_host.console.door import Door, seal
from firmware_host.console.entry import COOKIE, SEAT_COOKIE, Doors
from firmware_host.console.seat_codes import SeatCodes
from firmware_host.rules.kernel import Seat
from firmware_host.table.scene import text
from tests.console.fake_feed import FakeFeed, real

PASSWORD, SECRET = "open sesame", "only B holds this"
SEALED = seal(PASSWORD)
VICTIM, OTHER = "B", "A"
PICTURE = bytes(range(256)) * 32
"""What the display shows at the table while a code is up; what others see is blank."""


class Feed(FakeFeed):
    """A toy table whose seat B holds a card, and whose display shows a code."""

    def snapshot(self, seat: Seat | None = None, page: object = None) -> Any:
        from dataclasses import replace

        return replace(super().snapshot(seat, page), oled=bytes(128 * 64), secret=PICTURE)


class Target:
    """The table, and what those who are let in hold."""

    def __init__(self) -> None:
        self.feed = real(Feed(phase="turn", held={Seat(1): (text(SECRET),)}))
        self.sealed, self.sitting = SEALED, 0
        self.now_s = 0.0
        self.listening: Listening
        self.codes: SeatCodes
        self.door: Door
        self.staff = self.player = ""

    async def open(self) -> None:
        clock = asyncio.get_running_loop().time
        self.door = Door(lambda: self.sealed, lambda: clock() + self.now_s)
        self.codes = SeatCodes(lambda: clock() + self.now_s, lambda: self.sitting)
        doors = Doors(self.door, self.codes)
        self.listening = await listen(self.feed, "127.0.0.1", 0, doors=doors)
        self.staff = self.door.admit("10.0.0.1")
        entered = self.codes.enter("10.0.0.2", self.codes.offer(1), "")
        assert entered is not None
        self.player = entered[0]

    @property
    def host(self) -> str:
        return self.listening.address.removeprefix("http://").rstrip("/")

    @property
    def victims(self) -> dict[str, str]:
        """The headers of the player's own browser."""
        return {"Cookie": f"{SEAT_COOKIE}={self.player}; {COOKIE}={self.staff}"}

    async def ask(
        self, path: str, method: str = "GET", headers: dict[str, str] | None = None, **more: Any
    ) -> tuple[int, bytes]:
        """Status and body."""
        async with (
            aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session,
            session.request(
                method, f"http://{self.host}{path}", headers=headers, allow_redirects=False, **more
            ) as answer,
        ):
            return answer.status, await answer.read()

    async def raw(self, words: bytes, patience_s: float = 2.0) -> bytes:
        """What comes back for bytes as they are."""
        name, port = self.host.split(":")
        reader, writer = await asyncio.open_connection(name, int(port))
        got = b""
        try:
            writer.write(words)
            async with asyncio.timeout(patience_s):
                while chunk := await reader.read(65536):
                    got += chunk
        except (TimeoutError, ConnectionError):
            pass
        finally:
            writer.close()
        return got

    async def socket(
        self, *messages: Any, headers: dict[str, str] | None = None
    ) -> list[dict[str, Any]]:
        """Everything that a page is told that says *messages*; nothing: it cannot be opened."""
        told: list[dict[str, Any]] = []
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
            try:
                async with session.ws_connect(
                    f"http://{self.host}/socket", headers=headers or {}
                ) as socket:
                    await self._said(socket, messages, told)
            except (aiohttp.ClientError, ConnectionError):
                pass
        return told

    async def _said(self, socket: Any, messages: Any, told: list[dict[str, Any]]) -> None:
        for message in messages:
            words = message if isinstance(message, str | bytes) else json.dumps(message)
            await (socket.send_bytes if isinstance(words, bytes) else socket.send_str)(words)
            await socket.send_str("end of one")
            try:
                async with asyncio.timeout(2):
                    async for frame in socket:
                        told.append(json.loads(frame.data))
                        if "end of one" in frame.data or told[-1].get("code") == "junk":
                            break
            except TimeoutError:
                return

    async def is_staff(self, headers: dict[str, str]) -> bool:
        status, _ = await self.ask("/rolls.json", headers=headers)
        return status != 403

    async def plays(self, headers: dict[str, str]) -> list[int]:
        told = await self.socket("hello?", headers=headers)
        return list(told[0]["plays"]) if told else []

    async def lets_in(self) -> bool:
        """Whether those who may get in still do."""
        return await self.is_staff(self.victims) and await self.plays(self.victims) == [1]


Attack = Callable[[Target], Awaitable[object]]
"""Truth: it has succeeded."""
ATTACKS: dict[str, Attack] = {}


def attack(made: Attack) -> Attack:
    """One more, by its name in words."""
    ATTACKS[made.__name__.replace("_s_", "\u2019s_").replace("_", " ")] = made
    return made


def command(kind: str, seat: str | None = OTHER, **more: Any) -> dict[str, Any]:
    return {"type": kind, "seat": seat, "role": "player", "state": 0, **more}
