"""Where a game of Lava Land stands."""

from __future__ import annotations

import enum
from collections import Counter
from dataclasses import dataclass

from firmware_host.rules.kernel import Event, Seat

from .answers import Effect, Loot, Push
from .box import FACES, KINDS, START, Box, Colour, Face, Goods, Kind, Symbol


class Fate(enum.StrEnum):
    """Where a character is."""

    TRACK = "track"
    BOAT = "boat"
    LAVA = "lava"


@dataclass(frozen=True, slots=True)
class Held:
    """A card in front of a player. Each copy has its own marks (LL-A14)."""

    kind: Kind
    used: bool = False  #: this round
    new: bool = False  #: taken in its owner's present turn


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's character and belongings."""

    pos: int = START  #: its space; START where it is on the track no more
    bananas: int = 0
    treasures: int = 0
    cards: tuple[Held, ...] = ()
    fate: Fate = Fate.TRACK
    arrival: int = 0  #: 1 was first in the boat; 0: not in it
    warned: bool = False  #: of turning dice over (LL-25)

    def has(self, goods: Goods) -> int:
        """How many of *goods*."""
        return self.bananas if goods is Goods.BANANA else self.treasures


@dataclass(frozen=True, slots=True)
class Die:
    """A die: what it shows, and the colour a card makes of it this turn."""

    colour: Colour
    symbol: Symbol
    counts_as: Colour | None = None

    @property
    def face(self) -> Face:
        """What it is called."""
        return Face(self.colour + self.symbol)

    @property
    def hue(self) -> Colour:
        """The colour that counts (LL-31)."""
        return self.counts_as or self.colour


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat's slot in phase 3."""

    seat: Seat
    done: frozenset[Effect] = frozenset()  #: effects already applied
    symbols_locked: bool = False
    colours_locked: bool = False
    passed: bool = False  #: since anything last changed


@dataclass(frozen=True, slots=True)
class AskFirst:
    """Who begins?"""


@dataclass(frozen=True, slots=True)
class AskDraw:
    """What is on top of the deck?"""

    slot: int
    search: bool = False  #: three-cost cards do not count (LL-39)


@dataclass(frozen=True, slots=True)
class AskDiscard:
    """Which of the four three-cost cards goes?"""


@dataclass(frozen=True, slots=True)
class AskShow:
    """What do the dice show?"""


@dataclass(frozen=True, slots=True)
class AskTake:
    """Who takes which die?"""


@dataclass(frozen=True, slots=True)
class AskGo:
    """Ready for the next seat's dice?"""


@dataclass(frozen=True, slots=True)
class AskCard:
    """A card now?"""


@dataclass(frozen=True, slots=True)
class AskOrder:
    """Which effect next?"""


@dataclass(frozen=True, slots=True)
class AskPick:
    """Which card of the row?"""

    max_cost: int


@dataclass(frozen=True, slots=True)
class AskTrick:
    """Which trick?"""


@dataclass(frozen=True, slots=True)
class AskGuard:
    """Does the victim guard?"""

    trick: Loot | Push


@dataclass(frozen=True, slots=True)
class AskBoard:
    """On to the boat?"""


@dataclass(frozen=True, slots=True)
class Ended:
    """Nothing is asked any more (LL-62)."""


Ask = (
    AskFirst | AskDraw | AskDiscard | AskShow | AskTake | AskGo | AskCard | AskOrder
    | AskPick | AskTrick | AskGuard | AskBoard | Ended
)  # fmt: skip

NOBODY_YET = Seat(0)
Counts = tuple[int, ...]
"""Cards by kind, in KINDS order: a pile has no order until it is drawn from."""


@dataclass(frozen=True, slots=True)
class State:
    """*ask* is None only inside ``apply``; *turn* is None outside phase 3."""

    box: Box
    players: tuple[Player, ...]
    lava: int
    deck: Counts
    row: tuple[Kind | None, ...]
    crater: Counts
    sets: tuple[tuple[Die, ...], ...]
    ask: Ask | None = AskFirst()
    discard: Counts = (0,) * len(KINDS)
    first: Seat = NOBODY_YET
    turn: Turn | None = None


class Draft:
    """A state being worked on inside ``apply``, and what there is to tell about it."""

    __slots__ = (
        "ask",
        "box",
        "crater",
        "deck",
        "discard",
        "events",
        "first",
        "lava",
        "players",
        "row",
        "sets",
        "turn",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        self.box = state.box
        self.players = list(state.players)
        self.lava = state.lava
        self.deck = state.deck
        self.row = state.row
        self.crater = state.crater
        self.sets = list(state.sets)
        self.ask: Ask | None = None
        self.discard = state.discard
        self.first = state.first
        self.turn = state.turn
        self.events: list[Event] = []

    def frozen(self) -> State:
        """The state it has become."""
        return State(
            self.box, tuple(self.players), self.lava, self.deck, self.row, self.crater,
            tuple(self.sets), self.ask, self.discard, self.first, self.turn,
        )  # fmt: skip

    def tell(self, event: Event) -> None:
        """One more event."""
        self.events.append(event)


Standing = State | Draft
"""What a question about the game may be put to."""


def lying(state: State) -> Counter[str]:
    """The dice in the crater, by face as it is spelled."""
    return Counter({str(face): n for face, n in zip(FACES, state.crater, strict=True) if n})


def owned(at: Standing, seat: Seat) -> tuple[Die, ...]:
    """The dice in front of *seat*."""
    return at.sets[seat]


def on_track(at: Standing) -> bool:
    """Does any character still run?"""
    return any(p.fate is Fate.TRACK for p in at.players)
