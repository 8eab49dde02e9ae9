"""The Pi's own supply, watched: told with its likely causes, and spared by dimmer lights.

A supply that is too weak restarts a Pi in the midst of a game. Where the strip shares it, less
light is a cure; so that is lowered when the voltage falls, and let be when it does not help.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from statistics import fmean

from firmware_host.daemon.core import Core
from firmware_host.daemon.lights import FULL, Lights

LOOK_NS = 30_000_000_000
LOOK_S = LOOK_NS / 1e9
CALM_NS = 20 * LOOK_NS
"""Ten minutes without a fall: a little more light may be tried."""
LEAST = FULL // 4
"""Darker than this a picture is hard to read in a lit room."""
MUCH_MA = 300.0
"""What the LEDs must draw, to be what pulls a supply down, and for less light to be a cure."""
GAUGE_S = 2.0
"""So often the firmware is asked: a dip that passes between two readings is not seen again."""
KEPT = 40
LOW, SINCE = 1, 16
NOW = {0: "too little voltage", 1: "slowed down", 2: "slowed down much", 3: "too hot"}
"""By bit; the same bits, so much higher: since it was switched on."""
SHARED = "the strip is fed by the Pi's supply: give it one of its own"
CABLE = "a thin or long cable, or a supply that is not the maker's"
USB = "too much on USB: a hub with a supply of its own"


def just_now(bits: int) -> list[str]:
    """What is wrong at this moment."""
    return [words for bit, words in NOW.items() if bits >> bit & 1]


def earlier(bits: int) -> list[str]:
    """What has been wrong since it was switched on."""
    return just_now(bits >> SINCE)


class Gauge:
    """Reads what the firmware says, again and again, in a thread: its answer may take its time.

    Often, and it keeps what was seen: the bits of what has happened stay once they are set, so
    they show a first dip and no later one.
    """

    def __init__(self, read: Callable[[], int | None], every_s: float = GAUGE_S) -> None:
        self._read, self._every_s = read, every_s
        self._closing = threading.Event()
        self._change = threading.Lock()
        self.bits: int | None = None
        """What it said since it was last taken; None: nothing yet, or nobody tells."""
        self._last: int | None = None
        self._thread = threading.Thread(target=self._run, name="supply", daemon=True)

    def open(self) -> None:
        """Begin."""
        self._thread.start()

    def taken(self) -> int | None:
        """All bits that were set since this was last asked; None: nobody tells."""
        with self._change:
            bits, self.bits = self.bits, self._last
        return bits

    def close(self) -> None:
        """No more."""
        self._closing.set()

    def _run(self) -> None:
        while not self._closing.is_set():
            bits = self._read()
            with self._change:
                self._last = bits
                self.bits = bits if bits is None else bits | (self.bits or 0)
            self._closing.wait(self._every_s)


class Supply:
    """Judges the bits, tells *said* (whether it is well, and in words), and dims *lights*."""

    def __init__(
        self,
        bits: Callable[[], int | None],
        lights: Lights,
        said: Callable[[bool, str, int], None],
        shared: bool = False,
    ) -> None:
        """*shared*: the table's file says that the Pi feeds a strip."""
        self._bits, self._lights, self._said = bits, lights, said
        self._shared = shared
        self.wake_ns: int = 0
        """Call :meth:`tick` by then."""
        self._before: int | None = None
        self._words = ""
        self._low_ma: deque[float] = deque(maxlen=KEPT)  # of the LEDs, when the voltage fell
        self._fine_ma: deque[float] = deque(maxlen=KEPT)  # and when it did not
        self._share, self._helps = FULL, True
        self._fell_ns: int | None = None

    def tick(self, now_ns: int) -> None:
        """Look, where it is time to."""
        if now_ns < self.wake_ns:
            return
        self.wake_ns = now_ns + LOOK_NS
        bits, led_ma = self._bits(), self._lights.peak_ma()
        if bits is None:
            return
        before, self._before = self._before, bits
        passing = before is not None and bits & ~before & LOW << SINCE
        if bits & LOW or passing:
            self._fallen(led_ma, now_ns)
        else:
            self._fine(bits, led_ma, now_ns)

    def _fallen(self, led_ma: float, now_ns: int) -> None:
        self._low_ma.append(led_ma)
        self._fell_ns = now_ns
        much = led_ma >= MUCH_MA
        if much and self._share > LEAST and self._helps:
            self._dim(max(LEAST, self._share * 3 // 4))
        elif self._share < FULL:  # it falls with little light as well: it is not the light
            self._helps = False
            self._dim(FULL)
        words = NOW[0]
        if self._lights.has_strip:
            words = f"{words}, while the LEDs were asked for up to {led_ma / 1000:.1f} A"
        if self._share < FULL:
            words = f"{words}; the strip is dimmed to {100 * self._share // FULL} %"
        self._tell(f"{words}. Likely, in this order: {'; '.join(self.causes())}", now_ns)

    def _fine(self, bits: int, led_ma: float, now_ns: int) -> None:
        self._fine_ma.append(led_ma)
        calm = self._fell_ns is None or now_ns - self._fell_ns >= CALM_NS
        if calm and self._share < FULL:
            self._fell_ns = now_ns
            self._dim(min(FULL, self._share * 4 // 3 + 1))
        elif hot := just_now(bits):
            self._tell(f"the Pi is {', '.join(hot)}. Give it air, or a cooler", now_ns)
        elif calm:
            self._tell("", now_ns)

    def _tell(self, words: str, now_ns: int) -> None:
        """What is wrong, or that it is not any more; once."""
        if words != self._words:
            self._words = words
            self._said(not words, words, now_ns)

    def _dim(self, share: int) -> None:
        self._share = share
        self._lights.dim(share)

    def causes(self) -> tuple[str, ...]:
        """What may be the cause, the likeliest first, by what was seen."""
        if not self._lights.has_strip:
            return (CABLE, USB)
        if self._shared:
            return (SHARED, CABLE, USB)
        low_ma = fmean(self._low_ma) if self._low_ma else 0.0
        fine_ma = fmean(self._fine_ma) if self._fine_ma else 0.0
        lights = self._helps and low_ma >= MUCH_MA and low_ma > 1.2 * fine_ma
        return (SHARED, CABLE, USB) if lights else (CABLE, USB, SHARED)


def watched(core: Core, gauge: Gauge, *, shared: bool = False) -> None:
    """Have *gauge* read what the Pi says of its supply, and the table of *core* act by it.

    *shared*: the table's file says that the Pi feeds a strip.
    """

    def said(ok: bool, words: str, now_ns: int) -> None:
        core.device("power", ok, words, now_ns)

    core.kept.append(Supply(gauge.taken, core.lights, said, shared))
    gauge.open()
