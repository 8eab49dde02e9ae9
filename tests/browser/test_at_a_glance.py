"""What somebody sees who has come by: on a screen beside the table, a laptop, a telephone."""

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

from .looking import all_of, find, until
from .served import Served, served

pytestmark = pytest.mark.browser
SCREEN, LAPTOP, PHONE = (1920, 1080), (1280, 800), (390, 844)
SIZES = (SCREEN, LAPTOP, PHONE)
CUT = """
return [...document.querySelectorAll(arguments[0])].filter((e) =>
  e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 2)
  .map((e) => e.textContent);
"""
"""Elements with more in them than is seen."""


@contextmanager
def passing(
    browser: Any, size: tuple[int, int], phase: str = "turn", *, virtual: bool = False
) -> Iterator[Served]:
    """A table that others can open, by somebody who only looks on."""
    doors = Doors(Door(lambda: "", time.monotonic), SeatCodes(time.monotonic, lambda: 0))
    with served(phase, doors) as table:
        table.feed.furniture = replace(table.feed.furniture, virtual=virtual)
        told = {"width": size[0], "height": size[1], "deviceScaleFactor": 1}
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {**told, "mobile": size == PHONE}
        )
        browser.get(table.address)
        until(browser, lambda: all_of(browser, ".person"))
        yield table
        browser.delete_all_cookies()
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("size", SIZES)
def test_the_game_has_the_room_and_nothing_of_a_player_is_cut_off(
    browser: Any, size: tuple[int, int]
) -> None:
    with passing(browser, size):
        assert find(browser, "#watching").is_displayed()
        assert find(browser, "#dock").rect["height"] <= 0.09 * size[1]
        wide = browser.execute_script("return document.documentElement.scrollWidth")
        assert wide <= size[0], "nothing is beside the page"
        assert browser.execute_script(CUT, ".person, .person .asks, .waiting") == []


def test_with_five_at_the_crater_no_name_is_cut_to_a_letter(browser: Any) -> None:
    """While dice are taken it has most of the width."""
    with passing(browser, SCREEN, "take") as table:
        table.feed.change()
        until(browser, lambda: all_of(browser, "body[data-phase=take]"))
        browser.execute_script("document.querySelector('#seats').style.setProperty('--seats', 5)")
        said = [one for one in all_of(browser, ".person header div") if one.is_displayed()]
        assert not said or browser.execute_script(CUT, ".person header b") == []
        badges = [one.rect["y"] for one in all_of(browser, "#waiting-for .badge")]
        assert max(badges) - min(badges) < 4, "they stand in a row"


def test_from_afar_letters_are_larger(browser: Any) -> None:
    sizes = []
    for size in (LAPTOP, SCREEN, (3840, 2160)):
        with passing(browser, size):
            goods = find(browser, ".person .count b")
            sizes.append(float(goods.value_of_css_property("font-size").removesuffix("px")))
    assert sizes[0] < sizes[1] < sizes[2]


@pytest.mark.parametrize("size", SIZES)
def test_who_leads_is_seen_by_how_many_are_wanted(browser: Any, size: tuple[int, int]) -> None:
    """The table says how many: no rule is in the page."""
    with passing(browser, size):
        assert [one.text for one in all_of(browser, ".count b")][:2] == ["3/7", "5"]
        tip = find(browser, ".count").get_attribute("data-tip")
        assert tip == "3 of 7 bananas"


def test_what_pictures_mean_is_said_where_there_is_room(browser: Any) -> None:
    with passing(browser, PHONE):
        said = [one.text for one in all_of(browser, ".person .caption") if one.is_displayed()]
        assert said[:2] == ["bananas", "treasures"]


def test_a_light_has_a_number_only_where_its_key_can_be_pressed(browser: Any) -> None:
    """To who looks on it would read as a rank."""
    with passing(browser, LAPTOP, virtual=True):
        assert {one.text for one in all_of(browser, ".person .lamp")} == {""}
    with served("turn") as table:
        browser.get(table.address)
        until(browser, lambda: all_of(browser, ".person .lamp"))
        assert [one.text for one in all_of(browser, ".person .lamp")][:2] == ["1", "2"]


def test_on_a_wide_screen_each_gift_says_what_it_does(browser: Any) -> None:
    with passing(browser, SCREEN):
        said = [one.text for one in all_of(browser, "#row .gift-does")]
        assert said
        assert all(said)
    with passing(browser, LAPTOP):
        assert not any(one.is_displayed() for one in all_of(browser, "#row .gift-does"))
