"""A headless Chromium, where there is one. With TABLE_NEEDS_BROWSER=1 a missing one fails."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
)


def start(profile: Path) -> Any:
    """A driver and its browser, or the reason why there is none."""
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    chromedriver = shutil.which("chromedriver")
    if chromium is None or chromedriver is None:
        return "no Chromium with its chromedriver: sudo apt install chromium chromium-driver"
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in (*QUIET, f"--user-data-dir={profile}", "--window-size=1280,940"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options, Service(chromedriver))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One browser a module: starting it is what takes time."""
    driver = start(tmp_path_factory.mktemp("chromium"))
    if isinstance(driver, str):
        if os.environ.get("TABLE_NEEDS_BROWSER") == "1":
            pytest.fail(driver)
        pytest.skip(driver)
    yield driver
    driver.quit()
