"""The box that a parsed ``config/games/table_is_lava.toml`` describes, or everything wrong with it.

What the values must be to each other is :mod:`checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware_host.rules.kernel import BoxFault
from firmware_host.rules.keys import Examined, Keys, examined, odd, sound, toml

from .box import COLOURS, Box, Card, Leaning, Missed, Placement
from .checks import check
from .words import RESERVED

GAME_NAME = "table_is_lava"
USUAL = Box()
TABLES: dict[str, tuple[str, ...]] = {"players": ("min", "max")}
"""Every table but that of the cards, and its keys."""
CARDS = "cards"
"""The table with a deck of each colour."""
KEYS = (
    "game",
    "colours",
    "meeples_per_colour",
    "missed_card",
    "final_card_foreign",
    "removal_before_placement",
    "foreign_placement",
    "leaning_counts_as",
    "variant_rock_island",
)
"""Every key outside the tables."""
CARD_KEYS = ("id", "own", "foreign", "copies")
MOST_SHOWN, MOST_COPIES, MOST_MEEPLES = 99, 10, 99


def box_from(config: Mapping[str, Any]) -> Box:
    """The box that *config* describes.

    :raises BoxFaults: it describes none; names every fault, the warnings too.
    """
    return sound(examine(config))


def warnings(config: Mapping[str, Any]) -> tuple[BoxFault, ...]:
    """What is odd about *config* but can be played."""
    return odd(examine(config))


def examine(config: Mapping[str, Any]) -> Examined[Box]:
    """The box, or None where a fault is grave; and all faults, grave ones first."""
    reader = _Reader(config)
    box = reader.box()
    faults = [*reader.faults]
    if not faults:
        faults += check(box)
    return examined(box, faults)


class _Reader(Keys):
    """Takes a configuration apart, noting what is wrong."""

    def box(self) -> Box:
        """The box as far as it can be read."""
        decks = self.config.get(CARDS)
        named = list(decks) if isinstance(decks, Mapping) else [*COLOURS]
        self.known(KEYS, {**TABLES, CARDS: named})
        self.of_game(GAME_NAME)
        colours = self.colours()
        return Box(
            players=(self.integer("players.min", 2, 4, 2), self.integer("players.max", 2, 4, 4)),
            colours=colours,
            meeples=self.integer("meeples_per_colour", 1, MOST_MEEPLES, 15),
            decks=tuple([self.deck(colour, colours) for colour in colours]),
            missed_card=self.choice("missed_card", Missed, Missed.STAYS),
            final_card_foreign=self.flag("final_card_foreign", usual=False),
            removal_before_placement=self.flag("removal_before_placement", usual=False),
            foreign_placement=self.choice("foreign_placement", Placement, Placement.OPTIONAL),
            leaning_counts_as=self.choice("leaning_counts_as", Leaning, Leaning.LYING),
            rock_island=self.flag("variant_rock_island", usual=False),
        )

    def colours(self) -> tuple[str, ...]:
        """Four names, each with a deck."""
        value = self.raw("colours", list(COLOURS))
        names = isinstance(value, list) and all(_is_name(v) for v in value)
        if not names or len(value) != 4 or len(set(value)) != 4:
            says = f"{toml(value)} is not four colours, each once: lower-case words"
            self.bad("colours", says, f"colours = {toml(list(COLOURS))}")
            return COLOURS
        for colour in self.decks():
            if colour not in value:
                says = "is the deck of no colour of the game"
                self.bad(f"{CARDS}.{colour}", says, f"one of {', '.join(value)}")
        return tuple(value)

    def decks(self) -> Mapping[str, Any]:
        """The decks as they are written."""
        decks = self.config.get(CARDS)
        return decks if isinstance(decks, Mapping) else {}

    def deck(self, colour: str, colours: tuple[str, ...]) -> tuple[Card, ...]:
        """The cards of one colour."""
        path, usual = f"{CARDS}.{colour}", USUAL.decks[0]
        listed = self.raw(path, [])
        if not isinstance(listed, list):
            self.bad(path, "is not a list of cards", f'{colour} = [{{ id = "start" }}, ...]')
            return usual
        cards: list[Card] = []
        for i, one in enumerate(listed):
            card = self.card(f"{path}[{i}]", one, colour, colours)
            if card is not None and any(card.id == other.id for other in cards):
                says = f"{card.id} is there twice"
                self.bad(f"{path}[{i}].id", says, "each name once, and copies = 2 for two alike")
            elif card is not None:
                cards.append(card)
        return tuple(cards)

    def card(self, path: str, card: object, colour: str, colours: tuple[str, ...]) -> Card | None:
        """One card; None where it has no name."""
        if not isinstance(card, Mapping):
            self.bad(path, f"{toml(card)} is not a card", '{ id = "n1", own = 1, copies = 3 }')
            return None
        for key in card:
            if key not in CARD_KEYS:
                self.bad(f"{path}.{key}", "is not known", f"one of {', '.join(CARD_KEYS)}")
        name = card.get("id")
        if name in RESERVED:
            says = f"{toml(name)} means something else where a state is written"
            self.bad(f"{path}.id", says, 'id = "n1", or another word')
            return None
        if not _is_name(name):
            says = "is missing" if name is None else f"{toml(name)} is no name"
            self.bad(f"{path}.id", says, 'id = "n1": lower-case letters, digits and _')
            return None
        own = self.number(f"{path}.own", card.get("own", 0), 0, MOST_SHOWN)
        copies = self.number(f"{path}.copies", card.get("copies", 1), 1, MOST_COPIES)
        shown = self.foreign(f"{path}.foreign", card.get("foreign", {}), colour, colours)
        return Card(str(name), own, shown, copies)

    def foreign(
        self, path: str, shown: object, colour: str, colours: tuple[str, ...]
    ) -> tuple[int, ...]:
        """Meeples of each colour that a card shows beside its own."""
        if not isinstance(shown, Mapping):
            self.bad(path, f"{toml(shown)} is not a table", "foreign = { blue = 1 }")
            return (0, 0, 0, 0)
        for other in shown:
            if other not in colours or other == colour:
                says = f"{other!r} is no other colour than its own"
                one_of = ", ".join(c for c in colours if c != colour)
                self.bad(f"{path}.{other}", says, f"one of {one_of}")
        return tuple([self.number(f"{path}.{c}", shown.get(c, 0), 0, MOST_SHOWN) for c in colours])

    def number(self, path: str, value: object, low: int, high: int) -> int:
        """A whole number of a card."""
        if type(value) is int and low <= value <= high:
            return value
        key = path.rpartition(".")[2]
        self.bad(path, f"{toml(value)} is not from {low} to {high}", f"{key} = {max(low, 1)}")
        return low


def _is_name(value: object) -> bool:
    plain = isinstance(value, str) and value.isascii() and value.replace("_", "").isalnum()
    return plain and value == str(value).lower() and not str(value).isdigit()
