"""The bots there are, by game and name."""

from __future__ import annotations

from collections.abc import Callable

from .bot import Bot
from .lava_land import LavaLander
from .lost_island import Castaway
from .table_is_lava import Launcher
from .whim import Whim

HEURISTICS: dict[str, Callable[[], Bot]] = {
    "lava_land": LavaLander,
    "table_is_lava": Launcher,
    "lost_island": Castaway,
}
"""A game's own plain bot."""

NAMES = ("heuristic", "random")
"""What bots are called on the command line; the first is the usual one."""


def bot(game: str, name: str, seed: str) -> Bot:
    """A bot called *name* for *game*, its whims from *seed*.

    :raises KeyError: there is no such bot, or the game has none of its own.
    """
    return Whim(seed) if name == "random" else {"heuristic": HEURISTICS[game]}[name]()
