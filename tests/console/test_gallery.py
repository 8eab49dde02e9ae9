"""Many look on: each has news in its turn, nothing is queued, and players always find a place."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer

from firmware_host.console.app import GALLERY, Listening, listen, make_app
from firmware_host.console.doorman import FROM_ONE as CONNECTIONS
from firmware_host.console.doorman import MOST, Doorman
from firmware_host.console.gallery import FREE, FROM_ONE, PLAYERS, SLOT_S, SPECTATORS, Full, Gallery
from firmware_host.console.socket import Session

from .fake_feed import FakeFeed, Looker, real


def full(gallery: Gallery, address: str, *, plays: bool) -> bool:
    try:
        gallery.enter(address, plays=plays)
    except Full:
        return True
    return False


def test_there_is_room_for_200_spectators_and_always_for_players() -> None:
    gallery = Gallery(FakeFeed())
    leaves = [gallery.enter(f"10.0.{n}.1", plays=False) for n in range(SPECTATORS)]
    assert SPECTATORS >= 200
    assert full(gallery, "10.9.9.9", plays=False)
    leaves += [gallery.enter("10.9.9.9", plays=True) for _ in range(PLAYERS)]
    assert full(gallery, "10.9.9.9", plays=True)
    for leave in leaves:
        leave()
    assert gallery.pages == 0


def test_one_address_does_not_take_all_of_it_but_this_machine_may() -> None:
    gallery = Gallery(FakeFeed())
    leaves = [gallery.enter("10.0.0.1", plays=False) for _ in range(FROM_ONE)]
    assert full(gallery, "10.0.0.1", plays=False)
    assert not full(gallery, "10.0.0.2", plays=False)
    leaves[0]()
    assert not full(gallery, "10.0.0.1", plays=False)
    assert not any(full(gallery, "127.0.0.1", plays=False) for _ in range(FROM_ONE + 1))


def test_few_are_told_at_once_and_many_in_turn() -> None:
    async def inside() -> tuple[float, float]:
        loop, gallery = asyncio.get_running_loop(), Gallery(FakeFeed())
        began_s = loop.time()
        for _ in range(FREE):
            gallery.enter("127.0.0.1", plays=False)
            await gallery.turn()
        few_s, began_s = loop.time() - began_s, loop.time()
        gallery.enter("127.0.0.1", plays=False)
        await asyncio.gather(*(gallery.turn() for _ in range(40)))
        return few_s, loop.time() - began_s

    few_s, many_s = asyncio.run(inside())
    assert few_s < many_s
    assert many_s >= 39 * SLOT_S


def test_what_all_are_told_is_spelled_once() -> None:
    feed = FakeFeed(phase="turn")
    gallery = Gallery(feed)
    one, two = gallery.newest(), gallery.newest()
    assert one[1]["scene"] is two[1]["scene"]
    feed.tell(None, "something")
    assert gallery.newest()[1]["scene"] != one[1]["scene"]


class Deaf:
    """A socket that takes nothing."""

    closed = False

    def __init__(self) -> None:
        self.waiting = 0

    async def send_str(self, words: str) -> None:
        self.waiting += 1
        await asyncio.Event().wait()


class Line:
    aborted = False

    def abort(self) -> None:
        self.aborted = True


def test_a_page_that_takes_nothing_is_let_go_of_with_one_message() -> None:
    async def inside() -> tuple[int, bool]:
        feed, socket, line = FakeFeed(), Deaf(), Line()
        session: Any = Session(Gallery(feed), feed, socket, Looker())  # type: ignore[arg-type]
        session.deaf_s = 0.05
        with pytest.raises(ConnectionError):
            await session.run(line)
        return socket.waiting, line.aborted

    assert asyncio.run(inside()) == (1, True)


def served(walk: Callable[[Listening], Awaitable[None]]) -> None:
    async def inside() -> None:
        table = await listen(real(FakeFeed(phase="turn")), "127.0.0.1", 0)
        await asyncio.wait_for(walk(table), 30)
        await table.close()

    asyncio.run(inside())


async def answered(table: Listening, words: bytes, patience_s: float = 5) -> bytes:
    host, port = table.address.removeprefix("http://").rstrip("/").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(words)
    got = b""
    with contextlib.suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(patience_s):
            got = await reader.read()
    writer.close()
    return got


def test_who_connects_and_asks_nothing_is_hung_up_on_and_who_asks_is_not() -> None:
    async def walk(table: Listening) -> None:
        table.doorman.asking_s = 0.2
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        for words in (b"", b"GET / HTTP/1.1\r\n", b"\x16\x03\x01"):
            await answered(table, words)
        assert loop.time() - began_s < 3
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{table.address}socket") as socket,
        ):
            await asyncio.sleep(0.6)
            await socket.send_str("x")
            while (await socket.receive_json())["type"] != "error":
                pass
        while table.doorman.connections:
            await asyncio.sleep(0.01)

    served(walk)


def test_headers_that_come_letter_by_letter_do_not_come_to_an_end() -> None:
    async def walk(table: Listening) -> None:
        table.doorman.asking_s = 0.3
        host, port = table.address.removeprefix("http://").rstrip("/").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        with contextlib.suppress(ConnectionError):
            for letter in b"GET / HTTP/1.1\r\nX-Slow: " + b"a" * 100:
                writer.write(bytes((letter,)))
                await writer.drain()
                await asyncio.sleep(0.02)
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()

    served(walk)


class Peer:
    """A connection's transport."""

    def __init__(self, address: str) -> None:
        self.address = address

    def get_extra_info(self, name: str) -> tuple[str, int]:
        return self.address, 1

    def abort(self) -> None:
        """Nothing is there."""


def test_connections_are_counted_by_address_and_all_together() -> None:
    async def inside() -> None:
        doorman = Doorman()
        peers: list[Any] = [Peer("10.0.0.1") for _ in range(CONNECTIONS + 1)]
        let_in = [doorman.comes(peer) for peer in peers]
        assert let_in == ["10.0.0.1"] * CONNECTIONS + [None]
        doorman.goes(peers[0], "10.0.0.1")
        assert doorman.comes(peers[0]) == "10.0.0.1"
        others: list[Any] = [Peer(f"10.0.1.{n}") for n in range(MOST)]
        assert [doorman.comes(peer) for peer in others].count(None) == CONNECTIONS
        assert doorman.connections == MOST
        for peer in (*peers, *others):
            doorman.heard(peer)

    asyncio.run(inside())


def test_200_pages_look_on_at_one_table() -> None:
    async def inside() -> None:
        feed = real(FakeFeed(phase="turn"))
        app = make_app(feed)
        connector = aiohttp.TCPConnector(limit=0)
        async with TestClient(TestServer(app), connector=connector) as page:
            sockets = [await page.ws_connect("/socket") for _ in range(200)]
            assert app[GALLERY].pages == 200
            feed.tell(None, "something new")
            for socket in sockets:
                while "something new" not in (await socket.receive()).data:
                    pass
            for socket in sockets:
                await socket.close()

    asyncio.run(asyncio.wait_for(inside(), 60))
