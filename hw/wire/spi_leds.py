"""LEDs clocked out over SPI: the bytes of one frame, both ways.

WS2812 and SK6812 have one line and read ones and zeros by how long it is high: a bit of theirs is
four of SPI's at 3.2 MHz, 1000 for a zero (312 ns high) and 1100 for a one (625 ns), within what
both kinds' data sheets ask for. APA102 and SK9822 have a clock, and take bytes as they are.
"""

from __future__ import annotations

from typing import Protocol

from .adalight import ORDERS

LEAST, MOST = 1, 2010
"""LEDs on the wire: of a track's 2000, and ten before them that are sacrificed."""


class Spoilt(ValueError):
    """Bytes that are no frame; says why not."""


class SpiLeds(Protocol):
    """One kind of LEDs on a strip of so many."""

    @property
    def hz(self) -> int:
        """The clock its frames are made for."""

    def encode(self, pixels: bytes) -> bytes:
        """One frame of ``3 * length`` bytes, red, green, blue of LED 0 first.

        :raises ValueError: not three bytes for each LED.
        """

    def decode(self, frame: bytes) -> bytes:
        """The pixels of a frame.

        :raises Spoilt: it is none.
        """


def leds(chip: str, length: int, order: str = "rgb") -> SpiLeds:
    """The encoder for *length* LEDs of the kind *chip*, their colours in *order* on the wire.

    :raises ValueError: there is no such kind, order or number.
    """
    if order not in ORDERS:
        raise ValueError(f"{order!r} is no colour order; write one of {', '.join(ORDERS)}")
    if not LEAST <= length <= MOST:
        raise ValueError(f"{length} LEDs; a strip has {LEAST} to {MOST}")
    if chip not in CHIPS:
        raise ValueError(f"{chip!r} is no LED on SPI; write one of {', '.join(CHIPS)}")
    return CHIPS[chip](length, order)


class _Ordered:
    """Pixels to the wire's order of colours, and back."""

    def __init__(self, length: int, order: str) -> None:
        self.length = length
        self._colours = tuple("rgb".index(letter) for letter in order)

    def on_wire(self, pixels: bytes) -> bytes:
        """*pixels* with each LED's three bytes as the LED wants them."""
        if len(pixels) != 3 * self.length:
            raise ValueError(f"{len(pixels)} bytes of pixels; the strip takes {3 * self.length}")
        if self._colours == (0, 1, 2):
            return pixels
        wire = bytearray(len(pixels))
        for place, colour in enumerate(self._colours):
            wire[place::3] = pixels[colour::3]
        return bytes(wire)

    def pixels(self, wire: bytes) -> bytes:
        """The way back."""
        pixels = bytearray(len(wire))
        for place, colour in enumerate(self._colours):
            pixels[colour::3] = wire[place::3]
        return bytes(pixels)


def _four_for_one(byte: int) -> bytes:
    bits = "".join("1100" if byte >> n & 1 else "1000" for n in range(7, -1, -1))
    return int(bits, 2).to_bytes(4, "big")


SPELLED = [_four_for_one(byte) for byte in range(256)]
READ = {spelled: byte for byte, spelled in enumerate(SPELLED)}


class Ws2812:
    """WS2812, WS2812B and SK6812: one line, no clock."""

    hz = 3_200_000
    LEAD = bytes(1)  # the line may rest high before the first bit: that is no one
    LATCH = bytes(128)  # 320 us low: newer WS2812B take the colours after 280

    def __init__(self, length: int, order: str) -> None:
        self._order = _Ordered(length, order)

    def encode(self, pixels: bytes) -> bytes:
        """One frame: all LEDs' bits, then low until they take the colours."""
        bits = b"".join([SPELLED[byte] for byte in self._order.on_wire(pixels)])
        return self.LEAD + bits + self.LATCH

    def decode(self, frame: bytes) -> bytes:
        """The pixels a strip would show."""
        size = 12 * self._order.length
        start, end = len(self.LEAD), len(self.LEAD) + size
        if len(frame) != end + len(self.LATCH) or any(frame[:start]) or any(frame[end:]):
            raise Spoilt(f"{len(frame)} bytes are no frame of {self._order.length} LEDs")
        fours = (frame[at : at + 4] for at in range(start, end, 4))
        try:
            return self._order.pixels(bytes(READ[four] for four in fours))
        except KeyError as wrong:
            raise Spoilt(f"{wrong.args[0].hex()} spells no byte") from None


class Apa102:
    """APA102 and SK9822: a clock, and five bits of brightness for each LED, which stay full."""

    hz = 4_000_000  # a metre of wire between strips carries it; the LEDs take several times that
    START = bytes(4)
    FULL = 0xFF

    def __init__(self, length: int, order: str) -> None:
        self._order = _Ordered(length, order)
        # A clock for every second LED passes the last bits on; SK9822 want 32 zeros before.
        self._end = bytes(4 + (length + 15) // 16)

    def encode(self, pixels: bytes) -> bytes:
        """One frame."""
        wire = self._order.on_wire(pixels)
        words = bytearray(b"\xff" * (4 * self._order.length))
        for place in range(3):
            words[place + 1 :: 4] = wire[place::3]
        return self.START + bytes(words) + self._end

    def decode(self, frame: bytes) -> bytes:
        """The pixels a strip would show."""
        words = frame[len(self.START) : -len(self._end)]
        if (
            not frame.startswith(self.START)
            or len(words) != 4 * self._order.length
            or not frame.endswith(self._end)
        ):
            raise Spoilt(f"{len(frame)} bytes are no frame of {self._order.length} LEDs")
        if set(words[::4]) != {self.FULL}:
            raise Spoilt("an LED's word does not begin with its brightness, full")
        wire = bytearray(3 * self._order.length)
        for place in range(3):
            wire[place::3] = words[place + 1 :: 4]
        return self._order.pixels(bytes(wire))


CHIPS: dict[str, type[Ws2812] | type[Apa102]] = {
    "ws2812": Ws2812,
    "sk6812": Ws2812,
    "apa102": Apa102,
    "sk9822": Apa102,
}
