"""Makes the pictures of docs/service.md: ``python -m tests.browser.pictures docs/pictures``.

The page is a virtual table's in headless Chromium, with faults; the display's pictures are those
of a small one, as they are sent to it.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from PIL import Image

from firmware_host.table.signals import Measured
from firmware_host.vision.facts import Optics
from tests.table.service.visit import Visit

from .conftest import start
from .looking import find, until
from .test_service_page import asked, choose, opened, patiently, press, script, serving

SHADES = 128
ENLARGED, GAP, ACROSS = 2, 8, 4
SPOIL = (
    "for (const [id, value] of [['spoil-part', arguments[0]], ['spoil-fault', arguments[1]]]) {"
    "const one = document.getElementById(id); one.value = value;"
    "one.dispatchEvent(new Event('change')); }"
)


def page(folder: Path) -> None:
    """Two pictures of the page: buttons being pressed, and a strip of another order."""
    with tempfile.TemporaryDirectory() as state, tempfile.TemporaryDirectory() as profile:
        browser = start(Path(profile))
        if isinstance(browser, str):
            raise SystemExit(browser)
        try:
            browser.set_window_size(1180, 900)
            with serving(Path(state)) as address:
                opened(browser, address)
                _buttons(browser)
                _shot(browser, folder / "service-buttons.png")
                script(browser, SPOIL, "strip", "grb")
                find(browser, "[data-step=colours]").click()
                for words in ("Green", "Red", "Blue"):
                    until(browser, lambda: "Which colour" in asked(browser))
                    choose(browser, words)
                until(browser, lambda: "FAILED" in asked(browser))
                time.sleep(1)
                _shot(browser, folder / "service-strip.png")
        finally:
            browser.quit()


def _buttons(browser: Any) -> None:
    script(browser, SPOIL, "button 1", "stuck")
    script(browser, SPOIL, "button 3", "bouncing")
    find(browser, "[data-step=buttons]").click()
    patiently(browser, lambda: "Press each" in asked(browser))
    for button, times in ((0, 5), (3, 5), (2, 2)):
        for _ in range(times):
            press(browser, button)
            time.sleep(0.05)


def _shot(browser: Any, file: Path) -> None:
    shown = Image.open(io.BytesIO(browser.get_screenshot_as_png())).convert("RGB")
    shown.quantize(SHADES).save(file, optimize=True)


def displays(folder: Path) -> None:
    """What a small display shows, in eight pictures."""
    visit = Visit()
    sheets = []

    def keep() -> None:
        sheets.append(Image.frombytes("L", (128, 64), visit.picture))

    visit.told("service")
    keep()
    visit.told("service run colours")
    keep()
    for words in ("Green", "Red", "Blue"):
        visit.click(words)
    keep()
    visit.told("service run border")
    keep()
    visit.told("service run grid")
    keep()
    visit.wait(7_500)
    keep()
    visit.told("service run camera")
    for focus in (16.0, 11.0):
        visit.feed(Measured(Optics(focus, 0.25, 150, 0.0, 0.0), visit.now_ns))
    keep()
    visit.told("service clean")
    visit.wait(18_000)
    keep()
    _sheet(sheets).save(folder / "service-display.png", optimize=True)


def _sheet(sheets: list[Any]) -> Any:
    wide, high = 128 * ENLARGED + GAP, 64 * ENLARGED + GAP
    sheet = Image.new("L", (wide * ACROSS + GAP, high * -(-len(sheets) // ACROSS) + GAP), 70)
    for number, one in enumerate(sheets):
        large = one.resize((128 * ENLARGED, 64 * ENLARGED), Image.Resampling.NEAREST)
        sheet.paste(large, (GAP + wide * (number % ACROSS), GAP + high * (number // ACROSS)))
    return sheet.quantize(8)


if __name__ == "__main__":
    displays(Path(sys.argv[1]))
    page(Path(sys.argv[1]))
