"""A game's box out of its file: board, dice, deck and house rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware_host.daemon.errors import ConfigError
from firmware_host.rules.catalog import GAMES, WARNINGS
from firmware_host.rules.kernel import BoxFault, BoxFaults, Game

from .config_read import parsed


@dataclass(frozen=True, slots=True)
class LoadedBox:
    """A box, and what it was read from."""

    file: Path
    game: Game[Any, Any]
    box: Any  #: the game's own type
    text: str  #: the whole file: the journal keeps it with the match
    warnings: tuple[BoxFault, ...]  #: odd, but it can be played


def load(file: Path) -> LoadedBox:
    """The box that *file* describes.

    :raises ConfigError: with every fault at once.
    """
    text, document = parsed(file)
    name = document.get("game")
    if not isinstance(name, str) or name not in GAMES:
        says = "is missing" if name is None else f"{name!r} is no game of this table"
        fault = BoxFault("game", says, " or ".join(f'game = "{known}"' for known in GAMES))
        raise ConfigError(file, text, (fault,))
    game = GAMES[name]
    try:
        box = game.box(document)
    except BoxFaults as wrong:
        raise ConfigError(file, text, wrong.faults) from None
    return LoadedBox(file, game, box, text, WARNINGS[name](document))
