"""The pulse of a thread that minds a device: it beats while that goes round, device or no device.

A thread that hangs in the kernel or in a library is alive, and minds nothing. Whoever minds threads
finds a pulse as the thread's ``pulse``; one without it is judged by whether it has ended.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class Pulse:
    """Beats; *late* once it has not for *late_s*."""

    def __init__(self, late_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._late_s, self._clock = late_s, clock
        self._beat_s = clock()

    def beat(self) -> None:
        """It goes round."""
        self._beat_s = self._clock()

    @property
    def late(self) -> bool:
        """It hangs, for longer than anything it does can take."""
        return self._clock() - self._beat_s > self._late_s


def minded(thread: threading.Thread, pulse: Pulse) -> None:
    """From now on *thread* is to beat *pulse*."""
    pulse.beat()
    thread.pulse = pulse  # type: ignore[attr-defined]  # as ``may_end`` is


class Beating(threading.Condition):
    """A thread's own condition: each time that thread takes it or has waited for it is a beat."""

    def __init__(self, late_s: float) -> None:
        super().__init__()
        self.pulse = Pulse(late_s)
        self._own = 0

    def belongs(self) -> None:
        """It is the calling thread's."""
        self._own = threading.get_ident()
        minded(threading.current_thread(), self.pulse)

    def __enter__(self) -> bool:
        taken = super().__enter__()
        self._beat()
        return taken

    def wait(self, timeout: float | None = None) -> bool:
        """Wait as others do."""
        called = super().wait(timeout)
        self._beat()
        return called

    def _beat(self) -> None:
        if threading.get_ident() == self._own:
            self.pulse.beat()
