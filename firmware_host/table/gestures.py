"""From raw edges to gestures. Time comes in with every call; nothing here sleeps.

gpiozero's own ``bounce_time`` and ``when_held`` are not used: they can lose an edge (gpiozero
issue 1039) and call held after the release (issue 697). A contact is believed once it has rested;
a press is dated by its first edge after rest, so debouncing costs no fairness.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

NS_PER_MS = 1_000_000


class Gesture(enum.Enum):
    """What a thumb can say."""

    PRESS = "press"  #: it is down: told first, before it is known to be a tap or a hold
    TAP = "tap"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class Feel:
    """How contacts are believed."""

    debounce_ms: int = 5
    """A contact is believed once it has rested so long."""
    hold_ms: int = 600
    """Held so long, a press is a hold."""


@dataclass(frozen=True, slots=True)
class Said:
    """A gesture, dated by the first edge of its press."""

    gesture: Gesture
    at_ns: int


@dataclass(slots=True)
class Thumb:
    """One button's memory: the raw contact, and what is believed of it."""

    feel: Feel = field(default_factory=Feel)
    raw: bool = False
    raw_since: int = -(10**18)
    first_ns: int | None = None
    """First edge down since the contact last rested up."""
    down_ns: int | None = None
    """The believed press, dated; None while up."""
    told_hold: bool = False

    def edge(self, down: bool, at_ns: int) -> bool:
        """Note a raw edge. True when it is the first one down after rest: to be acknowledged."""
        if down == self.raw:
            return False
        rested = self._rested(at_ns)
        self.raw, self.raw_since = down, at_ns
        if not down or self.down_ns is not None:
            return False
        if self.first_ns is None or rested:
            self.first_ns = at_ns
            return True
        return False

    @property
    def wake_ns(self) -> int | None:
        """When :meth:`due` may next have something to say."""
        times: list[int] = []
        if self.raw != (self.down_ns is not None):
            times.append(self.raw_since + self.feel.debounce_ms * NS_PER_MS)
        if self.down_ns is not None and not self.told_hold:
            times.append(self.down_ns + self.feel.hold_ms * NS_PER_MS)
        return min(times, default=None)

    def due(self, now_ns: int) -> Said | None:
        """What it says next, by *now_ns*; call until it is None. Each is told once."""
        rested = self._rested(now_ns)
        if rested and self.raw and self.down_ns is None:
            self.down_ns, self.told_hold = self.first_ns or self.raw_since, False
            return Said(Gesture.PRESS, self.down_ns)
        if rested and not self.raw and self.down_ns is not None:
            return self._up()
        held = self.down_ns is not None and not self.told_hold
        if held and self.down_ns is not None and now_ns - self.down_ns >= self._hold_ns:
            self.told_hold = True
            return Said(Gesture.HOLD, self.down_ns)
        return None

    def _up(self) -> Said | None:
        """Released: a tap, unless a hold was told or, late as we may be called, was held."""
        assert self.down_ns is not None
        down_ns, told, self.down_ns, self.first_ns = self.down_ns, self.told_hold, None, None
        if told:
            return None
        held = self.raw_since - down_ns >= self._hold_ns
        return Said(Gesture.HOLD if held else Gesture.TAP, down_ns)

    @property
    def _hold_ns(self) -> int:
        return self.feel.hold_ms * NS_PER_MS

    def _rested(self, now_ns: int) -> bool:
        return now_ns - self.raw_since >= self.feel.debounce_ms * NS_PER_MS
