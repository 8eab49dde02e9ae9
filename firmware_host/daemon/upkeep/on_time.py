"""For how long each pixel of the display has been lit: what burns in, before it does.

Counted are the pictures as they were drawn; the display's own shift by a pixel or two is not.
While pictures are shown only their times are noted: adding up and writing are for another thread.
"""

from __future__ import annotations

import base64
import json
import threading
from array import array
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware_host.daemon.keeper import Writes, at_once
from firmware_host.daemon.whole import renewed
from hw.ports import Oled

FORMAT = 1
SECOND_NS = 1_000_000_000
SHORT_NS = SECOND_NS // 5
"""A picture that stands for less burns nothing in."""
KEEP_NS = 1_800 * SECOND_NS
"""Kept so often: a card has but so many writes, and half an hour is little to lose."""
HALF_LIT = 128
LIT = bytes(HALF_LIT) + b"\1" * (256 - HALF_LIT)
"""By a pixel's light: is it lit?"""
LANE = 8
"""Bytes a count: all of them are one number, so that one sum adds to them all."""
BATCH, MOST = 16, 256
"""So many pictures are added up at a time; so many at most wait for it, 16 KB each."""


class OnTime:
    """Milliseconds by pixel, row by row, in a *file* of its own. May be used from any thread."""

    def __init__(self, file: Path, width: int, height: int) -> None:
        self._file, self.width, self.height = file, width, height
        self._shown_ms, self._lit = 0, 0
        self._stood: dict[bytes, int] = {}  # milliseconds by picture, not added up yet
        self._lock, self._writing = threading.Lock(), threading.Lock()
        with suppress(OSError, ValueError, KeyError, TypeError):
            self._read()

    @property
    def shown_ms(self) -> int:
        """So long anything was shown at all."""
        self.add_up()
        return self._shown_ms

    @property
    def lit_ms(self) -> array[int]:
        """So long each pixel was lit."""
        self.add_up()
        return array("Q", self._lit.to_bytes(LANE * self.width * self.height, "little"))

    @property
    def waiting(self) -> int:
        """So many pictures are noted, and not added up."""
        return len(self._stood)

    def add(self, picture: bytes, ms: int) -> None:
        """*picture*, one byte a pixel, has stood for so long: noted at once, added up later."""
        with self._lock:
            self._stood[picture] = self._stood.get(picture, 0) + ms

    def add_up(self) -> None:
        """Add up what was noted: a fifth of a millisecond a picture on a large machine."""
        while True:
            with self._lock:  # for one picture only: whoever shows the next one waits for it
                if not self._stood:
                    return
                picture, ms = self._stood.popitem()
                self._shown_ms += ms
                self._lit += ms * _lanes(picture)

    def keep(self) -> None:
        """Write it down.

        :raises OSError: it cannot be written.
        """
        with self._writing:
            packed = base64.b64encode(self.lit_ms.tobytes()).decode()
            known = {"format": FORMAT, "width": self.width, "height": self.height}
            text = json.dumps({**known, "shown_ms": self.shown_ms, "lit_ms": packed})
            renewed(self._file, text.encode())

    def histogram(self) -> dict[str, Any]:
        """How many pixels were lit for which tenth of the time, and how long the most lit."""
        tenths, lit_ms, shown_ms = [0] * 10, self.lit_ms, self.shown_ms
        for ms in lit_ms:
            tenths[min(9, 10 * ms // max(1, shown_ms))] += 1
        most = max(lit_ms)
        at = lit_ms.index(most)
        return {
            "shown_h": round(shown_ms / 3_600_000, 2),
            "most_h": round(most / 3_600_000, 2),
            "most_at": [at % self.width, at // self.width],
            "mean_h": round(sum(lit_ms) / len(lit_ms) / 3_600_000, 2),
            "pixels_by_tenth": tenths,
        }

    def heat(self) -> bytes:
        """A picture of it, one byte a pixel: 0 never lit, 255 as the most lit one."""
        lit_ms = self.lit_ms
        most = max(1, *lit_ms)
        return bytes(255 * ms // most for ms in lit_ms)

    def _read(self) -> None:
        kept = json.loads(self._file.read_text(encoding="utf-8"))
        size = kept["width"], kept["height"]
        counts = array("Q", base64.b64decode(kept["lit_ms"]))
        if (
            kept["format"] == FORMAT
            and size == (self.width, self.height)
            and len(counts) == self.width * self.height
        ):
            self._lit = int.from_bytes(counts.tobytes(), "little")
            self._shown_ms = int(kept["shown_ms"])


def _lanes(picture: bytes) -> int:
    """1 in the lane of each pixel that is lit, as one number."""
    lanes = bytearray(LANE * len(picture))
    lanes[::LANE] = picture.translate(LIT)
    return int.from_bytes(lanes, "little")


class CountedOled:
    """A display whose pictures are counted on their way to it."""

    def __init__(self, oled: Oled, on_time: OnTime, now_ns: Callable[[], int]) -> None:
        self._oled, self.on_time, self._now_ns = oled, on_time, now_ns
        self._picture, self._since_ns = b"", now_ns()
        self._kept_ns = self._since_ns
        self._handed = False
        self.writes: Writes = at_once
        """Has a thread of its own for what takes long."""

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
            self._hand(self._keep)
        elif self.on_time.waiting >= BATCH:
            self._hand(self.on_time.add_up)

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

    def _hand(self, job: Callable[[], None]) -> None:
        """Have a thread do it; one piece at a time, so that a slow card gathers no queue."""
        if self._handed:
            if self.on_time.waiting >= MOST:
                self.on_time.add_up()
            return
        self._handed = True
        if job == self._keep:
            self._kept_ns = self._since_ns
        with suppress(RuntimeError):  # it has ended: closing writes all down
            self.writes(job, self._done)

    def _done(self, broken: Exception | None) -> None:
        self._handed = False

    def _keep(self) -> None:
        with suppress(OSError):  # nothing depends on it
            self.on_time.keep()
