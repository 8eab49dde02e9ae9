"""What is kept of failures is for staff alone, and nothing else can be fetched that way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .fake_feed import FakeFeed
from .test_page import Page, visit

NAME = "crash-20261130-120000.zip"


class OneFailure:
    """One bundle."""

    def told(self) -> list[dict[str, Any]]:
        return [{"name": NAME, "bytes": 3, "when": "", "where": "turn", "says": "ValueError: x"}]

    def bundle(self, name: str) -> bytes:
        return b"PK\x03" if name == NAME else b""


def test_bundles_are_for_staff_alone() -> None:
    feed = FakeFeed(crashes=OneFailure())

    async def walk(page: Page) -> None:
        listed = await page.get("/crashes.json")
        assert [one["name"] for one in await listed.json()] == [NAME]
        fetched = await page.get(f"/crashes/{NAME}")
        assert await fetched.read() == b"PK\x03"
        assert fetched.headers["Content-Disposition"] == f'attachment; filename="{NAME}"'
        for other in ("crash-1.zip", "..%2ftable.toml", "table.password"):
            assert (await page.get(f"/crashes/{other}")).status == 404
        feed.furniture = replace(feed.furniture, staff=False)
        for path in ("/crashes.json", f"/crashes/{NAME}"):
            assert (await page.get(path)).status == 403
        feed.furniture, feed.crashes = replace(feed.furniture, staff=True), None
        assert (await page.get("/crashes.json")).status == 404

    visit(feed, walk)


def test_a_page_is_told_anew_what_stands_there_when_that_changes() -> None:
    feed = FakeFeed()

    async def walk(page: Page) -> None:
        async with page.ws_connect("/socket") as socket:
            assert (await socket.receive_json())["table"] == "Virtual table"
            feed.furniture = replace(feed.furniture, table="Gasthaus")
            feed.change()
            while True:
                told = await socket.receive_json()
                if told["type"] == "hello":
                    break
            assert told["table"] == "Gasthaus"
            kinds = {(await socket.receive_json())["type"] for _ in range(3)}
            assert "scene" in kinds  # all of it is shown again

    visit(feed, walk)
