"""A newcomer plays The Table Is Lava by clicking, and changes to another game at the page."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By

from tests.daemon.test_demo import address, demo, scene, stopped

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

PATIENCE_S = 150.0
ASKED = ("--port", "0", "--no-browser", "--game", "table_is_lava", "--seats", "2", "--seed", "x")


FILLED = """
const box = document.querySelector(".tabletop").getBoundingClientRect();
const all = [...document.querySelectorAll(".tabletop .thrown")].map((e) =>
  e.getBoundingClientRect());
const [left, right] = [Math.min(...all.map((r) => r.left)), Math.max(...all.map((r) => r.right))];
const [top, low] = [Math.min(...all.map((r) => r.top)), Math.max(...all.map((r) => r.bottom))];
const inside = left > box.left && right < box.right && top > box.top && low < box.bottom;
return inside ? Math.max((right - left) / box.width, (low - top) / box.height) : 0;
"""
"""How much of the picture's width or height the cards take; 0: one is cut off."""


def click(browser: Any, css: str) -> bool:
    """Click the first that is shown; whether there is one."""
    with suppress(WebDriverException):  # redrawn under the mouse: look again
        for found in browser.find_elements(By.CSS_SELECTOR, css):
            if found.is_displayed() and found.is_enabled():
                found.click()
                return True
    return False


def until(browser: Any, page: str, phase: str) -> list[str]:
    """Do what the page offers until *phase*; every phase on the way."""
    phases: list[str] = []
    until_s = time.monotonic() + PATIENCE_S
    while scene(page)["phase"] != phase:
        shown = scene(page)
        assert time.monotonic() < until_s, (phases, shown["waiting"])
        if phases[-1:] != [shown["phase"]]:
            phases.append(shown["phase"])
        if not click(browser, ".table-of-cards .go"):
            click(browser, "#menu .choice:enabled")
        time.sleep(0.1)
    return phases


def test_a_card_is_chosen_thrown_and_told_by_clicking_and_another_game_begun(
    browser: Any, tmp_path: Path
) -> None:
    with demo(tmp_path, *ASKED) as process:
        page = address(process)
        browser.get(page + "#A")
        phases = until(browser, page, "clear")
        assert phases[:1] == ["setup"]
        assert {"choose", "judge"} <= set(phases)
        cards = browser.find_elements(By.CSS_SELECTOR, ".tabletop .thrown")
        assert len(cards) == 3, "two Start cards, and the one that was thrown"
        assert len(browser.find_elements(By.CSS_SELECTOR, ".tabletop .meeple")) >= 4
        time.sleep(1)  # cards slide to where they lie
        assert browser.execute_script(FILLED) > 0.6, "large enough to tell what touches what"
        assert not browser.find_element(By.ID, "picture").is_displayed(), "no crater is needed"
        browser.find_element(By.ID, "open-staff").click()
        dice = browser.find_elements(By.CSS_SELECTOR, '#staff [data-words="agree"], #records-box')
        assert not any(one.is_displayed() for one in dice), "nothing of dice, for there are none"
        assert browser.find_element(By.ID, "put-example").text.startswith("put A ")
        click(browser, '#staff [data-words="games"]')
        until_s = time.monotonic() + PATIENCE_S
        while scene(page)["phase"] != "lobby":
            assert time.monotonic() < until_s
            time.sleep(0.1)
        said = [line["label"] for line in scene(page)["seats"][0]["menu"]]
        assert said[0] == "Begin the game"
        assert "Rock Island: no" in said
        wrong = [line for line in browser.get_log("browser") if line["level"] == "SEVERE"]
        assert [line for line in wrong if page in line["message"]] == []
        stopped(process)
