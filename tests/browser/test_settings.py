"""The configuration on the page: read again, and told in words, in a real browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from firmware_host.console.feed import Said

from .looking import all_of, find, until
from .served import Served, served

pytestmark = pytest.mark.browser

FILE = "/etc/lava-table/table.toml"
CHANGES = [
    {"key": "strip.brightness", "was": "0.6", "now": "0.3", "when": "live"},
    {"key": "box (lava_land.toml)", "was": "", "now": "", "when": "match"},
    {"key": "strip.port", "was": '"serial:1"', "now": '"serial:2"', "when": "restart"},
]
WRONG = [
    {"file": FILE, "line": 50, "key": "strip.per_place", "says": "600 cannot be used here"}
    | {"write": "LEDs to a place, 1 to 50"},
    {"file": FILE, "line": 3, "key": "game", "says": '"lawa" is no game', "write": '"lava_land"'},
]


class Files:
    """What came of reading the last time."""

    def __init__(self, table: Served) -> None:
        self.number, self._table = 0, table
        self.next: dict[str, Any] = {"changes": CHANGES, "wrong": [], "odd": []}
        self._last: dict[str, Any] = {}

    def told(self) -> Mapping[str, Any] | None:
        about = {"at": "2026-11-30T15:00:00+00:00", "file": FILE}
        return about | self._last if self._last else None

    def ask(self) -> Said:
        self.number, self._last = self.number + 1, self.next
        self._table.feed.change()
        return Said(True)


def test_what_was_taken_up_what_waits_and_every_fault_stand_there(browser: Any) -> None:
    with served("turn") as table:
        files = table.feed.configuration = Files(table)
        browser.get(table.address)
        until(browser, lambda: find(browser, "#open-staff").is_displayed())
        find(browser, "#open-staff").click()
        until(browser, lambda: find(browser, "#open-settings").is_displayed())
        find(browser, "#open-settings").click()
        assert "have not been read again" in find(browser, "#settings-said").text
        find(browser, "#settings-read").click()
        until(browser, lambda: len(all_of(browser, "#settings-list li")) == 3)
        rows = [row.text for row in all_of(browser, "#settings-list li")]
        assert "0.6 became 0.3" in rows[0]
        assert "from now on" in rows[0]
        assert "next match" in rows[1]
        assert "needs a restart" in rows[2]
        files.next = {"changes": [], "wrong": WRONG, "odd": []}
        until(browser, lambda: find(browser, "#settings-read").is_enabled())
        find(browser, "#settings-read").click()
        until(browser, lambda: len(all_of(browser, "#settings-list li.wrong")) == 2)
        first = find(browser, "#settings-list li.wrong").text
        for word in ("strip.per_place, line 50", "600 cannot", "Write LEDs", FILE):
            assert word in first
        assert "2 faults. Nothing was taken up" in find(browser, "#settings-said").text
        fits = "return document.documentElement.scrollWidth <= innerWidth"
        assert browser.execute_script(fits)
