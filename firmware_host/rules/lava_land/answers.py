"""Everything that can happen next in Lava Land."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from firmware_host.rules.kernel import Answer, Seat

from .box import Face, Goods, Kind


class Effect(enum.StrEnum):
    """What a set of dice makes due, in the order of the book (LL-A04)."""

    BONUS = "bonus"
    TRAP = "trap"
    TRICK = "trick"


@dataclass(frozen=True, slots=True)
class Token(Answer):
    """This seat begins (LL-06)."""


@dataclass(frozen=True, slots=True)
class Draw(Answer):
    """The top card of the deck."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Discard(Answer):
    """One of four three-cost cards goes (LL-39)."""

    slot: int


@dataclass(frozen=True, slots=True)
class Show(Answer):
    """A die has come to rest (LL-16)."""

    face: Face


@dataclass(frozen=True, slots=True)
class Reroll(Answer):
    """A die is outside: everything again (LL-17)."""


@dataclass(frozen=True, slots=True)
class Leaning(Answer):
    """A die lies so that nobody can say its face (LL-A22)."""


@dataclass(frozen=True, slots=True)
class Take(Answer):
    """A hand takes a die (LL-18)."""

    face: Face


@dataclass(frozen=True, slots=True)
class Turned(Answer):
    """This seat turned a die over, and others saw it (LL-24)."""


@dataclass(frozen=True, slots=True)
class Go(Answer):
    """This seat's dice are resolved now (LL-28)."""


@dataclass(frozen=True, slots=True)
class Pass(Answer):
    """No card now."""


@dataclass(frozen=True, slots=True)
class Alter(Answer):
    """A turn or recolour card on one's own die (LL-47..50)."""

    kind: Kind
    face: Face


@dataclass(frozen=True, slots=True)
class Gift(Answer):
    """Use ``tricolour_gift`` (LL-51)."""

    goods: Goods


@dataclass(frozen=True, slots=True)
class Again(Answer):
    """Use ``trick_again`` (LL-52)."""


@dataclass(frozen=True, slots=True)
class Pick(Answer):
    """Take a card from the row (LL-36)."""

    slot: int


@dataclass(frozen=True, slots=True)
class Loot(Answer):
    """Trick (a) or (b)."""

    goods: Goods
    victim: Seat


@dataclass(frozen=True, slots=True)
class Push(Answer):
    """Trick (c)."""

    victim: Seat


@dataclass(frozen=True, slots=True)
class Cool(Answer):
    """Trick (d)."""


@dataclass(frozen=True, slots=True)
class Guard(Answer):
    """Use the guard (LL-53)."""


@dataclass(frozen=True, slots=True)
class Bear(Answer):
    """Keep the guard for later."""


@dataclass(frozen=True, slots=True)
class Next(Answer):
    """Which effect comes first (house rule)."""

    effect: Effect


@dataclass(frozen=True, slots=True)
class Board(Answer):
    """Step on to the boat (house rule: optional)."""


@dataclass(frozen=True, slots=True)
class Stay(Answer):
    """Do not."""


TrickAnswer = Loot | Push | Cool
DiceAnswer = Show | Reroll | Leaning | Take | Turned
RowAnswer = Token | Draw | Discard | Pick
CardAnswer = Go | Pass | Alter | Gift | Again | Next
EffectAnswer = Loot | Push | Cool | Guard | Bear | Board | Stay
LavaAnswer = DiceAnswer | RowAnswer | CardAnswer | EffectAnswer
