"""A newcomer plays Oh No, Volcano! by clicking; a hand is shown on the page that asks for it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from firmware_host.rules.kernel import Seat
from firmware_host.table.scene import text
from tests.daemon.test_demo import address, demo, scene, stopped

from .looking import all_of, find, until
from .served import served
from .test_cards import click

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

PATIENCE_S = 150.0
ASKED = ("--port", "0", "--no-browser", "--game", "oh_no_volcano", "--seats", "2", "--seed", "x")
WANTED = {"setup", "play", "move", "drop", "rolling"}
WIDE, LOW, PHONE = (1280, 800), (1280, 640), (360, 740)
CUT_OFF = """
  const cut = (box) => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;
  const people = [...document.querySelectorAll(".person")];
  const wide = document.documentElement.scrollWidth > arguments[0] ? ["the page is too wide"] : [];
  return [...wide, ...people.filter(cut).map((box) => `${innerWidth}: ${box.className}`)];
"""


def overflowing(browser: Any) -> list[str]:
    """What does not fit: players whose cards are cut off, and the page where it is too wide."""
    found: list[str] = []
    for width, height in (WIDE, LOW, PHONE):
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < height}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        time.sleep(0.3)
        found += browser.execute_script(CUT_OFF, width)
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    return found


def test_four_players_fit_on_a_laptop_and_on_a_small_telephone(
    browser: Any, tmp_path: Path
) -> None:
    with demo(tmp_path, *ASKED[:-4], "--seats", "4", "--seed", "x") as process:
        browser.get(address(process) + "#A")
        until(browser, lambda: len(all_of(browser, ".person")) == 4)
        assert overflowing(browser) == []
        stopped(process)


def test_pawns_climb_and_a_ball_is_seen_to_roll(browser: Any, tmp_path: Path) -> None:
    with demo(tmp_path, *ASKED) as process:
        page = address(process)
        browser.get(page + "#A")
        phases: set[str] = set()
        ways = doings = plays = 0
        until(browser, lambda: find(browser, "#show-hand").is_displayed())
        find(browser, "#show-hand").click()
        until_s = time.monotonic() + PATIENCE_S
        while not (phases >= WANTED and ways):
            assert time.monotonic() < until_s, (phases, ways)
            shown = scene(page)
            phases.add(shown["phase"])
            ways += len(all_of(browser, ".map .rolled .way"))
            doings += len(all_of(browser, "#doing .now"))
            if all_of(browser, ".card.held.open"):
                plays += click(browser, ".card.held.open")
            elif shown["phase"] != "rolling" or ways:
                click(browser, "#menu .choice:enabled")
            time.sleep(0.1)
        assert doings > 0
        assert len(all_of(browser, ".map .spot")) == 50 + 6
        assert len(all_of(browser, ".piece.pawn")) == 6
        assert len(all_of(browser, ".piece .word")) == 0, "every piece has a picture"
        assert not find(browser, "#picture").is_displayed(), "no crater is needed"
        assert len(all_of(browser, ".card.held")) in (2, 3), "nobody at a laptop has cards"
        assert plays > 0, "a card that may be played was clicked"
        wrong = [line for line in browser.get_log("browser") if line["level"] == "SEVERE"]
        assert [line for line in wrong if page in line["message"]] == []
        stopped(process)


def test_cards_are_named_once_somebody_asks_for_them_and_hidden_again(browser: Any) -> None:
    with served("turn") as table:
        table.feed.held = {Seat(0): (text("A 4"), text("?3"))}
        browser.get(table.address + "#A")
        until(browser, lambda: find(browser, "#show-hand").is_displayed())
        assert all_of(browser, ".card.held") == []
        find(browser, "#show-hand").click()
        until(browser, lambda: len(all_of(browser, ".card.held")) == 2)
        assert [card.text for card in all_of(browser, ".card.held")] == ["1 A 4", "2 ?3"]
        find(browser, "#show-hand").click()
        until(browser, lambda: all_of(browser, ".card.held") == [])
