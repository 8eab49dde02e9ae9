"""What the system asks a daemon by a signal, heard on its loop however much else is told to it.

asyncio's own way sends each signal as a byte through the pipe that also wakes the loop; where
threads have filled that meanwhile, the byte is dropped, and with it the signal. Here the signal
itself only has the loop called, as :class:`asyncio.Runner` does for Ctrl-C.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from types import FrameType


def asked(number: signal.Signals, then: Callable[[], object]) -> None:
    """Have *then* called on the running loop whenever that signal comes.

    Once the loop has ended, the signal means what it meant before.
    """
    loop, before = asyncio.get_running_loop(), signal.getsignal(number)

    def handler(came: int, frame: FrameType | None) -> None:
        del frame
        try:
            loop.call_soon_threadsafe(then)
        except RuntimeError:  # the loop has ended
            signal.signal(came, before)
            signal.raise_signal(came)

    signal.signal(number, handler)
