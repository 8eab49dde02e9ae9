"""An LED strip behind a microcontroller on a serial line.

``show`` never waits. It keeps the newest frame; where the line is free it hands it to the kernel
at once, so that a press is lit without another thread having to wake up, and else the writer
thread sends it when the frame under way has had its time on the wire. Frames in between are
dropped: old light is worth nothing.
"""

from __future__ import annotations

import os
import termios
import threading
import time
from collections.abc import Callable
from typing import Any

from hw.ports import DeviceLost
from hw.wire.adalight import HEADER_BYTES, Encoder

from .attending import attend

WRITE_TIMEOUT_S = 0.3  # ten frames of a slow line; a line that takes nothing for so long is stuck
KEEP_ALIVE_S = 1.0  # WLED falls back to its own effect 2.5 s after the last frame
BACK_OFF_S = (0.25, 1.5)  # first and longest wait before the port is tried again
BITS_A_BYTE = 10  # start, eight, stop


def open_port(port: str, baud: int) -> Any:
    """The open pyserial port, ours alone, its reset lines low from before it opened.

    :raises OSError: it cannot be opened, or another program has it.
    """
    import serial

    line = serial.Serial(baudrate=baud, write_timeout=WRITE_TIMEOUT_S, exclusive=True)
    line.port = port
    # A rising DTR or RTS resets most boards; on closing, too, unless HUPCL is cleared.
    line.dtr = line.rts = False
    line.open()
    settings = termios.tcgetattr(line.fileno())
    settings[2] &= ~termios.HUPCL
    termios.tcsetattr(line.fileno(), termios.TCSANOW, settings)
    return line


class SerialStrip:
    """A run of *length* LEDs at serial *port*.

    *told* hears of every change of state, from the writer thread: the DeviceLost, or None when
    the strip is there (again). It must only pass it on.
    """

    def __init__(
        self,
        port: str,
        length: int,
        *,
        baud: int = 115_200,
        order: str = "rgb",
        told: Callable[[DeviceLost | None], None] = lambda state: None,
        back_off_s: tuple[float, float] = BACK_OFF_S,
    ) -> None:
        self._port, self._length, self._baud = port, length, baud
        self._encoder = Encoder(length, order)
        self._told = told
        self._back_off_s = back_off_s
        self._air_s = (HEADER_BYTES + 3 * length) * BITS_A_BYTE / baud
        self._change = threading.Condition()
        self._line: Any = None
        self._waiting: bytes | None = None  # the newest frame, not yet begun
        self._rest = b""  # of a frame the kernel took only in part
        self._latest: bytes | None = None  # the newest frame at all, for the full resend
        self._busy = False  # the writer thread is in a write
        self._free_at_s = 0.0
        self._broken: OSError | None = None
        self._closing = False
        self._lost = False
        self._thread = threading.Thread(target=self._run, name=f"strip {port}", daemon=True)

    @property
    def length(self) -> int:
        """How many LEDs it has."""
        return self._length

    def open(self) -> None:
        """Begin to look for the port and to write; returns at once."""
        self._thread.start()

    def show(self, pixels: bytes) -> None:
        """Let *pixels* be shown as soon as the line is free; never waits.

        :raises ValueError: not three bytes for each LED.
        """
        frame = self._encoder.encode(pixels)
        with self._change:
            self._latest = self._waiting = frame
            if not (self._line is None or self._busy or self._rest or self._broken):
                self._try_now()
            if self._waiting or self._rest or self._broken:
                self._change.notify()

    def close(self) -> None:
        """Send the newest frame, if the line is there, and let go of it."""
        with self._change:
            self._closing = True
            self._change.notify()
        if self._thread.ident is not None:
            self._thread.join(timeout=2 * WRITE_TIMEOUT_S + self._air_s)

    def _try_now(self) -> None:
        """Hand the waiting frame to the kernel if the line is free; the lock is held."""
        now_s = time.monotonic()
        if self._waiting is None or now_s < self._free_at_s:
            return
        try:
            taken = os.write(self._line.fileno(), self._waiting)  # the port is non-blocking
        except BlockingIOError:
            taken = 0
        except OSError as broken:
            self._broken = broken
            return
        if taken:
            self._rest, self._waiting = self._waiting[taken:], None
            self._free_at_s = now_s + self._air_s

    def _run(self) -> None:
        attend(self._tried, lambda: self._closing, self._change, self._back_off_s)

    def _tried(self) -> bool:
        """Serve the line until it breaks or we are closed; whether it was there at all."""
        there = False
        try:
            self._attach()
            there = True
            self._serve()
        except (OSError, termios.error) as broken:
            self._tell(broken)
        finally:
            self._detach()
        return there

    def _attach(self) -> None:
        line = open_port(self._port, self._baud)
        with self._change:
            self._line, self._broken, self._rest = line, None, b""
            self._free_at_s = 0.0
            self._waiting = self._latest
        if self._lost:
            self._lost = False
        self._told(None)

    def _detach(self) -> None:
        with self._change:
            line, self._line = self._line, None
        if line is not None:
            line.close()

    def _serve(self) -> None:
        """Write frames until we are closed.

        :raises OSError: the line broke.
        """
        while (due := self._due()) is not None:
            try:
                self._line.write(due)
            finally:
                with self._change:
                    self._busy = False

    def _due(self) -> bytes | None:
        """Wait for bytes that may go out now; None when we are closing and all is written."""
        with self._change:
            while True:
                if self._broken is not None:
                    raise self._broken
                wait_s = self._free_at_s - time.monotonic()
                if self._rest:
                    due, self._rest = self._rest, b""
                    break
                if self._waiting is not None and wait_s <= 0:
                    due, self._waiting = self._waiting, None
                    self._free_at_s = time.monotonic() + self._air_s
                    break
                if self._waiting is None and self._closing:
                    return None
                if self._waiting is not None:
                    self._change.wait(wait_s)
                elif not self._change.wait(KEEP_ALIVE_S):
                    self._waiting = self._latest
            self._busy = True
            return due

    def _tell(self, broken: Exception) -> None:
        if self._lost:  # one word a change of state, not one a try
            return
        self._lost = True
        hint = "is its cable in? Or has another program opened it"
        self._told(DeviceLost("LED strip", self._port, str(broken), hint))
