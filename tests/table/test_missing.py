"""Devices that do not work are told where people look: on the display, and by LEDs."""

from __future__ import annotations

import dataclasses

import pytest

from firmware_host.table.layout import Layout
from firmware_host.table.missing import DEVICES, TOLD_NS, line
from firmware_host.table.oled import Display, Panel
from firmware_host.table.painter import Painter
from firmware_host.table.result import Result
from firmware_host.table.scene import Scene, text
from firmware_host.table.signals import DeviceSaid, Show, Tick
from firmware_host.table.table import Table
from firmware_host.table.texts import Texts
from tests.table.evening import Driver
from tests.table.sample import default_theme, english, scene

TEXTS = Texts(english())
PANELS = pytest.mark.parametrize(
    "panel", [Panel(), Panel(pitch_mm=0.43), Panel(256, 64, grey=True, pitch_mm=0.28)]
)


def lobby() -> Table:
    return Table(dataclasses.replace(Driver().house, fixed=None), 0)


def shown(table: Table, signal: DeviceSaid | Tick) -> Scene | None:
    scenes = [effect.scene for effect in table.feed(signal) if isinstance(effect, Show)]
    return scenes[-1] if scenes else None


def test_a_lost_device_is_news_for_a_moment_and_missing_until_it_is_back() -> None:
    table = lobby()
    table.feed(Tick(0))
    lost = shown(table, DeviceSaid("strip", False, "unplugged", 10))
    assert lost is not None
    assert (lost.missing, TEXTS.say(lost.passing or text(""))) == (
        ("strip",),
        "Not working: lights",
    )
    assert table.wake_ns == 10 + TOLD_NS
    later = shown(table, Tick(10 + TOLD_NS))
    assert later is not None
    assert (later.missing, later.passing) == (("strip",), None)
    back = shown(table, DeviceSaid("strip", True, "", 20 + TOLD_NS))
    assert back is not None
    assert (back.missing, back.passing) == ((), text("missing.none"))


def test_devices_that_go_together_are_told_together_in_one_order() -> None:
    table = lobby()
    for name in reversed(DEVICES):
        last = shown(table, DeviceSaid(name, False, "gone", 1))
    assert last is not None
    assert last.missing == DEVICES
    assert (
        TEXTS.say(line(last.missing))
        == "Not working: buttons, a noisy wire, lights, display, camera"
    )


def test_a_camera_that_sees_nothing_is_missing_until_it_sees_and_is_there() -> None:
    table = lobby()
    for device, ok, missing in (
        ("seeing", False, ("camera",)),
        ("camera", False, None),  # nothing new to people
        ("seeing", True, None),
        ("camera", True, ()),
    ):
        last = shown(table, DeviceSaid(device, ok, "", 1))
        assert (None if last is None else last.missing) == missing


def test_what_is_no_device_of_the_table_is_the_pages_to_tell() -> None:
    table = lobby()
    table.feed(Tick(0))
    assert shown(table, DeviceSaid("storage", False, "full", 1)) is None


@PANELS
def test_the_display_says_news_of_a_device_before_all_else_and_then_keeps_a_mark(
    panel: Panel,
) -> None:
    plain = scene([3, 4])
    here = dataclasses.replace(plain, missing=("camera",))
    display = Display(panel, TEXTS)
    without, marked = (display.picture(what, 0) for what in (plain, here))
    corner = [panel.width * (panel.height - 1) + panel.width - x for x in (4, 8)]
    assert [without[at] for at in corner] == [0, 0]
    assert [marked[at] for at in corner] == [255, 255]
    said = display.picture(dataclasses.replace(here, passing=line(("camera",))), 0)
    assert said not in (without, marked)


def test_each_missing_device_has_an_led_that_is_nobodys_from_the_strips_end() -> None:
    painter = Painter(default_theme(), Layout(60, 6, 4, seat_leds=((59,),)))
    still = painter.paint(scene([3]), (), 0)
    told = painter.paint(scene([3]), (), 0, ("buttons", "strip", "camera"))
    assert {i // 3 for i in range(180) if still[i] != told[i]} == {58, 57}
    assert told[3 * 58] == 255


def test_a_strip_without_a_led_to_spare_tells_by_grounds_and_a_lobby_by_its_end() -> None:
    full = Layout(48, 6)
    assert full.spots(2, 8) == (42, 36)
    assert Layout(50, 6).spots(3, 8) == (49, 48, 42)
    assert full.spots(2, 0) == (47, 46)
    assert Layout(2, 6, seat_leds=((0, 1),)).spots(3, 0) == ()
    Painter(default_theme(), Layout(2, 1, seat_leds=((0, 1),))).paint(None, (), 0, DEVICES)


def test_of_several_strips_each_is_told_of_as_the_strip() -> None:
    table = lobby()
    table.feed(Tick(0))
    lost = shown(table, DeviceSaid("strip 2", False, "unplugged", 10))
    assert lost is not None
    assert lost.missing == ("strip",)
    table.feed(DeviceSaid("strip", False, "unplugged", 20))
    still = shown(table, DeviceSaid("strip 2", True, "", 30))
    assert still is None or still.missing == ("strip",)


def test_a_result_stands_though_a_device_comes_and_goes() -> None:
    driver = Driver()
    evening = driver.table.evening
    driver.wait(100)
    evening._result = Result(driver.now_ns)
    driver.feed(DeviceSaid("strip", False, "unplugged", driver.now_ns))
    driver.wait(20_000)
    assert evening._result is not None
    driver.wait(evening.house.over_ms)
    assert evening._result is None
