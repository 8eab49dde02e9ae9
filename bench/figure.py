"""One measured figure, and how figures are shown."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, beside what it is held against.

    *ratio* and *target* belong together; *target* says which way is good (``<= 3``). A figure
    without one is reported only.
    """

    name: str
    ours: float
    unit: str
    reference: float | None = None
    beside: str = ""  #: what the reference is
    ratio: float | None = None
    target: str = ""
    note: str = ""

    @property
    def reached(self) -> bool | None:
        """Whether the target is reached; None without one."""
        if not self.target:
            return None
        sign, bound = self.target.split()
        value = self.ours if self.ratio is None else self.ratio
        return value <= float(bound) if sign == "<=" else value >= float(bound)

    def plain(self) -> dict[str, object]:
        """As JSON takes it."""
        return asdict(self) | {"reached": self.reached}


def in_turn(
    ours: Callable[[], float], theirs: Callable[[], float], rounds: int = 5
) -> tuple[list[float], list[float]]:
    """Both measured *rounds* times, one after the other, so that both meet the same machine."""
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    return [a for a, _ in pairs], [b for _, b in pairs]


def median_ratio(a: Sequence[float], b: Sequence[float]) -> float:
    """The median over the rounds of a / b of the same round."""
    return statistics.median(x / y for x, y in zip(a, b, strict=True))


def seconds(work: Callable[[], object]) -> float:
    """How long *work* takes, once."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
