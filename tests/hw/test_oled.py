"""The real OLED port on a bus of our own, and its twin."""

from __future__ import annotations

import errno
import queue
import threading
from pathlib import Path

import pytest
from PIL import Image

from hw.mock.oled import MockOled
from hw.pi.oled import LumaOled, Wire
from hw.ports import DeviceLost, Oled

# luma 3.16 still reads pictures in a way that Pillow 14 will no longer know.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated")

SOON = (0.01, 0.02)
COMMAND, DATA = 0x00, 0x40


class Bus:
    """An I2C bus with one SSD1306 on it: keeps the picture memory, and fails when told."""

    def __init__(self) -> None:
        self.memory = bytearray()
        self.fails: OSError | None = None
        self.news = threading.Condition()

    def write_i2c_block_data(self, address: int, mode: int, data: list[int]) -> None:
        with self.news:
            if self.fails is not None:
                raise self.fails
            assert address == 0x3C
            if mode == DATA:
                self.memory = (self.memory + bytes(data))[-1024:]
            self.news.notify_all()

    def shows(self, picture: bytes) -> bool:
        """Whether the display comes to show *picture* (lit from 128 on)."""
        columns = bytearray(1024)
        for at, light in enumerate(picture):
            y, x = divmod(at, 128)
            columns[y // 8 * 128 + x] |= (light >= 128) << y % 8
        with self.news:
            return self.news.wait_for(lambda: self.memory == columns, 5)


def picture(step: int) -> bytes:
    return bytes(255 if (at // 128 + at) % step == 0 else 90 for at in range(128 * 64))


def test_a_picture_arrives_with_lit_and_dark_where_they_belong() -> None:
    bus = Bus()
    oled = LumaOled("ssd1306", Wire("i2c"), smbus=bus)
    oled.open()
    oled.show(picture(3))
    assert bus.shows(picture(3))
    oled.show(picture(5))
    oled.close()
    assert bus.shows(picture(5))


@pytest.mark.parametrize(
    ("number", "hint"),
    [(errno.EREMOTEIO, "i2cdetect"), (errno.EIO, "bad contact"), (errno.ETIMEDOUT, "off and on")],
)
def test_a_display_lost_in_the_middle_says_where_and_what_to_do_and_comes_back_with_its_picture(
    number: int, hint: str
) -> None:
    bus = Bus()
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    oled = LumaOled("ssd1306", Wire("i2c"), smbus=bus, told=told.put, back_off_s=SOON)
    oled.open()
    assert told.get(timeout=5) is None
    bus.fails = OSError(number, "no")
    oled.show(picture(4))
    lost = told.get(timeout=5)
    assert lost is not None
    assert lost.where == "/dev/i2c-1 address 0x3c"
    assert hint in str(lost) or number == errno.EIO  # luma tells EIO and EREMOTEIO as one
    bus.fails = None
    assert told.get(timeout=5) is None
    assert bus.shows(picture(4))
    oled.close()
    assert told.empty()


def test_a_bus_that_is_not_there_is_a_lost_device_with_a_hint() -> None:
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    oled = LumaOled("sh1106", Wire("i2c", bus=19), told=told.put, back_off_s=SOON)
    oled.open()
    lost = told.get(timeout=5)
    oled.close()
    assert "/dev/i2c-19" in str(lost)
    assert "dtparam=i2c_arm=on" in str(lost)


def test_unknown_drivers_and_pictures_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="'ssd1307' is no OLED driver; write one of ssd1306"):
        LumaOled("ssd1307", Wire("i2c"))
    for oled in (LumaOled("ssd1306", Wire("i2c")), MockOled()):
        with pytest.raises(ValueError, match="3 bytes; the display has 128x64"):
            oled.show(bytes(3))


def test_the_twin_keeps_the_last_picture_and_can_save_it(tmp_path: Path) -> None:
    seen: list[bytes] = []
    twin = MockOled(128, 64, seen.append)
    port: Oled = twin
    port.show(picture(3))
    port.show(picture(5))
    assert (twin.last, twin.pictures) == (picture(5), 2)
    assert seen == [picture(3), picture(5)]
    twin.save(tmp_path / "shown.png")
    assert Image.open(tmp_path / "shown.png").tobytes() == picture(5)
