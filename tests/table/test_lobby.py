"""Who sits down plays, clockwise, on the buttons they pressed."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.table.scene import Lamp, Scene
from firmware_host.table.signals import Command, OpenMatch, Show, Tick
from firmware_host.table.table import Table

from .evening import Driver


def lobby() -> Driver:
    driver = Driver(seats=4)
    driver.house = replace(driver.house, fixed=None)
    driver.opened.clear()
    driver.table = Table(driver.house, driver.now_ns)
    driver.feed(Tick(driver.now_ns))
    return driver


def scene(driver: Driver) -> Scene:
    assert driver.scene is not None
    return driver.scene


def test_taps_sit_down_and_get_up_and_a_hold_begins_with_enough() -> None:
    driver = lobby()
    for button in (3, 1, 0, 1):
        driver.tap(button)
    driver.hold(0)
    assert not driver.opened, "two are too few"
    assert [s.lamp for s in scene(driver).seats] == [Lamp.ON, Lamp.PULSE, Lamp.PULSE, Lamp.ON]
    driver.tap(2)
    driver.hold(2)
    assert [o.buttons for o in driver.opened] == [(0, 2, 3)]
    assert [s.button for s in scene(driver).seats] == [0, 2, 3]


def test_a_page_may_sit_down_and_begin_by_the_same_lines() -> None:
    driver = lobby()
    for seat in (0, 1, 2):
        driver.say(f"choose 0 {driver.n}", seat, "player")
    driver.say(f"choose 0 {driver.n - 1}", 3, "player")
    assert driver.refused[-1].code == "stale"
    driver.say(f"choose 1 {driver.n}", 0, "player")
    assert len(driver.opened) == 1


def test_staff_may_give_a_match_up() -> None:
    driver = Driver()
    driver.house = replace(driver.house, fixed=None)
    driver.table = Table(driver.house, driver.now_ns)
    for button in (0, 1, 2):
        driver.tap(button)
    driver.hold(0)
    effects = driver.feed(Command(None, "staff", "new", driver.now_ns))
    assert driver.closed[-1].over is None
    assert not [e for e in effects if isinstance(e, OpenMatch)]
    assert [e.scene.phase for e in effects if isinstance(e, Show)] == ["lobby"]
