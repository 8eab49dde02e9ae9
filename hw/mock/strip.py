"""The strip's twin: the microcontroller at the far end of the line.

It is no port of its own: the real ``hw.pi.strip.SerialStrip`` writes to :attr:`StripTwin.port`,
a pty, and what the twin shows is what its firmware could make of those bytes.
"""

from __future__ import annotations

import contextlib
import os
import random
import select
import shutil
import tempfile
import termios
import threading
import time
import tty
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hw.wire.adalight import Garbled, Shown
from hw.wire.pace import BITS_A_BYTE
from hw.wire.wled import Asked, Baud, Heard, Info, Receiver, State, info_line, version_line

from .faults import STRIP

SHORT = 0.6  # of its LEDs a short strip has
REMEMBERED = 64  # complaints kept; a line of pure noise must not fill the memory
REALTIME_S = 2.5  # so long after its last frame WLED goes back to an effect of its own
BANNER_S = 1.0
FOLDER = "table-strip-"  # and its process
EFFECT = bytes((255, 160, 0))  # orange, as WLED comes
FAULTS = ("none", "short", "pull", "stuck", "slow", "garbage", "nack")
WRONG = 0.02
"""So many bytes of a bad line arrive as others."""
SLOW_BYTES_S = 600
"""And a slow one takes so many a second."""
BUILD, VERSION = "2410270", "0.15.0"
BAUDS = {
    getattr(termios, name): int(name[1:])
    for name in dir(termios)
    if name[0] == "B" and name[1:].isdigit()
}


@dataclass(frozen=True, slots=True)
class Firmware:
    """What is flashed on the controller, and how it is set.

    ``wled`` answers, ``mute`` is a WLED whose TX pin is used for something else; ``adalight`` is
    a sketch that says "Ada" each second while nothing comes, and hears nothing but frames.
    """

    kind: str = "wled"
    leds: int = 0  #: as set in it; 0: as many as the strip has
    baud: int = 0  #: its speed after power-up; 0: it understands any, as a pty does
    fastest: int = 10_000_000  #: above that its answers get lost: a poor cable, a poor USB chip
    deaf_above: int = 10_000_000  #: and above that all it hears is noise
    limit_ma: int = 0  #: WLED's own brightness limiter
    slow: bool = False  #: it takes bytes no faster than its baud rate brings them
    deaf_to: int = 0  #: so many first bytes are missed


AS_IT_COMES = Firmware()


def _folder() -> tempfile.TemporaryDirectory[str]:
    """A folder for a port's name; those of processes that were killed are swept away."""
    for old in Path(tempfile.gettempdir()).glob(f"{FOLDER}*-*"):
        owner = old.name.removeprefix(FOLDER).partition("-")[0]
        if owner.isdecimal() and not Path("/proc", owner).exists():
            shutil.rmtree(old, ignore_errors=True)
    return tempfile.TemporaryDirectory(prefix=f"{FOLDER}{os.getpid()}-")


class StripTwin:
    """A strip of *length* LEDs that remembers what it was shown.

    *seen* is called with each frame's pixels from the twin's thread, and must only pass them on.
    """

    def __init__(
        self,
        length: int,
        order: str = "rgb",
        seen: Callable[[bytes], None] = lambda pixels: None,
        firmware: Firmware = AS_IT_COMES,
    ) -> None:
        self._length, self._order, self._seen = length, order, seen
        self._firmware = firmware
        self._native, self._lights = order, length  # of the LEDs there are
        self._fault, self._luck, self.ailments = "none", random.Random(length), STRIP
        self._folder = _folder()
        self.port = str(Path(self._folder.name) / "tty")
        """Where a ``SerialStrip`` opens it; the name stays through :meth:`unplug`."""
        self.last = bytes(3 * length)
        """Red, green, blue of LED 0 first; dark until a frame has come."""
        self.frames = 0
        self.garbled: deque[Garbled] = deque(maxlen=REMEMBERED)
        self.on = True
        """WLED's own state, which is seen when no frames come."""
        self.live_s = 0.0
        self.baud = firmware.baud
        """Its speed now."""
        self._news = threading.Condition()
        self._ends: tuple[int, int] | None = None
        self._thread: threading.Thread | None = None
        self._wake_in, self._wake_out = os.pipe()
        os.set_blocking(self._wake_in, False)
        self.plug()

    def plug(self) -> None:
        """Be there (again), powered up: nothing shown and no memory of half a frame."""
        far, near = os.openpty()
        tty.setraw(near)
        self._ends = far, near  # the near end stays open, so that a closing writer ends nothing
        self.baud, self.on, self.live_s = self._firmware.baud, True, 0.0
        Path(self.port).symlink_to(os.ttyname(near))
        self._thread = threading.Thread(
            target=self._listen, args=(far, near), name="strip twin", daemon=True
        )
        self._thread.start()

    def unplug(self) -> None:
        """Be gone: whoever has the port open gets an error at the next byte."""
        if self._ends is None or self._thread is None:
            return
        Path(self.port).unlink()
        os.write(self._wake_out, b"x")
        self._thread.join()
        with contextlib.suppress(BlockingIOError):
            os.read(self._wake_in, 64)
        for end in self._ends:
            os.close(end)
        self._ends = None

    def dip(self) -> None:
        """Its power fails for a moment: nothing is shown, and all it was told is forgotten."""
        if self._ends is not None:
            self.baud, self.on, self.live_s = self._firmware.baud, True, 0.0
            with self._news:
                self.last = bytes(3 * self._length)

    def lit(self, at_s: float | None = None) -> bytes:
        """What the LEDs show at that time (``time.monotonic``), now by default."""
        if (time.monotonic() if at_s is None else at_s) - self.live_s < REALTIME_S:
            return self.last
        wled = self._firmware.kind != "adalight"
        return EFFECT * self._length if wled and self.on else bytes(3 * self._length)

    def ail(self, fault: str) -> None:
        """From the next frame on: LEDs of another order (``grb``), ``short``; ``none`` mends it.

        Of its line: ``pull``, ``stuck``, ``slow``, ``garbage``, ``nack`` (it answers nothing).

        :raises ValueError: it cannot fail so.
        """
        if fault not in FAULTS and sorted(fault) != sorted("rgb"):
            says = f"write {', '.join(FAULTS)}, or an order (grb)"
            raise ValueError(f"the strip cannot be {fault!r}: {says}")
        self._fault = fault
        if fault == "pull":
            self.unplug()
        elif self._ends is None:
            self.plug()
        elif fault != "stuck":
            os.write(self._wake_out, b"w")  # one that was stuck reads on
        self._native = fault if sorted(fault) == sorted("rgb") else self._order
        self._lights = round(self._length * SHORT) if fault == "short" else self._length

    def eyes(self, pixels: bytes) -> bytes:
        """What eyes see where *pixels* were meant, red, green, blue of LED 0 first."""
        seen = bytearray(len(pixels))
        for meant, shines in zip(self._order, self._native, strict=True):
            seen["rgb".index(shines) :: 3] = pixels["rgb".index(meant) :: 3]
        dark = 3 * self._lights
        seen[dark:] = bytes(len(seen[dark:]))
        return bytes(seen)

    def seen(self, pixels: bytes) -> bytes:
        """What eyes see where the daemon means *pixels*: what came, where its line is at fault."""
        line = self._fault in ("pull", "stuck", "slow", "garbage")
        return self.lit() if line else self.eyes(pixels)

    def wait_for(self, frames: int, timeout_s: float = 5.0) -> bool:
        """Whether *frames* have come, now or within *timeout_s*."""
        return self.wait_until(lambda: self.frames >= frames, timeout_s)

    def wait_until(self, true: Callable[[], bool], timeout_s: float = 5.0) -> bool:
        """Whether *true* becomes so, looked at after all that comes, within *timeout_s*."""
        with self._news:
            return self._news.wait_for(true, timeout_s)

    def close(self) -> None:
        """Unplug for good."""
        self.unplug()
        os.close(self._wake_in)
        os.close(self._wake_out)
        self._folder.cleanup()

    def _listen(self, far: int, near: int) -> None:
        receiver, missed = Receiver(self._order), self._firmware.deaf_to
        patience_s = BANNER_S if self._firmware.kind == "adalight" else None
        while True:
            ears = [self._wake_in] if self._fault == "stuck" else [far, self._wake_in]
            ready, _, _ = select.select(ears, [], [], patience_s)
            if self._wake_in in ready:
                if b"x" in os.read(self._wake_in, 64):
                    return
                continue
            if not ready:
                os.write(far, b"Ada\n")
                continue
            with contextlib.suppress(OSError):  # the other side is between two openings
                chunk = os.read(far, 512 if self._firmware.slow else 65536)
                chunk, missed = chunk[missed:], max(0, missed - len(chunk))
                if self._firmware.slow and self._is_over(len(chunk) * BITS_A_BYTE / self.baud):
                    return
                self._hear(receiver, self._carried(chunk), far, near)
                if self._fault == "slow":
                    self._is_over(len(chunk) / SLOW_BYTES_S)

    def _carried(self, chunk: bytes) -> bytes:
        """What of some bytes arrives."""
        if self._fault != "garbage":
            return chunk
        return bytes(b ^ 0x5A if self._luck.random() < WRONG else b for b in chunk)

    def _is_over(self, after_s: float) -> bool:
        return bool(select.select([self._wake_in], [], [], after_s)[0])

    def _hear(self, receiver: Receiver, chunk: bytes, far: int, near: int) -> None:
        with self._news:
            if not self._in_tune(near):
                chunk = bytes(len(chunk))  # frames of another speed: it sees breaks
            for one in receiver.feed(chunk):
                self._take(one, far, near)
            self._news.notify_all()

    def _in_tune(self, near: int) -> bool:
        """Whether the line has the speed that the firmware has."""
        set_to = BAUDS.get(termios.tcgetattr(near)[5], 0)
        return self.baud in (0, set_to) and set_to <= self._firmware.deaf_above

    def _take(self, one: Heard, far: int, near: int) -> None:
        if isinstance(one, Shown):
            self.last = self.eyes(one.pixels[: 3 * self._length].ljust(3 * self._length, b"\0"))
            self.frames += 1
            self.live_s = time.monotonic()
            self._seen(self.last)
        elif isinstance(one, Garbled):
            self.garbled.append(one)
        elif self._firmware.kind != "adalight":
            self._obey(one, far, near)

    def _obey(self, one: Asked | Baud | State, far: int, near: int) -> None:
        """What WLED does between frames."""
        if isinstance(one, Baud):
            self.baud = one.baud if self._firmware.baud else 0
        elif isinstance(one, Asked) and one.letter == "v":
            self._answer(version_line(BUILD), far, near)
        elif isinstance(one, State):
            self.on = one.keys.get("on", self.on)
            if one.keys.get("live") is False:
                self.live_s = 0.0
            if one.keys.get("v"):
                leds = self._firmware.leds or self._length
                info = Info(VERSION, leds, 0, self._firmware.limit_ma)
                self._answer(info_line(info, on=self.on), far, near)

    def _answer(self, line: bytes, far: int, near: int) -> None:
        lost = self.baud > self._firmware.fastest
        deaf = self._fault == "nack"
        if self._firmware.kind == "wled" and self._in_tune(near) and not lost and not deaf:
            os.write(far, line)
