"""The games this table can play, by name."""

from __future__ import annotations

from typing import Any

from .kernel import Game
from .lava_land.game import GAME as LAVA_LAND

GAMES: dict[str, Game[Any, Any]] = {game.name: game for game in (LAVA_LAND,)}
