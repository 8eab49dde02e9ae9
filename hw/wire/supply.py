"""What LEDs draw, by the book, and pictures that stay below what their supply can give."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hw.ports import FULL_MA, IDLE_MA, Note

ALL = 256
"""A share of the light: all of it."""


def drawn_ma(pixels: Sequence[int]) -> float:
    """What LEDs draw that show *pixels*, three an LED."""
    return sum(pixels) * FULL_MA / 255 + len(pixels) // 3 * IDLE_MA


class Supply:
    """What feeds *leds* LEDs: at most *milliamps*, whatever is to be shown; None: no limit.

    An LED that is always dark, such as a sacrificial one, is one of them.
    """

    def __init__(self, leds: int, milliamps: float | None = None) -> None:
        self._idle_ma = leds * IDLE_MA
        self._tables: dict[int, bytes] = {}
        self.allow(milliamps)

    def allow(self, milliamps: float | None) -> None:
        """At most so much from now on; what is dimmed for it is told anew."""
        self.milliamps = milliamps
        room_ma = float("inf") if milliamps is None else max(0.0, milliamps - self._idle_ma)
        self._most = room_ma * 255 / FULL_MA
        self._told = False

    def share(self, pixels: bytes) -> int:
        """How much of their light there is current for: from 0 to :data:`ALL`."""
        total = sum(pixels)
        return ALL if total <= self._most else int(ALL * self._most / total)

    def held(self, pixels: bytes, share: int) -> bytes:
        """*pixels*, all darker by the same share."""
        if share >= ALL:
            return pixels
        table = self._tables.get(share)
        if table is None:
            table = self._tables[share] = bytes(v * share // ALL for v in range(256))
        return pixels.translate(table)

    def spared(self, pixels: bytes, noted: Callable[[Note], None]) -> bytes:
        """*pixels*, as dark as they have to be; *noted* hears of the first that had to be."""
        share = self.share(pixels)
        if share < ALL:
            self.tell(noted)
        return self.held(pixels, share)

    def tell(self, noted: Callable[[Note], None]) -> None:
        """Say, once, that pictures are darkened."""
        if not self._told:
            self._told = True
            says = f"bright pictures are dimmed: its LEDs may draw {self.milliamps:g} mA at most"
            noted(Note("supply", says))
