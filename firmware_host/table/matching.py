"""Which press explains which die: every way of giving a few dice to presses, and what it costs.

Alike dice are alike: a way is told from another only by which faces go to which seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

from firmware_host.rules.kernel import Seat

SURE = 1.5
"""Ways that cost so much more than the cheapest are not believed possible."""

Costs = Sequence[Sequence[float | None]]
"""Of each die, for each claim: what it costs to believe them one act; None: they are not."""
Outcome = tuple[tuple[str, Seat | None], ...]
"""Which face goes to whom, sorted; None: to nobody yet."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The cheapest way, and what else may be true."""

    faces: tuple[str, ...]
    seats: tuple[Seat, ...]  #: of each claim
    chosen: tuple[int | None, ...]  #: for each die its claim, in the cheapest way
    outcomes: tuple[Outcome, ...]  #: the cheapest and those hardly dearer

    def sure(self, die: int) -> int | None:
        """The claim that explains *die* whatever may be true; None where there is no such."""
        claim = self.chosen[die]
        if claim is None:
            return None
        given = self.faces[die], self.seats[claim]
        before = range(die + 1)
        needed = sum(self._given(i) == given for i in before)
        return claim if all(way.count(given) >= needed for way in self.outcomes) else None

    def likely(self, die: int) -> tuple[Seat, ...]:
        """The seats that may have *die*, the cheapest way's first."""
        face = self.faces[die]
        seats = [seat for way in self.outcomes for f, seat in way if f == face and seat is not None]
        return tuple(dict.fromkeys(seats))

    def _given(self, die: int) -> tuple[str, Seat | None]:
        claim = self.chosen[die]
        return self.faces[die], None if claim is None else self.seats[claim]


def ways(
    faces: Sequence[str],
    seats: Sequence[Seat],
    costs: Costs,
    nobody: Sequence[float],
    owed: Mapping[Seat, int],
) -> Ways:
    """Every way of giving dice of *faces* to claims of *seats* at *costs*, *nobody* being one.

    No claim is used twice, and no seat gets more than it is *owed*.
    """
    search = _Search(tuple(faces), tuple(seats), costs, nobody, dict(owed))
    search.go(0.0)
    near = sorted((c, i) for i, c in enumerate(search.found.values()) if c < search.least + SURE)
    outcomes = tuple(search.found)
    return Ways(search.faces, search.seats, search.best, tuple(outcomes[i] for _, i in near))


@dataclass(slots=True)
class _Search:
    faces: tuple[str, ...]
    seats: tuple[Seat, ...]
    costs: Costs
    nobody: Sequence[float]
    owed: dict[Seat, int]
    least: float = inf
    best: tuple[int | None, ...] = ()
    found: dict[Outcome, float] = field(default_factory=dict)
    _way: list[int | None] = field(default_factory=list)

    def go(self, cost: float) -> None:
        """Give the next die to whoever may have it, the cheapest first."""
        if cost >= self.least + SURE:
            return
        die = len(self._way)
        if die == len(self.faces):
            self._note(cost)
            return
        for more, claim in self._choices(die):
            seat = None if claim is None else self.seats[claim]
            if seat is not None:
                self.owed[seat] -= 1
            self._way.append(claim)
            self.go(cost + more)
            self._way.pop()
            if seat is not None:
                self.owed[seat] += 1

    def _choices(self, die: int) -> list[tuple[float, int | None]]:
        """What this die may be given to; of claims that are alike for all dice only the first."""
        unlike: dict[object, tuple[float, int | None]] = {}
        for claim, seat in enumerate(self.seats):
            cost = self.costs[die][claim]
            if cost is not None and claim not in self._way and self.owed.get(seat, 0) > 0:
                alike = seat, *(row[claim] for row in self.costs)
                unlike.setdefault(alike, (cost, claim))
        choices = [*unlike.values(), (self.nobody[die], None)]
        return sorted(choices, key=lambda choice: choice[0])

    def _note(self, cost: float) -> None:
        seats = (None if claim is None else self.seats[claim] for claim in self._way)
        outcome = tuple(sorted(zip(self.faces, seats, strict=True), key=str))
        self.found[outcome] = min(cost, self.found.get(outcome, inf))
        if cost < self.least:
            self.least, self.best = cost, tuple(self._way)
