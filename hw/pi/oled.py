"""A small OLED through luma.oled, over I2C or SPI.

A picture takes up to a tenth of a second on a slow bus, so ``show`` never waits: a thread of our
own sends what has changed, tells when the display is lost, and brings it up again with its whole
picture when it is back. Each transfer has a deadline and is made in a thread that may be left
behind: a bus that hangs takes nothing with it but the display.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from hw.ports import DeviceLost
from hw.wire.oled import NOP, Transfer, encoder

from .attending import attend
from .errand import Errand
from .oled_care import SHIFT_EVERY_S, Care
from .oled_line import Link, Wire, lost, start
from .pulse import Beating

AFRESH_S = SHIFT_EVERY_S  # so often everything is sent: one that lost its power would stay dark
MOST_HUNG = 3  # threads that are left waiting in the kernel; then no more are sent after them
CLOSING_S = 2.0
LATE_S = 30.0  # a dozen times the longest wait and a transfer that hangs


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a display is waited for."""

    back_off_s: tuple[float, float] = (0.25, 1.5)
    """First and longest wait before it is tried again."""
    deadline_s: float = 1.0
    """For a transfer: the longest, a full picture at 100 kHz, takes a tenth of it."""
    heart_s: float = 2.0
    """So often a display on I2C is asked whether it is there."""
    clock: Callable[[], float] = time.monotonic


class LumaOled:
    """One display. *told* hears, from its thread, that it is lost (why), or there (None)."""

    def __init__(
        self,
        driver: str,
        wire: Wire,
        size: tuple[int, int] = (128, 64),
        *,
        told: Callable[[DeviceLost | None], None] = lambda state: None,
        care: Care | None = None,
        pace: Pace | None = None,
    ) -> None:
        self._encoder = encoder(driver, *size)
        self._driver, self._wire, self._size = driver, wire, size
        self._told, self.care, self._pace = told, care or Care(), pace or Pace()
        self._heart = [Transfer(False, bytes((NOP,)))] if wire.kind == "i2c" else []
        self._change = Beating(LATE_S)
        self._latest = self._dark = bytes(size[0] * size[1])
        self._woken = False  # somebody is there since the newest picture was sent
        self._news_s = self._pace.clock()
        self._closing = False
        self._lost: str | None = None  # the hint it was told lost with
        self._there = False  # it has taken a picture since it was last reached for
        self._hung: list[Errand] = []
        self._thread = threading.Thread(target=self._run, name=f"oled {wire}", daemon=True)

    @property
    def width(self) -> int:
        """In pixels."""
        return self._size[0]

    @property
    def height(self) -> int:
        """In pixels."""
        return self._size[1]

    def open(self) -> None:
        """Begin to look for the display and to write; returns at once."""
        self._thread.start()

    def show(self, picture: bytes) -> None:
        """Let *picture* be shown as soon as the bus is free; never waits.

        :raises ValueError: not one byte for each pixel.
        """
        if len(picture) != self.width * self.height:
            raise ValueError(f"{len(picture)} bytes; the display has {self.width}x{self.height}")
        with self._change:
            if picture != self._latest:
                self._news_s = self._pace.clock()
            self._latest = picture
            self._change.notify()

    def wake(self) -> None:
        """Somebody is there: bright again, though nothing has changed; never waits."""
        with self._change:
            self._news_s = self._pace.clock()
            self._woken = True
            self._change.notify()

    def close(self) -> None:
        """Show the newest picture, if the display is there, and let go of the bus."""
        with self._change:
            self._closing = True
            self._change.notify()
        if self._thread.ident is not None:
            self._thread.join(CLOSING_S)

    def _run(self) -> None:
        attend(self._tried, lambda: self._closing, self._change, self._pace.back_off_s)

    def _tried(self) -> bool:
        """Serve the display until it is lost or we are closed; whether it was there at all."""
        self._hung[:] = [errand for errand in self._hung if errand.is_alive()]
        if len(self._hung) >= MOST_HUNG:
            return False
        link = Link(self._wire, self._pace.deadline_s, self._hung, self._change.pulse.beat)
        self._there = False
        try:
            link.open()
            self._serve(link)
        except DeviceLost as state:
            self._tell(state)
        except ImportError as missing:
            self._tell(lost(self._wire, missing))
        finally:
            link.close()
        return self._there

    def _serve(self, link: Link) -> None:
        """Keep it showing the newest picture until we are closed.

        :raises DeviceLost: it does not take it.
        """
        begin = start(self._driver, *self._size)
        shown: bytes | None = None
        level, afresh_s = 0, 0.0
        while True:
            now_s = self._pace.clock()
            with self._change:
                picture, idle_s = self._latest, now_s - self._news_s
                self._woken = False
            lit = self._dark if self.care.dark(idle_s) else picture
            memory = self._encoder.memory(self.care.placed(lit, self.width, now_s))
            light = self.care.light(self._encoder.bright, idle_s)
            first, afresh = shown is None, shown is None or now_s >= afresh_s
            if afresh:
                afresh_s = now_s + AFRESH_S
                all_of_it = self._encoder.changes(None, memory)
                own = (*begin.settings, *self._encoder.contrast(light), *all_of_it, begin.on)
                link.send((begin.off, *own) if first else own)
            else:
                # Light before news, so that nobody has to wait for it.
                wake = self._encoder.contrast(light) if light != level else []
                link.send([*wake, *self._encoder.changes(shown, memory)] or self._heart)
            shown, level = memory, light
            if first:
                self._lost, self._there = None, True
                self._told(None)
            with self._change:
                self._change.wait_for(self._called(picture), timeout=self._pace.heart_s)
                if self._closing and self._latest is picture:
                    return

    def _called(self, picture: bytes) -> Callable[[], bool]:
        return lambda: self._closing or self._woken or self._latest is not picture

    def _tell(self, state: DeviceLost) -> None:
        if self._lost == state.hint:  # one word a change of state, not one a try
            return
        self._lost = state.hint
        self._told(state)
