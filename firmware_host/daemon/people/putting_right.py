"""Putting the dice as the table shows them: what people do after a power cut or an undo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

OUT_OF_STEP = "notice.out_of_step"
EXTRA = "notice.extra"
"""What the table says when dice lie otherwise than it was told."""


@dataclass(frozen=True, slots=True)
class Move:
    """One die from a hand into the crater, or from there into that hand."""

    die: int
    back: bool


def move(
    button: int,
    shown: Iterable[str],
    crater: Counter[str],
    truth: Mapping[int, tuple[str, str]],
) -> Move | None:
    """What the person at *button* can do; None where it is for others, or all is right.

    *shown* are the faces the table says it has, *crater* those it says lie there, and *truth* is
    where each die is and what it shows.
    """
    mine, lying = f"hand {button}", faces("crater", truth)
    surplus = faces(mine, truth) - Counter(shown)
    owed = Counter(shown) - faces(mine, truth)
    missing, extra = crater - lying, lying - crater
    for die, (place, face) in sorted(truth.items()):
        if place == mine and surplus[face] and missing[face]:
            return Move(die, back=True)
        if place == "crater" and owed[face] and extra[face]:
            return Move(die, back=False)
    return None


def faces(place: str, truth: Mapping[int, tuple[str, str]]) -> Counter[str]:
    """What the dice at *place* show, by :meth:`hw.ports.Hands.truth`."""
    return Counter(face for where, face in truth.values() if where == place)
