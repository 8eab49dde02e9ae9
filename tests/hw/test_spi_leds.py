"""LEDs on SPI: frames there and back, and the strip that sends them."""

from __future__ import annotations

import queue
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.pi.spi_strip import SpiStrip, open_bus
from hw.pi.traits import Traits
from hw.ports import DeviceLost, Note
from hw.wire.adalight import ORDERS
from hw.wire.spi_leds import CHIPS, Spoilt, leds
from hw.wire.supply import drawn_ma

SOON = (0.01, 0.02)


@given(
    st.sampled_from(sorted(CHIPS)),
    st.sampled_from(ORDERS),
    st.integers(1, 40).flatmap(lambda n: st.binary(min_size=3 * n, max_size=3 * n)),
)
def test_a_frame_read_back_is_the_picture(chip: str, order: str, pixels: bytes) -> None:
    kind = leds(chip, len(pixels) // 3, order)
    assert kind.decode(kind.encode(pixels)) == pixels


def test_the_bits_of_a_ws2812_are_a_short_or_a_long_pulse_of_four() -> None:
    frame = leds("ws2812", 1, "grb").encode(bytes((0x00, 0xFF, 0x80)))
    assert frame[0] == 0
    assert frame[1:13].hex() == "cccccccc88888888c8888888"
    assert len(frame[13:]) * 8 / 3_200_000 >= 280e-6
    assert not any(frame[13:])


def test_an_apa102s_frame_is_a_start_a_word_an_led_and_clocks_enough_for_the_last() -> None:
    frame = leds("apa102", 33, "bgr").encode(bytes((1, 2, 3)) * 33)
    assert frame[:8].hex() == "00000000ff030201"
    assert len(frame) == 4 + 4 * 33 + 4 + 3
    assert 8 * (len(frame) - 4 - 4 * 33) >= 32 + 33 / 2


@pytest.mark.parametrize("chip", ["ws2812", "apa102"])
def test_what_is_no_frame_is_refused_with_the_reason(chip: str) -> None:
    kind = leds(chip, 3)
    frame = kind.encode(bytes(range(9)))
    with pytest.raises(Spoilt, match="no frame of 3 LEDs"):
        kind.decode(frame[:-1])
    spoilt = bytearray(frame)
    spoilt[4] ^= 0x01
    with pytest.raises(Spoilt, match=r"spells no byte|begin with its brightness"):
        kind.decode(bytes(spoilt))


def test_what_cannot_be_a_strip_on_spi_is_refused() -> None:
    with pytest.raises(ValueError, match="no LED on SPI; write one of ws2812"):
        leds("ws2801", 3)
    with pytest.raises(ValueError, match="no colour order"):
        leds("apa102", 3, "rgbw")
    with pytest.raises(ValueError, match="2011 LEDs"):
        leds("apa102", 2011)
    with pytest.raises(ValueError, match="8 bytes of pixels; the strip takes 9"):
        leds("ws2812", 3).encode(bytes(8))


class Bus:
    """A bus that remembers what was clocked out, and can fail."""

    def __init__(self) -> None:
        self.max_speed_hz = self.mode = -1
        self.frames: queue.Queue[bytes] = queue.Queue()
        self.broken = False
        self.opened = 0

    def open(self, bus: int, select: int) -> Bus:
        if self.broken:
            raise FileNotFoundError(2, "No such file or directory")
        self.opened += 1
        return self

    def writebytes2(self, frame: bytes) -> None:
        if self.broken:
            raise OSError(5, "Input/output error")
        self.frames.put(frame)

    def close(self) -> None:
        self.opened -= 1


class Desk:
    """A strip of five LEDs on a bus."""

    def __init__(self, length: int = 5) -> None:
        self.bus, self.kind = Bus(), leds("ws2812", length)
        self.told: queue.Queue[DeviceLost | None] = queue.Queue()
        self.strip = SpiStrip(
            (0, 0), length, self.kind, self.told.put, opened=self.bus.open, back_off_s=SOON
        )

    def shown(self) -> bytes:
        return self.kind.decode(self.bus.frames.get(timeout=5))


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    desk.strip.open()
    yield desk
    desk.strip.close()
    assert desk.bus.opened == 0


def test_the_picture_goes_out_at_the_leds_clock(desk: Desk) -> None:
    assert desk.told.get(timeout=5) is None
    desk.strip.show(bytes(range(15)))
    assert desk.shown() == bytes(range(15))
    assert (desk.bus.max_speed_hz, desk.bus.mode) == (3_200_000, 0)


def test_a_picture_is_sent_again_though_nothing_changes(desk: Desk) -> None:
    desk.strip.show(bytes(15))
    assert desk.shown() == desk.shown() == bytes(15)


def test_a_bus_that_fails_is_told_once_and_has_the_newest_picture_when_it_is_back(
    desk: Desk,
) -> None:
    assert desk.told.get(timeout=5) is None
    desk.bus.broken = True
    desk.strip.show(bytes(15))
    lost = desk.told.get(timeout=5)
    assert isinstance(lost, DeviceLost)
    assert "group spi" in lost.hint
    desk.strip.show(bytes(range(15)))
    desk.bus.broken = False
    assert desk.told.get(timeout=5) is None
    assert desk.shown() == bytes(range(15))
    assert desk.told.empty()


def test_closing_sends_the_newest_picture_first() -> None:
    desk = Desk()
    desk.strip.show(bytes(range(15)))
    desk.strip.open()
    assert desk.told.get(timeout=5) is None
    desk.strip.close()
    assert desk.shown() == bytes(range(15))


def test_a_strip_too_long_for_one_transfer_says_what_to_add_where() -> None:
    desk = Desk(1000)
    desk.strip.open()
    lost = desk.told.get(timeout=5)
    assert isinstance(lost, DeviceLost)
    assert "a frame is 12129 bytes, and spidev takes 4096 at once" in lost.says
    assert "spidev.bufsiz=12288" in lost.hint
    desk.strip.close()


def test_leds_on_spi_have_a_supply_too_and_one_may_be_sacrificed() -> None:
    bus, kind, notes = Bus(), leds("ws2812", 6), list[Note]()
    traits = Traits(milliamps=100, sacrificial=1)
    strip = SpiStrip((0, 0), 5, kind, opened=bus.open, traits=traits)
    strip.noted = notes.append
    strip.open()
    for _ in range(2):
        strip.show(bytes([255]) * 15)
    shown = kind.decode(bus.frames.get(timeout=5))
    strip.close()
    assert shown[:3] == bytes(3)
    assert 0 < shown[3] < 255
    assert drawn_ma(shown) <= 100
    assert [note.about for note in notes] == ["supply"]


def test_a_machine_without_the_bus_or_its_library_is_a_lost_device() -> None:
    with pytest.raises(OSError, match=r"python3-spidev|No such file"):
        open_bus(9, 9)
