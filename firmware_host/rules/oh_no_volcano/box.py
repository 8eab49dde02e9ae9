"""What is in the box, and the house rules: all that config/games/oh_no_volcano.toml may say."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from .board import GEMS, Board, Gem, Pair
from .boards import Plan, board
from .prints import Ball, Print, printed

HAND = 3  #: climber cards in a hand (OV-03)
GEAR_LIMIT = 3  #: gear cards above a player's board (OV-09)
CLIMBERS, GEAR = 12, 18  #: cards of a colour, and gear cards
POINTS = (3, 2, 1)  #: as GEMS (OV-31)
FEWEST, MOST = 2, 4  #: players

Counts = tuple[int, ...]
"""How many of each: of cards in the order of their prints, of treasures in that of GEMS."""


class Deck(enum.StrEnum):
    """Where the cards are: in people's hands, or in the program."""

    PHYSICAL = "physical"
    VIRTUAL = "virtual"


class BoulderModel(enum.StrEnum):
    """What a boulder between two spaces blocks (OV-A02)."""

    PAIR = "pair"  #: both spaces
    EDGE = "edge"  #: the step between them


class EmptyCheck(enum.StrEnum):
    """When it is tested whether a player has a card to play (OV-A07)."""

    TURN_START = "turn_start"
    IMMEDIATE = "immediate"


class FallenBoulder(enum.StrEnum):
    """What becomes of a boulder that a ball knocks off (OV-A13)."""

    TO_SUPPLY = "to_supply"
    BACK_IN_PLACE = "back_in_place"


class Tie(enum.StrEnum):
    """Who wins with equal points (OV-A18)."""

    SHARED = "shared"
    MOST_TOKENS = "most_tokens"


def _cards(names: str) -> tuple[Print, ...]:
    found: dict[str, int] = {}
    for name in names.split():
        found[name] = found.get(name, 0) + 1
    return tuple(printed(name, copies) for name, copies in found.items())


USUAL_CLIMBERS = _cards(
    "A2+boulder+ball1 A3+ball2 A4 B2+boulder+ball3 B3+ball4 B4 C2+boulder+ball5 C3+ball6 C4 "
    "?2+boulder ?3+ball3 A1+B1+ball4"
)
USUAL_GEAR = _cards(
    "?5 ?5 ?5 ?4+boulder ?4+boulder ?4+boulder ?3+?3 ?3+?3 ?3+?3 ?6 ?6 ?6 "
    "boulder+?3 boulder+?3 boulder+?3 A4+B2 B4+C2 C4+A2"
)


@dataclass(frozen=True, slots=True)
class Box:
    """Numbers and house rules; defaults are those of ``config/games/oh_no_volcano.toml``."""

    board: Board = field(default_factory=lambda: board(Plan()))
    climbers: tuple[Print, ...] = USUAL_CLIMBERS  #: every colour has the same twelve
    gear: tuple[Print, ...] = USUAL_GEAR
    supply: Counts = (4, 8, 12)  #: treasures, as GEMS
    demand: tuple[Counts, ...] = ((1, 3, 4), (1, 2, 3), (1, 2, 3))  #: for 2, 3 and 4 players
    boulders: int = 3
    deck: Deck = Deck.PHYSICAL
    entry_costs: int = 1
    boulder_model: BoulderModel = BoulderModel.PAIR
    empty_check: EmptyCheck = EmptyCheck.TURN_START
    collect_without_moving: bool = False
    fallen_boulder: FallenBoulder = FallenBoulder.TO_SUPPLY
    tie: Tie = Tie.SHARED
    climber_index: Mapping[str, int] = field(init=False, compare=False, repr=False)
    gear_index: Mapping[str, int] = field(init=False, compare=False, repr=False)
    pairs: tuple[Pair, ...] = field(init=False, compare=False, repr=False)
    """Where a boulder may ever lie."""
    pair_index: Mapping[str, int] = field(init=False, compare=False, repr=False)
    virtual: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Work out what follows from the rest."""
        put = object.__setattr__
        put(self, "climber_index", {card.name: i for i, card in enumerate(self.climbers)})
        put(self, "gear_index", {card.name: i for i, card in enumerate(self.gear)})
        pairs = self.board.sides if self.boulder_model is BoulderModel.PAIR else self.board.edges
        put(self, "pairs", pairs)
        put(self, "pair_index", {pair.name: i for i, pair in enumerate(pairs)})
        put(self, "virtual", self.deck is Deck.VIRTUAL)

    def wanted(self, seats: int) -> Counts:
        """What a player of so many must collect."""
        return self.demand[seats - FEWEST]

    def cards(self, *, gear: bool) -> tuple[Print, ...]:
        """The gear cards' prints, or the climber cards'."""
        return self.gear if gear else self.climbers

    @property
    def balls(self) -> int:
        """Balls that the climber cards of one colour drop."""
        return sum(
            card.copies * sum(isinstance(action, Ball) for action in card.actions)
            for card in self.climbers
        )


def gem_index(gem: Gem) -> int:
    """Where *gem* stands in counts."""
    return GEMS.index(gem)
