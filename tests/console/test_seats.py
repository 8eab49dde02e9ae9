"""Where others can open the page: spectators see, telephones with a code play their own seat."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer

from firmware_host.console.app import make_app
from firmware_host.console.door import Door, seal
from firmware_host.console.entry import SEAT_COOKIE, Doors
from firmware_host.console.feed import DeviceState
from firmware_host.console.seat_codes import LIMITS, SeatCodes
from firmware_host.rules.kernel import Seat
from firmware_host.table.scene import Scene, text

from .fake_feed import FakeFeed, real

Page = TestClient[Any, Any]
SEALED = seal("open sesame")
SCENE_KINDS = ("choose", "point", "chair", "press", "release", "throw", "empty")


@dataclass
class House:
    """A table that others can open, and who stands at it."""

    feed: FakeFeed
    sitting: int = 0
    codes: SeatCodes = field(init=False)
    server: TestServer = field(init=False)

    def phone(self) -> Page:
        """A browser of its own."""
        jar = aiohttp.CookieJar(unsafe=True)
        return TestClient(self.server, cookie_jar=jar)


def visit(walk: Callable[[House, Page], Awaitable[None]], feed: FakeFeed | None = None) -> None:
    feed = feed or real(FakeFeed(phase="turn"))
    house = House(feed)

    async def inside() -> None:
        clock = asyncio.get_running_loop().time
        house.codes = SeatCodes(clock, lambda: house.sitting)
        doors = Doors(Door(lambda: SEALED, clock), house.codes)
        house.server = TestServer(make_app(feed, doors=doors))
        async with house.phone() as page:
            await asyncio.wait_for(walk(house, page), 30)

    asyncio.run(inside())


def virtual(feed: FakeFeed) -> FakeFeed:
    """A virtual table that others can open."""
    feed.furniture = replace(feed.furniture, staff=False)
    return feed


async def enter(page: Page, code: str) -> aiohttp.ClientResponse:
    return await page.post("/seat", json={"code": code})


def command(kind: str, seat: str = "A", **more: Any) -> dict[str, Any]:
    extra: dict[str, dict[str, Any]] = {
        "choose": {"option": 1},
        "point": {"spot": "a1"},
        "chair": {"does": "bot"},
        "cards": {"shown": True},
        "tell": {"words": "undo"},
        "spoil": {"fault": "black"},
        "take": {"x": 1, "y": 1},
    }
    base = {"type": kind, "seat": seat, "role": "player", "state": 0}
    return {**base, **extra.get(kind, {}), **more}


async def said(page: Page, *messages: dict[str, Any]) -> list[str]:
    """What became of each: its code, or ``ok``."""
    found: list[str] = []
    async with page.ws_connect("/socket") as socket:
        for message in messages:
            await socket.send_json(message)
            await socket.send_str("end")
            code = "ok"
            while (answer := await socket.receive_json())["type"] != "error":
                code = answer["code"] if answer["type"] == "refused" else code
            found.append(code)
    return found


async def hello(page: Page) -> dict[str, Any]:
    async with page.ws_connect("/socket") as socket:
        told: dict[str, Any] = await socket.receive_json()
        return told


@pytest.mark.parametrize("kind", SCENE_KINDS)
@pytest.mark.parametrize("make", [real, virtual])
def test_spectators_only_see(kind: str, make: Callable[[FakeFeed], FakeFeed]) -> None:
    feed = make(FakeFeed(phase="turn"))

    async def walk(house: House, page: Page) -> None:
        assert (await hello(page))["plays"] == []
        before = feed.world.truth()
        for seat in "ABCD":
            (code,) = await said(page, command(kind, seat, state=feed.state))
            assert code in ("not_yours", "real_table")
        assert feed.said == []
        assert feed.world.truth() == before

    visit(walk, feed)


def test_who_enters_a_code_plays_that_seat_and_no_other() -> None:
    async def walk(house: House, page: Page) -> None:
        answer = await enter(page, house.codes.offer(1))
        assert await answer.json() == {"ok": True, "button": 1}
        assert (await hello(page))["plays"] == [1]
        codes = await said(page, command("chair", "B"), command("chair", "A"))
        assert codes == ["ok", "not_yours"]
        assert house.feed.said == [(Seat(1), "player", "seat bot")]
        async with house.phone() as other:
            assert (await hello(other))["plays"] == []

    visit(walk)


def test_the_button_counts_not_the_letter() -> None:
    """In a match of some of the seats letters and buttons differ."""
    feed = real(FakeFeed(phase="turn", button_of={0: 3, 3: 0}))

    async def walk(house: House, page: Page) -> None:
        await enter(page, house.codes.offer(3))
        assert await said(page, command("chair", "A"), command("chair", "D")) == ["ok", "not_yours"]

    visit(walk, feed)


def test_cookies_are_no_scripts_and_no_other_sites() -> None:
    async def walk(house: House, page: Page) -> None:
        cookie = (await enter(page, house.codes.offer(1))).headers["Set-Cookie"]
        for word in (SEAT_COOKIE, "HttpOnly", "SameSite=Strict", "Path=/"):
            assert word in cookie

    visit(walk)


def test_wrong_codes_are_told_and_soon_not_looked_at() -> None:
    async def walk(house: House, page: Page) -> None:
        house.codes.offer(1)
        answers = [(await enter(page, "XXXX")).status for _ in range(LIMITS.mine + 1)]
        # this machine's own address shares no limit with others, but has one
        assert answers == [403] * LIMITS.mine + [429]
        late = await enter(page, "XXXX")
        assert "Try again in" in (await late.json())["says"]
        assert int(late.headers["Retry-After"]) > 0
        assert (await enter(page, house.codes.offer(1))).status == 200

    visit(walk)


def test_an_open_page_loses_its_seat_at_once_when_that_is_handed_over() -> None:
    async def walk(house: House, page: Page) -> None:
        await enter(page, house.codes.offer(1))
        async with page.ws_connect("/socket") as socket:
            while (await socket.receive_json())["type"] != "pictures":
                pass
            house.codes.hand_over(1)
            house.feed.change()
            while (told := await socket.receive_json())["type"] != "guest":
                pass
            assert told["plays"] == []
            await socket.send_json(command("chair", "B"))
            while (told := await socket.receive_json())["type"] != "refused":
                pass
            assert told["code"] == "not_yours"

    visit(walk)


def test_with_the_match_telephones_end() -> None:
    async def walk(house: House, page: Page) -> None:
        await enter(page, house.codes.offer(1))
        house.sitting += 1
        assert (await hello(page))["plays"] == []

    visit(walk)


def test_a_telephone_gives_its_seat_up() -> None:
    async def walk(house: House, page: Page) -> None:
        await enter(page, house.codes.offer(1))
        assert (await page.post("/seat/leave", json={})).status == 200
        assert (await hello(page))["plays"] == []

    visit(walk)


def test_cards_are_shown_on_the_telephone_of_their_seat_alone() -> None:
    feed = real(FakeFeed(phase="turn", held={Seat(1): (text("card.guard_step.name"),)}))
    watch = {"type": "watch", "seat": "B", "role": "spectator", "state": 0}
    cards = command("cards", "B", role="spectator")

    async def walk(house: House, page: Page) -> None:
        assert await said(page, watch, cards) == ["ok", "not_yours"]
        await page.post("/login", json={"password": "open sesame"})
        assert await said(page, watch, cards) == ["ok", "not_yours"], "staff hold no cards"
        await enter(page, house.codes.offer(1))
        assert await said(page, watch, cards) == ["ok", "ok"]

    visit(walk, feed)


def test_a_telephone_that_loses_its_seat_shows_its_cards_no_more() -> None:
    feed = real(FakeFeed(phase="turn", held={Seat(1): (text("card.guard_step.name"),)}))

    async def walk(house: House, page: Page) -> None:
        await enter(page, house.codes.offer(1))
        async with page.ws_connect("/socket") as socket:
            for kind, more in (("watch", {}), ("cards", {"shown": True})):
                await socket.send_json(command(kind, "B", role="spectator", **more))
            while not ((told := await socket.receive_json())["type"] == "hand" and told["shown"]):
                pass
            assert told["cards"] == ["Sure foot"]
            house.codes.hand_over(1)
            feed.change()
            while (told := await socket.receive_json())["type"] != "hand":
                pass
            assert told["cards"] == []
            assert not told["shown"]

    visit(walk, feed)


class WithBot(FakeFeed):
    """A toy table at which a bot plays D."""

    def scene(self) -> Scene:
        scene = super().scene()
        return replace(scene, seats=(*scene.seats[:3], replace(scene.seats[3], bot=True)))


def test_whoever_plays_helps_the_tables_own_bots_but_takes_no_seat_by_it() -> None:
    feed = real(WithBot(phase="turn"))

    async def walk(house: House, page: Page) -> None:
        choose, chair = command("choose", "D", state=-1), command("chair", "D", does="person")
        choose["state"] = 99
        assert await said(page, choose, chair) == ["not_yours", "not_yours"]
        await enter(page, house.codes.offer(1))
        assert await said(page, choose, chair) == ["stale", "not_yours"]

    visit(walk, feed)


def test_staff_put_any_seat_right_and_say_what_players_may_not() -> None:
    async def walk(house: House, page: Page) -> None:
        await enter(page, house.codes.offer(1))
        for kind in ("tell", "spoil"):
            (code,) = await said(page, command(kind, "B"))
            assert code in ("not_staff", "real_table")
        await page.post("/login", json={"password": "open sesame"})
        codes = await said(page, command("chair", "C", role="staff"), command("tell", role="staff"))
        assert codes == ["ok", "ok"]

    visit(walk)


def test_without_buttons_a_telephone_plays_its_own_seat_and_no_other() -> None:
    feed = real(FakeFeed(phase="turn", devices=(DeviceState("buttons", False, "unplugged"),)))

    async def walk(house: House, page: Page) -> None:
        choose = command("choose", state=99)
        assert await said(page, choose) == ["not_yours"]
        await enter(page, house.codes.offer(0))
        assert await said(page, choose) == ["stale"]

    visit(walk, feed)


def test_a_code_that_was_read_by_a_camera_opens_the_page_and_does_nothing_yet() -> None:
    async def walk(house: House, page: Page) -> None:
        code = house.codes.offer(1)
        answer = await page.get(f"/s/{code}")
        assert answer.status == 200
        assert "<title>" in await answer.text()
        assert house.codes.live() == {1: code}

    visit(walk)


def test_for_this_machine_alone_no_code_is_needed() -> None:
    async def inside() -> None:
        async with TestClient(TestServer(make_app(FakeFeed(phase="turn")))) as page:
            assert (await hello(page))["plays"] is None
            assert (await page.post("/seat", json={"code": "XXXX"})).status == 404

    asyncio.run(inside())
