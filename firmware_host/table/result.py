"""A match is over: its result stands until somebody goes on, or takes the last answer back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from firmware_host.session.clock import NS_PER_MS

from .gestures import Gesture
from .scene import Choice, Lamp, SeatScene, Text, text

READ_RESULT_MS = 2_000
"""A press so soon after the last answer is not meant for the next match."""
AGAIN, ANOTHER, BACK = "over.again", "over.another", "over.back"
OVER_LINES = (AGAIN, ANOTHER, BACK)
"""What a result's menu offers, by text."""


@dataclass(slots=True)
class Result:
    """The same menu is on every button."""

    since_ns: int
    cursor: int = 0

    def taken(self, gesture: Gesture, now_ns: int) -> str | None:
        """The line that was taken; None while the result is read, or the menu is walked."""
        read = now_ns - self.since_ns >= READ_RESULT_MS * NS_PER_MS
        if not read or gesture is Gesture.PRESS:
            return None
        if gesture is Gesture.TAP:
            self.cursor = (self.cursor + 1) % len(OVER_LINES)
            return None
        return OVER_LINES[self.cursor]

    def point(self, line: int) -> None:
        """Have line number *line* under the thumb, or the nearest that there is."""
        self.cursor = min(max(line, 0), len(OVER_LINES) - 1)

    def until_ns(self, over_ms: int) -> int:
        """When the lobby comes back by itself."""
        return self.since_ns + over_ms * NS_PER_MS

    def shown(self, seats: Iterable[SeatScene], last: Text | None = None) -> tuple[SeatScene, ...]:
        """The seats with its menu on their buttons; *last* is what would be taken back."""
        back = text(BACK) if last is None else text(f"{BACK}_what", what=last)
        labels = (*map(text, OVER_LINES[:-1]), back)
        lines = tuple(Choice(label, i == self.cursor) for i, label in enumerate(labels))
        return tuple(replace(seat, menu=lines, lamp=Lamp.PULSE) for seat in seats)
