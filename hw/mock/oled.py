"""The display's twin: shows what the bytes that a real one would get make of its memory."""

from __future__ import annotations

import errno
import random
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from hw.ports import Ailment
from hw.wire.oled import Transfer, addressed, encoder
from hw.wire.oled_chip import Chip, chip

from .faults import OF_OLEDS, OLED

DATA = 0x40  # the byte before data; 0x00 before commands
REFUSED = 8
"""Of so many transfers one is not acknowledged, where a bus is at fault."""
WRONG = 0.02
"""And so many bytes arrive as others."""
LATE_S = 0.02
"""Or each transfer is so late."""


def take(far: Chip, transfer: Transfer) -> None:
    """Let the chip have one transfer."""
    (far.data if transfer.data else far.command)(transfer.payload)


class MockOled:
    """Same manners as ``hw.pi.oled.LumaOled``, no wire. *seen* is called with each picture."""

    def __init__(
        self,
        width: int = 128,
        height: int = 64,
        driver: str = "ssd1306",
        seen: Callable[[bytes], None] = lambda picture: None,
    ) -> None:
        self._width, self._height, self._seen = width, height, seen
        self._driver = driver
        self._encoder = encoder(driver, width, height)
        self._chip = self._set(driver)
        self._memory: bytes | None = None
        self._meant: bytes | None = None
        self._one_at_once = threading.Lock()  # hands spoil it from another thread
        self.last = bytes(width * height)
        """One byte a pixel, row by row, as the chip shows it; dark until a picture has come."""
        self.pictures, self.wakes = 0, 0

    @property
    def width(self) -> int:
        """In pixels."""
        return self._width

    @property
    def height(self) -> int:
        """In pixels."""
        return self._height

    def open(self) -> None:
        """Nothing to look for."""

    def show(self, picture: bytes) -> None:
        """Show *picture*.

        :raises ValueError: not one byte for each pixel.
        """
        with self._one_at_once:
            self._sent(picture)
            self.pictures += 1

    def _sent(self, picture: bytes) -> None:
        memory = self._encoder.memory(picture)
        for transfer in self._encoder.changes(self._memory, memory):
            take(self._chip, transfer)
        self._memory, self._meant = memory, picture
        self.last = self._chip.picture()
        self._seen(self.last)

    def wake(self) -> None:
        """It never goes darker; it counts how often it was woken."""
        self.wakes += 1

    def ail(self, fault: str) -> None:
        """It is of another chip than is written (``sh1106``, ``ssd1306``); ``none``: as written.

        :raises ValueError: there is no such chip of this size.
        """
        known = ("ssd1306", "sh1106", "ssd1309") if self._width == 128 else (self._driver,)
        if fault not in ("none", *known):
            raise ValueError(f"the display cannot be {fault!r}: write none, {', '.join(known)}")
        with self._one_at_once:
            self._chip = self._set(self._driver if fault == "none" else fault)
            self._memory = None
            if self._meant is not None:
                self._sent(self._meant)

    def _set(self, real: str) -> Chip:
        """A display of the chip *real*, set as the driver sets the one that is written."""
        far = chip(real, self._width, self._height)
        for transfer in addressed(self._driver):
            take(far, transfer)
        return far

    ailments = OF_OLEDS

    def dip(self) -> None:
        """Its power fails for a moment: dark until the next picture, which is sent whole."""
        with self._one_at_once:
            self._chip, self._memory = self._set(self._driver), None
            self.last = bytes(self._width * self._height)

    def save(self, file: Path) -> None:
        """Write what is shown as a picture file; its name says of which kind (``.png``)."""
        from PIL import Image

        Image.frombytes("L", (self._width, self._height), self.last).save(file)

    def close(self) -> None:
        """Go dark."""
        self.last = bytes(self._width * self._height)


class MockBus:
    """An I2C bus with one display on it, as luma is given one that is open already.

    It fails with *fails*, and hangs while *flows* is not set. *sent* counts all
    bytes, commands too. It may carry any chip, one too that is only sold with SPI.
    """

    def __init__(
        self,
        driver: str = "ssd1306",
        address: int = 0x3C,
        size: tuple[int, int] = (128, 64),
    ) -> None:
        self._driver, self.address, self.size = driver, address, size
        self.chip = chip(driver, *size)
        self.sent = 0
        self.fails: OSError | None = None
        self.flows = threading.Event()
        """Cleared, every transfer waits for it."""
        self.flows.set()
        self._news = threading.Condition()

    def write_i2c_block_data(self, address: int, mode: int, data: Sequence[int]) -> None:
        """One transfer.

        :raises OSError: nobody answers, or *fails*.
        """
        self.flows.wait()
        with self._news:
            if self.fails is not None:
                raise self.fails
            if address != self.address:
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
            self.sent += len(data)
            self._arrived(Transfer(mode == DATA, self._carried(bytes(data), mode)))
            self._news.notify_all()

    def _carried(self, payload: bytes, mode: int) -> bytes:
        """What of a payload arrives."""
        del mode
        return payload

    def _arrived(self, transfer: Transfer) -> None:
        take(self.chip, transfer)

    def read_byte(self, address: int) -> int:
        """One byte.

        :raises OSError: nobody answers.
        """
        if address != self.address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return 0

    def lose_power(self) -> None:
        """The display forgets everything."""
        with self._news:
            self.chip = chip(self._driver, *self.size)

    def comes_to(self, true: Callable[[Chip], bool], timeout_s: float = 5.0) -> bool:
        """Whether the display comes to be so."""
        with self._news:
            return self._news.wait_for(lambda: true(self.chip), timeout_s)


class Panel(MockBus):
    """A display on a bus that may be at fault. *seen* hears, from any thread, of what changed."""

    def __init__(
        self, driver: str, size: tuple[int, int], seen: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(driver, size=size)
        self._meant, self.seen, self._luck = driver, seen, random.Random(driver)
        self._fault, self._count = "none", 0
        self._picture: bytes | None = None  #: as it was last looked at; None: it may have changed

    @property
    def last(self) -> bytes:
        """What eyes see: one byte a pixel, row by row. The same bytes until they see another."""
        with self._news:
            if self._picture is None:
                dark = self._fault == "pull" or not self.chip.on
                size = self.size[0] * self.size[1]
                self._picture = bytes(size) if dark else self.chip.picture()
            return self._picture

    def ail(self, fault: str) -> None:
        """From now on: ``pull``, ``nack``, ``stuck``, ``slow``, ``garbage``, or another chip.

        :raises ValueError: it cannot fail so.
        """
        chips = ("ssd1306", "sh1106", "ssd1309") if self.size[0] == 128 else ()
        known = ("none", "pull", "nack", "stuck", "slow", "garbage", *chips)
        if fault not in known:
            raise ValueError(f"the display cannot be {fault!r}: write {', '.join(known)}")
        with self._news:
            real = fault if fault in chips else self._meant
            if real != self._driver or fault == "pull":
                self._driver = real
                self.chip = chip(real, *self.size)
            self._fault, self._picture = fault, None
            gone = fault == "pull"
            self.fails = OSError(errno.EREMOTEIO, "Remote I/O error") if gone else None
        if fault == "stuck":
            self.flows.clear()
        else:
            self.flows.set()
        self.seen()

    @property
    def ailments(self) -> tuple[Ailment, ...]:
        """How it may fail."""
        return OLED + (OF_OLEDS if self.size[0] == 128 else ())

    def lose_power(self) -> None:
        """The display forgets everything."""
        with self._news:
            super().lose_power()
            self._picture = None

    def dip(self) -> None:
        """Its power fails for a moment."""
        self.lose_power()
        self.seen()

    def close(self) -> None:
        """Nobody waits for it any more."""
        self.ail("none")

    def _carried(self, payload: bytes, mode: int) -> bytes:
        self._count += 1
        if self._fault == "nack" and self._count % REFUSED == 0:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        if self._fault == "slow":
            time.sleep(LATE_S)
        if self._fault == "garbage" and mode == DATA:
            wrong = (b ^ 0x55 if self._luck.random() < WRONG else b for b in payload)
            return bytes(wrong)
        return payload

    def _arrived(self, transfer: Transfer) -> None:
        super()._arrived(transfer)
        self._picture = None
        if transfer.data:
            self.seen()
