"""What takes long is done beside the loop: a slow disk holds no light up."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

MOST = 4
"""So many pieces may wait: each holds minutes of signals in memory."""

Job = Callable[[], object]


def at_once(job: Job) -> bool:
    """Here and now."""
    job()
    return True


class Beside:
    """A thread that does one thing after the other. May be asked from any thread."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._lock, self._waiting = Lock(), 0

    def __call__(self, job: Job) -> bool:
        """Have it done soon; False: too much waits already, and it is not."""
        with self._lock:
            if self._waiting >= MOST:
                return False
            self._waiting += 1
        try:
            self._thread.submit(self._do, job)
        except RuntimeError:  # it has ended
            return False
        return True

    def close(self) -> None:
        """Do what is begun."""
        self._thread.shutdown()

    def _do(self, job: Job) -> None:
        try:
            job()
        finally:
            with self._lock:
                self._waiting -= 1
