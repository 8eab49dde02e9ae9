"""Every fault of a virtual table by its name: it acts below the real driver, and can be mended."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hw.mock.disk import Disk
from hw.mock.faults import BUTTON, CAMERA, OLED, STRIP, Faults
from hw.mock.oled import Panel
from hw.mock.strip import StripTwin
from hw.mock.virtual import Plan, VirtualTable
from hw.mock.world import Fault, fresh
from hw.pi.buttons import GpioButtons
from hw.pi.oled import LumaOled, Pace
from hw.pi.oled_care import Care
from hw.pi.oled_line import Wire
from hw.pi.strip import SerialStrip
from hw.ports import DeviceLost, Edge

MS = 1_000_000
LEDS = 6
SOON_S = 20.0
Told = queue.Queue[DeviceLost | None]


def until(true: Callable[[], bool]) -> bool:
    end_s = time.monotonic() + SOON_S
    while not true():
        if time.monotonic() > end_s:
            return False
        time.sleep(0.01)
    return True


def names(ailments: tuple[object, ...]) -> list[str]:
    return [str(getattr(one, "name", "")) for one in ailments]


# --- Strip: the real driver on a pseudo-terminal


class Lit:
    """A strip and its twin."""

    def __init__(self) -> None:
        self.told: Told = queue.Queue()
        self.twin = StripTwin(LEDS)
        self.strip = SerialStrip(self.twin.port, LEDS, told=self.told.put, back_off_s=(0.01, 0.02))
        self.strip.open()
        assert self.told.get(timeout=SOON_S) is None
        self._shade = 0

    def shows(self) -> bool:
        """Whether what is shown from now on arrives."""
        end_s = time.monotonic() + SOON_S
        while time.monotonic() < end_s:
            self._shade = self._shade % 100 + 1
            pixels = bytes([self._shade] * (3 * LEDS))
            self.strip.show(pixels)
            if self.twin.wait_until(lambda p=pixels: self.twin.last == p, 0.2):  # type: ignore[misc]
                return True
        return False

    def is_lost(self) -> bool:
        end_s = time.monotonic() + SOON_S
        while time.monotonic() < end_s:
            self._shade = self._shade % 100 + 1
            self.strip.show(bytes([self._shade] * (3 * LEDS)))
            try:
                if self.told.get(timeout=0.002) is not None:
                    return True
            except queue.Empty:
                continue
        return False


@pytest.fixture
def lit() -> Iterator[Lit]:
    one = Lit()
    yield one
    one.twin.ail("none")
    one.strip.close()
    one.twin.close()


@pytest.mark.parametrize("fault", ["pull", "stuck"])
def test_a_strip_whose_line_is_gone_or_stuck_is_lost_and_comes_back(fault: str, lit: Lit) -> None:
    assert lit.shows()
    lit.twin.ail(fault)
    assert lit.is_lost()
    lit.twin.ail("none")
    assert lit.shows()


@pytest.mark.parametrize("fault", ["slow", "garbage", "nack"])
def test_a_strip_with_a_poor_line_is_shown_all_again_once_it_is_mended(
    fault: str, lit: Lit
) -> None:
    lit.twin.ail(fault)
    for shade in range(30):
        lit.strip.show(bytes([shade] * (3 * LEDS)))
        time.sleep(0.005)
    lit.twin.ail("none")
    assert lit.shows()


def test_a_brown_out_leaves_the_strip_dark_until_the_next_picture(lit: Lit) -> None:
    assert lit.shows()
    lit.twin.dip()
    assert not any(lit.twin.last)
    assert lit.shows()


def test_a_strip_that_was_pulled_is_seen_as_its_controller_leaves_it() -> None:
    twin = StripTwin(LEDS)
    try:
        assert twin.seen(b"\5" * 18) == b"\5" * 18
        twin.ail("pull")
        assert twin.seen(b"\5" * 18) == twin.lit()
    finally:
        twin.close()


# --- Display: luma on a bus


class Displayed:
    """A display and its bus."""

    def __init__(self, driver: str = "ssd1306", size: tuple[int, int] = (128, 64)) -> None:
        self.told: Told = queue.Queue()
        self.panel = Panel(driver, size)
        care = Care(shift=False, dim_after_s=0)
        self.now_s = 1_000.0
        pace = Pace((0.01, 0.02), deadline_s=1.5, heart_s=0.02, clock=lambda: self.now_s)
        wire = Wire("i2c", smbus=self.panel)
        self.oled = LumaOled(driver, wire, size, told=self.told.put, care=care, pace=pace)
        self.oled.open()
        while self.told.get(timeout=SOON_S) is not None:
            pass  # a machine that is too busy
        self._step = 1

    def shows(self) -> bool:
        """Whether a new picture is seen."""
        self._step = self._step % 7 + 1
        wide, high = self.panel.size
        picture = bytes(255 * (at % (self._step + 1) == 0) for at in range(wide * high))
        self.oled.show(picture)
        return until(lambda: self.panel.last == picture)


@pytest.fixture
def displayed() -> Iterator[Displayed]:
    one = Displayed()
    yield one
    one.panel.close()
    one.oled.close()


@pytest.mark.parametrize("fault", ["pull", "nack", "stuck"])
def test_a_display_whose_bus_fails_is_lost_and_comes_back_with_its_picture(
    fault: str, displayed: Displayed
) -> None:
    assert displayed.shows()
    displayed.panel.ail(fault)
    while (lost := displayed.told.get(timeout=SOON_S)) is None:
        pass
    assert isinstance(lost, DeviceLost)
    assert lost.hint
    displayed.panel.ail("none")
    assert displayed.shows()


def test_a_slow_bus_shows_all_the_same(displayed: Displayed) -> None:
    displayed.panel.ail("slow")
    assert displayed.shows()


def test_garbage_on_the_bus_is_gone_a_minute_after_it_is_mended(displayed: Displayed) -> None:
    displayed.panel.ail("garbage")
    displayed.oled.show(bytes([255, 0] * (64 * 64)))
    time.sleep(0.1)
    displayed.panel.ail("none")
    displayed.now_s += 61
    assert displayed.shows()


def test_a_brown_out_is_over_for_the_display_within_a_minute(displayed: Displayed) -> None:
    assert displayed.shows()
    displayed.panel.dip()
    assert not any(displayed.panel.last)
    displayed.now_s += 61
    assert displayed.shows()


def test_a_bus_carries_a_display_of_sixteen_shades_too() -> None:
    one = Displayed("ssd1322", (256, 64))
    try:
        assert one.shows()
    finally:
        one.oled.close()


# --- All of a virtual table


def table(tmp_path: Path, camera: bool = True) -> VirtualTable:
    plan = Plan((5, 6, 12), (22,), {}, 3, True, lambda: 1.0, camera)
    return VirtualTable(plan, tmp_path / "world.json", lambda: fresh(1, {}, 0), {})


def test_every_fault_that_is_listed_can_be_made_and_mended(tmp_path: Path) -> None:
    there, twin, panel = table(tmp_path), StripTwin(LEDS), Panel("ssd1306", (128, 64))
    GpioButtons(there.factory, (5, 6, 12)).open(lambda edge: None)
    GpioButtons(there.factory, (22,)).open(lambda edge: None)
    there.faults.add("strip", STRIP, twin.ail)
    there.faults.add("oled", OLED, panel.ail)
    try:
        for ailing in there.hands.ailing():
            for ailment in ailing.ailments:
                assert ailment.title
                assert ailment.does.endswith(".")
                assert ailment.then.endswith(".")
                there.hands.spoil(ailment.name, ailing.part)
                assert there.faults.now == ({} if ailment.passes else {ailing.part: ailment.name})
                there.hands.spoil("none", ailing.part)
                assert there.faults.now == {}
    finally:
        twin.close()
        there.close()


def test_the_names_of_the_list_are_those_that_the_parts_know() -> None:
    assert set(names(CAMERA)) == {fault.value for fault in Fault} - {"none"}
    assert "flood" in names(BUTTON)


def test_there_is_no_camera_to_spoil_where_none_looks(tmp_path: Path) -> None:
    there = table(tmp_path, camera=False)
    assert "camera" not in [one.part for one in there.hands.ailing()]
    with pytest.raises(ValueError, match="'camera' is no part of this table"):
        there.hands.spoil("black")


def test_a_camera_that_failed_fails_still_after_a_new_start(tmp_path: Path) -> None:
    table(tmp_path).hands.spoil("black")
    assert table(tmp_path).faults.now == {"camera": "black"}


def test_all_is_mended_at_once_and_each_change_is_heard() -> None:
    faults, heard = Faults(), list[str]()
    faults.add("strip", STRIP, heard.append)
    faults.changed = lambda: heard.append("changed")
    faults.spoil("strip", "pull")
    faults.mend()
    assert heard == ["pull", "changed", "none", "changed"]


def test_a_chip_that_is_gone_is_a_lost_device_and_its_lamps_work_again_afterwards(
    tmp_path: Path,
) -> None:
    there, edges = table(tmp_path), list[Edge]()
    buttons = GpioButtons(there.factory, (5, 6, 12), (16, 17, 18))
    buttons.open(edges.append)
    there.hands.spoil("pull", "buttons")
    with pytest.raises(DeviceLost, match="No such device"):
        buttons.lamp(0, True)
    there.hands.press(0, 5 * MS)
    assert edges == []
    there.hands.spoil("none", "buttons")
    buttons.lamp(0, True)
    assert there.contacts.lit(16)


def test_buttons_that_are_reached_for_while_the_chip_is_gone_are_there_once_it_is_back(
    tmp_path: Path,
) -> None:
    there, edges = table(tmp_path), list[Edge]()
    buttons = GpioButtons(there.factory, (5, 6, 12), (16, 17, 18))
    there.hands.spoil("pull", "buttons")
    for _ in range(2):
        with pytest.raises(DeviceLost, match="No such device"):
            buttons.open(edges.append)
    there.hands.spoil("none", "buttons")
    buttons.open(edges.append)
    there.hands.press(1, 5 * MS)
    assert {edge.button for edge in edges} == {1}


def test_a_wire_that_is_pulled_off_while_it_is_pressed_is_open(tmp_path: Path) -> None:
    there, edges = table(tmp_path), list[Edge]()
    buttons = GpioButtons(there.factory, (5, 6, 12))
    buttons.open(edges.append)
    there.hands.press(1, 5 * MS)
    assert buttons.level(1)
    there.hands.spoil("dead", "button 1")
    assert not buttons.level(1)


def test_pins_keep_no_list_of_what_they_were(tmp_path: Path) -> None:
    there = table(tmp_path)
    buttons = GpioButtons(there.factory, (5, 6, 12))
    buttons.open(lambda edge: None)
    for tap in range(50):
        there.hands.press(0, tap * 200 * MS)
        there.hands.release(0, (tap * 200 + 100) * MS)
    assert len(there.factory.pin(5).states) <= 1


def test_a_slow_disk_takes_its_time_and_a_full_one_has_no_room() -> None:
    slept = list[float]()
    disk = Disk(slept.append)
    disk.synced()
    disk.ail("slow")
    disk.synced()
    disk.ail("full")
    assert disk.full
    disk.ail("none")
    disk.synced()
    assert slept == [0.1]
    assert not disk.full
    with pytest.raises(ValueError, match="'melted'"):
        disk.ail("melted")


def test_a_picture_is_made_once_and_anew_when_the_display_shows_another(
    displayed: Displayed,
) -> None:
    """Every page asks for it at every turn."""
    assert displayed.shows()
    before = displayed.panel.last
    assert displayed.panel.last is before
    assert displayed.shows()
    assert displayed.panel.last != before
    displayed.panel.lose_power()
    assert displayed.panel.last == bytes(len(before))
