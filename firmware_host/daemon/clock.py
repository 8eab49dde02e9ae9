"""The clock everything is stamped by: the machine's monotonic one, or one that is set by hand."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now_ns(self) -> int:
        """Nanoseconds that only grow."""


class RealClock:
    """CLOCK_MONOTONIC, as edges are stamped by the kernel."""

    def now_ns(self) -> int:
        """Nanoseconds since the machine came up."""
        return time.monotonic_ns()


class VirtualClock:
    """Stands still until it is set."""

    def __init__(self, now_ns: int = 0) -> None:
        self._now_ns = now_ns

    def now_ns(self) -> int:
        """Where it was set."""
        return self._now_ns

    def reach(self, at_ns: int) -> None:
        """Set it; never back."""
        self._now_ns = max(self._now_ns, at_ns)


def wall_clock() -> str:
    """What people's clocks show now, ISO 8601, in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
