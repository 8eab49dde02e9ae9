"""A telephone at a seat: watching, entering the code, playing, getting up, giving the seat back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from firmware_host.console.door import Door
from firmware_host.console.entry import Doors
from firmware_host.console.seat_codes import SeatCodes
from firmware_host.rules.kernel import Seat

from .looking import all_of, find, until
from .served import Served, served

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}


@contextmanager
def house(browser: Any, virtual: bool) -> Iterator[tuple[Served, SeatCodes]]:
    """A table that others can open, seen on a telephone."""
    codes = SeatCodes(time.monotonic, lambda: 0)
    with served("turn", Doors(Door(lambda: "", time.monotonic), codes)) as table:
        table.feed.furniture = replace(table.feed.furniture, virtual=virtual)
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
        browser.get(table.address)
        until(browser, lambda: find(browser, "#open-code").is_displayed())
        yield table, codes
        browser.delete_all_cookies()
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def enter(browser: Any, code: str) -> None:
    if not find(browser, "#code").is_displayed():
        find(browser, "#watching-code").click()
    box = find(browser, "#code-letters")
    box.clear()
    box.send_keys(f"{code}\n")


def test_a_spectator_becomes_a_player_by_the_code_and_only_of_its_seat(browser: Any) -> None:
    with house(browser, virtual=False) as (table, codes):
        assert find(browser, "#watching").is_displayed()
        assert not any(one.is_displayed() for one in all_of(browser, "#menu .choice"))
        enter(browser, "xxxx")
        until(browser, lambda: "no code that is good" in find(browser, "#code-says").text)
        enter(browser, codes.offer(0).lower())
        until(browser, lambda: find(browser, "#open-chair").is_displayed())
        assert not find(browser, "#watching").is_displayed()
        until(browser, lambda: all_of(browser, "#menu .choice"))
        all_of(browser, "#menu .choice")[1].click()
        until(browser, lambda: table.feed.said)
        assert table.feed.said[0][:2] == (Seat(0), "player")


def test_it_gets_up_and_gives_its_seat_back(browser: Any) -> None:
    with house(browser, virtual=True) as (table, codes):
        enter(browser, codes.offer(1))
        until(browser, lambda: find(browser, "#open-chair").is_displayed())
        find(browser, "#open-chair").click()
        assert find(browser, "#chair-title").text == "Seat B"
        acts = all_of(browser, "#chair-acts .choice")
        acts[0].click()
        until(browser, lambda: (Seat(1), "player", "seat bot") in table.feed.said)
        find(browser, "#open-chair").click()
        all_of(browser, "#chair-acts .choice")[-1].click()
        until(browser, lambda: find(browser, "#watching").is_displayed())


def test_a_page_whose_seat_was_handed_over_only_watches(browser: Any) -> None:
    with house(browser, virtual=False) as (table, codes):
        enter(browser, codes.offer(0))
        until(browser, lambda: find(browser, "#open-chair").is_displayed())
        codes.hand_over(0)
        table._loop.call_soon_threadsafe(table.feed.change)
        until(browser, lambda: find(browser, "#watching").is_displayed())


def test_a_code_that_was_scanned_waits_for_a_yes(browser: Any) -> None:
    with house(browser, virtual=False) as (table, codes):
        code = codes.offer(2)
        browser.get(f"{table.address}s/{code}")
        until(browser, lambda: find(browser, "#code-letters").get_attribute("value") == code)
        assert codes.live() == {2: code}
        assert "/s/" not in browser.current_url
        find(browser, "#code .choice").click()
        until(browser, lambda: find(browser, "#open-chair").is_displayed())


def test_nothing_of_it_is_shown_where_no_code_is_needed(browser: Any) -> None:
    with served("turn") as table:
        browser.get(table.address)
        until(browser, lambda: find(browser, "#open-chair").is_displayed())
        assert not find(browser, "#open-code").is_displayed()
        assert not find(browser, "#watching").is_displayed()
