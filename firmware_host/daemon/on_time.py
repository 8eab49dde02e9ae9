"""For how long each pixel of the display has been lit: what burns in, before it does.

Counted are the pictures as they were drawn; the display's own shift by a pixel or two is not.
"""

from __future__ import annotations

import base64
import json
from array import array
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from hw.ports import Oled

FORMAT = 1
SECOND_NS = 1_000_000_000
SHORT_NS = SECOND_NS // 5
"""A picture that stands for less burns nothing in."""
KEEP_NS = 1_800 * SECOND_NS
"""Kept so often: a card has but so many writes, and half an hour is little to lose."""
HALF_LIT = 128


class OnTime:
    """Milliseconds by pixel, row by row, in a *file* of its own. One thread at a time."""

    def __init__(self, file: Path, width: int, height: int) -> None:
        self._file, self.width, self.height = file, width, height
        self.shown_ms = 0
        """So long anything was shown at all."""
        self.lit_ms = array("Q", bytes(8 * width * height))
        with suppress(OSError, ValueError, KeyError, TypeError):
            self._read()

    def add(self, picture: bytes, ms: int) -> None:
        """*picture*, one byte a pixel, has stood for so long."""
        self.shown_ms += ms
        for i, light in enumerate(picture):
            if light >= HALF_LIT:
                self.lit_ms[i] += ms

    def keep(self) -> None:
        """Write it down.

        :raises OSError: it cannot be written.
        """
        packed = base64.b64encode(self.lit_ms.tobytes()).decode()
        known = {"format": FORMAT, "width": self.width, "height": self.height}
        text = json.dumps({**known, "shown_ms": self.shown_ms, "lit_ms": packed})
        new = self._file.with_name(f"{self._file.name}.new")
        new.write_text(text, encoding="utf-8")
        new.replace(self._file)

    def histogram(self) -> dict[str, Any]:
        """How many pixels were lit for which tenth of the time, and how long the most lit."""
        tenths = [0] * 10
        for ms in self.lit_ms:
            tenths[min(9, 10 * ms // max(1, self.shown_ms))] += 1
        most = max(self.lit_ms)
        at = self.lit_ms.index(most)
        return {
            "shown_h": round(self.shown_ms / 3_600_000, 2),
            "most_h": round(most / 3_600_000, 2),
            "most_at": [at % self.width, at // self.width],
            "mean_h": round(sum(self.lit_ms) / len(self.lit_ms) / 3_600_000, 2),
            "pixels_by_tenth": tenths,
        }

    def heat(self) -> bytes:
        """A picture of it, one byte a pixel: 0 never lit, 255 as the most lit one."""
        most = max(1, *self.lit_ms)
        return bytes(255 * ms // most for ms in self.lit_ms)

    def _read(self) -> None:
        kept = json.loads(self._file.read_text(encoding="utf-8"))
        size = kept["width"], kept["height"]
        counts = array("Q", base64.b64decode(kept["lit_ms"]))
        if (
            kept["format"] == FORMAT
            and size == (self.width, self.height)
            and len(counts) == self.width * self.height
        ):
            self.shown_ms, self.lit_ms = int(kept["shown_ms"]), counts


class CountedOled:
    """A display whose pictures are counted on their way to it."""

    def __init__(self, oled: Oled, on_time: OnTime, now_ns: Callable[[], int]) -> None:
        self._oled, self.on_time, self._now_ns = oled, on_time, now_ns
        self._picture, self._since_ns = b"", now_ns()
        self._kept_ns = self._since_ns

    @property
    def width(self) -> int:
        """In pixels."""
        return self._oled.width

    @property
    def height(self) -> int:
        """In pixels."""
        return self._oled.height

    def show(self, picture: bytes) -> None:
        """Pass *picture* on; the one before it has stood until now.

        :raises DeviceLost: as the display does.
        """
        self.count()
        self._picture = b""
        self._oled.show(picture)
        self._picture = picture
        if self._since_ns - self._kept_ns >= KEEP_NS:
            self._keep()

    def count(self) -> None:
        """Up to now."""
        now_ns = self._now_ns()
        stood_ns, self._since_ns = now_ns - self._since_ns, now_ns
        if self._picture and stood_ns >= SHORT_NS:
            self.on_time.add(self._picture, stood_ns // 1_000_000)

    def close(self) -> None:
        """Write the counts down; the display is closed by whoever opened it."""
        self.count()
        self._keep()

    def _keep(self) -> None:
        self._kept_ns = self._since_ns
        with suppress(OSError):  # nothing depends on it
            self.on_time.keep()
