"""Settings that change in the midst of things lose no press, no claim and no question."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.table.gestures import Feel
from firmware_host.table.host import Patience
from firmware_host.table.refitting import refit
from firmware_host.vision.facts import Tray

from .evening import MS, Driver
from .test_evening import thrown, words


def refitted(driver: Driver, hold_ms: int = 700) -> None:
    """Other patience, other thumbs, and boxes read anew."""
    games = tuple(replace(one) for one in driver.house.games)
    feels = {button: Feel(6, hold_ms) for button in range(4)}
    patience = Patience({"go": 2_000, "guard": 9_000}, confirm_ms=2_500)
    refit(driver.table, replace(driver.house, games=games, feels=feels, patience=patience))


def test_a_press_in_the_midst_of_a_grab_still_finds_its_die() -> None:
    driver = thrown()
    driver.press(1, 60)
    refitted(driver)
    driver.crater.take(driver.crater.named("Rl"), driver.now_ns)
    driver.look(Tray.HAND)
    refitted(driver)
    driver.rest()
    assert words(driver)[-1] == "B take Rl"


def test_a_thumb_that_is_down_is_a_hold_by_what_is_set_when_it_is_one() -> None:
    driver = Driver()
    thumb = driver.table.thumbs[0]
    thumb.edge(True, driver.now_ns)
    thumb.due(driver.now_ns + 50 * MS)
    refitted(driver, hold_ms=300)
    assert thumb.due(driver.now_ns + 299 * MS) is None
    said = thumb.due(driver.now_ns + 300 * MS)
    assert said is not None
    assert said.gesture.name == "HOLD"


def test_a_menu_keeps_its_cursor() -> None:
    driver = thrown()
    before = driver.table.evening.scene()
    refitted(driver)
    assert driver.table.evening.scene() == before


def test_what_no_file_says_stays_as_it_was_said() -> None:
    driver = Driver(handy=True, checks=True, bots=frozenset({1}))
    files = replace(driver.house, handy=False, checks=False, bots=frozenset())
    refit(driver.table, files)
    house = driver.table.evening.house
    assert (house.handy, house.checks, house.bots) == (True, True, frozenset({1}))
