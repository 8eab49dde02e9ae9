"""Adalight: the bytes that carry one frame of a strip over a serial line, both ways.

A frame is ``Ada``, the number of LEDs less one (two bytes, high first), those two bytes and 0x55
exclusive-ored as a check, then three bytes an LED. WLED and every Adalight sketch understand it.

Nothing guards the colours themselves. A receiver that missed a byte takes one of the next header
for a colour, and then reads colours as if they were headers and commands: WLED would change its
baud rate at a 0xB6, and not be heard of again. So colours that are no colours to it are moved by
a shade, which nobody sees (:data:`SAFE`), and zeros after each frame make up for bytes that were
missed (:data:`GAP`).
"""

from __future__ import annotations

from dataclasses import dataclass

MAGIC = b"Ada"
HEADER_BYTES = 6
MOST_LEDS = 0x10000  # two bytes, counted from 1
COMMANDS = b"AILOlov{" + bytes(range(0xB0, 0xB8)) + b"\xc9"
"""What begins something else to WLED between frames (wled00/wled_serial.cpp): a header, Improv,
LEDs read back, its version, JSON, eight baud rates, TPM2."""
SAFE = bytes(next(b for b in range(byte, -1, -1) if b not in COMMANDS) for byte in range(256))
"""Each shade, or the next darker one that begins nothing."""
GAP = bytes(12)  # four LEDs: a receiver that missed so much is in step for the next header
ORDERS = ("rgb", "rbg", "grb", "gbr", "brg", "bgr")


def header(length: int) -> bytes:
    """The six bytes before the colours of *length* LEDs.

    :raises ValueError: the header cannot say this number.
    """
    if not 1 <= length <= MOST_LEDS:
        raise ValueError(f"an Adalight frame has 1 to {MOST_LEDS} LEDs, not {length}")
    high, low = divmod(length - 1, 256)
    return MAGIC + bytes((high, low, high ^ low ^ 0x55))


def _checked(order: str) -> str:
    if order not in ORDERS:
        raise ValueError(f"{order!r} is no colour order; write one of {', '.join(ORDERS)}")
    return order


def safe(pixels: bytes) -> bytes:
    """*pixels* as a receiver gets them: some of their shades are one or a few darker."""
    return pixels.translate(SAFE)


def resync(length: int) -> bytes:
    """Zeros that end whatever frame of *length* LEDs a receiver is in the midst of.

    Between frames they mean nothing, and they never make up a header.
    """
    return bytes(HEADER_BYTES + 3 * length) + GAP


class Encoder:
    """Frames for a strip of *length* LEDs whose colours come in *order* on the wire."""

    def __init__(self, length: int, order: str = "rgb") -> None:
        self._header = header(length)
        self._bytes = 3 * length
        self._order = tuple("rgb".index(colour) for colour in _checked(order))

    def encode(self, pixels: bytes) -> bytes:
        """One frame, as :func:`safe` has it; *pixels* is red, green, blue of LED 0 first.

        :raises ValueError: not three bytes for each LED.
        """
        if len(pixels) != self._bytes:
            raise ValueError(f"{len(pixels)} bytes of pixels; the strip takes {self._bytes}")
        pixels = pixels.translate(SAFE)
        if self._order == (0, 1, 2):
            return self._header + pixels + GAP
        frame = bytearray(self._header + pixels + GAP)
        for place, colour in enumerate(self._order):
            frame[HEADER_BYTES + place : HEADER_BYTES + self._bytes : 3] = pixels[colour::3]
        return bytes(frame)


@dataclass(frozen=True, slots=True)
class Shown:
    """A whole frame has come: *pixels* is red, green, blue of LED 0 first."""

    pixels: bytes


@dataclass(frozen=True, slots=True)
class Garbled:
    """Bytes that belong to no frame; *says* why not."""

    skipped: bytes
    says: str


class Decoder:
    """Frames out of whatever chunks the line gives; finds its place again after garbage.

    Zeros between frames are no garbage. With a *length*, a header that announces another number of
    LEDs is garbage as well.
    """

    def __init__(self, length: int | None = None, order: str = "rgb") -> None:
        self._length = length
        self._places = tuple(_checked(order).index(colour) for colour in "rgb")
        self._held = bytearray()

    def feed(self, chunk: bytes) -> tuple[Shown | Garbled, ...]:
        """What *chunk* completes, in order."""
        self._held += chunk
        seen: list[Shown | Garbled] = []
        while (one := self._next()) is not None:
            seen.append(one)
        return tuple(seen)

    def _next(self) -> Shown | Garbled | None:
        held = self._held
        if held[:1] == b"\0":
            held[:] = held.lstrip(b"\0")
        start = held.find(MAGIC)
        if start != 0:
            loose = start if start > 0 else len(held) - _tail(held)
            return self._skip(loose, "no header") if loose else None
        if len(held) < HEADER_BYTES:
            return None
        high, low, check = held[3:HEADER_BYTES]
        if high ^ low ^ 0x55 != check:
            return self._skip(1, f"header check is {check:#04x}, not {high ^ low ^ 0x55:#04x}")
        count = high * 256 + low + 1
        if self._length not in (None, count):
            return self._skip(1, f"header announces {count} LEDs, the strip has {self._length}")
        end = HEADER_BYTES + 3 * count
        if len(held) < end:
            return None
        wire = bytes(held[HEADER_BYTES:end])
        del held[:end]
        return Shown(self._in_order(wire))

    def _skip(self, number: int, says: str) -> Garbled:
        skipped = bytes(self._held[:number])
        del self._held[:number]
        return Garbled(skipped, says)

    def _in_order(self, wire: bytes) -> bytes:
        if self._places == (0, 1, 2):
            return wire
        pixels = bytearray(len(wire))
        for colour, place in enumerate(self._places):
            pixels[colour::3] = wire[place::3]
        return bytes(pixels)


def _tail(held: bytearray) -> int:
    """How many of the last bytes could be the beginning of a header."""
    for number in (2, 1):
        if held.endswith(MAGIC[:number]):
            return number
    return 0
