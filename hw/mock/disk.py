"""The disk's twin: one that is slow, or full, under a journal that is the real one."""

from __future__ import annotations

from collections.abc import Callable

SYNC_S = 0.1
"""So much longer a slow disk takes for what is to be on it for ever."""


class Disk:
    """What the journal is on. *sleep* takes its time."""

    def __init__(self, sleep: Callable[[float], None]) -> None:
        self.sleep = sleep
        self.full = self._slow = False

    def ail(self, fault: str) -> None:
        """From now on: ``slow``, ``full``; ``none`` mends it.

        :raises ValueError: it cannot fail so.
        """
        if fault not in ("none", "slow", "full"):
            raise ValueError(f"the disk cannot be {fault!r}: write none, slow or full")
        self._slow, self.full = fault == "slow", fault == "full"

    def synced(self) -> None:
        """A piece of writing is on it for ever."""
        if self._slow:
            self.sleep(SYNC_S)
