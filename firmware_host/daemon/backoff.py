"""How long to leave a device alone after it failed."""

from __future__ import annotations

from dataclasses import dataclass

FIRST_NS = 250_000_000  # 0.25 s: a plug pushed back in is found at once
LONGEST_NS = 5_000_000_000  # 5 s: still soon enough for whoever has just mended it


@dataclass(slots=True)
class Backoff:
    """Doubles with each failure in a row, from 0.25 s to 5 s."""

    pause_ns: int = 0
    again_ns: int = 0  #: not before this moment

    def failed(self, now_ns: int) -> None:
        """It failed just now."""
        self.pause_ns = min(LONGEST_NS, self.pause_ns * 2 or FIRST_NS)
        self.again_ns = now_ns + self.pause_ns

    def worked(self) -> None:
        """It works: the next failure starts from the shortest pause again."""
        self.pause_ns = 0

    def due(self, now_ns: int) -> bool:
        """Whether it may be tried now."""
        return now_ns >= self.again_ns
