"""The LED strip's line on a real ttyUSB0 whose plug can be pulled."""

from __future__ import annotations

import os
import queue
import time
from collections.abc import Callable, Iterator

import pytest

from hw.pi.strip import SerialStrip, open_port
from hw.ports import DeviceLost
from hw.wire.adalight import Decoder, Shown, safe
from tests.bed.guest.modules import wait_for
from tests.bed.guest.plug import PORT, UsbSerial

pytestmark = pytest.mark.bed
LEDS = 150
BAUD = 1_000_000
REPLUGS = int(os.environ.get("TABLE_BED_REPLUGS", "5"))
BACK_WITHIN_S = 2.0

Told = queue.Queue[DeviceLost | None]


class FarEnd:
    """The controller: what it could read of what came."""

    def __init__(self, usb: UsbSerial) -> None:
        self._usb = usb
        self._decoder = Decoder(LEDS)
        self.last = b""

    def look(self) -> None:
        for news in self._decoder.feed(self._usb.heard()):
            if isinstance(news, Shown):
                self.last = news.pixels

    def shows(self, pixels: bytes) -> bool:
        self.look()
        return self.last == pixels


def picture(number: int) -> bytes:
    return safe(bytes((number + i) % 256 for i in range(3 * LEDS)))


def until(true: Callable[[], bool], timeout_s: float = 10.0) -> float:
    """The seconds until it is true."""
    start_s = time.monotonic()
    while not true():
        assert time.monotonic() - start_s < timeout_s
        time.sleep(0.002)
    return time.monotonic() - start_s


@pytest.fixture
def told() -> Told:
    return queue.Queue()


@pytest.fixture
def strip(usb: UsbSerial, told: Told) -> Iterator[SerialStrip]:
    strip = SerialStrip(PORT, LEDS, baud=BAUD, told=told.put)
    strip.open()
    assert told.get(timeout=10) is None
    yield strip
    strip.close()


def test_a_frame_reaches_the_far_end_of_the_usb_line(usb: UsbSerial, strip: SerialStrip) -> None:
    far = FarEnd(usb)
    strip.show(picture(1))
    until(lambda: far.shows(picture(1)))


def test_a_second_program_is_refused_the_port(usb: UsbSerial, strip: SerialStrip) -> None:
    with pytest.raises(OSError, match="exclusively lock"):
        open_port(PORT, BAUD)


def test_a_pulled_plug_is_told_and_the_picture_is_back_soon_after_the_node(
    usb: UsbSerial, strip: SerialStrip, told: Told
) -> None:
    far, slowest_s = FarEnd(usb), 0.0
    for number in range(REPLUGS):
        strip.show(picture(number))
        usb.unplug()
        lost = told.get(timeout=10)
        assert isinstance(lost, DeviceLost)
        assert lost.where == PORT
        wait_for(PORT, there=False)
        strip.show(picture(number + 1))
        usb.plug()
        wait_for(PORT)
        slowest_s = max(slowest_s, until(lambda n=number: far.shows(picture(n + 1))))  # type: ignore[misc]
        while told.get(timeout=10) is not None:
            pass  # it is not there, after it was pulled
    assert told.empty()
    assert slowest_s < BACK_WITHIN_S
