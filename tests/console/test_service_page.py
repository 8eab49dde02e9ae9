"""What staff's pages are told of service mode, and nobody else's."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from aiohttp.test_utils import TestClient as Page

from firmware_host.console.service_document import service_document
from tests.console.fake_feed import FakeFeed
from tests.console.test_page import hear, visit
from tests.table.service.visit import TEXTS, Visit


class Kept:
    """Reports and hours, made up."""

    def __init__(self, *, display: bool = True) -> None:
        self._display = display

    def reports(self) -> list[dict[str, Any]]:
        return [{"begun": "2026-11-30", "verdict": "fail", "steps": [], "play": []}]

    def on_time(self) -> dict[str, Any] | None:
        return {"shown_h": 3.0} if self._display else None

    def heat(self) -> tuple[int, int, bytes]:
        return (4, 2, bytes(8)) if self._display else (0, 0, b"")


def test_the_document_has_everything_in_words_and_is_json() -> None:
    table = Visit()
    assert service_document(table.scene, TEXTS.say) == {"type": "service", "on": False}
    assert service_document(None, TEXTS.say)["on"] is False
    table.told("service run buttons")
    table.wait(8_500)
    table.all_pressed(2)
    told = service_document(table.scene, TEXTS.say)
    assert json.loads(json.dumps(told)) == told
    assert told["step"] == "buttons"
    assert told["ask"].startswith("Press each button 5 times")
    assert told["options"] == ["That is all"]
    assert told["entries"][0] == {"name": "buttons", "title": "Buttons", "verdict": "on"}
    assert [one["presses"] for one in told["buttons"]] == [2] * 4
    assert len(told["bins"]) == len(told["buttons"][0]["histogram"])
    table.wait(21_000)
    assert service_document(table.scene, TEXTS.say)["verdict"] == "left"


def test_what_is_kept_is_for_staff() -> None:
    feed = FakeFeed()
    paths = ("/service.json", "/on-time.png")

    async def walk(page: Page[Any, Any]) -> None:
        assert [(await page.get(path)).status for path in paths] == [404] * 2
        feed.service = Kept()
        told = await (await page.get("/service.json")).json()
        assert told["reports"][0]["verdict"] == "fail"
        assert told["on_time"] == {"shown_h": 3.0}
        assert (await (await page.get("/on-time.png")).read()).startswith(b"\x89PNG")
        feed.service = Kept(display=False)
        assert (await page.get("/on-time.png")).status == 404
        feed.furniture = replace(feed.furniture, staff=False)
        assert [(await page.get(path)).status for path in paths] == [403] * 2

    visit(feed, walk)


def test_pages_that_are_not_staffs_are_told_nothing_of_it() -> None:
    feed = FakeFeed()

    async def walk(page: Page[Any, Any]) -> None:
        async with page.ws_connect("/socket") as socket:
            assert (await hear(socket, "service"))["on"] is False
        feed.furniture = replace(feed.furniture, staff=False)
        async with page.ws_connect("/socket") as socket:
            kinds = [(await socket.receive_json())["type"] for _ in range(4)]
            assert "service" not in kinds

    visit(feed, walk)
