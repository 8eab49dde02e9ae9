"""The reader of a game that no camera sees: people tell everything, on their buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from firmware_host.rules.kernel import Answer, Decision, Seat
from firmware_host.table.reading import Correction, Pace, Report
from firmware_host.table.signals import Watch
from firmware_host.vision.facts import Look

A = TypeVar("A", bound=Answer)
S = TypeVar("S")
Corrects = Callable[[S, Seat], tuple[Correction, ...]]


@dataclass(slots=True)
class Unseen(Generic[S, A]):
    """Looks at nothing; *corrects* says what a seat may have put right by its button."""

    corrects: Corrects[S]

    def watch(self, state: S, topic: str) -> Watch:
        """There is nothing to see."""
        del state, topic
        return Watch("idle")

    def reads(self, topic: str) -> bool:
        """Nothing is."""
        del topic
        return False

    def looked(self, look: Look) -> None:
        """It is of something else."""

    def pressed(self, seat: Seat, at_ns: int) -> None:
        """A press claims nothing."""

    def withdrawn(self, seat: Seat, at_ns: int) -> None:
        """So it withdraws nothing."""

    def report(self, state: S, pending: Decision[A], now_ns: int) -> Report:
        """Nothing; and nothing that could disagree."""
        del state, pending, now_ns
        return Report(agrees=True)

    def told(self, state: S, words: str) -> None:
        """It keeps nothing."""

    def reset(self) -> None:
        """So it forgets nothing."""

    def corrections(self, state: S, seat: Seat) -> tuple[Correction, ...]:
        """What *seat* may have put right."""
        return self.corrects(state, seat)


def nothing(state: object, seat: Seat) -> tuple[Correction, ...]:
    """Nothing may be put right by a button."""
    del state, seat
    return ()


def unseen(corrects: Corrects[Any]) -> Callable[[Mapping[Seat, float], Pace], Unseen[Any, Any]]:
    """How such a reader is made for a match."""
    return lambda sides, pace: Unseen(corrects)
