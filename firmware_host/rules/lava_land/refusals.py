"""Why an answer is refused, as a code and a sentence."""

from __future__ import annotations

from .asking import pending
from .state import State


def why_not(state: State, words: str) -> tuple[str, str]:
    """For words that answer nothing now: the reason's code, and the reason."""
    asked = pending(state)
    topic = getattr(asked, "topic", "over")
    return "not_asked", f"{words!r} does not answer {topic!r}"
