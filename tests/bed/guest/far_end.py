"""The LED controller at the far end of the guest's USB line: what it could read of what came."""

from __future__ import annotations

import threading
import time

from hw.wire.adalight import Decoder, Shown
from tests.bed.guest.plug import UsbSerial

LOOK_S = 0.01


class FarEnd:
    """Reads all the time: an emulated line that nobody reads fills up, and the guest stands."""

    def __init__(self, usb: UsbSerial, leds: int) -> None:
        self._usb, self._leds = usb, leds
        self._closing = threading.Event()
        self._change = threading.Lock()
        self._decoder, self._last = Decoder(leds), b""
        self.frames = 0
        """So many came whole."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def last(self) -> bytes:
        """The newest whole picture since it was powered; empty before the first."""
        return self._last

    def powered_anew(self) -> None:
        """It was pulled: what it had is gone."""
        with self._change:
            self._usb.heard()
            self._decoder, self._last = Decoder(self._leds), b""

    def close(self) -> None:
        """Read no more."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closing.is_set():
            with self._change:
                for news in self._decoder.feed(self._usb.heard()):
                    if isinstance(news, Shown):
                        self._last, self.frames = news.pixels, self.frames + 1
            time.sleep(LOOK_S)
