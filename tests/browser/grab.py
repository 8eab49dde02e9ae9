"""Makes docs/pictures/lava_land.png: ``python -m tests.browser.grab docs/pictures``.

The demo is played as far as dice are grabbed: bots have taken some, and the others lie there.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from PIL import Image
from selenium.webdriver.support.ui import WebDriverWait

from tests.daemon.test_demo import address, demo, state

from .conftest import start
from .islands import WINDOW
from .looking import find

SEED = "grab"
TAKEN = 2  # dice: then the picture is taken
PATIENCE_S = 90


def shot(folder: Path, kept: Path, profile: Path) -> None:
    """The page, as who sits at A sees it."""
    browser = start(profile)
    if isinstance(browser, str):
        raise SystemExit(browser)
    try:
        browser.set_window_size(*WINDOW)
        with demo(kept, "--port", "0", "--no-browser", "--seed", SEED) as process:
            page = address(process)
            browser.get(page + "#A")
            WebDriverWait(browser, PATIENCE_S, 0.1).until(lambda _: _grabbed(browser, page))
            time.sleep(0.4)
            shown = Image.open(io.BytesIO(browser.get_screenshot_as_png())).convert("RGB")
    finally:
        browser.quit()
    shown.save(folder / "lava_land.png", optimize=True)


def _grabbed(browser: Any, page: str) -> bool:
    """Throw, if that is to be done; have some dice been taken?"""
    throw = find(browser, "#throw")
    if throw.is_displayed() and throw.is_enabled():
        throw.click()
        time.sleep(2)
    scene = state(page)["scene"]
    taking = scene is not None and scene["phase"] == "take"
    return taking and sum(len(seat["dice"]) for seat in scene["seats"]) >= TAKEN


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        shot(Path(sys.argv[1]), Path(one), Path(other))
