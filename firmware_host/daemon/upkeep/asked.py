"""What the system asks a daemon by a signal, heard on its loop however much else is told to it.

asyncio's own way sends each signal as a byte through the pipe that also wakes the loop; where
threads have filled that meanwhile, the byte is dropped, and with it the signal. Here the signal
itself only has the loop called, as :class:`asyncio.Runner` does for Ctrl-C.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def as_before(*numbers: signal.Signals) -> Iterator[None]:
    """In the end these signals mean again what they meant before."""
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def asked(number: signal.Signals, then: Callable[[], object]) -> None:
    """Have *then* called on the running loop whenever that signal comes."""
    loop = asyncio.get_running_loop()

    def handler(came: int, frame: FrameType | None) -> None:
        del came, frame
        loop.call_soon_threadsafe(then)

    signal.signal(number, handler)
