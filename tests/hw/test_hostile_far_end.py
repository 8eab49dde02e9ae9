"""Far ends of a strip's line that say what no controller should: pictures go on, nothing grows."""

from __future__ import annotations

import os
import queue
import select
import threading
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hw.pi.strip import SerialStrip
from hw.pi.traits import Traits
from hw.ports import DeviceLost, Note
from hw.wire.adalight import Decoder, Shown

RED, BLUE = bytes((200, 0, 0)) * 5, bytes((0, 0, 200)) * 5
INFO = b'{"info":{"ver":"0.15","leds":%s}}\r\n'
SAYS = {
    "zeros": bytes(4096),
    "its version": b"WLED 2409100\r\n" * 100,
    "its banner": b"Ada\n" * 500,
    "no lines": b"x" * 4096,
    "letters of no alphabet": bytes(range(256)) * 16,
    "brackets": b"{" + b"[" * 3000 + b"\r\n",
    "fewer LEDs than none": INFO % b'{"count":-7}',
    "LEDs without end": INFO % b'{"count":1e400}',
    "LEDs in words": INFO % b'{"count":"many"}',
    "LEDs in a list": INFO % b"[5]",
    "more LEDs than there can be": INFO % b'{"count":99999999999999999999}',
    "marks of a page": b"<script>alert(1)</script>\x1b[2J\r\n",
}


class FarEnd:
    """A pty whose far end shows what it gets, and says *says* again and again."""

    def __init__(self, says: bytes) -> None:
        self._says = says
        self._far, self._near = os.openpty()
        tty.setraw(self._far)
        tty.setraw(self._near)
        self.port = os.ttyname(self._near)
        self.shown: queue.Queue[bytes] = queue.Queue()
        self.said = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        decoder, next_s = Decoder(5), 0.0
        while not self._stop.is_set():
            if select.select([self._far], [], [], 0.005)[0]:
                for one in decoder.feed(os.read(self._far, 65536)):
                    if isinstance(one, Shown):
                        self.shown.put(one.pixels)
            if time.monotonic() >= next_s and select.select([], [self._far], [], 0)[1]:
                os.set_blocking(self._far, False)
                self.said += os.write(self._far, self._says)
                os.set_blocking(self._far, True)
                next_s = time.monotonic() + 0.005

    def shows(self, pixels: bytes) -> bool:
        until_s = time.monotonic() + 10
        while time.monotonic() < until_s:
            if self.shown.get(timeout=10) == pixels:
                return True
        return False

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        os.close(self._near)
        os.close(self._far)


@contextmanager
def far_end(says: bytes) -> Iterator[FarEnd]:
    far = FarEnd(says)
    try:
        yield far
    finally:
        far.close()


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("what", "start_baud"),
    [*((what, 0) for what in SAYS), ("its version", 230_400), ("no lines", 230_400)],
)
def test_whatever_the_far_end_says_pictures_go_on_and_one_thing_is_said_of_it(
    what: str, start_baud: int
) -> None:
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    notes: queue.Queue[Note] = queue.Queue()
    with far_end(SAYS[what]) as far:
        traits = Traits(start_baud=start_baud)
        strip = SerialStrip(far.port, 5, told=told.put, back_off_s=(0.01, 0.02), traits=traits)
        strip.noted = notes.put
        strip.show(RED)
        strip.open()
        try:
            assert far.shows(RED)
            note = notes.get(timeout=15)
            assert len(str(note)) < 400
            assert str(note).isprintable()
            strip.show(BLUE)
            assert far.shows(BLUE)
            assert told.get(timeout=5) is None
            assert notes.empty()
        finally:
            strip.close()
        assert far.said > 0
    assert not strip._thread.is_alive()
