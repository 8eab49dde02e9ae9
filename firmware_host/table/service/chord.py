"""How service mode is entered from the buttons alone: two pressed together, and held for long.

Any two will do, so one dead or stuck button keeps nobody out. A game is not disturbed: what the
two holds mean is told when they are let go, and not at all where they come to mean this.
"""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.table.gestures import NS_PER_MS, Gesture

SHOWN_MS, HELD_MS = 3_000, 10_000
"""Held so long, the display says what comes; so long, and it has come."""


class Chord:
    """Follows presses and holds; at most one pair at a time."""

    def __init__(self) -> None:
        self._fresh: dict[int, int] = {}  # pressed, and no hold of theirs told: when
        self._pair: dict[int, int] = {}
        self._kept: dict[int, int] = {}  # holds that were not told yet

    def said(self, button: int, gesture: Gesture, at_ns: int) -> bool:
        """A thumb said something. True: keep it to yourself for now."""
        match gesture:
            case Gesture.PRESS:
                self._fresh[button] = at_ns
            case Gesture.TAP:
                self._fresh.pop(button, None)
            case Gesture.HOLD:
                if len(self._fresh) == 2 and not self._pair:
                    self._pair = dict(self._fresh)
                self._fresh.pop(button, None)
                if button in self._pair:
                    self._kept[button] = at_ns
                    return True
        return False

    def let_go(self, down: frozenset[int]) -> Iterator[tuple[int, int]]:
        """*down* are held now. The holds that were kept back, where no pair is held any more."""
        broken = self._pair and self._pair.keys() != self._pair.keys() & down
        third = any(button not in self._pair for button in self._fresh)
        if broken or (self._pair and third):
            yield from self._kept.items()
            self.forget()

    def forget(self) -> None:
        """What is held now means nothing more."""
        self._pair, self._kept = {}, {}

    def held_ms(self, now_ns: int) -> int:
        """How long a pair has been held; 0: none is."""
        return (now_ns - max(self._pair.values())) // NS_PER_MS if self._pair else 0

    def wake_ns(self, now_ns: int) -> int | None:
        """When it comes to mean more; each second while that is counted down."""
        if not self._pair:
            return None
        held_ms = self.held_ms(now_ns)
        next_ms = SHOWN_MS if held_ms < SHOWN_MS else (held_ms // 1_000 + 1) * 1_000
        return max(self._pair.values()) + next_ms * NS_PER_MS
