"""The box that a parsed ``config/games/lava_land.toml`` describes, or everything wrong with it.

What the values must be to each other is :mod:`checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware_host.rules.kernel import SEAT_LETTERS, BoxFault, Seat
from firmware_host.rules.keys import Examined, Keys, examined, odd, sound, toml

from .box import (
    COLOURS,
    KINDS,
    START,
    SYMBOLS,
    BoardingFrom,
    Box,
    EffectOrder,
    FlipPenalty,
    Goods,
    GuardMode,
    Kind,
    Spec,
    UnreadableDie,
)
from .checks import DECK, check

GAME_NAME = "lava_land"
RANDOM = "random"
USUAL = Box()
TABLES: dict[str, tuple[str, ...]] = {
    "players": ("min", "max"),
    "dice": ("per_colour",),
    "faces": ("yellow", "red", "blue"),
    "track": ("lava_min", "start", "boat", "plus_trees", "minus_trees", "boat_symbol_spaces"),
    "lava_start": ("3", "4", "5"),
    "caps": ("bananas", "treasures"),
}
"""Every table and its keys."""
KEYS = (
    "game",
    "first_player",
    "flip_penalty",
    "effect_order",
    "boarding_from",
    "boarding_optional",
    "boarding_min_bananas",
    "guard_mode",
    "trick_allow_null_target",
    "unreadable_die",
    "row_size",
    "deck_size",
    "cards",
)
"""Every key outside the tables."""
CARD_KEYS = ("kind", "cost", "copies", "pay")
MOST_COPIES, MOST_SPACES, MOST_COUNT = 99, 200, 99


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
    box, deck_size = reader.box()
    faults = [*reader.faults]
    wrong = {fault.path for fault in faults}
    faults += [fault for fault in check(box, deck_size, reader.places) if fault.path not in wrong]
    return examined(box, faults)


class _Reader(Keys):
    """Takes a configuration apart, noting what is wrong."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        super().__init__(config)
        self.places: dict[Kind, int] = {}  #: where each kind stands among ``cards``

    def box(self) -> tuple[Box, int]:
        """The box as far as it can be read, and the number of cards it should hold."""
        self.known(KEYS, TABLES)
        self.of_game(GAME_NAME)
        self.integer("track.start", START, START, START)
        box = Box(
            players=(self.integer("players.min", 3, 5, 3), self.integer("players.max", 3, 5, 5)),
            faces=tuple([self.faces(colour.name.lower(), i) for i, colour in enumerate(COLOURS)]),
            dice_per_colour=self.integer("dice.per_colour", 1, MOST_COUNT, 5),
            lava_min=self.integer("track.lava_min", -5, -5, -5),
            boat=self.integer("track.boat", 4, MOST_SPACES, 16),
            plus_trees=self.integers("track.plus_trees", USUAL.plus_trees),
            minus_trees=self.integers("track.minus_trees", USUAL.minus_trees),
            boat_symbols=self.integers("track.boat_symbol_spaces", USUAL.boat_symbols),
            lava_start=tuple([self.integer(f"lava_start.{n}", -5, -1, -n) for n in (3, 4, 5)]),
            cap_bananas=self.integer("caps.bananas", 1, MOST_COUNT, 10),
            cap_treasures=self.integer("caps.treasures", 1, MOST_COUNT, 10),
            boarding_bananas=self.integer("boarding_min_bananas", 0, MOST_COUNT, 7),
            row=self.integer("row_size", 1, 8, 4),
            cards=self.cards(),
            flip_penalty=self.choice("flip_penalty", FlipPenalty, FlipPenalty.MOVE_BACK_1),
            effect_order=self.choice("effect_order", EffectOrder, EffectOrder.FIXED),
            boarding_from=self.choice("boarding_from", BoardingFrom, BoardingFrom.START_OF_MOVE),
            boarding_optional=self.flag("boarding_optional", usual=False),
            guard_mode=self.choice("guard_mode", GuardMode, GuardMode.ASK),
            trick_allow_null_target=self.flag("trick_allow_null_target", usual=False),
            unreadable_die=self.choice("unreadable_die", UnreadableDie, UnreadableDie.CONSOLE),
            first_player=self.first_player(),
        )
        deck_size = DECK
        if "deck_size" in self.config:
            deck_size = self.integer("deck_size", 1, MOST_COPIES, DECK)
        return box, deck_size

    def integers(self, path: str, usual: tuple[int, ...]) -> tuple[int, ...]:
        """Spaces of the track, each once."""
        value = self.raw(path, list(usual))
        key = path.rpartition(".")[2]
        if not isinstance(value, list):
            self.bad(path, f"{toml(value)} is not a list", f"{key} = {toml(usual)}")
            return usual
        for i, space in enumerate(value):
            if type(space) is not int:
                self.bad(f"{path}[{i}]", f"{toml(space)} is not a space", "whole numbers only")
                return usual
            if space in value[:i]:
                self.bad(f"{path}[{i}]", f"{space} is there twice", "each space once")
        return tuple(value)

    def faces(self, colour: str, i: int) -> str:
        """The six symbols of a die."""
        usual = USUAL.faces[i]
        value = self.raw(f"faces.{colour}", list(usual))
        if isinstance(value, list) and len(value) == 6 and all(v in list(SYMBOLS) for v in value):
            return "".join(value)
        says = f"{toml(value)} is not six of b (banana), t (treasure), f (foot), l (bolt)"
        self.bad(f"faces.{colour}", says, f"{colour} = {toml(list(usual))}")
        return usual

    def first_player(self) -> Seat | None:
        """A seat, or None for luck."""
        value = self.raw("first_player", RANDOM)
        if value == RANDOM:
            return None
        letters = SEAT_LETTERS[:5]
        if isinstance(value, str) and len(value) == 1 and value in letters:
            return Seat.named(value)
        says = f"{toml(value)} is neither {RANDOM} nor a seat, {letters[0]} to {letters[-1]}"
        self.bad("first_player", says, f'first_player = "{RANDOM}"')
        return None

    def cards(self) -> tuple[Spec, ...]:
        """The ten kinds, in KINDS order."""
        listed = self.raw("cards", [])
        if not isinstance(listed, list):
            self.bad("cards", "is not a list of tables", "[[cards]] before each kind")
            return USUAL.cards
        found: dict[Kind, Spec] = {}
        for i, card in enumerate(listed):
            spec = self.card(f"cards[{i}]", card)
            if spec and spec.kind in found:
                self.bad(f"cards[{i}].kind", f"{spec.kind} is there twice", "each kind once")
            elif spec:
                found[spec.kind] = spec
                self.places[spec.kind] = i
        for kind in KINDS:
            if kind not in found and listed:
                usual = USUAL.spec(kind)
                write = f'[[cards]] kind = "{kind}", cost = {usual.cost}, copies = {usual.copies}'
                self.bad("cards", f"{kind} is missing", write)
        return tuple([found.get(kind, USUAL.spec(kind)) for kind in KINDS])

    def card(self, path: str, card: object) -> Spec | None:
        """One ``[[cards]]`` table; None where it names no kind."""
        if not isinstance(card, Mapping):
            self.bad(path, f"{toml(card)} is not a table", 'kind = "...", cost = 2, copies = 3')
            return None
        for key in card:
            if key not in CARD_KEYS:
                self.bad(f"{path}.{key}", "is not known", f"one of {', '.join(CARD_KEYS)}")
        name = card.get("kind")
        if name not in list(KINDS):
            says = "is missing" if name is None else f"{toml(name)} is no kind of card"
            self.bad(f"{path}.kind", says, f"one of {', '.join(KINDS)}")
            return None
        usual = USUAL.spec(Kind(name))
        numbers = {"cost": (2, 3, usual.cost), "copies": (1, MOST_COPIES, usual.copies)}
        cost, copies = [self._card_number(path, card, key, *numbers[key]) for key in numbers]
        pay = card.get("pay")
        if pay is not None and pay not in list(Goods):
            write = 'pay = "banana", pay = "treasure", or no pay at all'
            self.bad(f"{path}.pay", f"{toml(pay)} cannot be paid with", write)
            pay = None
        return Spec(Kind(name), cost, copies, Goods(pay) if pay else None)

    def _card_number(
        self, path: str, card: Mapping[str, Any], key: str, low: int, high: int, usual: int
    ) -> int:
        value = card.get(key)
        if type(value) is int and low <= value <= high:
            return value
        says = "is missing" if value is None else f"{toml(value)} is not from {low} to {high}"
        self.bad(f"{path}.{key}", says, f"{key} = {usual}")
        return usual
