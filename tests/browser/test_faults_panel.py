"""The panel of a virtual table's faults, in a real browser: one press makes, one press mends."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_host.console.door import Door
from firmware_host.console.entry import Doors

from .looking import all_of, find, until
from .served import served

pytestmark = pytest.mark.browser


def spoilt(table: Any) -> list[str]:
    return [name for name, _ in table.feed.world.calls if name.startswith("spoil")]


def test_one_press_makes_a_part_fail_and_another_mends_it(browser: Any) -> None:
    with served("roll") as table:
        browser.get(table.address)
        until(browser, lambda: find(browser, "#open-faults").is_displayed())
        find(browser, "#open-faults").click()
        dim = "#fault-parts [data-part=camera][data-fault=dim]"
        until(browser, lambda: find(browser, dim).is_displayed())
        find(browser, dim).click()
        until(browser, lambda: find(browser, dim).get_attribute("aria-pressed") == "true")
        assert spoilt(table) == ["spoil dim"]
        find(browser, dim).click()
        until(browser, lambda: find(browser, dim).get_attribute("aria-pressed") == "false")
        assert spoilt(table) == ["spoil dim", "spoil none"]


def test_buttons_share_a_card_and_what_is_wrong_stands_in_the_head_until_it_is_mended(
    browser: Any,
) -> None:
    with served("roll") as table:
        browser.get(table.address)
        until(browser, lambda: find(browser, "#open-faults").is_displayed())
        find(browser, "#open-faults").click()
        until(browser, lambda: all_of(browser, "[data-which='button 1']"))
        assert len(all_of(browser, ".part[data-kind=button]")) == 1
        find(browser, "[data-which='button 1']").click()
        until(browser, lambda: all_of(browser, "[data-part='button 1'][data-fault=dead]"))
        find(browser, "[data-part='button 1'][data-fault=dead]").click()
        find(browser, "#faults form button").click()
        until(browser, lambda: find(browser, ".failing").is_displayed())
        assert "Button B: pull its wire" in find(browser, ".failing").text
        find(browser, ".failing").click()
        until(browser, lambda: not find(browser, "#failing").is_displayed())
        assert spoilt(table) == ["spoil dead button 1", "spoil none button 1"]


def test_who_is_not_staff_sees_no_panel(browser: Any) -> None:
    with served("roll", Doors(Door(lambda: "", lambda: 0.0))) as table:
        browser.get(table.address)
        until(browser, lambda: "throws" in find(browser, "#waiting").text)
        assert not find(browser, "#open-faults").is_displayed()
