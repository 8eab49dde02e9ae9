"""Service mode in a real browser, at a whole virtual table: what staff see and click."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from .looking import find, until

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parent.parent.parent
ADDRESS = re.compile(r"http://\S+")


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[str]:
    """The address of a virtual table with nobody at it."""
    with serving(tmp_path) as address:
        yield address


class serving:  # noqa: N801  # a context manager, and used like a function
    """A virtual table of its own, for as long as it is wanted."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> str:
        command = [sys.executable, "-m", "firmware_host", "demo", "--no-browser"]
        self._process = subprocess.Popen(
            [*command, "--port", "0", "--seats", "4", "--bots", "0"],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "XDG_STATE_HOME": str(self._folder)},
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := ADDRESS.search(line):
                return found[0]
        raise AssertionError("it did not start")

    def __exit__(self, *broken: object) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.communicate(timeout=20)


def patiently(browser: Any, true: Callable[[], object]) -> None:
    """Wait for what takes its time at a table, and more on a busy machine."""
    WebDriverWait(browser, 60, 0.1, ignored_exceptions=[Exception]).until(lambda _: true())


def script(browser: Any, words: str, *arguments: Any) -> Any:
    return browser.execute_script(words, *arguments)


def opened(browser: Any, address: str) -> None:
    """Service mode, entered from staff's box."""
    browser.get(address)
    patiently(browser, lambda: find(browser, "#open-staff").is_displayed())
    find(browser, "#open-staff").click()
    find(browser, "[data-words=service]").click()
    until(browser, lambda: find(browser, "#service").is_displayed())


def choose(browser: Any, words: str) -> None:
    """Click an answer, once it is offered."""

    def click() -> bool:
        return bool(
            script(
                browser,
                "const all = [...document.querySelectorAll('#service-options button')];"
                "const one = all.find((b) => b.textContent.includes(arguments[0]));"
                "one?.click(); return Boolean(one);",
                words,
            )
        )

    until(browser, click)


def asked(browser: Any) -> str:
    return str(find(browser, "#service-ask").text)


def press(browser: Any, button: int) -> None:
    """A thumb on a button in the table of buttons."""
    down = "document.querySelectorAll('#service-buttons .key')[arguments[0]].dispatchEvent("
    what = "new PointerEvent('pointerdown', {bubbles: true, pointerId: 7, button: 0}))"
    script(browser, down + what, button)
    until(browser, lambda: "down" in keys(browser)[button])
    script(browser, "dispatchEvent(new PointerEvent('pointerup', {pointerId: 7}))")
    until(browser, lambda: "up" in keys(browser)[button])


def keys(browser: Any) -> list[str]:
    words = "return [...document.querySelectorAll('#service-buttons .key')].map(k => k.textContent)"
    return [str(word) for word in script(browser, words)]


def test_a_strip_of_another_order_is_found_with_the_remedy_and_kept_in_a_report(
    browser: Any, demo: str
) -> None:
    opened(browser, demo)
    assert "During play: ALL OK" in find(browser, "#service-play").text
    find(browser, "[data-step=colours]").click()
    for colour in ("Green", "Red", "Blue"):
        until(browser, lambda: "Which colour" in asked(browser))
        choose(browser, colour)
    until(browser, lambda: asked(browser) == "Strip colours: FAILED")
    assert 'write strip.order = "grb"' in find(browser, "#service-mend").text
    choose(browser, "To the list")
    until(browser, lambda: "failed" in find(browser, "#service-reports").text)
    assert "✗" in find(browser, "[data-step=colours]").text
    find(browser, "#service-leave").click()
    until(browser, lambda: not find(browser, "#service").is_displayed())
    until(browser, lambda: "throw" in find(browser, "#waiting").text)


def test_presses_are_counted_under_the_eyes_of_who_presses(browser: Any, demo: str) -> None:
    opened(browser, demo)
    find(browser, "[data-step=buttons]").click()
    until(browser, lambda: "Hands off" in asked(browser))
    patiently(browser, lambda: "Press each" in asked(browser))
    press(browser, 1)
    press(browser, 1)
    row = "#service-buttons tbody tr:nth-child(2) td:nth-of-type(2)"
    until(browser, lambda: find(browser, row).text == "2")
    choose(browser, "That is all")
    until(browser, lambda: "Buttons: FAILED" in asked(browser))
    assert "A (South): never pressed" in find(browser, "#service-says").text
    assert "GPIO 5 (pin 29)" in find(browser, "#service-mend").text


def test_the_camera_is_live_with_its_bars(browser: Any, demo: str) -> None:
    opened(browser, demo)
    find(browser, "[data-step=camera]").click()
    patiently(browser, lambda: "%" in find(browser, "#service-sharp").text)
    assert len(script(browser, "return [...document.querySelectorAll('.meter')]")) == 4
    drawn = (
        "const c = document.getElementById('service-picture');"
        "return c.getContext('2d').getImageData(c.width / 2, 20, 1, 1).data[3]"
    )
    patiently(browser, lambda: script(browser, drawn) == 255)


def test_cleaning_counts_down_and_can_be_ended_at_the_page(browser: Any, demo: str) -> None:
    opened(browser, demo)
    find(browser, "#service-clean").click()
    until(browser, lambda: asked(browser).startswith("Cleaning: 5"))
    find(browser, "#service-leave").click()
    until(browser, lambda: not find(browser, "#service").is_displayed())


def test_nothing_goes_wrong_on_the_page(browser: Any, demo: str) -> None:
    opened(browser, demo)
    for step in ("lamps", "ends", "places", "border", "grid"):
        find(browser, f"[data-step={step}]").click()
        until(browser, lambda: find(browser, "#service-options .choice").is_displayed())
    find(browser, "#service-leave").click()
    here = demo.partition("#")[0]  # the page before may still have called its own server
    wrong = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert [entry for entry in wrong if here in entry["message"]] == []
