"""LED strips on a real spidev, whose transfers are written down."""

from __future__ import annotations

import queue
import time

import pytest

from hw.pi.spi_strip import SpiStrip, limit
from hw.ports import DeviceLost
from hw.wire.spi_leds import leds
from tests.bed.guest.modules import set_parameter
from tests.bed.guest.tape import Message, Tape

pytestmark = pytest.mark.bed
LEDS = 150


def picture(number: int) -> bytes:
    return bytes((number + i) % 256 for i in range(3 * LEDS))


def next_transfers(tape: Tape) -> list[Message]:
    until_s = time.monotonic() + 5
    while not (news := tape.new()):
        assert time.monotonic() < until_s
        time.sleep(0.005)
    return news


@pytest.mark.parametrize("chip", ["ws2812", "apa102"])
def test_a_frame_is_one_transfer_at_the_leds_clock(spi: Tape, chip: str) -> None:
    kind = leds(chip, LEDS, "grb")
    strip = SpiStrip((0, 1), LEDS, kind)
    strip.show(picture(3))
    strip.open()
    (message,) = next_transfers(spi)
    strip.close()
    assert (message.where, message.hz) == (1, kind.hz)
    assert kind.decode(message.body) == picture(3)


def test_spidevs_limit_is_read_from_the_kernel(spi: Tape) -> None:
    assert limit() == 4096


def test_a_transfer_that_fails_is_told_and_the_picture_goes_out_again(spi: Tape) -> None:
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    kind = leds("ws2812", LEDS)
    strip = SpiStrip((0, 0), LEDS, kind, told.put)
    strip.open()
    assert told.get(timeout=5) is None
    set_parameter("tape_spi", "failing", 1)
    strip.show(picture(5))
    lost = told.get(timeout=5)
    assert isinstance(lost, DeviceLost)
    assert "Input/output error" in lost.says
    assert told.get(timeout=5) is None
    assert kind.decode(next_transfers(spi)[-1].body) == picture(5)
    strip.close()
