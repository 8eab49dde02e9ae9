"""The OLED's line on a real I2C bus that is written down."""

from __future__ import annotations

import errno
import queue
import time
from collections.abc import Iterator

import pytest

from hw.mock.oled import DATA, take
from hw.pi.oled import LumaOled, Pace
from hw.pi.oled_care import Care
from hw.pi.oled_line import Wire
from hw.ports import DeviceLost
from hw.wire.oled import Transfer
from hw.wire.oled_chip import chip
from tests.bed.guest.modules import set_parameter
from tests.bed.guest.tape import Tape

pytestmark = [
    pytest.mark.bed,
    pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated"),
]
HANGING_HZ = 3  # a word of two bytes takes some 10 s
DEADLINE_S = 4.0  # an emulated processor that others want as well takes its time

Told = queue.Queue[DeviceLost | None]


class FarEnd:
    """The display: what it makes of what was written to it."""

    def __init__(self, tape: Tape) -> None:
        self._tape, self.chip, self.data_bytes = tape, chip("ssd1306", 128, 64), 0

    def look(self) -> None:
        for message in self._tape.new():
            data = message.body[0] == DATA
            self.data_bytes += data * len(message.body)
            take(self.chip, Transfer(data, message.body[1:]))

    def comes_to_show(self, picture: bytes) -> bool:
        until_s = time.monotonic() + 10
        while time.monotonic() < until_s:
            self.look()
            if self.chip.on and self.chip.picture() == picture:
                return True
            time.sleep(0.005)
        return False


def picture(step: int) -> bytes:
    return bytes(255 * (at % step == 0) for at in range(128 * 64))


@pytest.fixture
def told() -> Told:
    return queue.Queue()


@pytest.fixture
def oled(i2c: Tape, told: Told) -> Iterator[LumaOled]:
    care = Care(shift=False, dim_after_s=0)
    opened = LumaOled(
        "ssd1306", Wire("i2c"), told=told.put, care=care, pace=Pace((0.05, 0.1), DEADLINE_S, 0.2)
    )
    yield opened
    set_parameter("tape_i2c", "gone", 0)
    set_parameter("tape_i2c", "wrong", errno.EREMOTEIO)
    opened.close()


def test_a_display_shows_what_it_is_given_and_gets_no_more_than_changed(
    i2c: Tape, oled: LumaOled, told: Told
) -> None:
    far = FarEnd(i2c)
    oled.open()
    assert told.get(timeout=10) is None
    oled.show(picture(3))
    assert far.comes_to_show(picture(3))
    before = far.data_bytes
    other = bytearray(picture(3))
    other[4000] ^= 255
    oled.show(bytes(other))
    assert far.comes_to_show(bytes(other))
    assert far.data_bytes - before == 2  # a column, and the byte that says that it is one


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        (errno.EREMOTEIO, "i2cdetect"),
        (errno.ENXIO, "i2cdetect"),
        (errno.EIO, "bad contact"),
        (errno.ETIMEDOUT, "the bus hangs"),
    ],
)
def test_a_display_that_is_pulled_is_missed_by_what_the_kernel_says_and_comes_back_whole(
    number: int, hint: str, i2c: Tape, oled: LumaOled, told: Told
) -> None:
    far = FarEnd(i2c)
    oled.open()
    assert told.get(timeout=10) is None
    oled.show(picture(5))
    assert far.comes_to_show(picture(5))
    set_parameter("tape_i2c", "wrong", number)
    set_parameter("tape_i2c", "gone", 1)
    gone = told.get(timeout=10)
    assert gone is not None
    assert gone.where == "/dev/i2c-1 address 0x3c"
    assert hint in gone.hint
    far.look()
    far.chip = chip("ssd1306", 128, 64)  # it had no power
    set_parameter("tape_i2c", "gone", 0)
    assert told.get(timeout=10) is None
    assert far.comes_to_show(picture(5))


def test_a_bus_that_hangs_is_told_within_its_deadline_and_the_display_is_back_after_it(
    i2c: Tape, oled: LumaOled, told: Told
) -> None:
    oled.open()
    assert told.get(timeout=10) is None
    set_parameter("tape_i2c", "hz", HANGING_HZ)
    try:
        gone = told.get(timeout=3 * DEADLINE_S)
    finally:
        set_parameter("tape_i2c", "hz", 400_000)
    assert gone is not None
    assert "the bus hangs" in gone.hint
    assert told.get(timeout=20) is None


def test_an_address_where_only_the_other_one_answers_is_told(i2c: Tape, told: Told) -> None:
    set_parameter("tape_i2c", "at", 0x3D)
    try:
        oled = LumaOled("ssd1306", Wire("i2c"), told=told.put, pace=Pace(deadline_s=DEADLINE_S))
        oled.open()
        gone = told.get(timeout=10)
        oled.close()
    finally:
        set_parameter("tape_i2c", "at", "0x3c,0x3d")
    assert gone is not None
    assert gone.hint == "Write address = 0x3d in [oled]"
