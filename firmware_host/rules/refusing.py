"""What a refusal says would be possible instead, alike in every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .kernel import Answer, Decision, Over

SHOWN = 8
"""So many possible answers are named, and how many more there are."""
FEW = 12
"""So many are, where it does not matter how many more."""


def possible(waits: Decision[Any] | Over, kind: type[Answer] | None = None) -> str:
    """What could be answered, or the first of it; of this *kind* only, if there are such."""
    if isinstance(waits, Over):
        return "the game is over"
    like = [answer for answer in waits.options if type(answer) is kind] or waits.options
    words = [str(answer) for answer in like[:SHOWN]]
    more = len(like) - len(words)
    return f"possible: {', '.join(words)}" + (f" and {more} more" if more else "")


def instead(options: Sequence[Answer]) -> str:
    """The same as the end of a sentence; empty where there is nothing."""
    may = [str(option) for option in options]
    shown = ", ".join(may[:FEW]) + (", ..." if len(may) > FEW else "")
    return f"; possible: {shown}" if may else ""
