"""The bots there are, by game and name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware_host.rules.kernel import Answer, Decision, Seat
from firmware_host.rules.lazily import Lazily

from .bot import Bot
from .whim import Whim


def _lava_land() -> Callable[[], Bot]:
    from .lava_land import LavaLander

    return LavaLander


def _table_is_lava() -> Callable[[], Bot]:
    from .table_is_lava import Launcher

    return Launcher


def _lost_island() -> Callable[[], Bot]:
    from .lost_island import Castaway

    return Castaway


def _oh_no_volcano() -> Callable[[], Bot]:
    from .oh_no_volcano import Volcanist

    return Volcanist


HEURISTICS: Lazily[Callable[[], Bot]] = Lazily(
    {
        "lava_land": _lava_land,
        "table_is_lava": _table_is_lava,
        "lost_island": _lost_island,
        "oh_no_volcano": _oh_no_volcano,
    }
)
"""A game's own plain bot."""

NAMES = ("heuristic", "random")
"""What bots are called on the command line; the first is the usual one."""


class Versatile:
    """Plays whatever is played, each game with the bot called *name*."""

    def __init__(self, name: str, seed: str) -> None:
        self._name, self._seed = name, seed
        self._bots: dict[str, Bot] = {}

    def choose(self, state: Any, decision: Decision[Any], seat: Seat) -> Answer:
        """What *seat* answers."""
        game = game_of(state)
        if game not in self._bots:
            self._bots[game] = bot(game, self._name, self._seed)
        return self._bots[game].choose(state, decision, seat)


def game_of(state: Any) -> str:
    """The game a state is of: the package of rules it is from."""
    return type(state).__module__.split(".")[-2]


def bot(game: str, name: str, seed: str) -> Bot:
    """A bot called *name* for *game*, its whims from *seed*.

    :raises KeyError: there is no such bot, or the game has none of its own.
    """
    return Whim(seed) if name == "random" else {"heuristic": HEURISTICS[game]}[name]()
