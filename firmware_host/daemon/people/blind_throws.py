"""Ordinary dice that people throw and tell themselves, for no camera reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware_host.table.scene import SeatScene

from .putting_right import faces

ASKED = ("li.ask.search", "li.ask.spear", "li.ask.fight")
"""What is asked about a die that no camera reads: number *n* of a throw *of* so many."""


@dataclass(slots=True)
class BlindThrows:
    """Who throws so has all dice of a throw before the eyes, and tells one after the other."""

    _for: Any = None  #: the state in which they were thrown
    _before: Counter[str] = field(default_factory=Counter)  #: told before what lies there now

    def due(
        self, me: SeatScene, state: Any, told: Counter[str], truth: Mapping[int, tuple[str, str]]
    ) -> int | None:
        """So many dice are to be thrown now; None: what lies there is told, or a camera reads it.

        *told* are the dice of this throw that the table knows, *truth* is where each die is.
        """
        wanted = _wanted(me)
        if wanted is None:
            self._before = Counter()
            return None
        left = faces("crater", truth) - self.of_these(told)
        fresh = not told and self._for is not state
        if not fresh and left.total() >= wanted and not faces("outside", truth):
            return None
        self._for, self._before = state, told
        return wanted

    def of_these(self, told: Counter[str]) -> Counter[str]:
        """What of *told* lies there: dice that were told before are out of the crater again."""
        return told - self._before


def _wanted(me: SeatScene) -> int | None:
    """How many dice of its throw are still to be told; None: no such question is asked."""
    if me.question is None or not me.question.key.startswith(ASKED):
        return None
    asked = dict(me.question.values)
    n, of = asked["n"], asked["of"]
    assert isinstance(n, int)
    assert isinstance(of, int)
    return of - n + 1
