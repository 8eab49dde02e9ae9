"""The strip's twin: the microcontroller at the far end of the line.

It is no port of its own: the real ``hw.pi.strip.SerialStrip`` writes to :attr:`StripTwin.port`,
a pty, and what the twin shows is what it could decode of those bytes.
"""

from __future__ import annotations

import contextlib
import os
import select
import tempfile
import threading
import tty
from collections import deque
from collections.abc import Callable
from pathlib import Path

from hw.wire.adalight import Decoder, Garbled, Shown

REMEMBERED = 64  # complaints kept; a line of pure noise must not fill the memory


class StripTwin:
    """A strip of *length* LEDs that remembers what it was shown.

    *seen* is called with each frame's pixels from the twin's thread, and must only pass them on.
    """

    def __init__(
        self,
        length: int,
        order: str = "rgb",
        seen: Callable[[bytes], None] = lambda pixels: None,
    ) -> None:
        self._length, self._order, self._seen = length, order, seen
        self._folder = tempfile.TemporaryDirectory(prefix="strip-")
        self.port = str(Path(self._folder.name) / "tty")
        """Where a ``SerialStrip`` opens it; the name stays through :meth:`unplug`."""
        self.last = bytes(3 * length)
        """Red, green, blue of LED 0 first; dark until a frame has come."""
        self.frames = 0
        self.garbled: deque[Garbled] = deque(maxlen=REMEMBERED)
        self._news = threading.Condition()
        self._ends: tuple[int, int] | None = None
        self._thread: threading.Thread | None = None
        self._wake_in, self._wake_out = os.pipe()
        self.plug()

    def plug(self) -> None:
        """Be there (again), with nothing shown and no memory of half a frame."""
        far, near = os.openpty()
        tty.setraw(near)
        self._ends = far, near  # the near end stays open, so that a closing writer ends nothing
        Path(self.port).symlink_to(os.ttyname(near))
        self._thread = threading.Thread(
            target=self._listen, args=(far,), name="strip twin", daemon=True
        )
        self._thread.start()

    def unplug(self) -> None:
        """Be gone: whoever has the port open gets an error at the next byte."""
        if self._ends is None or self._thread is None:
            return
        Path(self.port).unlink()
        os.write(self._wake_out, b"x")
        self._thread.join()
        os.read(self._wake_in, 1)
        for end in self._ends:
            os.close(end)
        self._ends = None

    def wait_for(self, frames: int, timeout_s: float = 5.0) -> bool:
        """Whether *frames* have come, now or within *timeout_s*."""
        return self.wait_until(lambda: self.frames >= frames, timeout_s)

    def wait_until(self, true: Callable[[], bool], timeout_s: float = 5.0) -> bool:
        """Whether *true* becomes so, looked at after each frame, within *timeout_s*."""
        with self._news:
            return self._news.wait_for(true, timeout_s)

    def close(self) -> None:
        """Unplug for good."""
        self.unplug()
        os.close(self._wake_in)
        os.close(self._wake_out)
        self._folder.cleanup()

    def _listen(self, far: int) -> None:
        decoder = Decoder(self._length, self._order)
        while True:
            ready, _, _ = select.select([far, self._wake_in], [], [])
            if self._wake_in in ready:
                return
            with contextlib.suppress(OSError):  # the other side is between two openings
                self._take(decoder.feed(os.read(far, 65536)))

    def _take(self, news: tuple[Shown | Garbled, ...]) -> None:
        with self._news:
            for one in news:
                match one:
                    case Shown(pixels):
                        self.last = pixels
                        self.frames += 1
                        self._seen(pixels)
                    case Garbled():
                        self.garbled.append(one)
            self._news.notify_all()
