"""An LED strip behind a microcontroller on a serial line.

``show`` never waits. It keeps the newest frame; where the line is free it hands it to the kernel
at once, so that a press is lit without another thread having to wake up, and else the writer
thread sends it when the frame under way has had its time on the wire and down the strip. Frames
in between are dropped: old light is worth nothing.

The controller is asked who it is once its picture is there again; whatever it answers, or not, it
is shown pictures. One that was brought to another speed than it starts with is asked again and
again: when it has started anew by itself, it is brought up to speed as after an unplugging.
"""

from __future__ import annotations

import contextlib
import errno
import os
import termios
import threading
import time
from collections.abc import Callable
from typing import Any

from hw.ports import DeviceLost, Note
from hw.wire import wled
from hw.wire.adalight import Encoder, resync
from hw.wire.greeting import Expected, Greeting
from hw.wire.pace import BITS_A_BYTE, frame_s
from hw.wire.roll_call import RollCall
from hw.wire.supply import Supply
from hw.wire.talk import Talk
from hw.wire.turns import KEEP_ALIVE_S, Turns

from .attending import attend
from .pulse import Beating
from .serial_ports import DEVICE, resolved, user
from .speeds import Speed, agreed
from .traits import PLAIN, Traits

WRITE_TIMEOUT_S = 0.3  # ten frames of a slow line; a line that takes nothing for so long is stuck
LOOK_S = 0.05  # how often an answer is looked for, while one is waited for
BACK_OFF_S = (0.25, 0.5)  # first and longest wait before the port is tried again: it is back soon
NO_LINES = (OSError, termios.error)  # a pty has none; a port that broke says so at the next byte
NO_PORT = (errno.EISDIR, errno.ENOTTY)
RESTARTED = "Has its power failed? It is brought up to speed again"
LATE_S = 40.0  # closing a line that takes nothing may hold the kernel for 30 s


def open_port(port: str, baud: int) -> Any:
    """The open pyserial port, ours alone, its reset lines let go.

    The kernel raises DTR and RTS together as it opens a port. An ESP32's circuit for flashing
    resets it while RTS is up and DTR is not, so RTS has to fall first; pyserial by itself lets DTR
    fall first. With ``dsrdtr`` it leaves DTR alone in ``open``; that changes nothing else on Linux.

    :raises OSError: it cannot be opened, or another program has it.
    """
    import serial

    line = serial.Serial(baudrate=baud, write_timeout=WRITE_TIMEOUT_S, exclusive=True)
    line.port, line.dsrdtr, line.rts = port, True, False
    line.open()
    try:
        with contextlib.suppress(*NO_LINES):
            line.dtr = False
        settings = termios.tcgetattr(line.fileno())
        settings[2] &= ~termios.HUPCL  # else the lines move once more when it is closed
        termios.tcsetattr(line.fileno(), termios.TCSANOW, settings)
    except BaseException:
        line.close()
        raise
    return line


class SerialStrip:
    """A run of *length* LEDs at serial *port*: a name, ``serial:NUMBER`` or ``usb:CHIP``.

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
        traits: Traits = PLAIN,
    ) -> None:
        self._port, self._length, self._baud = port, length, baud
        self._traits, self._wired = traits, length + traits.sacrificial
        self._before = bytes(3 * traits.sacrificial)
        self.supply = Supply(self._wired, traits.milliamps)
        self._encoder = Encoder(self._wired, order)
        self._told = told
        self.noted: Callable[[Note], None] = lambda note: None
        """Hears, from any thread, what is to be said of the controller or of the supply."""
        self._back_off_s = back_off_s
        self._change = Beating(LATE_S)
        self._turns = Turns()
        self._line: Any = None
        self._busy = False  # the writer thread is in a write
        self._broken: OSError | None = None
        self._closing = False
        self._speed: Speed | None = None  # what the controller agreed to, and whether to ask again
        self._lost = ""  # the words it was told lost with
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
        frame = self._encoder.encode(self._before + self.supply.spared(pixels, self._note))
        turns = self._turns
        with self._change:
            turns.put(frame)
            if not (self._line is None or self._busy or self._broken):
                self._try_now()
            if turns.waiting or turns.rest or self._broken:
                self._change.notify()

    def close(self) -> None:
        """Send the newest frame, if the line is there, leave WLED dark, and let go of it."""
        with self._change:
            self._closing = True
            self._change.notify()
        if self._thread.ident is not None:
            slowest_s = frame_s(self._wired, self._traits.start_baud or self._baud, "ws2812")
            self._thread.join(timeout=3 * WRITE_TIMEOUT_S + 2 * slowest_s)

    def _note(self, note: Note) -> None:
        self.noted(note)

    def _try_now(self) -> None:
        """Hand the waiting frame to the kernel if the line is free; the lock is held."""
        now_s = time.monotonic()
        frame = self._turns.at_once(now_s)
        if not frame:
            return
        try:
            taken = os.write(self._line.fileno(), frame)  # the port is non-blocking
        except BlockingIOError:
            taken = 0
        except OSError as broken:
            self._broken = broken
            return
        self._turns.taken(taken, now_s)

    def _run(self) -> None:
        attend(self._tried, lambda: self._closing, self._change, self._back_off_s)

    def _tried(self) -> bool:
        """Serve the line until it breaks or we are closed; whether it was there at all."""
        there = False
        try:
            talk = self._attach()
            there = True
            self._serve(talk)
        except (OSError, termios.error) as broken:
            self._tell(broken)
        finally:
            self._detach()
        return there

    def _attach(self) -> Talk:
        """The port, its controller brought in step and, if need be, up to speed."""
        start = self._traits.start_baud or self._baud
        port = resolved(self._port, self._traits.asker)
        zeros, line = resync(self._wired), open_port(port, start)
        try:
            if start != self._baud and not (self._speed and self._speed.tried):
                self._speed = agreed(line, self._baud, start, zeros)
        except BaseException:
            line.close()
            raise
        baud = self._speed.baud if self._speed else start
        if line.baudrate != baud:
            line.baudrate = baud
        with self._change:
            self._line, self._broken = line, None
            each_s = frame_s(self._wired, baud, self._traits.chip)
            self._turns.begin(each_s, BITS_A_BYTE / baud, zeros)
        self._lost = ""
        self._told(None)
        expected = Expected(self._wired, self._traits.milliamps, baud)
        greeting = Greeting(expected, self._speed.remark if self._speed else None)
        return Talk(greeting, RollCall(time.monotonic()) if baud != start else None)

    def _detach(self) -> None:
        with self._change:
            line, self._line = self._line, None
        if line is not None:
            line.close()

    def _serve(self, talk: Talk) -> None:
        """Write frames until we are closed.

        :raises OSError: the line broke, or nobody is there any more who listens at this speed.
        """
        while (due := self._due(talk)) is not None:
            try:
                if due:
                    self._line.write(due)
            finally:
                with self._change:
                    self._busy = False
            heard = b""
            with contextlib.suppress(BlockingIOError):
                heard = os.read(self._line.fileno(), 4096)
            note = talk.heard(heard, time.monotonic())
            if note is not None:
                self.noted(note)
            if talk.gone(time.monotonic()):
                says = f"its controller answers no more at {self._baud} baud"
                raise DeviceLost(DEVICE, self._port, says, RESTARTED)
        self._line.write(wled.CLOSE)

    def _due(self, talk: Talk) -> bytes | None:
        """Wait for bytes that may go out now; none of them: look for an answer.

        None when we are closing and all is written.

        :raises OSError: the line broke.
        """
        turns, look_at_s = self._turns, time.monotonic()
        look_at_s += KEEP_ALIVE_S if talk.over else LOOK_S
        with self._change:
            while True:
                if self._broken is not None:
                    raise self._broken
                now_s = time.monotonic()
                due = talk.question(turns, now_s, ending=self._closing)
                due = due or turns.due(now_s, ending=self._closing)
                if due:
                    self._busy = True
                    return due
                if turns.waiting is None and self._closing:
                    return None
                if now_s >= look_at_s:
                    return b""
                self._change.wait(max(0.0, min(turns.next_s(), look_at_s) - now_s))

    def _tell(self, broken: Exception) -> None:
        if not isinstance(broken, DeviceLost):
            broken = DeviceLost(DEVICE, self._port, *_words(broken))
        if str(broken) == self._lost:  # one word a change, not one a try
            return
        self._lost = str(broken)
        self._told(broken)


def _words(broken: Exception) -> tuple[str, str]:
    """What is wrong, and what to do."""
    number, words = getattr(broken, "errno", None), str(broken)
    says = os.strerror(number) if number else words  # pyserial says it twice, and the port as well
    if number in (errno.EACCES, errno.EPERM):
        return says, f"sudo usermod -aG dialout {user()}, then log in again"
    if "exclusively lock" in words:  # pyserial's words; its errno is another's
        return "another program has it", "./table doctor says which"
    if number in NO_PORT or "Could not configure port" in words:  # and so are these
        return "it is no serial port", "Write the name of one: ./table doctor tells of all"
    return says, "Is its cable in? Or has another program opened it"
