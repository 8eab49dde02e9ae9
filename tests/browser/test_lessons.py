"""A teaching session in a real browser: led at one page, and told of at the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
import pytest
from selenium.webdriver.common.action_chains import ActionChains

from firmware_host.console.feed import Said
from tests.console.fake_world import SIZE

from .looking import find, until
from .served import Served, served

pytestmark = pytest.mark.browser

ASKS = {
    "step": "look",
    "number_of_step": 1,
    "of": 5,
    "ask": "Aim the camera.",
    "says": [],
    "ok": True,
    "done": False,
    "acts": ["go"],
    "found": [],
    "progress": [],
}


JPEG = cv2.imencode(".jpg", np.zeros((SIZE[1], SIZE[0], 3), np.uint8))[1].tobytes()


class Toy:
    """A session of one step; *broken*: why none can be begun."""

    def __init__(self, table: Served, broken: str = "") -> None:
        self._feed, self._broken = table.feed, broken
        self._told: dict[str, Any] | None = None
        self.number, self.ended = 0, ""

    def told(self) -> Mapping[str, Any] | None:
        return self._told

    def picture(self) -> bytes:
        return JPEG

    async def say(self, words: str) -> Said:
        if words == "teach":
            return Said(False, "in_play", "A match is being played. Begin all the same?")
        if words in ("calibrate", "teach sure"):
            self._told, self.ended = None if self._broken else ASKS, self._broken
        elif words == "quit":
            self._told, self.ended = None, "Left for later."
        self.number += words != "look"
        self._feed.change()
        return Said(True)


def open_staff(browser: Any, table: Served) -> None:
    browser.get(table.address)
    until(browser, lambda: find(browser, "#open-staff").is_displayed())
    find(browser, "#open-staff").click()


def test_a_session_is_led_at_the_page_that_asked_for_it(browser: Any) -> None:
    with served("roll") as table:
        table.feed.lessons = Toy(table)
        open_staff(browser, table)
        here = browser.current_window_handle
        browser.switch_to.new_window("tab")
        try:
            open_staff(browser, table)
            there = browser.current_window_handle
            find(browser, "[data-lesson=calibrate]").click()
            until(browser, lambda: "Aim the camera" in find(browser, "#lesson-ask").text)
            browser.switch_to.window(here)
            until(browser, lambda: find(browser, "#lesson-on").is_displayed())
            assert not find(browser, "#lesson").is_displayed()
            assert not find(browser, "[data-lesson=teach]").is_displayed()
            find(browser, "#lesson-join").click()
            until(browser, lambda: "Aim the camera" in find(browser, "#lesson-ask").text)
            browser.switch_to.window(there)
            browser.refresh()  # the page that began it has it again at once
            until(browser, lambda: "Aim the camera" in find(browser, "#lesson-ask").text)
            find(browser, "#lesson-leave").click()
            until(browser, lambda: "Left for later" in find(browser, "#toast").text)
            assert not find(browser, "#lesson").is_displayed()
        finally:
            browser.close()
            browser.switch_to.window(here)
        until(browser, lambda: not find(browser, "#lesson").is_displayed())


def test_staff_are_asked_whether_to_disturb_a_match(browser: Any) -> None:
    with served("roll") as table:
        table.feed.lessons = Toy(table)
        open_staff(browser, table)
        find(browser, "[data-lesson=teach]").click()
        until(browser, lambda: "is being played" in find(browser, "#lesson-disturbs-says").text)
        assert not find(browser, "#lesson").is_displayed()
        find(browser, "#lesson-not-now").click()
        until(browser, lambda: not find(browser, "#lesson-disturbs").is_displayed())
        find(browser, "#open-staff").click()
        find(browser, "[data-lesson=teach]").click()
        until(browser, lambda: find(browser, "#lesson-sure").is_displayed())
        find(browser, "#lesson-sure").click()
        until(browser, lambda: "Aim the camera" in find(browser, "#lesson-ask").text)
        assert not find(browser, "#lesson-disturbs").is_displayed()


def test_at_the_virtual_table_dice_are_thrown_turned_and_taken_out_within_a_session(
    browser: Any,
) -> None:
    with served("roll") as table:
        table.feed.lessons = Toy(table)
        open_staff(browser, table)
        find(browser, "[data-lesson=calibrate]").click()
        until(browser, lambda: find(browser, "[data-hands=empty]").is_displayed())
        world = table.feed.world
        find(browser, "[data-hands=empty]").click()
        find(browser, "[data-hands=throw]").click()
        until(browser, lambda: len(world.calls) == 2)
        picture = find(browser, "#lesson-image")
        number, die = max(world.dice.items(), key=lambda d: abs(d[1].x - 240) + abs(d[1].y - 240))
        shown = min(picture.rect["width"] / SIZE[0], picture.rect["height"] / SIZE[1])
        x, y = (die.x - SIZE[0] / 2) * shown, (die.y - SIZE[1] / 2) * shown
        ActionChains(browser).move_to_element_with_offset(picture, x, y).click().perform()
        until(browser, lambda: len(world.calls) == 3)
        assert world.calls == [("empty", (0,)), ("throw", (0,)), ("knock", (-1, number))]


def test_a_session_that_cannot_begin_says_why(browser: Any) -> None:
    with served("roll") as table:
        table.feed.lessons = Toy(table, broken="The camera is in use by another program.")
        open_staff(browser, table)
        find(browser, "[data-lesson=calibrate]").click()
        until(browser, lambda: "in use by another" in find(browser, "#toast").text)
