"""Reading three dice: symbol class, colour class, and what they make due (LL-31, LL-32)."""

from __future__ import annotations

from dataclasses import dataclass

from .answers import Effect
from .box import Symbol
from .events import Cause
from .state import Die

ORDER = tuple(Effect)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a set amounts to."""

    symbol: Symbol | None  #: of the pair or triple
    size: int  #: 3 triple, 2 pair, 1 all different, 0 no dice
    colours: int

    @property
    def due(self) -> tuple[Effect, ...]:
        """The effects of this set, in the order of the book."""
        wanted = (self.size > 1, self.size == 1 or self.colours == 3, self.colours == 1)
        return tuple(name for name, want in zip(ORDER, wanted, strict=True) if want)

    @property
    def cause(self) -> Cause:
        """Why lava rises."""
        by_symbols, by_colours = self.size == 1, self.colours == 3
        if by_symbols and by_colours:
            return Cause.BOTH
        return Cause.SYMBOLS if by_symbols else Cause.COLOURS


def read(dice: tuple[Die, ...]) -> Reading:
    """The reading of three dice; of none, where they are not known: nothing is due."""
    if not dice:
        return Reading(None, 0, 0)
    symbols = [die.symbol for die in dice]
    best = max(symbols, key=symbols.count)
    size = symbols.count(best)
    return Reading(best if size > 1 else None, size, len({die.hue for die in dice}))
