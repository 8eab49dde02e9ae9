"""A newcomer plays a whole round of the demo by clicking, against the daemon itself."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from hw.mock.hands import RESTED_NS
from hw.mock.paint import cubes, moments
from hw.mock.paint.optics import optics
from hw.mock.worldfile import WorldFile
from tests.daemon.test_demo import address, demo, scene, stopped

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

PATIENCE_S = 150.0
PICTURE = (960, 720)


class Newcomer:
    """Somebody with a mouse, who does what the page says."""

    def __init__(self, browser: Any, world: Path) -> None:
        self.browser, self.world = browser, WorldFile(world)
        self.taken = 0
        self.chosen = 0

    def act(self) -> None:
        """Do the next thing the page offers, if there is one."""
        throw = self.browser.find_element(By.ID, "throw")
        choices = self.browser.find_elements(By.CSS_SELECTOR, "#menu .choice:enabled")
        hint = self.browser.find_element(By.ID, "hint").text
        if throw.is_displayed() and "Throw the dice" in throw.text:
            throw.click()
        elif hint.startswith("Click"):
            self.take()
        elif choices and "Mine" not in choices[0].text:  # whose a die is, is told by the hand
            choices[0].click()
            self.chosen += 1

    def take(self) -> None:
        """Click the first die that lies in the crater, and see it lie before me."""
        before = len(self.browser.find_elements(By.CSS_SELECTOR, "#my-dice .die"))
        world = self.world.read()
        camera = optics(world.seed, *PICTURE)
        lying = {die.number for die in world.lying()}
        for die, shown in moments.numbered(world, RESTED_NS):
            if die in lying:
                pose = shown.pose()
                x, y = cubes.outline(camera, pose.turn, pose.middle).reshape(-1, 2).mean(axis=0)
                self.click(float(x), float(y))
                break
        until_s = time.monotonic() + 3
        while time.monotonic() < until_s:
            now = len(self.browser.find_elements(By.CSS_SELECTOR, "#my-dice .die"))
            if now > before:
                self.taken += 1
                return
            time.sleep(0.05)

    def click(self, x: float, y: float) -> None:
        """Click at a point of the crater's picture."""
        picture = self.browser.find_element(By.ID, "picture")
        box = picture.rect
        dx, dy = box["width"] * (x / PICTURE[0] - 0.5), box["height"] * (y / PICTURE[1] - 0.5)
        ActionChains(self.browser).move_to_element_with_offset(picture, dx, dy).click().perform()


def test_a_round_can_be_played_by_clicking_alone(browser: Any, tmp_path: Path) -> None:
    with demo(tmp_path, "--port", "0", "--no-browser", "--seed", "clicks") as process:
        page = address(process)
        browser.get(page + "#A")
        newcomer = Newcomer(browser, tmp_path / "lava-table" / "demo.world.json")
        until_s = time.monotonic() + PATIENCE_S
        phases = [""]
        while phases[-2:] != ["turn", "roll"]:
            shown = scene(page)
            assert time.monotonic() < until_s, (phases, shown["waiting"], shown["notice"])
            if shown["phase"] != phases[-1]:
                phases.append(shown["phase"])
            if shown["phase"] == "turn":
                taken = shown
            with suppress(WebDriverException):  # redrawn under the mouse: look again
                newcomer.act()
            time.sleep(0.1)
        assert newcomer.taken >= 3  # or more: another may have been told to have one of them
        assert all(len(seat["dice"]) == 3 for seat in taken["seats"])
        wrong = [line for line in browser.get_log("browser") if line["level"] == "SEVERE"]
        assert [line for line in wrong if page in line["message"]] == []
        lines = [line.text for line in browser.find_elements(By.CSS_SELECTOR, "#told li")]
        assert any("counts" in line for line in lines)
        stopped(process)
