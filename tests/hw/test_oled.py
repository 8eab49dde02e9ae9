"""The real OLED port on a bus of our own, and its twin."""

from __future__ import annotations

import errno
import itertools
import queue
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from firmware_host.daemon.upkeep.minders import Minders
from hw.mock.oled import MockBus, MockOled
from hw.pi.oled import MOST_HUNG, LumaOled, Pace
from hw.pi.oled_care import Care
from hw.pi.oled_line import Wire, connected, lost
from hw.ports import DeviceLost, Oled

SOON = (0.01, 0.02)
STEADY = Care(shift=False, dim_after_s=0)
Told = queue.Queue[DeviceLost | None]


def picture(step: int) -> bytes:
    return bytes(255 if (at // 128 + at) % step == 0 else 90 for at in range(128 * 64))


def lit(shown: bytes) -> bytes:
    return bytes(255 if light >= 128 else 0 for light in shown)


def shows(bus: MockBus, wanted: bytes) -> bool:
    return bus.comes_to(lambda chip: chip.on and chip.picture() == lit(wanted))


class Clock:
    """What the display takes for the time."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def opened(
    bus: MockBus,
    told: Told,
    driver: str = "ssd1306",
    care: Care = STEADY,
    clock: Clock | None = None,
) -> LumaOled:
    pace = Pace(SOON, deadline_s=0.2, heart_s=0.01, clock=clock or Clock())
    oled = LumaOled(driver, Wire("i2c", smbus=bus), told=told.put, care=care, pace=pace)
    oled.open()
    return oled


@pytest.fixture
def told() -> Told:
    return queue.Queue()


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106", "ssd1309"])
def test_a_picture_arrives_with_lit_and_dark_where_they_belong(driver: str, told: Told) -> None:
    bus = MockBus(driver)
    oled = opened(bus, told, driver)
    oled.show(picture(3))
    assert shows(bus, picture(3))
    oled.show(picture(5))
    oled.close()
    assert bus.chip.picture() == lit(picture(5))


def test_what_has_not_changed_is_not_sent_again(told: Told) -> None:
    bus = MockBus()
    oled = opened(bus, told)
    oled.show(picture(3))
    assert shows(bus, picture(3))
    before = bus.sent
    other = bytearray(picture(3))
    other[20 * 128 + 64] ^= 255
    oled.show(bytes(other))
    assert shows(bus, bytes(other))
    assert bus.sent - before < 40  # a few heartbeats among them
    oled.close()


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        (errno.EREMOTEIO, "i2cdetect -y 1"),
        (errno.ENXIO, "i2cdetect -y 1"),
        (errno.EIO, "bad contact"),
        (errno.EAGAIN, "disturbs the bus"),
        (errno.ETIMEDOUT, "off and on"),
        (errno.EBUSY, "dtoverlay=ssd1306"),
        (errno.EACCES, "usermod"),
        (errno.ENODEV, "dtparam=i2c_arm=on"),
    ],
)
def test_a_display_lost_in_the_middle_says_where_and_what_to_do_and_comes_back_with_its_picture(
    number: int, hint: str, told: Told
) -> None:
    bus = MockBus()
    oled = opened(bus, told)
    assert told.get(timeout=5) is None
    bus.fails = OSError(number, "no")
    oled.show(picture(4))
    gone = told.get(timeout=5)
    assert gone is not None
    assert gone.where == "/dev/i2c-1 address 0x3c"
    assert hint in gone.hint
    bus.lose_power()
    bus.fails = None
    assert told.get(timeout=5) is None
    assert shows(bus, picture(4))
    oled.close()
    assert told.empty()


def test_a_display_that_was_there_is_waited_for_anew_from_the_first_wait(told: Told) -> None:
    bus = MockBus()
    pace = Pace((0.1, 30.0), deadline_s=0.2, heart_s=0.01, clock=Clock())
    oled = LumaOled("ssd1306", Wire("i2c", smbus=bus), told=told.put, care=STEADY, pace=pace)
    oled.open()
    for _ in range(7):  # the seventh wait would be of six seconds, if each doubled the last
        assert told.get(timeout=5) is None
        bus.fails = OSError(errno.EREMOTEIO, "Remote I/O error")
        assert told.get(timeout=5) is not None
        bus.fails = None
    assert told.get(timeout=3) is None
    oled.close()


def test_a_display_that_is_pulled_while_nothing_changes_is_missed(told: Told) -> None:
    bus = MockBus()
    oled = opened(bus, told)
    assert told.get(timeout=5) is None
    bus.fails = OSError(errno.EREMOTEIO, "Remote I/O error")
    assert told.get(timeout=5) is not None
    oled.close()


def test_a_bus_that_hangs_takes_only_the_display_and_that_is_back_when_it_flows(
    told: Told,
) -> None:
    bus = MockBus()
    oled = opened(bus, told)
    assert told.get(timeout=5) is None
    bus.flows.clear()
    oled.show(picture(4))  # never waits
    gone = told.get(timeout=5)
    assert gone is not None
    assert gone.says.endswith("no answer within 0.2 s")
    assert "switch the table off and on" in gone.hint
    bus.flows.set()
    assert told.get(timeout=5) is None
    assert shows(bus, picture(4))
    oled.close()


def test_threads_left_on_a_bus_that_hangs_stay_few_and_nobody_misses_them(told: Told) -> None:
    bus, minders = MockBus(), Minders()
    bus.flows.clear()
    oled = minders.begun("oled", lambda: opened(bus, told))
    assert told.get(timeout=5) is not None

    def hanging() -> int:
        return sum(one.name.startswith("oled transfer") for one in threading.enumerate())

    most = max(hanging() for _ in _ticks(1.5))
    assert most <= MOST_HUNG
    assert minders.silent() == ""
    bus.flows.set()
    assert told.get(timeout=5) is None
    assert minders.silent() == ""
    oled.close()


def _ticks(seconds: float) -> Iterator[None]:
    """Moments of so long a time."""
    tick = threading.Event()
    for _ in range(int(seconds / 0.05)):
        tick.wait(0.05)
        yield


def test_a_display_that_lost_its_power_unseen_is_set_anew_within_a_minute(told: Told) -> None:
    bus, clock = MockBus(), Clock()
    oled = opened(bus, told, clock=clock)
    oled.show(picture(3))
    assert shows(bus, picture(3))
    bus.lose_power()
    clock.now_s += 60
    assert shows(bus, picture(3))
    oled.close()


def test_after_a_while_without_news_it_is_darker_and_bright_again_with_them(told: Told) -> None:
    bus, clock = MockBus(), Clock()
    oled = opened(bus, told, care=Care(dim_after_s=300), clock=clock)
    oled.show(picture(3))
    assert bus.comes_to(lambda chip: chip.contrast == 0xCF)
    clock.now_s += 301
    assert bus.comes_to(lambda chip: chip.contrast == 0xCF // 4)
    oled.show(picture(3))  # no news
    assert bus.chip.contrast == 0xCF // 4
    oled.show(picture(5))
    assert bus.comes_to(lambda chip: chip.contrast == 0xCF)
    oled.close()


def test_a_display_at_the_other_address_of_the_two_is_found(told: Told) -> None:
    bus = MockBus(address=0x3D)
    oled = opened(bus, told)
    gone = told.get(timeout=5)
    oled.close()
    assert gone is not None
    assert "something does at 0x3d" in gone.says
    assert gone.hint == "Write address = 0x3d in [oled]"


def test_a_cause_that_changes_is_told_and_one_that_stays_is_not(told: Told) -> None:
    bus = MockBus()
    bus.fails = OSError(errno.EREMOTEIO, "Remote I/O error")
    oled = opened(bus, told)
    causes = [told.get(timeout=5)]
    bus.fails = PermissionError(errno.EACCES, "Permission denied")
    causes.append(told.get(timeout=5))
    oled.close()
    assert told.empty()
    assert ["wired" in str(causes[0]), "usermod" in str(causes[1])] == [True, True]


def test_a_bus_that_is_not_there_is_a_lost_device_with_a_hint(told: Told) -> None:
    oled = LumaOled("sh1106", Wire("i2c", bus=19), told=told.put, pace=Pace(SOON))
    oled.open()
    gone = told.get(timeout=5)
    oled.close()
    assert "/dev/i2c-19" in str(gone)
    assert "dtparam=i2c_arm=on" in str(gone)


@pytest.mark.parametrize(
    ("missing", "package"), [("RPi", "python3-rpi-lgpio"), ("spidev", "python3-spidev")]
)
def test_a_library_that_is_missing_is_named_with_its_package(missing: str, package: str) -> None:
    gone = lost(
        Wire("spi", bus=0), ModuleNotFoundError(f"No module named {missing!r}", name=missing)
    )
    assert gone.where == "/dev/spidev0.0"
    assert gone.hint == f"sudo apt install {package}"


def test_lumas_own_errors_keep_what_the_kernel_said() -> None:
    bus = MockBus()
    for number in (errno.EREMOTEIO, errno.EIO):
        bus.fails = OSError(number, "no")
        with pytest.raises(Exception, match="not found on address") as hidden:
            connected(Wire("i2c", address=0x27, smbus=bus))
        assert isinstance(hidden.value, Exception)
        assert ("bad contact" in lost(Wire("i2c"), hidden.value).hint) == (number == errno.EIO)


def test_unknown_drivers_and_pictures_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="'ssd1307' is no OLED driver; write one of ssd1306"):
        LumaOled("ssd1307", Wire("i2c"))
    for oled in (LumaOled("ssd1306", Wire("i2c")), MockOled()):
        with pytest.raises(ValueError, match="3 bytes; the display has 128x64"):
            oled.show(bytes(3))


def test_the_twin_shows_what_its_chip_makes_of_the_bytes_and_can_save_it(tmp_path: Path) -> None:
    seen: list[bytes] = []
    twin = MockOled(128, 64, seen=seen.append)
    port: Oled = twin
    port.show(picture(3))
    port.show(picture(5))
    assert (twin.last, twin.pictures) == (lit(picture(5)), 2)
    assert seen == [lit(picture(3)), lit(picture(5))]
    twin.save(tmp_path / "shown.png")
    assert Image.open(tmp_path / "shown.png").tobytes() == lit(picture(5))


def test_a_picture_moves_by_a_pixel_a_minute_and_is_never_cut() -> None:
    width, care = 128, Care()
    inner = bytearray(128 * 64)
    inner[30 * width + 60] = 255
    places = [care.placed(bytes(inner), width, 60.0 * minute).index(255) for minute in range(9)]
    assert len(set(places)) == 9
    for one, other in itertools.pairwise((*places, places[0])):
        rows, columns = abs(one // width - other // width), abs(one % width - other % width)
        assert max(rows, columns) <= 2
    framed = bytearray(128 * 64)
    framed[:width] = framed[-width:] = b"\xff" * width
    framed[::width] = framed[width - 1 :: width] = b"\xff" * 64
    for minute in range(9):
        assert care.placed(bytes(framed), width, 60.0 * minute) == framed
    assert Care(shift=False).placed(bytes(inner), width, 60.0) == inner


def test_after_a_longer_while_it_is_dark_until_there_are_news_or_somebody_presses(
    told: Told,
) -> None:
    bus, clock = MockBus(), Clock()
    care = Care(shift=False, dim_after_s=300, blank_after_s=1800)
    oled = opened(bus, told, care=care, clock=clock)
    oled.show(picture(3))
    assert shows(bus, picture(3))
    clock.now_s += 1801
    assert bus.comes_to(lambda chip: not any(chip.picture()))
    oled.wake()
    assert shows(bus, picture(3))
    assert bus.chip.contrast == 0xCF
    clock.now_s += 1801
    assert bus.comes_to(lambda chip: not any(chip.picture()))
    oled.show(picture(5))
    assert shows(bus, picture(5))
    oled.close()


def test_a_press_makes_a_dim_display_bright_though_its_picture_stays(told: Told) -> None:
    bus, clock = MockBus(), Clock()
    oled = opened(bus, told, care=Care(shift=False, dim_after_s=300), clock=clock)
    oled.show(picture(3))
    assert bus.comes_to(lambda chip: chip.contrast == 0xCF)
    clock.now_s += 301
    assert bus.comes_to(lambda chip: chip.contrast == 0xCF // 4)
    oled.wake()
    assert bus.comes_to(lambda chip: chip.contrast == 0xCF)
    oled.close()
