"""A game from outside on the page: its own help, and no empty panels."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.by import By

from tests.daemon.test_demo import address, demo, stopped
from tests.own_game.conftest import FOLDER

from .looking import all_of, find, until

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]
ASKED = ("--port", "0", "--no-browser", "--game", "fumarole", "--seats", "3", "--seed", "x")


def test_its_help_is_its_own_and_no_panel_is_empty(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games"
    shutil.copytree(FOLDER, games / "fumarole", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("TABLE_GAMES", str(games))
    with demo(tmp_path, *ASKED) as process:
        browser.get(address(process) + "#A")
        until(browser, lambda: len(all_of(browser, ".person")) == 3)
        until(browser, lambda: not find(browser, "#gifts").is_displayed())
        assert find(browser, "#log").is_displayed()
        find(browser, "#open-help").click()
        points = find(browser, "#own-help").find_elements(By.TAG_NAME, "li")
        assert [point.text for point in points][1].startswith("Dare another throw")
        assert [o for o in all_of(browser, "ol[data-game]") if o.is_displayed()] == []
        wrong = [line for line in browser.get_log("browser") if line["level"] == "SEVERE"]
        assert [line for line in wrong if "favicon" not in line["message"]] == []
        browser.save_screenshot(str(tmp_path / "own.png"))
        stopped(process)
