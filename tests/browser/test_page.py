"""The page in a real browser, against a toy table: what is clicked, pressed and shown."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains

from firmware_host.console.feed import DeviceState
from tests.console.fake_world import SIZE

from .looking import all_of, find, until
from .served import served

pytestmark = pytest.mark.browser


def has_dice(browser: Any, count: int) -> bool:
    return len(all_of(browser, "#my-dice .die")) == count


def click_crater(browser: Any, x: float, y: float) -> None:
    """Click at a point of the crater's picture."""
    picture = find(browser, "#picture")
    box = picture.rect
    dx, dy = box["width"] * (x / SIZE[0] - 0.5), box["height"] * (y / SIZE[1] - 0.5)
    ActionChains(browser).move_to_element_with_offset(picture, dx, dy).click().perform()


def test_a_newcomer_throws_and_takes_three_dice_by_clicking(browser: Any) -> None:
    with served("roll") as table:
        browser.get(table.address)
        until(browser, lambda: "throws" in find(browser, "#waiting").text)
        assert "Throw the dice" in find(browser, "#hint").text
        until(browser, lambda: find(browser, "#throw").is_displayed())
        find(browser, "#throw").click()
        until(browser, lambda: "Take three dice" in find(browser, "#waiting").text)
        until(browser, lambda: find(browser, "#picture").rect["width"] > 100)
        for count in (1, 2, 3):
            die = next(d for d in table.feed.world.dice.values() if d.place == "crater")
            click_crater(browser, die.x, die.y)
            until(browser, partial(has_dice, browser, count))
        names = [name for name, _ in table.feed.world.calls if name in ("press", "take")]
        assert names == ["press", "take"] * 3
        until(browser, lambda: "You have your three dice" in find(browser, "#hint").text)
        fourth = next(d for d in table.feed.world.dice.values() if d.place == "crater")
        click_crater(browser, fourth.x, fourth.y)
        until(browser, lambda: "Three dice are all" in find(browser, "#toast").text)
        assert fourth.place == "crater"
        assert has_dice(browser, 3)


def test_what_a_lost_strip_leaves_dark_is_a_notice_and_its_controllers_words_are_under_the_pointer(
    browser: Any,
) -> None:
    with served("roll") as table:
        table.feed.devices = (
            DeviceState("controller", True, "WLED 0.15.0 answers; 75 LEDs"),
            DeviceState("strip 2", False, "unplugged. Dark meanwhile: LEDs 75 to 149"),
        )
        browser.get(table.address)
        until(browser, lambda: "strip 2: unplugged" in find(browser, "#notice").text)
        assert "WLED" not in find(browser, "#notice").text
        words = "controller: WLED 0.15.0 answers; 75 LEDs"
        until(browser, lambda: find(browser, "#lights").get_attribute("title") == words)


def test_a_choice_can_be_clicked_and_a_button_held(browser: Any) -> None:
    with served("turn") as table:
        browser.get(table.address)
        until(browser, lambda: len(all_of(browser, "#menu .choice")) == 4)
        assert "C loses 1 banana" in find(browser, "#menu .under").text
        browser.execute_script("document.activeElement.blur()")
        ActionChains(browser).send_keys(" ").perform()  # a tap: the next one
        until(browser, lambda: "D loses" in find(browser, "#menu .under").text)
        state = table.feed.state
        find(browser, '#menu [data-option="2"]').click()
        until(browser, lambda: table.feed.said)
        assert table.feed.said[0][2] == f"choose 2 {state}"
        until(browser, lambda: "B moves back 1" in find(browser, "#told li").text)


def mine(browser: Any, dice: int) -> bool:
    """Does the page show so many dice before its own seat?"""
    return len(all_of(browser, ".person.mine .die")) == dice


def test_who_has_three_dice_is_told_to_wait(browser: Any) -> None:
    for has, says in ((2, "Click dice in the crater."), (3, "You have your three dice.")):
        with served("take") as table:
            lying = (die for die in table.feed.world.dice.values() if die.place == "crater")
            for _ in range(2, has):
                next(lying).place = "hand 0"
            browser.get(f"{table.address}#A")
            until(browser, partial(mine, browser, has))
            assert find(browser, "#question").text.startswith(says)


def test_holding_the_button_chooses(browser: Any) -> None:
    with served("turn") as table:
        browser.get(table.address)
        until(browser, lambda: all_of(browser, "#menu .choice"))
        button = find(browser, "#button")
        ActionChains(browser).click_and_hold(button).pause(0.8).release().perform()
        until(browser, lambda: "C wins" in find(browser, "#waiting").text)
        assert ("release", (0,)) in table.feed.world.calls


def test_number_keys_press_everyone_s_buttons(browser: Any) -> None:
    with served("roll") as table:
        browser.get(table.address)
        until(browser, lambda: all_of(browser, ".person"))
        ActionChains(browser).send_keys("3").perform()
        until(browser, lambda: ("release", (2,)) in table.feed.world.calls)
        assert table.feed.world.calls == [("press", (2,)), ("release", (2,))]


def test_a_page_comes_back_by_itself_when_the_table_does(browser: Any) -> None:
    with served("roll") as table:
        browser.get(table.address)
        until(browser, lambda: not find(browser, "#away").is_displayed())
        port = table.port
        table.go()
        until(browser, lambda: find(browser, "#away").is_displayed())
        assert "Trying again" in find(browser, "#away").text
        table.come(port)
        until(browser, lambda: not find(browser, "#away").is_displayed())


def test_nothing_is_wrong_in_the_browser_s_eyes(browser: Any) -> None:
    with served("turn") as table:
        browser.get(table.address)
        until(browser, lambda: all_of(browser, "#menu .choice"))
        wrong = [line for line in browser.get_log("browser") if line["level"] == "SEVERE"]
        assert [line for line in wrong if f":{table.port}/" in line["message"]] == []
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
