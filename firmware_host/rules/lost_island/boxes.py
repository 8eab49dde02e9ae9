"""The box that a parsed ``config/games/lost_island.toml`` describes, or everything wrong with it.

What the values must be to each other is :mod:`checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware_host.rules.kernel import BoxFault
from firmware_host.rules.keys import Examined, Keys, examined, odd, sound, toml

from .box import (
    DRAWN,
    KINDS,
    As,
    Box,
    Dice,
    Distance,
    Kind,
    LateExplore,
    MaulHome,
    RaftDestroyed,
    Retreat,
    Unplaceable,
    WaterBlocks,
)
from .checks import LETTERS, check

GAME_NAME = "lost_island"
PLAYERS = "players"  #: "as many as play", where a number is meant
USUAL = Box()
PILED = DRAWN[:4]  #: kinds whose number may differ; there is one volcano, and one crash site
TABLES: dict[str, tuple[str, ...]] = {
    "players": ("min", "max"),
    "tiles": tuple(map(str, PILED)),
    "edges": tuple(map(str, KINDS)),
}
"""Every table and its keys."""
KEYS = (
    "game",
    "counters_per_player",
    "fire_circles",
    "fires_required",
    "crash_fire",
    "crash_fire_counts",
    "monster_fights",
    "distance",
    "water_blocks",
    "volcano_counts_as_mountain",
    "crash_counts_as_beach",
    "huts_per_hex",
    "retreat",
    "explore_after_eruption",
    "unplaceable",
    "raft_destroyed",
    "stranded_can_win",
    "maul_home_flipped",
    "dice",
)
"""Every key outside the tables."""
FEWEST, MOST = 2, 5
MOST_HEXES, MOST_COUNTERS, MOST_FIRES = 40, 99, 20
VOLCANO_AS = (As.PLACEMENT, As.MOVEMENT, As.MONSTERS, As.TOOLS)
CRASH_AS = (As.PLACEMENT, As.MOVEMENT, As.SEARCH, As.TOOLS, As.RAFT)


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
    wrong = {fault.path for fault in faults}
    faults += [fault for fault in check(box) if fault.path not in wrong]
    return examined(box, faults)


class _Reader(Keys):
    """Takes a configuration apart, noting what is wrong."""

    def box(self) -> Box:
        """The box as far as it can be read."""
        self.known(KEYS, TABLES)
        self.of_game(GAME_NAME)
        few, many = USUAL.players
        tiles = [
            self.integer(f"tiles.{kind}", 1, MOST_HEXES, usual)
            for kind, usual in zip(PILED, USUAL.tiles, strict=False)
        ]
        return Box(
            players=(
                self.integer("players.min", FEWEST, MOST, few),
                self.integer("players.max", FEWEST, MOST, many),
            ),
            tiles=(*tiles, 1),
            edges=tuple([self.edges(kind) for kind in KINDS]),
            counters=self.integer("counters_per_player", 1, MOST_COUNTERS, USUAL.counters),
            fire_circles=self.number_or_players("fire_circles"),
            fires_required=self.number_or_players("fires_required"),
            crash_fire=self.flag("crash_fire", usual=False),
            crash_fire_counts=self.flag("crash_fire_counts", usual=False),
            monster_fights=self.flag("monster_fights", usual=False),
            distance=self.choice("distance", Distance, USUAL.distance),
            water_blocks=self.choice("water_blocks", WaterBlocks, USUAL.water_blocks),
            volcano_as=self.uses("volcano_counts_as_mountain", VOLCANO_AS, USUAL.volcano_as),
            crash_as=self.uses("crash_counts_as_beach", CRASH_AS, USUAL.crash_as),
            huts_per_hex=self.integer("huts_per_hex", 1, MOST, 1),
            retreat=self.choice("retreat", Retreat, USUAL.retreat),
            explore_after_eruption=self.choice(
                "explore_after_eruption", LateExplore, USUAL.explore_after_eruption
            ),
            unplaceable=self.choice("unplaceable", Unplaceable, USUAL.unplaceable),
            raft_destroyed=self.choice("raft_destroyed", RaftDestroyed, USUAL.raft_destroyed),
            stranded_can_win=self.flag("stranded_can_win", usual=False),
            maul_home_flipped=self.choice("maul_home_flipped", MaulHome, USUAL.maul_home_flipped),
            dice=self.choice("dice", Dice, USUAL.dice),
        )

    def number_or_players(self, path: str) -> int | None:
        """A number of fires, or None for as many as play."""
        value = self.raw(path, PLAYERS)
        if value == PLAYERS:
            return None
        if type(value) is int and 1 <= value <= MOST_FIRES:
            return value
        says = f'{toml(value)} is neither "{PLAYERS}" nor a whole number from 1 to {MOST_FIRES}'
        self.bad(path, says, f'{path} = "{PLAYERS}"')
        return None

    def edges(self, kind: Kind) -> str:
        """Six letters, one an edge (LI-08)."""
        usual = USUAL.edges_of[kind]
        value = self.raw(f"edges.{kind}", usual)
        letters = LETTERS[kind]
        if isinstance(value, str) and len(value) == 6 and set(value) <= set(letters):
            return value
        known = ", ".join(f"{letter} ({NAMES[letter]})" for letter in letters)
        how_many = f", {len(value)} of them," if isinstance(value, str) else ""
        says = f"{toml(value)}{how_many} is not six edges of {known} (LI-08)"
        self.bad(f"edges.{kind}", says, f'{kind} = "{usual}"')
        return usual

    def uses(self, path: str, known: tuple[As, ...], usual: tuple[As, ...]) -> tuple[As, ...]:
        """In what a hex counts as another, each word once."""
        value = self.raw(path, list(usual))
        if isinstance(value, list) and sorted(value, key=str) == sorted(
            [use for use in known if use in value]
        ):
            return tuple([use for use in known if use in value])
        words = " or ".join(f'"{use}"' for use in known)
        says = f"{toml(value)} is not a list of {words}, each once"
        self.bad(path, says, f"{path} = {toml([str(use) for use in usual])}")
        return usual


NAMES = {"W": "water", "B": "beach", "F": "forest", "M": "mountain"}
