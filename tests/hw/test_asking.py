"""Wires are asked once who is there, and nothing is changed on them."""

from __future__ import annotations

import errno
import os
import select
import threading
import tty
from pathlib import Path

import pytest

from hw.mock.strip import BUILD, VERSION, StripTwin
from hw.pi.asking import MOST, i2c_answers, serial_answer
from hw.wire.wled import Answers, Info, Version


class Bus:
    """An I2C bus with so many on it; *broken* is what it says to everybody."""

    def __init__(self, name: str, here: dict[int, int], broken: int = 0) -> None:
        self.name, self.here, self.broken, self.closed = name, here, broken, False

    def read_byte(self, address: int) -> int:
        if self.broken:
            raise OSError(self.broken, os.strerror(self.broken))
        number = self.here.get(address, errno.EREMOTEIO)
        if number:
            raise OSError(number, os.strerror(number))
        return 0

    def close(self) -> None:
        self.closed = True


def test_who_answers_on_i2c_is_found_also_where_the_kernel_has_it() -> None:
    bus = Bus("", {0x3C: 0, 0x68: errno.EBUSY, 0x20: errno.ENXIO})
    assert i2c_answers(Path("/dev/i2c-1"), lambda name: bus) == (0x3C, 0x68)
    assert bus.closed


def test_a_bus_that_hangs_is_told_and_let_go() -> None:
    bus = Bus("", {}, errno.ETIMEDOUT)
    with pytest.raises(OSError, match="timed out"):
        i2c_answers(Path("/dev/i2c-1"), lambda name: bus)
    assert bus.closed


def test_a_bus_on_which_a_read_never_ends_is_left_to_itself() -> None:
    freed = threading.Event()

    class Stuck(Bus):
        def read_byte(self, address: int) -> int:
            freed.wait()
            return super().read_byte(address)

        def close(self) -> None:
            super().close()
            let_go.set()

    let_go = threading.Event()
    bus = Stuck("", {0x3C: 0})
    with pytest.raises(OSError, match="it hangs: no answer within") as wrong:
        i2c_answers(Path("/dev/i2c-1"), lambda name: bus, 0.05)
    assert wrong.value.errno == errno.ETIMEDOUT
    assert not bus.closed  # whoever hangs in it still has it
    freed.set()
    assert let_go.wait(5)


def test_a_bus_that_is_not_there_is_an_oserror() -> None:
    with pytest.raises(OSError, match="No such file"):
        i2c_answers(Path("/dev/i2c-none"))


def test_a_controller_is_asked_for_its_version() -> None:
    near, far = os.openpty()
    heard = []

    def controller() -> None:
        heard.append(os.read(near, 10))
        os.write(near, b"WLED 2409100\r\n")

    thread = threading.Thread(target=controller)
    thread.start()
    assert serial_answer(os.ttyname(far), 115200) == b"WLED 2409100\r\n"
    thread.join()
    assert heard == [b"v"]
    os.close(near)
    os.close(far)


def test_wled_is_asked_for_its_leds_as_well() -> None:
    twin = StripTwin(7)
    said = Answers().feed(serial_answer(twin.port, 115200))
    twin.close()
    assert said == (Version(BUILD), Info(VERSION, 7))


def test_a_mute_controller_says_nothing_in_time() -> None:
    near, far = os.openpty()
    assert serial_answer(os.ttyname(far), 115200, listen_s=0.1) == b""
    os.close(near)
    os.close(far)


@pytest.mark.timeout(20)
def test_one_that_babbles_without_end_fills_no_memory() -> None:
    near, far = os.openpty()
    tty.setraw(near)
    tty.setraw(far)
    stop = threading.Event()

    def babbler() -> None:
        while not stop.is_set():
            if select.select([], [near], [], 0.02)[1]:
                os.write(near, bytes(512))

    thread = threading.Thread(target=babbler)
    thread.start()
    try:
        said = serial_answer(os.ttyname(far), 115200, listen_s=0.3)
    finally:
        stop.set()
        thread.join()
        os.close(near)
        os.close(far)
    assert 0 < len(said) <= MOST


@pytest.mark.timeout(20)
def test_one_that_says_nothing_but_its_version_is_asked_no_longer_than_it_takes() -> None:
    near, far = os.openpty()
    tty.setraw(near)
    tty.setraw(far)
    stop = threading.Event()

    def parrot() -> None:
        while not stop.is_set():
            if select.select([near], [], [], 0.02)[0] and b"v" in os.read(near, 64):
                os.write(near, b"WLED 2409100\r\n")

    thread = threading.Thread(target=parrot)
    thread.start()
    try:
        said = serial_answer(os.ttyname(far), 115200, listen_s=0.2)
    finally:
        stop.set()
        thread.join()
        os.close(near)
        os.close(far)
    assert b"WLED 2409100" in said
