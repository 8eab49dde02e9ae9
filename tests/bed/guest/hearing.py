"""The far end of the guest's line, read by another process: when each byte of a frame came."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from hw.wire.adalight import HEADER_BYTES, header

HEAD = struct.Struct("<QI")
READER = """
import os, struct, time
far = os.open("/dev/bed/usb0", os.O_RDONLY)
while got := os.read(far, 65536):
    os.write(1, struct.pack("<QI", time.monotonic_ns(), len(got)) + got)
"""
REST_S, MOVING_S, PATIENCE_S = 0.15, 1.0, 10.0

Picks = Callable[[bytes], bool]
"""Whether a frame's pixels are those that are waited for."""


class Ear:
    """What comes at the far end, and when. Were it read here, it would wait for what is done here.

    Frames are of *leds* LEDs.
    """

    def __init__(self, leds: int) -> None:
        self._header, self._pixels = header(leds), 3 * leds
        self._reader = subprocess.Popen(
            [sys.executable, "-S", "-c", READER], stdout=subprocess.PIPE
        )
        assert self._reader.stdout is not None
        self._told, self._held = self._reader.stdout.fileno(), b""

    def rest(self) -> None:
        """Until nothing comes for a while; where there is no end of it, a while."""
        until_s = time.monotonic() + MOVING_S
        while self._chunk(REST_S) is not None and time.monotonic() < until_s:
            pass

    def first_ns(self, picks: Picks, since_ns: int) -> int:
        """When the first byte came of the next frame that *picks* picks (CLOCK_MONOTONIC).

        :raises TimeoutError: it did not come.
        """
        for at_ns, pixels in self._frames():
            if at_ns >= since_ns and picks(pixels):
                return at_ns
        raise TimeoutError("no such frame came")

    def close(self) -> None:
        """Hear no more."""
        self._reader.kill()
        self._reader.communicate()

    def _frames(self) -> Iterator[tuple[int, bytes]]:
        """Frames that begin from now on, each with when its first byte came."""
        got, came = b"", list[tuple[int, int]]()  # from which byte on, and when
        while (chunk := self._chunk(PATIENCE_S)) is not None:
            came.append((len(got), chunk[0]))
            got += chunk[1]
            start = got.find(self._header)
            while start >= 0 and len(got) >= (end := start + HEADER_BYTES + self._pixels):
                yield max(at for at in came if at[0] <= start)[1], got[start + HEADER_BYTES : end]
                got, came = got[end:], [(max(0, at - end), ns) for at, ns in came]
                start = got.find(self._header)

    def _chunk(self, patience_s: float) -> tuple[int, bytes] | None:
        until_s = time.monotonic() + patience_s
        while True:
            if len(self._held) >= HEAD.size:
                at_ns, length = HEAD.unpack_from(self._held)
                end = HEAD.size + length
                if len(self._held) >= end:
                    body, self._held = self._held[HEAD.size : end], self._held[end:]
                    return at_ns, body
            left_s = until_s - time.monotonic()
            if left_s <= 0 or not select.select([self._told], [], [], left_s)[0]:
                return None
            self._held += os.read(self._told, 65536)
