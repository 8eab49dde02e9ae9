"""What is in the box, and the house rules: all that config/games/table_is_lava.toml may say."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cache

from firmware_host.rules.kernel import Seat

START = "start"  #: the card that lies on the table from the beginning (TL-04)


class Missed(enum.StrEnum):
    """What becomes of a card that lies apart (TL-A01)."""

    STAYS = "stays"
    DISCARDED = "discarded"


class Placement(enum.StrEnum):
    """Whether the others must stand the meeples a card shows of theirs (TL-A05)."""

    OPTIONAL = "optional"
    FORCED = "forced"


class Leaning(enum.StrEnum):
    """What a meeple that leans counts as (TL-A08)."""

    LYING = "lying"
    STANDING = "standing"


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card of one colour, as printed."""

    id: str  #: ``start``, ``n1``, ``n3_blue``: its name in this colour's deck
    own: int = 0  #: meeples of its own colour it shows
    foreign: tuple[int, ...] = (0, 0, 0, 0)  #: meeples of each colour it shows beside them
    copies: int = 1


COLOURS = ("red", "blue", "green", "yellow")


def _deck(own: int) -> tuple[Card, ...]:
    """The deck of colour number *own* as it is assumed to be printed."""
    others = tuple(i for i in range(len(COLOURS)) if i != own)
    foreign = {i: tuple(int(i == k) for k in range(len(COLOURS))) for i in others}
    threes = tuple(Card(f"n3_{COLOURS[i]}", 3, foreign[i]) for i in others)
    return (Card(START), Card("n1", 1, copies=3), Card("n2", 2, copies=3), *threes)


@dataclass(frozen=True, slots=True)
class Box:
    """Numbers and house rules; the defaults are those of ``config/games/table_is_lava.toml``.

    Seat A plays the first of *colours*, seat B the second, and so on (TL-01).
    """

    players: tuple[int, int] = (2, 4)  #: fewest and most
    colours: tuple[str, ...] = COLOURS
    meeples: int = 15  #: of each colour
    decks: tuple[tuple[Card, ...], ...] = tuple(_deck(i) for i in range(len(COLOURS)))
    missed_card: Missed = Missed.STAYS
    final_card_foreign: bool = False
    removal_before_placement: bool = False
    foreign_placement: Placement = Placement.OPTIONAL
    leaning_counts_as: Leaning = Leaning.LYING
    rock_island: bool = False


def plays(card: Card, seats: int) -> bool:
    """Whether *card* is in the game: it shows no colour that nobody plays (TL-02)."""
    return not any(card.foreign[seats:])


def in_play(deck: tuple[Card, ...], seats: int) -> tuple[int, ...]:
    """How many of each card of *deck* are in a game of so many, the Start card among them."""
    return tuple([card.copies if plays(card, seats) else 0 for card in deck])


def launches(deck: tuple[Card, ...], seats: int) -> tuple[int, ...]:
    """The same without the Start card: what a player begins with in the hand."""
    kinds = zip(deck, in_play(deck, seats), strict=True)
    return tuple([0 if card.id == START else n for card, n in kinds])


@cache
def starts(seats: int) -> tuple[tuple[Seat, Seat], ...]:
    """Who stands a meeple on whose Start card, in seat order (TL-05..07)."""
    found: list[tuple[Seat, Seat]] = []
    for i in range(seats):
        far = (i - 2) % seats if seats > 2 else 1 - i
        found += [(Seat(i), Seat(i)), (Seat(i), Seat(far))]
    return tuple(found)
