"""Codes for telephones are on the display of the table, for a while, and nowhere else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from firmware_host.console.app import make_app
from firmware_host.console.entry import Doors
from firmware_host.console.seat_codes import LIFE_S, SHOWN_S
from firmware_host.daemon.phones import BRIEF_NS, IN_TURN_NS, OFTEN, OFTEN_NS
from firmware_host.daemon.settings.config import ConsoleSection
from firmware_host.table.codes import Shown, picture
from firmware_host.table.oled import Panel
from firmware_host.table.signals import Phone
from hw.ports import Edge

from .standing_table import NOON_S, SECOND_NS, StandingTable

HOUSE = ConsoleSection(host="0.0.0.0")


class HouseTable(StandingTable):
    """One whose page others can open."""

    def __init__(self, folder: Path, now_s: float = NOON_S) -> None:
        super().__init__(folder, console=HOUSE, now_s=now_s)
        assert self.table.phones is not None
        self.phones = self.table.phones
        self.table.open(lambda edge: None)
        self.after(2)
        self.phones.address = lambda: "192.168.1.20:8000"

    def hold(self, button: int) -> None:
        for down, seconds in ((True, 0.7), (False, 0.1)):
            now_ns = self.clock.now_ns()
            self.core.feed(Edge(button, down, now_ns), now_ns)
            self.after(seconds)

    def ask(self, button: int) -> str:
        """The code of that seat, asked for with its button in the lobby."""
        self.press(button)
        scene = self.core.scene
        assert scene is not None
        while not (menu := next(s for s in self.scene.seats if s.button == button).menu)[
            next(i for i, c in enumerate(menu) if c.under_thumb)
        ].label.key.endswith("phone"):
            self.press(button)
        self.hold(button)
        return self.phones.codes.live()[button]

    @property
    def scene(self) -> Any:
        return self.core.scene


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HouseTable]:
    house = HouseTable(tmp_path)
    yield house
    house.table.close()


def test_a_button_asks_for_it_in_the_lobby_and_the_display_shows_it(house: HouseTable) -> None:
    before = house.core.display.picture  # type: ignore[union-attr]
    code = house.ask(1)
    shown = house.core.display.picture  # type: ignore[union-attr]
    panel = Panel(256, 64, True, 500, 0.28)
    assert shown == picture(Shown((("B", code),), "192.168.1.20:8000"), panel)
    assert shown != before


def test_no_page_sees_it_and_neither_do_log_nor_journal(house: HouseTable, tmp_path: Path) -> None:
    code = house.ask(1)
    snapshot = house.table.feed.snapshot()
    panel = Panel(256, 64, True, 500, 0.28)
    assert snapshot.oled == picture(Shown((("B", "****"),), "192.168.1.20:8000"), panel)
    assert snapshot.oled != house.core.display.picture  # type: ignore[union-attr]
    seen = asyncio.run(everything(house))
    assert code not in seen
    assert not any(code in line for line in house.said)
    assert code.encode() not in (tmp_path / "journal").read_bytes()


async def everything(house: HouseTable) -> str:
    """All that a spectator is sent, the display's picture as well."""
    app = make_app(house.table.feed, doors=Doors(None, house.phones.codes))
    async with TestClient(TestServer(app)) as page:
        told = [await (await page.get("/state.json")).text()]
        told.append((await (await page.get("/oled.png")).read()).hex())
        async with page.ws_connect("/socket") as socket:
            while not told[-1].startswith('{"type": "pictures"'):
                told.append(json.dumps(await socket.receive_json()))
        secret = house.table.feed.snapshot().secret
        assert secret.hex() not in "".join(told)
    return "".join(told)


def test_the_picture_that_others_get_is_not_the_one_with_the_code(house: HouseTable) -> None:
    house.ask(1)

    async def inside() -> tuple[bytes, bytes]:
        app = make_app(house.table.feed, doors=Doors(None, house.phones.codes))
        async with TestClient(TestServer(app)) as page:
            first = await (await page.get("/oled.png")).read()
            house.phones.codes.offer(1)
            house.core.display.anew()  # type: ignore[union-attr]
            house.after(0.1)
            return first, await (await page.get("/oled.png")).read()

    first, second = asyncio.run(inside())
    assert first == second, "another code makes no difference to it"


def test_it_goes_when_it_was_used_when_somebody_plays_and_by_itself(house: HouseTable) -> None:
    plain = house.core.display.picture  # type: ignore[union-attr]
    code = house.ask(1)
    house.phones.codes.enter("192.168.1.5", code, "")
    house.after(0.5)
    assert house.table.feed.snapshot().secret == b""
    code = house.ask(1)
    house.after(2)
    house.press(3)
    assert house.table.feed.snapshot().secret == b""
    assert house.phones.codes.live() == {1: code}, "it is good all the same"
    house.ask(1)
    house.after(SHOWN_S + 1)
    assert house.table.feed.snapshot().secret == b""
    assert house.core.display.picture != plain  # type: ignore[union-attr]
    house.after(LIFE_S)
    assert house.phones.codes.live() == {}


def test_without_buttons_every_seats_code_comes_up_by_itself(house: HouseTable) -> None:
    house.core.device("buttons", False, "unplugged", house.clock.now_ns())
    house.after(0.1)
    live = house.phones.codes.live()
    assert sorted(live) == [0, 1, 2, 3, 4]
    assert house.table.feed.snapshot().secret != b""
    assert all(code in house.said[-1] for code in live.values())
    house.phones.codes.enter("192.168.1.5", live[2], "")
    house.after(BRIEF_NS / SECOND_NS + 1)
    assert house.table.feed.snapshot().secret == b""
    house.after(IN_TURN_NS / SECOND_NS)
    again = house.phones.codes.live()
    assert sorted(again) == [0, 1, 3, 4]
    assert set(again.values()).isdisjoint(live.values())
    house.core.device("buttons", True, "", house.clock.now_ns())
    house.after(IN_TURN_NS / SECOND_NS + LIFE_S)
    assert house.phones.codes.live() == {}


def test_handing_a_seat_over_lets_go_of_telephones(house: HouseTable) -> None:
    entered = house.phones.codes.enter("192.168.1.5", house.ask(1), "")
    assert entered is not None
    house.phones.asked(Phone(1, anew=True))
    assert house.phones.codes.plays(entered[0]) == frozenset()


def test_for_this_machine_alone_there_are_none(tmp_path: Path) -> None:
    table = StandingTable(tmp_path)
    assert table.table.phones is None
    table.press(1)
    scene = table.core.scene
    assert scene is not None
    assert not [c for s in scene.seats for c in s.menu if c.label.key.endswith("phone")]
    table.table.close()


@pytest.mark.parametrize("rows", [1, 2, 3, 5, 8])
@pytest.mark.parametrize(("width", "grey"), [(128, False), (256, True)])
def test_every_display_has_room_for_codes(rows: int, width: int, grey: bool) -> None:
    panel = Panel(width, 64, grey)
    shown = tuple((letter, "KMRW") for letter in "ABCDEFGH"[:rows])
    drawn = picture(Shown(shown, "192.168.100.200:8000"), panel)
    assert len(drawn) == width * 64
    assert sum(map(bool, drawn)) > 200
    other = tuple((letter, "KMRC") for letter in "ABCDEFGH"[:rows])
    assert picture(Shown(other, "192.168.100.200:8000"), panel) != drawn


def test_who_asks_without_end_does_not_hide_the_game(house: HouseTable) -> None:
    """A telephone at a seat may ask for the code of that seat as well."""
    display = house.core.display
    assert display is not None
    for _ in range(OFTEN):
        house.phones.asked(Phone(1, anew=False))
        house.after(2)
        assert display.veiled, "it is there"
        house.press(0)
        assert not display.veiled, "whoever plays sees the game"
    house.phones.asked(Phone(1, anew=False))
    house.after(2)
    assert not display.veiled
    house.phones.asked(Phone(2, anew=False))
    house.after(2)
    assert display.veiled, "another seat's"
    house.press(0)
    house.after(OFTEN_NS // SECOND_NS)
    house.phones.asked(Phone(1, anew=False))
    house.after(2)
    assert display.veiled, "a minute later"
