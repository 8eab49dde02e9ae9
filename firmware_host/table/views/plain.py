"""What the views of several games show alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from firmware_host.rules.kernel import Answer, Decision, Over, Seat
from firmware_host.table.scene import Lamp, Text, text

A = TypeVar("A", bound=Answer)
S = TypeVar("S")


def lamp(pending: Decision[Any] | Over, seat: Seat, *, turns: bool) -> Lamp:
    """Lit while it is the seat's turn (it *turns*), and for who has won."""
    lit = seat in pending.winners if isinstance(pending, Over) else turns
    return Lamp.ON if lit else Lamp.OFF


def waited_for(
    state: S, pending: Decision[A] | Over, asker: Callable[[S, A], Seat]
) -> tuple[Seat, ...]:
    """Whose answers the question is for."""
    if isinstance(pending, Over):
        return ()
    return tuple(dict.fromkeys(asker(state, answer) for answer in pending.options))


def listed(parts: Sequence[Text], key: str = "check.list") -> Text:
    """One after the other, as the language lists things; of nothing: a word for that."""
    if not parts:
        return text("check.none")
    said = parts[-1]
    for part in reversed(parts[:-1]):
        said = text(key, first=part, then=said)
    return said


def no_dice(state: object) -> Counter[str]:
    """Nothing should lie in the crater."""
    del state
    return Counter()
