"""Makes docs/pictures/oh_no_volcano.png: ``python -m tests.browser.rolled docs/pictures``.

The demo is played, the first line always taken, until a ball of A's has knocked somebody off.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from PIL import Image

from tests.daemon.test_demo import address, demo, scene

from .conftest import start
from .islands import WINDOW
from .looking import all_of
from .test_cards import click

ASKED = ("--port", "0", "--no-browser", "--game", "oh_no_volcano", "--seats", "3", "--seed", "ball")
PATIENCE_S = 240.0


def shot(folder: Path, kept: Path, profile: Path) -> None:
    """The page, as who sits at A sees it."""
    browser = start(profile)
    if isinstance(browser, str):
        raise SystemExit(browser)
    try:
        browser.set_window_size(*WINDOW)
        with demo(kept, *ASKED) as process:
            page = address(process)
            browser.get(page + "#A")
            until_s = time.monotonic() + PATIENCE_S
            while not _fallen(browser, page) and time.monotonic() < until_s:
                click(browser, "#menu .choice:enabled")
                time.sleep(0.1)
            time.sleep(1.5)
            shown = Image.open(io.BytesIO(browser.get_screenshot_as_png())).convert("RGB")
    finally:
        browser.quit()
    shown.save(folder / "oh_no_volcano.png", optimize=True)


def _fallen(browser: Any, page: str) -> bool:
    """Is it asked who fell, before anybody has said so, and has somebody?"""
    shown = scene(page)
    asked = shown["phase"] == "rolling" and shown["waiting_for"][:1] == ["A"]
    return asked and len(all_of(browser, ".map .rolled .fell")) > 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        shot(Path(sys.argv[1]), Path(one), Path(other))
