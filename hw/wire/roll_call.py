"""Whether a controller that was brought to a speed of its own is still there, at that speed.

WLED forgets the speed it was told when it starts anew, after a dip of its supply, say; its port
stays, takes what it is sent, and nobody hears it. So it is asked for its version now and then.
Sans-IO: bytes and the time go in.
"""

from __future__ import annotations

from .wled import ASK_VERSION, Answers, Version

EVERY_S = 2.0
MISSED = 2
"""So many questions in a row without an answer: one may get lost on a poor line."""


class RollCall:
    """One roll call without end, of a controller that has answered before."""

    def __init__(self, now_s: float) -> None:
        self._listening = Answers()
        self._ask_at_s = now_s + EVERY_S
        self._open = 0  # questions since the last answer

    def asks(self, now_s: float) -> bool:
        """Whether it is time for a question."""
        return now_s >= self._ask_at_s and self._open < MISSED

    def ask(self, now_s: float) -> bytes:
        """The question, which goes out now."""
        self._open, self._ask_at_s = self._open + 1, now_s + EVERY_S
        return ASK_VERSION

    def heard(self, chunk: bytes) -> None:
        """Something came from the line."""
        if any(isinstance(one, Version) for one in self._listening.feed(chunk)):
            self._open = 0

    def gone(self, now_s: float) -> bool:
        """It has not answered, and the time for it is over."""
        return self._open >= MISSED and now_s >= self._ask_at_s
