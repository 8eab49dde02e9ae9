"""How many games went, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median

from firmware_host.rules.kernel import Seat

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
    escapes: tuple[int, ...]
    """By seat."""
    reached: int
    """Games in which somebody escaped."""
    reasons: Mapping[str, int]
    """How the games ended, the most frequent first."""
    spreads: tuple[Spread, ...]
    """Rounds, survivors and answers."""

    def plain(self) -> dict[str, object]:
        """As JSON has it."""
        return {
            "games": self.games,
            "players": len(self.wins),
            "wins": {str(Seat(i)): n for i, n in enumerate(self.wins)},
            "escapes": {str(Seat(i)): n for i, n in enumerate(self.escapes)},
            "boat_reached": self.reached / self.games,
            "ended": dict(self.reasons),
            **{
                spread.of: {key: value for key, value in asdict(spread).items() if key != "of"}
                for spread in self.spreads
            },
        }


def gathered(games: Iterable[Played], seats: int) -> Statistics:
    """The statistics of *games*, of which there is at least one."""
    wins, escapes, reasons = Counter[int](), Counter[int](), Counter[str]()
    rounds: list[int] = []
    survivors: list[int] = []
    answers: list[int] = []
    for game in games:
        wins.update(game.over.winners)
        escapes.update(game.escaped)
        reasons[game.over.reason] += 1
        rounds.append(game.rounds)
        survivors.append(len(game.escaped))
        answers.append(game.answers)
    return Statistics(
        games=len(answers),
        wins=tuple(wins[i] for i in range(seats)),
        escapes=tuple(escapes[i] for i in range(seats)),
        reached=sum(n > 0 for n in survivors),
        reasons=dict(reasons.most_common()),
        spreads=(
            Spread.over("rounds", rounds),
            Spread.over("survivors", survivors),
            Spread.over("answers", answers),
        ),
    )
