"""How many games went, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median
from typing import Any

from firmware_host.rules.kernel import Game, Seat

from .simulation import Played


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number differed from game to game."""

    of: str
    least: float
    median: float
    mean: float
    most: float

    @classmethod
    def over(cls, of: str, values: Sequence[int]) -> Spread:
        """The spread of *values*, of which there is at least one."""
        return cls(of, min(values), median(values), fmean(values), max(values))


@dataclass(frozen=True, slots=True)
class Statistics:
    """What came of some games with the same seats."""

    games: int
    wins: tuple[int, ...]
    """By seat; a shared victory counts for each who shares it."""
    escapes: tuple[int, ...] | None
    """By seat; None in a game where nobody is to come anywhere."""
    reached: int
    """Games in which somebody escaped."""
    arrived: str
    """The game's own words for that."""
    reasons: Mapping[str, int]
    """How the games ended, the most frequent first."""
    spreads: tuple[Spread, ...]
    """The game's own figures, and answers."""

    def plain(self) -> dict[str, object]:
        """As JSON has it."""
        return {
            "games": self.games,
            "players": len(self.wins),
            "wins": {str(Seat(i)): n for i, n in enumerate(self.wins)},
            **self._escapes(),
            "ended": dict(self.reasons),
            **{
                spread.of: {key: value for key, value in asdict(spread).items() if key != "of"}
                for spread in self.spreads
            },
        }

    def _escapes(self) -> dict[str, object]:
        if self.escapes is None:
            return {}
        return {
            "escapes": {str(Seat(i)): n for i, n in enumerate(self.escapes)},
            self.arrived.replace(" ", "_"): self.reached / self.games,
        }


def gathered(game: Game[Any, Any], games: Iterable[Played], seats: int) -> Statistics:
    """The statistics of *games* of *game*, of which there is at least one."""
    wins, escapes, reasons = Counter[int](), Counter[int](), Counter[str]()
    figures: dict[str, list[int]] = {name: [] for name in game.figures}
    answers: list[int] = []
    reached = 0
    for played in games:
        wins.update(played.over.winners)
        escapes.update(played.escaped)
        reasons[played.over.reason] += 1
        reached += bool(played.escaped)
        answers.append(played.answers)
        for name, event in game.figures.items():
            figures[name].append(played.tally.get(event, 0))
    return Statistics(
        games=len(answers),
        wins=tuple(wins[i] for i in range(seats)),
        escapes=tuple(escapes[i] for i in range(seats)) if game.arrival else None,
        reached=reached,
        arrived=game.arrived,
        reasons=dict(reasons.most_common()),
        spreads=(
            *(Spread.over(name, counts) for name, counts in figures.items()),
            Spread.over("answers", answers),
        ),
    )
