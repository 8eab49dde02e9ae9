"""An OLED on SPI through luma, with stand-ins for the two libraries that only a Pi has."""

from __future__ import annotations

import queue
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hw.mock.oled import take
from hw.pi.oled import LumaOled, Pace
from hw.pi.oled_care import Care
from hw.pi.oled_line import Wire
from hw.ports import DeviceLost
from hw.wire.oled import Transfer
from hw.wire.oled_chip import chip

GPIO = """
BCM, OUT, LOW, HIGH = 11, 0, 0, 1
levels = {}
def setmode(mode): pass
def setup(pin, way): levels.setdefault(pin, 0)
def output(pin, level): levels[pin] = level
def cleanup(pins): pass
"""
SPIDEV = """
import errno, os
from RPi import GPIO
written, fails = [], []
class SpiDev:
    def open(self, bus, select):
        if fails: raise OSError(fails[0], os.strerror(fails[0]))
    def writebytes(self, payload):
        assert len(payload) <= 4096
        written.append((GPIO.levels[24], bytes(payload)))
    def close(self): pass
"""


@pytest.fixture
def spidev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The stand-in of ``spidev``, which keeps what is written and whether it was data."""
    (tmp_path / "RPi").mkdir()
    (tmp_path / "RPi" / "__init__.py").write_text("")
    (tmp_path / "RPi" / "GPIO.py").write_text(GPIO)
    (tmp_path / "spidev.py").write_text(SPIDEV)
    monkeypatch.syspath_prepend(str(tmp_path))
    names = ("RPi", "RPi.GPIO", "spidev")
    before = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    import spidev as stand_in

    yield stand_in
    for name in names:
        sys.modules.pop(name, None)
    sys.modules.update(before)


def shown(written: list[tuple[int, bytes]]) -> bytes:
    far = chip("ssd1322", 256, 64)
    for data, payload in written:
        take(far, Transfer(bool(data), payload))
    return far.picture() if far.on else b""


def test_a_grey_display_on_spi_shows_sixteen_shades(spidev: Any) -> None:
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    care = Care(shift=False, dim_after_s=0)
    oled = LumaOled("ssd1322", Wire("spi", bus=0), (256, 64), told=told.put, care=care)
    oled.open()
    assert told.get(timeout=5) is None
    oled.show(bytes(at % 256 for at in range(256 * 64)))
    oled.close()
    assert shown(spidev.written) == bytes(at % 256 // 16 * 17 for at in range(256 * 64))
    assert told.empty()


@pytest.mark.parametrize(
    ("number", "hint"),
    [(2, "dtparam=spi=on"), (13, "usermod -aG i2c,spi"), (16, "end the program that has it")],
)
def test_an_spi_bus_that_cannot_be_opened_says_what_to_do(
    number: int, hint: str, spidev: Any
) -> None:
    spidev.fails.append(number)
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    oled = LumaOled("ssd1322", Wire("spi", bus=0), (256, 64), told=told.put, pace=Pace((0.01, 0.1)))
    oled.open()
    gone = told.get(timeout=5)
    oled.close()
    assert gone is not None
    assert gone.where == "/dev/spidev0.0"
    assert hint in gone.hint
