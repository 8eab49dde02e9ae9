"""Do the dice fall as fair ones would? Counts beside expectations, and a verdict that knows luck.

A chi-square test for each colour, all dice of a colour together. Few throws prove nothing, and
with several colours one of them looks odd more easily: both is said.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .tale import Answered, Seated, Told, Undone

LEAST_EXPECTED = 5.0
"""The test holds where each symbol is expected so often at least."""
ODD, UNFAIR = 0.05, 0.001
"""Of fair dice, so few sets fall as unevenly: worth watching, and hard to believe."""
TILT = 0.25
"""A die that shows a symbol by so much of its share too often, should be found out some time."""
POWER = 7.85
"""(1.96 + 0.84)^2: a tilt is found four times of five where its chi-square is expected so high."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One symbol of a colour: how often it fell, and how often it should have."""

    symbol: str
    count: int
    expected: float


@dataclass(frozen=True, slots=True)
class Fairness:
    """All dice of one colour."""

    colour: str
    dice: int  #: faces that fell
    symbols: tuple[Shown, ...]
    chi_square: float
    p: float  #: so many fair sets of a hundred percent fall at least as unevenly
    verdict: str  #: ``few``, ``fair``, ``odd`` or ``unfair``
    needed: int  #: faces after which a tilt of a quarter would be found four times of five

    @property
    def most_off(self) -> Shown:
        """The symbol that is farthest from what it should be; any, where nothing has fallen."""
        return max(self.symbols, key=lambda s: (s.count - s.expected) ** 2 / (s.expected or 1.0))


def counted(tales: Iterable[Iterable[Told]], verb: str = "show") -> Counter[str]:
    """How often each face was told by an answer *verb* FACE; what was undone was not."""
    total: Counter[str] = Counter()
    for tale in tales:
        kept: list[Told] = []
        for told in tale:
            if isinstance(told, Undone):
                del kept[told.keep :]
            elif not isinstance(told, Seated):  # which no undo counts
                kept.append(told)
        words = (told.words.split() for told in kept if isinstance(told, Answered))
        total.update(w[1] for w in words if len(w) == 2 and w[0] == verb)
    return total


def judged(counts: Mapping[str, int], faces: Mapping[str, str]) -> tuple[Fairness, ...]:
    """Each colour of *faces* (six symbols each: ``Y`` has ``bbfftl``), by *counts* of faces."""
    return tuple(_colour(counts, colour, faces[colour], len(faces)) for colour in faces)


def _colour(counts: Mapping[str, int], colour: str, faces: str, colours: int) -> Fairness:
    shares = {s: n / len(faces) for s, n in sorted(Counter(faces).items())}
    dice = sum(counts.get(colour + s, 0) for s in shares)
    shown = tuple(Shown(s, counts.get(colour + s, 0), dice * q) for s, q in shares.items())
    chi = sum((s.count - s.expected) ** 2 / s.expected for s in shown) if dice else 0.0
    p = chi_square_tail(chi, len(shares) - 1)
    return Fairness(
        colour=colour,
        dice=dice,
        symbols=shown,
        chi_square=round(chi, 3),
        p=p,
        verdict=_verdict(p * colours, min(s.expected for s in shown)),
        needed=_needed(shares),
    )


def _verdict(p: float, least: float) -> str:
    """*p* is already that of the oddest of several colours."""
    if least < LEAST_EXPECTED:
        return "few"
    return "unfair" if p < UNFAIR else "odd" if p < ODD else "fair"


def _needed(shares: Mapping[str, float]) -> int:
    """So many faces show a tilt of the rarest symbol, four times of five."""
    q = min(shares.values())
    effect = (TILT * q) ** 2 / q + (TILT * q) ** 2 / (1 - q)
    return math.ceil(POWER / effect)


def chi_square_tail(x: float, freedom: int) -> float:
    """The chance that chi-square with *freedom* degrees is at least *x*."""
    if freedom < 1 or x <= 0:
        return 1.0
    tail = math.erfc(math.sqrt(x / 2)) if freedom % 2 else math.exp(-x / 2)
    k = freedom % 2 or 2
    while k < freedom:
        tail += math.exp(k / 2 * math.log(x / 2) - x / 2 - math.lgamma(k / 2 + 1))
        k += 2
    return min(tail, 1.0)
