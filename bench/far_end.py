"""The far end of a strip's line, read by another process, as a microcontroller would."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tty

from bench.led import LEDS
from hw.wire.adalight import Encoder

FRAME = Encoder(LEDS).encode(bytes(3 * LEDS))
REST_S = 0.05  # longer than a frame's time on the wire
MOVING_FRAMES = 12  # a show is on: the press comes into it
PATIENCE_S = 5.0
READER = """
import os, sys, time
size, got = int(sys.argv[1]), b""
while True:
    got += os.read(0, size - len(got))
    if not got.startswith(b"Ada"):  # what is asked and what brings in step, once at first
        start = got.find(b"Ada")
        got = got[start:] if start > 0 else got[-2:]
    if len(got) == size:
        os.write(1, time.monotonic_ns().to_bytes(8) + got)
        got = b""
"""
STAMP_BYTES = 8


class FarEnd:
    """A pty whose far end another process reads; :attr:`name` is the near end's.

    Were it read here, a frame that has arrived would wait for whatever else this process does.
    """

    def __init__(self) -> None:
        far, self.near = os.openpty()
        tty.setraw(self.near)
        self.name = os.ttyname(self.near)
        self._reader = subprocess.Popen(
            [sys.executable, "-S", "-c", READER, str(len(FRAME))], stdin=far, stdout=subprocess.PIPE
        )
        os.close(far)
        assert self._reader.stdout is not None
        self._told = self._reader.stdout.fileno()

    def frame(self) -> tuple[bytes, int]:
        """The next whole frame, and when its last byte was read (CLOCK_MONOTONIC).

        :raises TimeoutError: it did not come.
        """
        if not select.select([self._told], [], [], PATIENCE_S)[0]:
            raise TimeoutError("no frame came")
        told = os.read(self._told, STAMP_BYTES + len(FRAME))  # written as one, so read as one
        return told[STAMP_BYTES:], int.from_bytes(told[:STAMP_BYTES])

    def rest(self) -> None:
        """Read what comes until nothing comes for a while; where there is no end of it, a while."""
        for _ in range(MOVING_FRAMES):
            if not select.select([self._told], [], [], REST_S)[0]:
                return
            self.frame()

    def close(self) -> None:
        """Let both ends go."""
        self._reader.kill()
        self._reader.communicate()
        os.close(self.near)
