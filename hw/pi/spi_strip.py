"""An LED strip on the Pi's SPI.

``show`` never waits: it keeps the newest frame, and a thread sends it, one transfer a frame. SPI
has no answer, so a strip that is unplugged is not noticed; it gets its picture again within a
second of being back. What is noticed is a node that is not there, not allowed, or fails.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hw.ports import DeviceLost, Note
from hw.wire.spi_leds import SpiLeds
from hw.wire.supply import Supply

from .attending import attend
from .pulse import Beating
from .traits import PLAIN, Traits

DEVICE = "LED strip"
AGAIN_S = 1.0  # the picture is sent again so often though it did not change
BACK_OFF_S = (0.25, 1.5)
LATE_S = 20.0  # a picture takes a tenth of a second, and one is sent each second
LIMIT = Path("/sys/module/spidev/parameters/bufsiz")
USUAL_LIMIT = 4096

Told = Callable[[DeviceLost | None], None]


def open_bus(bus: int, select: int) -> Any:
    """The open ``/dev/spidevBUS.SELECT``.

    :raises DeviceLost: there is no library for it.
    :raises OSError: it cannot be opened.
    """
    try:
        import spidev
    except ImportError as missing:
        hint = "sudo apt install python3-spidev, and let the environment see its packages"
        raise DeviceLost(DEVICE, f"/dev/spidev{bus}.{select}", str(missing), hint) from missing
    line = spidev.SpiDev()
    line.open(bus, select)
    return line


def limit() -> int:
    """The bytes spidev takes in one transfer."""
    try:
        return int(LIMIT.read_text())
    except (OSError, ValueError):
        return USUAL_LIMIT


class SpiStrip:
    """A run of *length* LEDs, encoded by *leds*, at ``/dev/spidevBUS.SELECT``.

    *leds* also encodes those that are sacrificed, before the others.

    *told* hears of every change of state, from the writing thread: the DeviceLost, or None when
    the bus is there (again). It must only pass it on.
    """

    def __init__(
        self,
        place: tuple[int, int],
        length: int,
        leds: SpiLeds,
        told: Told = lambda state: None,
        *,
        opened: Callable[[int, int], Any] = open_bus,
        back_off_s: tuple[float, float] = BACK_OFF_S,
        traits: Traits = PLAIN,
    ) -> None:
        self._place, self._length, self._leds = place, length, leds
        self._wired, self._before = length + traits.sacrificial, bytes(3 * traits.sacrificial)
        self.supply = Supply(self._wired, traits.milliamps)
        self.noted: Callable[[Note], None] = lambda note: None
        """Hears, from any thread, what is to be said of the supply."""
        self._told, self._opened, self._back_off_s = told, opened, back_off_s
        self._where = f"/dev/spidev{place[0]}.{place[1]}"
        self._change = Beating(LATE_S)
        self._latest: bytes | None = None
        self._fresh = False  # the newest frame has not been sent
        self._closing = False
        self._lost = ""  # the words it was told lost with
        self._thread = threading.Thread(target=self._run, name=f"strip {self._where}", daemon=True)

    @property
    def length(self) -> int:
        """How many LEDs it has."""
        return self._length

    def open(self) -> None:
        """Begin to look for the bus and to write; returns at once."""
        self._thread.start()

    def show(self, pixels: bytes) -> None:
        """Let *pixels* be shown as soon as the frame under way is out; never waits.

        :raises ValueError: not three bytes for each LED.
        """
        frame = self._leds.encode(self._before + self.supply.spared(pixels, self._note))
        with self._change:
            self._latest, self._fresh = frame, True
            self._change.notify()

    def close(self) -> None:
        """Send the newest frame, if the bus is there, and let go of it."""
        with self._change:
            self._closing = True
            self._change.notify()
        if self._thread.ident is not None:
            self._thread.join(timeout=2 * AGAIN_S)

    def _note(self, note: Note) -> None:
        self.noted(note)

    def _run(self) -> None:
        attend(self._tried, lambda: self._closing, self._change, self._back_off_s)

    def _tried(self) -> bool:
        """Serve the bus until it fails or we are closed; whether it was there at all."""
        line = None
        try:
            line = self._attached()
            self._serve(line)
        except OSError as broken:
            self._tell(broken)
        finally:
            if line is not None:
                line.close()
        return line is not None

    def _attached(self) -> Any:
        """The bus, set for these LEDs.

        :raises OSError: it is not there, or takes no whole frame; a DeviceLost says what to do.
        """
        needed, given = len(self._leds.encode(bytes(3 * self._wired))), limit()
        if needed > given:
            says = f"a frame is {needed} bytes, and spidev takes {given} at once"
            more = 4096 * -(-needed // 4096)
            hint = f"Add spidev.bufsiz={more} to the line of /boot/firmware/cmdline.txt, and reboot"
            raise DeviceLost(DEVICE, self._where, says, hint)
        line = self._opened(*self._place)
        line.max_speed_hz, line.mode = self._leds.hz, 0
        with self._change:
            self._fresh = self._latest is not None
        self._lost = ""
        self._told(None)
        return line

    def _serve(self, line: Any) -> None:
        """Send frames until we are closed.

        :raises OSError: the bus failed.
        """
        while True:
            with self._change:
                self._change.wait_for(lambda: self._fresh or self._closing, timeout=AGAIN_S)
                frame, fresh, self._fresh = self._latest, self._fresh, False
                if self._closing and not fresh:
                    return
            if frame is not None:
                line.writebytes2(frame)

    def _tell(self, broken: OSError) -> None:
        if not isinstance(broken, DeviceLost):
            hint = "Is SPI on (./table wiring), and this user in the group spi?"
            broken = DeviceLost(DEVICE, self._where, str(broken), hint)
        if str(broken) == self._lost:  # one word a change, not one a try
            return
        self._lost = str(broken)
        self._told(broken)
