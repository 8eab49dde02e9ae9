"""Game time: milliseconds since the match was opened, standing still while it is paused."""

from __future__ import annotations

from dataclasses import dataclass

NS_PER_MS = 1_000_000


@dataclass(frozen=True, slots=True)
class GameClock:
    """Turns monotonic nanoseconds into game time; never reads a clock itself."""

    since_ns: int
    """When it last began to run, or was stopped."""
    before_ms: int = 0
    """Game time it showed then; a resumed match goes on from its last line's."""
    paused: bool = False

    def ms(self, now_ns: int) -> int:
        """What the clock shows at *now_ns*; a stamp from before it ran shows when it began."""
        run = 0 if self.paused else max(0, now_ns - self.since_ns) // NS_PER_MS
        return self.before_ms + run

    def ns(self, at_ms: int) -> int | None:
        """When it will show *at_ms*; None while paused, for then it never will."""
        return None if self.paused else self.since_ns + (at_ms - self.before_ms) * NS_PER_MS

    def pause(self, now_ns: int) -> GameClock:
        """The clock, stopped at *now_ns*."""
        return GameClock(now_ns, self.ms(now_ns), paused=True)

    def resume(self, now_ns: int) -> GameClock:
        """The clock, running again from *now_ns*."""
        return GameClock(now_ns, self.ms(now_ns))
