"""The games this table can play, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .kernel import BoxFault, Game
from .lava_land.boxes import warnings as odd_lava_land
from .lava_land.game import GAME as LAVA_LAND
from .lost_island.boxes import warnings as odd_lost_island
from .lost_island.game import GAME as LOST_ISLAND
from .oh_no_volcano.boxes import warnings as odd_oh_no_volcano
from .oh_no_volcano.game import GAME as OH_NO_VOLCANO
from .table_is_lava.boxes import warnings as odd_table_is_lava
from .table_is_lava.game import GAME as TABLE_IS_LAVA

GAMES: dict[str, Game[Any, Any]] = {
    game.name: game for game in (LAVA_LAND, TABLE_IS_LAVA, LOST_ISLAND, OH_NO_VOLCANO)
}

WARNINGS: dict[str, Callable[[Mapping[str, Any]], tuple[BoxFault, ...]]] = {
    LAVA_LAND.name: odd_lava_land,
    TABLE_IS_LAVA.name: odd_table_is_lava,
    LOST_ISLAND.name: odd_lost_island,
    OH_NO_VOLCANO.name: odd_oh_no_volcano,
}
"""What is odd about a game's box, but can be played."""
