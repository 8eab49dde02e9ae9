"""What WLED says beside Adalight over its serial line, both ways: version, info, baud rate, state.

From wled00/wled_serial.cpp, versions 0.13 to 16: between frames a ``v`` asks for the version, a
byte from 0xB0 to 0xB7 sets the baud rate, and ``{`` begins JSON. A board whose TX pin is used for
something else, and most Adalight sketches, hear and never answer.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .adalight import HEADER_BYTES, MAGIC, ORDERS, Garbled, Shown

ASK_VERSION = b"v"
_SPARE = bytes(4)  # WLED throws the byte after JSON away: it must be nobody's
ASK_INFO = b'{"v":true}' + _SPARE
CLOSE = b'{"on":false,"live":false}' + _SPARE
"""Off, and at once: else WLED shows an effect of its own 2.5 s after the last frame."""
CODES = {
    115_200: 0xB0,
    230_400: 0xB1,
    460_800: 0xB2,
    500_000: 0xB3,
    576_000: 0xB4,
    921_600: 0xB5,
    1_000_000: 0xB6,
    1_500_000: 0xB7,
}
"""The baud rates WLED can be told to take, each with its byte."""
SPEEDS = {code: baud for baud, code in CODES.items()}
LONGEST = 16_384
"""Bytes of one line: state and info of a WLED with many segments are some thousands."""
NO_INFO = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What comes of JSON that is not as WLED's is."""


def set_baud(baud: int) -> bytes:
    """The byte that has WLED take *baud*.

    :raises ValueError: it has none.
    """
    if baud not in CODES:
        raise ValueError(f"WLED cannot be told to take {baud} baud")
    return bytes([CODES[baud]])


@dataclass(frozen=True, slots=True)
class Banner:
    """``Ada``: an Adalight sketch waits for frames, or WLED has just started."""


@dataclass(frozen=True, slots=True)
class Version:
    """WLED's answer to ``v``: its build, such as ``2409100``."""

    build: str


@dataclass(frozen=True, slots=True)
class Info:
    """WLED's answer to :data:`ASK_INFO`; 0 is what it does not say."""

    version: str  #: ``0.15.0``
    leds: int
    milliamps: int = 0  #: what it reckons the LEDs draw now
    limit_ma: int = 0  #: it dims pictures to stay below


@dataclass(frozen=True, slots=True)
class Words:
    """A line that is none of these."""

    text: str


Answer = Banner | Version | Info | Words


class Answers:
    """What the controller says, out of whatever chunks the line gives."""

    def __init__(self) -> None:
        self._held = b""

    def feed(self, chunk: bytes) -> tuple[Answer, ...]:
        """What *chunk* completes, in order."""
        lines = (self._held + chunk).split(b"\n")
        self._held = lines.pop()[-LONGEST:]
        return tuple(_read(line) for line in lines if line.strip())

    @property
    def held(self) -> bytes:
        """A line that is not whole yet."""
        return self._held


def _read(line: bytes) -> Answer:
    words = "".join(c for c in line.decode("ascii", "ignore") if c.isprintable()).strip()
    if words == MAGIC.decode():
        return Banner()
    if words.startswith("WLED "):
        return Version(words.removeprefix("WLED ")[:40])
    if words.startswith("{"):
        with contextlib.suppress(*NO_INFO):
            return _info(json.loads(words)["info"])
    return Words(words[:80])


def _info(info: Mapping[str, Any]) -> Info:
    leds = info["leds"]
    numbers = [int(leds.get(key) or 0) for key in ("count", "pwr", "maxpwr")]
    return Info(str(info["ver"])[:40], *numbers)


# The controller's side: what twins decode and answer with.


@dataclass(frozen=True, slots=True)
class Asked:
    """The byte ``v``, or another of one letter."""

    letter: str


@dataclass(frozen=True, slots=True)
class Baud:
    """The baud rate from the next byte on."""

    baud: int


@dataclass(frozen=True, slots=True)
class State:
    """A whole JSON object."""

    keys: Mapping[str, Any]


Heard = Shown | Garbled | Asked | Baud | State


def version_line(build: str) -> bytes:
    """The answer to ``v``."""
    return f"WLED {build}\r\n".encode()


def info_line(info: Info, *, on: bool) -> bytes:
    """The answer to :data:`ASK_INFO`; the real one has much more in it."""
    leds = {"count": info.leds, "pwr": info.milliamps, "fps": 30, "maxpwr": info.limit_ma}
    answer = {"state": {"on": on}, "info": {"ver": info.version, "vid": 2409100, "leds": leds}}
    return json.dumps(answer, separators=(",", ":")).encode() + b"\r\n"


class Receiver:
    """WLED's reader, state for state: what it makes of a line, in step or not.

    A header of any count is believed, as WLED does: a frame has the colours it announces.
    """

    def __init__(self, order: str = "rgb") -> None:
        if order not in ORDERS:
            raise ValueError(f"{order!r} is no colour order; write one of {', '.join(ORDERS)}")
        self._places = tuple(order.index(colour) for colour in "rgb")
        self._held = bytearray()
        self._awaited = 0  # bytes of the frame under way
        self._frame = bytearray()

    def feed(self, chunk: bytes) -> Iterator[Heard]:
        """What *chunk* completes, in order.

        It is to be gone through: what was announced as :class:`Baud` counts from there on.
        """
        self._held += chunk
        while self._held:
            if self._awaited:
                yield from self._colours()
                continue
            if not self._held.strip(b"\0"):
                self._held.clear()
                return
            del self._held[: len(self._held) - len(self._held.lstrip(b"\0"))]
            news = self._header() if self._held[:1] == MAGIC[:1] else self._command()
            if news is None:
                return
            yield from news

    def drop(self) -> None:
        """Forget what has come but is not read: the line's speed has changed."""
        self._held.clear()

    def _colours(self) -> Iterator[Heard]:
        taken = self._held[: self._awaited]
        del self._held[: len(taken)]
        self._frame += taken
        self._awaited -= len(taken)
        if not self._awaited:
            wire, self._frame = bytes(self._frame), bytearray()
            pixels = bytearray(len(wire))
            for colour, place in enumerate(self._places):
                pixels[colour::3] = wire[place::3]
            yield Shown(bytes(pixels))

    def _header(self) -> tuple[Heard, ...] | None:
        """Six bytes, or fewer that are none; None: more must come."""
        held = self._held
        for number in range(1, min(len(held), len(MAGIC))):
            if held[number] != MAGIC[number]:  # WLED throws that byte away with the others
                return self._skipped(number + 1, "no header")
        if len(held) < HEADER_BYTES:
            return None
        high, low, check = held[3:HEADER_BYTES]
        if high ^ low ^ 0x55 != check:
            return self._skipped(HEADER_BYTES, "the header's check is wrong")
        self._awaited = 3 * (high * 256 + low + 1)
        del held[:HEADER_BYTES]
        return ()

    def _command(self) -> tuple[Heard, ...] | None:
        first = self._held[0]
        if first == ord("{"):
            return self._json()
        if first in SPEEDS:
            del self._held[:1]
            return (Baud(SPEEDS[first]),)
        if first in b"vlLoO":
            del self._held[:1]
            return (Asked(chr(first)),)
        return self._skipped(1, "nothing that is known")

    def _json(self) -> tuple[Heard, ...] | None:
        end = self._held.find(b"}")
        if end < 0 and len(self._held) < LONGEST:
            return None
        try:
            keys = json.loads(bytes(self._held[: end + 1]))
        except ValueError:
            return self._skipped(1, "no JSON")
        del self._held[: end + 2]  # and the byte after it, whatever that is
        return (State(keys),)

    def _skipped(self, number: int, says: str) -> tuple[Heard, ...]:
        skipped = bytes(self._held[:number])
        del self._held[:number]
        return (Garbled(skipped, says),)
