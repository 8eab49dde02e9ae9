"""A controller with WLED at the far end of a real ttyUSB0: found, greeted, brought up to speed."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator

import pytest

from hw.pi.serial_ports import listed, resolved
from hw.pi.strip import SerialStrip, open_port
from hw.pi.traits import Traits
from hw.ports import DeviceLost, Note
from hw.wire.adalight import Shown, safe
from hw.wire.wled import Asked, Baud, Info, Receiver, State, info_line, version_line
from tests.bed.drivers.test_serial_strip import until
from tests.bed.guest.modules import wait_for
from tests.bed.guest.plug import PORT, UsbSerial

pytestmark = pytest.mark.bed
LEDS = 150
RED = bytes((200, 0, 0)) * LEDS


class Wled:
    """What the far end makes of what comes, and answers; it has no speed of its own."""

    def __init__(self, usb: UsbSerial, leds: int = LEDS, *, deaf_to: int = 0) -> None:
        """*deaf_to* so many questions: as if they came at another speed."""
        self._usb, self._info, self._deaf_to = usb, Info("0.15.0", leds), deaf_to
        self._receiver = Receiver()
        self.last, self.bauds, self.off = b"", list[int](), False
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ending.wait(0.002):
            for one in self._receiver.feed(self._usb.heard()):
                self._take(one)

    def _take(self, one: object) -> None:
        match one:
            case Shown(pixels):
                self.last = pixels
            case Baud(baud):
                self.bauds.append(baud)
            case Asked("v") if self._deaf_to > 0:
                self._deaf_to -= 1
            case Asked("v"):
                self._say(version_line("2410270"))
            case State(keys):
                self.off = keys.get("on") is False
                if keys.get("v"):
                    self._say(info_line(self._info, on=True))

    def _say(self, line: bytes) -> None:
        os.write(self._usb.far, line)

    def close(self) -> None:
        self._ending.set()
        self._thread.join()


@pytest.fixture
def ends() -> Iterator[list[Callable[[], None]]]:
    """What is to be closed, the last first."""
    closing: list[Callable[[], None]] = []
    yield closing
    for one in reversed(closing):
        one()


Ends = list[Callable[[], None]]
Notes = queue.Queue[Note]


def opened(ends: Ends, baud: int, traits: Traits, port: str = PORT) -> tuple[SerialStrip, Notes]:
    strip, notes = SerialStrip(port, LEDS, baud=baud, traits=traits), Notes()
    strip.noted = notes.put
    strip.open()
    ends.append(strip.close)
    return strip, notes


def test_the_adapter_is_found_by_chip_and_by_serial_number(usb: UsbSerial) -> None:
    (one,) = [port for port in listed() if port.node == PORT]
    assert one.chip == "0403:6001"
    assert one.number
    assert resolved("usb:0403:6001") == resolved(f"serial:{one.number}") == PORT
    with pytest.raises(DeviceLost, match=r"it is not 1a86:7523") as lost:
        resolved("usb:1a86:7523")
    assert f"{PORT} (0403:6001): skipped" in lost.value.says


def test_wled_answers_over_the_real_line(usb: UsbSerial, ends: Ends) -> None:
    far = Wled(usb)
    ends.append(far.close)
    strip, notes = opened(ends, 1_000_000, Traits(), "usb:0403:6001")
    strip.show(RED)
    until(lambda: far.last == safe(RED))
    assert notes.get(timeout=10) == Note("controller", "WLED 0.15.0 answers; 150 LEDs")


def test_the_lines_speed_is_changed_and_both_ends_answer_there(usb: UsbSerial, ends: Ends) -> None:
    far = Wled(usb, leds=30, deaf_to=1)
    ends.append(far.close)
    strip, notes = opened(ends, 921_600, Traits(start_baud=115_200))
    strip.show(RED)
    until(lambda: far.last == safe(RED))
    assert far.bauds == [921_600]
    note = notes.get(timeout=10)
    assert not note.well
    assert "has 30 LEDs, the table's file 150" in note.says


def test_a_mute_controller_is_left_at_its_speed_and_shown_pictures(
    usb: UsbSerial, ends: Ends
) -> None:
    far = Wled(usb, deaf_to=1000)
    ends.append(far.close)
    strip, notes = opened(ends, 921_600, Traits(start_baud=115_200))
    strip.show(RED)
    until(lambda: far.last == safe(RED))
    assert far.bauds == []
    assert "it does not go to 921600 baud, so 115200 is used" in notes.get(timeout=10).says


def test_a_frame_that_the_pulled_plug_cut_off_costs_no_other(usb: UsbSerial, ends: Ends) -> None:
    """The controller has a supply of its own: it waits in the midst of the frame."""
    far = Wled(usb)
    ends.append(far.close)
    line = open_port(PORT, 1_000_000)
    line.write(b"Ada\x00\x95\xc0" + bytes([0xB6] * 200))
    until(lambda: far._receiver._awaited > 0)
    line.close()
    usb.unplug()
    wait_for(PORT, there=False)
    strip, _ = opened(ends, 1_000_000, Traits())
    strip.show(RED)
    usb.plug()
    wait_for(PORT)
    until(lambda: far.last == safe(RED))
    assert far.bauds == []


def test_a_clean_end_leaves_it_dark_and_off(usb: UsbSerial, ends: Ends) -> None:
    far = Wled(usb)
    ends.append(far.close)
    strip = SerialStrip(PORT, LEDS, baud=1_000_000)
    strip.open()
    strip.show(RED)
    until(lambda: far.last == safe(RED))
    strip.show(bytes(3 * LEDS))
    strip.close()
    until(lambda: far.off)
    assert far.last == bytes(3 * LEDS)
