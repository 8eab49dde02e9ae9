"""The OLED at the far end of the guest's I2C bus: what it made of what was written to it."""

from __future__ import annotations

import io
import time
import urllib.request

from PIL import Image

from hw.mock.oled import DATA, take
from hw.wire.oled import Transfer
from hw.wire.oled_chip import chip
from tests.bed.guest.tape import Tape

SIZE = 128, 64


class Panel:
    """An SSD1306 of 128 x 64."""

    def __init__(self, tape: Tape) -> None:
        self._tape, self._chip = tape, chip("ssd1306", *SIZE)
        self.powered_anew()

    def powered_anew(self) -> None:
        """It had no power: it has forgotten everything."""
        self._tape.new()
        self._chip = chip("ssd1306", *SIZE)

    def shown(self) -> bytes:
        """Its pixels, 0 or 255, row by row; dark while it is off."""
        for message in self._tape.new():
            take(self._chip, Transfer(message.body[0] == DATA, message.body[1:]))
        return self._chip.picture() if self._chip.on else bytes(SIZE[0] * SIZE[1])

    def comes_to_show_what(self, page: str, within_s: float = 10.0) -> bytes:
        """What the page at *page* says the display shows, once it does.

        :raises AssertionError: it shows something else.
        """
        until_s = time.monotonic() + within_s
        while (shown := self.shown()) != _told(page):
            assert time.monotonic() < until_s, "the display shows something else"
            time.sleep(0.02)
        return shown


def _told(page: str) -> bytes:
    with urllib.request.urlopen(f"{page}oled.png", timeout=10) as answer:
        picture = Image.open(io.BytesIO(answer.read())).convert("L")
    return picture.tobytes()
