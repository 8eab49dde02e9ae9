"""The page is served whole, to its own kind only, and its socket shrugs off whatever is said."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer

from firmware_host.console.app import STATIC, listen, make_app
from firmware_host.console.feed import DeviceState, Said
from firmware_host.console.gallery import PLAYERS
from firmware_host.console.guard import is_welcome

from .fake_feed import FakeFeed

Page = TestClient[Any, Any]


def visit(feed: FakeFeed, walk: Callable[[Page], Awaitable[None]]) -> None:
    """*walk* around a served page."""

    async def inside() -> None:
        async with TestClient(TestServer(make_app(feed))) as page:
            await asyncio.wait_for(walk(page), 20)

    asyncio.run(inside())


def command(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "seat": "A", "role": "player", "state": 0, **more}


async def hear(socket: aiohttp.ClientWebSocketResponse, kind: str) -> dict[str, Any]:
    """The next message of that kind."""
    while True:
        message: dict[str, Any] = await socket.receive_json()
        if message["type"] == kind:
            return message


def test_everything_the_page_names_is_served_from_here() -> None:
    async def walk(page: Page) -> None:
        index = await (await page.get("/")).text()
        names = set(re.findall(r'(?:src|href)="([^"]+)"', index))
        for file in STATIC.glob("*.js"):
            names |= {f"/static/{m}" for m in re.findall(r'from "\./(.+?)"', file.read_text())}
        assert "/static/main.js" in names
        for name in names:
            assert name.startswith("/static/")
            answer = await page.get(name)
            assert answer.status == 200, name
            assert answer.headers["X-Content-Type-Options"] == "nosniff"

    visit(FakeFeed(), walk)


def test_the_page_may_load_nothing_from_elsewhere_and_runs_no_inline_script() -> None:
    async def walk(page: Page) -> None:
        answer = await page.get("/")
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        text = await answer.text()
        assert "<script>" not in text
        assert " style=" not in text
        assert " on" not in re.sub(r">[^<]*<", "><", text)

    visit(FakeFeed(), walk)


@pytest.mark.parametrize("name", ["..%2Fapp.py", "nothing.js", ".hidden.js", "index.py"])
def test_no_other_file_can_be_asked_for(name: str) -> None:
    async def walk(page: Page) -> None:
        assert (await page.get(f"/static/{name}")).status == 404

    visit(FakeFeed(), walk)


@pytest.mark.parametrize("path", ["/", "/state.json", "/socket", "/crater.jpg"])
def test_a_borrowed_name_is_turned_away(path: str) -> None:
    async def walk(page: Page) -> None:
        answer = await page.get(path, headers={"Host": "evil.example:8080"})
        assert answer.status == 403
        assert "evil.example" in await answer.text()

    visit(FakeFeed(), walk)


def test_a_page_of_another_site_may_not_open_the_socket() -> None:
    async def walk(page: Page) -> None:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await page.ws_connect("/socket", origin="http://evil.example")
        assert refused.value.status == 403

    visit(FakeFeed(), walk)


@pytest.mark.parametrize(
    ("host", "welcome"),
    [
        ("127.0.0.1:80", True),
        ("localhost", True),
        ("[::1]:8080", True),
        ("192.168.1.7", True),
        ("table.local:80", True),
        ("", False),
        ("evil.example", False),
        ("localhost.evil.example", False),
    ],
)
def test_a_table_is_asked_for_by_address_or_by_its_own_names(host: str, welcome: bool) -> None:
    assert is_welcome(host, frozenset({"table.local"})) is welcome


def test_scripts_get_the_state_the_pictures_and_the_health() -> None:
    async def walk(page: Page) -> None:
        state = await (await page.get("/state.json")).json()
        assert state["scene"]["phase"] == "turn"
        assert len(state["strip"]) == 6 * state["furniture"]["leds"]
        crater = await page.get("/crater.jpg")
        assert (await crater.read())[:2] == b"\xff\xd8"
        oled = await (await page.get("/oled.png")).read()
        assert oled[:8] == b"\x89PNG\r\n\x1a\n"
        assert (oled[16:20], oled[20:24]) == ((128).to_bytes(4), (64).to_bytes(4))
        health = await (await page.get("/healthz")).json()
        assert health == {"ok": True, "lost": [{"name": "strip", "says": "unplugged"}]}

    visit(FakeFeed(phase="turn", devices=(DeviceState("strip", False, "unplugged"),)), walk)


class OneLesson:
    """A session that is on."""

    number, ended = 4, ""

    def told(self) -> Mapping[str, Any] | None:
        return {"ask": "Aim the camera."}

    def picture(self) -> bytes:
        return b"\xff\xd8"

    async def say(self, words: str) -> Said:
        return Said(True)


def test_what_is_taught_is_shown_to_staff_alone() -> None:
    feed = FakeFeed(lessons=OneLesson())

    async def walk(page: Page) -> None:
        async with page.ws_connect("/socket") as socket:
            told = await hear(socket, "lesson")
            assert (told["on"], told["number"], told["ask"]) == (True, 4, "Aim the camera.")
        assert (await page.get("/lesson.jpg")).status == 200
        feed.furniture = replace(feed.furniture, staff=False)
        assert (await page.get("/lesson.jpg")).status == 403
        async with page.ws_connect("/socket") as socket:
            await hear(socket, "pictures")  # what would come after it does not
            await socket.send_json(command("choose", option=0, state=-1))
            assert (await socket.receive_json())["type"] != "lesson"

    visit(feed, walk)


class OneRoll:
    """What is kept: one roll."""

    def rolls(self) -> list[dict[str, Any]]:
        return [{"name": "00000001", "dice": []}]

    def picture(self, name: str) -> bytes:
        return b"\xff\xd8" if name == "00000001" else b""

    async def fairness(self) -> dict[str, Any]:
        return {"says": "", "colours": []}


def test_what_is_kept_is_for_staff_alone() -> None:
    feed = FakeFeed(records=OneRoll())
    paths = ("/rolls.json", "/rolls/00000001.jpg", "/fairness.json")

    async def walk(page: Page) -> None:
        assert [(await page.get(path)).status for path in paths] == [200] * 3
        assert (await page.get("/rolls/00000002.jpg")).status == 404
        feed.furniture = replace(feed.furniture, staff=False)
        assert [(await page.get(path)).status for path in paths] == [403] * 3
        feed.furniture, feed.records = replace(feed.furniture, staff=True), None
        assert [(await page.get(path)).status for path in paths] == [404] * 3

    visit(feed, walk)


def test_a_page_that_comes_is_told_everything_once() -> None:
    async def walk(page: Page) -> None:
        async with page.ws_connect("/socket") as socket:
            kinds = [(await socket.receive_json())["type"] for _ in range(6)]
            assert kinds == ["hello", "scene", "service", "faults", "strip", "pictures"]

    visit(FakeFeed(), walk)


def test_only_what_changed_is_told_and_the_newest_wins() -> None:
    feed = FakeFeed()

    async def walk(page: Page) -> None:
        async with page.ws_connect("/socket") as socket:
            await hear(socket, "pictures")
            for shade in range(1, 200):  # all before the page can be told even once
                feed.pixels = bytes((shade,)) * 132
                feed.change()
            told = [await socket.receive_json(), await socket.receive_json()]
            assert [m["type"] for m in told] == ["strip", "pictures"]
            assert told[0]["pixels"] == "c7" * 132

    visit(feed, walk)


@pytest.mark.parametrize(
    "junk", ["no", "{}", '{"type":"dance"}', "[1]", "x" * 3000, b"\x00\x01", '{"type":"press"}']
)
def test_junk_is_answered_and_the_connection_lives_on(junk: str | bytes) -> None:
    feed = FakeFeed(phase="turn")

    async def walk(page: Page) -> None:
        async with page.ws_connect("/socket") as socket:
            for _ in range(3):
                if isinstance(junk, bytes):
                    await socket.send_bytes(junk)
                else:
                    await socket.send_str(junk)
                assert (await hear(socket, "error"))["says"].startswith("Not understood: ")
            await socket.send_json(command("choose", state=feed.state, option=1))
            assert (await hear(socket, "scene"))["state"] >= 0
            while feed.said == []:
                await asyncio.sleep(0)
            assert feed.said[0][2] == f"choose 1 {feed.state - 1}"

    visit(feed, walk)


def test_a_stale_choice_is_refused_in_words() -> None:
    feed = FakeFeed(phase="turn")

    async def walk(page: Page) -> None:
        async with page.ws_connect("/socket") as socket:
            await socket.send_json(command("choose", state=feed.state + 1, option=0))
            refused = await hear(socket, "refused")
            assert refused["code"] == "stale"
            assert "moved on" in refused["says"]

    visit(feed, walk)


def test_one_page_too_many_is_told_so() -> None:
    async def walk(page: Page) -> None:
        open_ones = [await page.ws_connect("/socket") for _ in range(PLAYERS)]
        assert (await page.get("/socket")).status == 503
        for socket in open_ones:
            await socket.close()
        async with page.ws_connect("/socket") as socket:
            await hear(socket, "hello")

    visit(FakeFeed(), walk)


def test_a_taken_port_is_an_error_and_port_0_finds_one() -> None:
    async def inside() -> None:
        first = await listen(FakeFeed(), "127.0.0.1", 0)
        port = int(first.address.rstrip("/").rpartition(":")[2])
        with pytest.raises(OSError, match="in use"):
            await listen(FakeFeed(), "127.0.0.1", port)
        await first.close()

    asyncio.run(inside())


def test_a_table_that_stops_says_goodbye_to_its_pages() -> None:
    async def inside() -> None:
        table = await listen(FakeFeed(), "127.0.0.1", 0)
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{table.address}socket") as socket,
        ):
            await hear(socket, "hello")
            closing = asyncio.create_task(table.close())
            while not socket.closed:
                await socket.receive()
            assert socket.close_code == aiohttp.WSCloseCode.GOING_AWAY
            await closing

    asyncio.run(inside())


def test_bytes_that_are_no_request_are_refused_and_are_no_news(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def inside() -> list[bytes]:
        table = await listen(FakeFeed(), "127.0.0.1", 0)
        junk = (b"GET /%s HTTP/1.1\r\n\r\n" % (b"a" * 9000), b"\x16\x03\x01\x02\r\n\r\n")
        answers = [await _said(table.address, one, 12) for one in junk]
        await table.close()
        return answers

    assert asyncio.run(inside()) == [b"HTTP/1.0 400", b"HTTP/1.0 400"]
    assert caplog.records == []


def test_a_page_that_never_answers_does_not_hold_up_the_end() -> None:
    async def inside() -> None:
        table = await listen(FakeFeed(), "127.0.0.1", 0)
        key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        for _ in range(5):
            upgrade = f"Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}"
            asked = f"GET /socket HTTP/1.1\r\n{upgrade}\r\n\r\n".encode()
            assert await _said(table.address, asked, 12) == b"HTTP/1.1 101"
        await asyncio.wait_for(table.close(), 3)

    asyncio.run(inside())


async def _said(address: str, asked: bytes, length: int) -> bytes:
    """The first bytes of what comes back; the connection stays open, and nobody reads on."""
    host, port = address.removeprefix("http://").strip("/").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    _DEAF.append((reader, writer))
    writer.write(asked)
    await writer.drain()
    return await reader.readexactly(length)


_DEAF: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
"""Kept, or they would be closed."""
