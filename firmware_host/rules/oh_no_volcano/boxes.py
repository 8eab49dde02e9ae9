"""The box that a parsed ``config/games/oh_no_volcano.toml`` describes, or all wrong with it.

Reading goes on after a fault, with the usual value in place of the wrong one, so that all
faults come at once. What the values must be to each other is :mod:`checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware_host.rules.kernel import BoxFault
from firmware_host.rules.keys import Examined, examined, odd, sound, toml

from .board import GEMS
from .boards import board
from .box import (
    FEWEST,
    MOST,
    BoulderModel,
    Box,
    Counts,
    Deck,
    EmptyCheck,
    FallenBoulder,
    Tie,
)
from .checks import check
from .plans import GEM_KEYS, PLAN_KEYS, PlanReader
from .prints import Print, printed

GAME_NAME = "oh_no_volcano"
USUAL = Box()
TABLES: dict[str, tuple[str, ...]] = {
    "supply": tuple(GEM_KEYS.values()),
    "demand": tuple(str(n) for n in range(FEWEST, MOST + 1)),
    "board": PLAN_KEYS,
}
"""Every table and its keys."""
KEYS = (
    "game",
    "deck",
    "entry_costs",
    "boulder_model",
    "empty_check",
    "collect_without_moving",
    "fallen_boulder",
    "tie",
    "boulders",
    "climbers",
    "gear",
)
"""Every key outside the tables."""
LISTS = ("climbers", "gear")
"""The lists of cards, each with these keys."""
CARD_KEYS = ("card", "copies")
MOST_COPIES, MOST_COUNT = 99, 99


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
    wrong = {fault.path.partition("[")[0] for fault in faults}
    faults += [fault for fault in check(box) if fault.path.partition("[")[0] not in wrong]
    return examined(box, faults)


class _Reader(PlanReader):
    """Takes a configuration apart, noting what is wrong."""

    def box(self) -> Box:
        """The box as far as it can be read."""
        self.known(KEYS, TABLES)
        self.of_game(GAME_NAME)
        return Box(
            board=board(self.plan()),
            climbers=self.cards("climbers", USUAL.climbers),
            gear=self.cards("gear", USUAL.gear),
            supply=self.supply(),
            demand=self.demand(),
            boulders=self.integer("boulders", 1, MOST_COUNT, USUAL.boulders),
            deck=self.choice("deck", Deck, USUAL.deck),
            entry_costs=self.integer("entry_costs", 0, 1, USUAL.entry_costs),
            boulder_model=self.choice("boulder_model", BoulderModel, USUAL.boulder_model),
            empty_check=self.choice("empty_check", EmptyCheck, USUAL.empty_check),
            collect_without_moving=self.flag("collect_without_moving", usual=False),
            fallen_boulder=self.choice("fallen_boulder", FallenBoulder, USUAL.fallen_boulder),
            tie=self.choice("tie", Tie, USUAL.tie),
        )

    def supply(self) -> Counts:
        """Treasures in the box, as GEMS."""
        keys = TABLES["supply"]
        usual = zip(keys, USUAL.supply, strict=True)
        return tuple([self.integer(f"supply.{key}", 0, MOST_COUNT, n) for key, n in usual])

    def demand(self) -> tuple[Counts, ...]:
        """What each must collect, by the number of players."""
        found = []
        for key, usual in zip(TABLES["demand"], USUAL.demand, strict=True):
            path = f"demand.{key}"
            value = self.raw(path, list(usual))
            whole = isinstance(value, list) and len(value) == len(GEMS)
            if whole and all(type(n) is int and 0 <= n <= MOST_COUNT for n in value):
                found.append(tuple(value))
            else:
                says = f"{toml(value)} is not three numbers: emeralds, rubies, sapphires"
                self.bad(path, says, f"{key} = {toml(list(usual))}")
                found.append(usual)
        return tuple(found)

    def cards(self, path: str, usual: tuple[Print, ...]) -> tuple[Print, ...]:
        """All kinds of cards of a deck, each once."""
        listed = self.raw(path, [])
        if not isinstance(listed, list) or not listed:
            self.bad(path, "is not a list of tables", f"[[{path}]] before each kind")
            return usual
        found: dict[str, Print] = {}
        for i, card in enumerate(listed):
            kind = self.card(f"{path}[{i}]", card)
            if kind and kind.name in found:
                self.bad(f"{path}[{i}].card", f"{kind.name} is there twice", "more copies of one")
            elif kind:
                found[kind.name] = kind
        return tuple(found.values()) or usual

    def card(self, path: str, card: object) -> Print | None:
        """One kind of card; None where it cannot be read."""
        if not isinstance(card, Mapping):
            self.bad(path, f"{toml(card)} is not a table", 'card = "A2+boulder", copies = 1')
            return None
        for key in card:
            if key not in CARD_KEYS:
                self.bad(f"{path}.{key}", "is not known", f"one of {', '.join(CARD_KEYS)}")
        copies = card.get("copies")
        if type(copies) is not int or not 1 <= copies <= MOST_COPIES:
            says = "is missing" if copies is None else f"{toml(copies)} is not 1 to {MOST_COPIES}"
            self.bad(f"{path}.copies", says, "copies = 1")
            copies = 1
        name = card.get("card")
        try:
            return printed(name, copies) if isinstance(name, str) else printed("", copies)
        except ValueError:
            says = "is missing" if name is None else f"{toml(name)} is no list of actions"
            write = 'actions from top to bottom: A3, ?4, boulder, ball2, ball?; "A2+boulder+ball1"'
            self.bad(f"{path}.card", says, write)
            return None
