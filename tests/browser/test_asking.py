"""A die the camera is not sure of: seen larger on the page, likeliest face first, and learnt."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from firmware_host.daemon.places import config_folder
from tests.daemon.test_demo import address, demo, scene, stopped

from .looking import all_of, find, until

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

ORANGE = """
const canvas = document.getElementById("picture");
const {width: w, height: h} = canvas, side = Math.round(0.28 * h) + 16, found = [];
for (const [x, y] of [[w - side, 0], [0, 0], [w - side, h - side], [0, h - side]]) {
  const {data} = canvas.getContext("2d").getImageData(x, y, side, side);
  let orange = 0;
  for (let i = 0; i < data.length; i += 4)
    orange += data[i] > 200 && Math.abs(data[i + 1] - 140) < 45 && data[i + 2] < 120;
  found.push(orange);
}
return Math.max(...found);
"""
"""The most pixels of the frame's colour in a corner of the crater's picture."""
FRAME = 1_500
"""A frame round a larger view has so many: four pixels of some eight hundred."""


def shy(state: Path) -> None:
    """A profile of this table's own that asks about what is usually sure."""
    own = state / "lava-table" / "dice" / "lava_land"
    shutil.copytree(config_folder() / "dice" / "lava_land", own)
    file = own / "profile.toml"
    file.write_text(re.sub(r"margin = [\d.]+", "margin = 1.05", file.read_text()))


def test_a_die_that_is_asked_about_is_seen_larger_and_its_answer_is_one_more_shot(
    browser: Any, tmp_path: Path
) -> None:
    shy(tmp_path)
    asked = tmp_path / "lava-table" / "demo.asked" / "lava_land"
    with demo(
        tmp_path, "--port", "0", "--no-browser", "--seed", "asked", "--seats", "3", "--bots", "0"
    ) as process:
        page = address(process)
        thrower = str(scene(page)["waiting"])[0]
        browser.get(f"{page}#{thrower}")
        until(browser, lambda: find(browser, "#throw").is_displayed())
        find(browser, "#throw").click()
        until(browser, lambda: "What does the" in find(browser, "#question").text)
        until(browser, lambda: browser.execute_script(ORANGE) > FRAME)
        browser.save_screenshot(str(tmp_path / "asked.png"))
        questions, until_s = 0, time.monotonic() + 90
        while (shown := scene(page))["phase"] == "roll":
            assert time.monotonic() < until_s, shown["waiting"]
            choices = all_of(browser, "#menu .choice:enabled")
            if choices and "What does the" in find(browser, "#question").text:
                question = find(browser, "#question").text
                colour = re.search(r"the (\w+) die", question)
                assert colour is not None
                assert choices[0].text.startswith(colour[1])
                choices[0].click()
                questions += 1
                time.sleep(0.6)
            time.sleep(0.1)
        assert questions >= 1
        until(browser, lambda: 1 <= len(list(asked.glob("*.png"))) <= questions)
        until(browser, lambda: browser.execute_script(ORANGE) < FRAME)
        stopped(process)
