"""What is asked of a strip's controller in the midst of its pictures, and when.

Sans-IO: who it is, once its picture is there, and after that, where need be, whether it is there.
"""

from __future__ import annotations

from hw.ports import Note

from .greeting import Greeting
from .roll_call import RollCall
from .turns import Turns
from .wled import ASK_INFO

JSON_S = 0.2  # while WLED makes up a long answer it reads nothing, and frames would run over


class Talk:
    """One talk, begun when the line was opened."""

    def __init__(self, greeting: Greeting, roll: RollCall | None) -> None:
        self._greeting, self._roll = greeting, roll

    @property
    def over(self) -> bool:
        """Whether no answer is waited for in a hurry."""
        return self._greeting.over

    def question(self, turns: Turns, now_s: float, *, ending: bool) -> bytes:
        """What is to be asked at this moment, and the quiet that it wants; mostly nothing."""
        roll = self._roll if self._greeting.over else None
        calls = roll is not None and roll.asks(now_s)
        turns.held = not ending and (calls or self._greeting.asks)
        if not turns.held or not turns.free(now_s):
            return b""
        turns.held = False
        if roll is not None and calls:
            return roll.ask(now_s)
        asked = self._greeting.ask(now_s)
        if asked == ASK_INFO:
            turns.keep_free(now_s, JSON_S)
        return asked

    def heard(self, chunk: bytes, now_s: float) -> Note | None:
        """What there is to say of what came; mostly nothing."""
        if self._roll is not None:
            self._roll.heard(chunk)
        return self._greeting.heard(chunk, now_s)

    def gone(self, now_s: float) -> bool:
        """It has answered before, and does not any more."""
        return self._roll is not None and self._roll.gone(now_s)
