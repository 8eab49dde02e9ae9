"""The games this table can play, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .kernel import BoxFault, Game
from .lazily import Lazily

Warns = Callable[[Mapping[str, Any]], tuple[BoxFault, ...]]


def _lava_land() -> Game[Any, Any]:
    from .lava_land.game import GAME

    return GAME


def _table_is_lava() -> Game[Any, Any]:
    from .table_is_lava.game import GAME

    return GAME


def _lost_island() -> Game[Any, Any]:
    from .lost_island.game import GAME

    return GAME


def _oh_no_volcano() -> Game[Any, Any]:
    from .oh_no_volcano.game import GAME

    return GAME


GAMES: Lazily[Game[Any, Any]] = Lazily(
    {
        "lava_land": _lava_land,
        "table_is_lava": _table_is_lava,
        "lost_island": _lost_island,
        "oh_no_volcano": _oh_no_volcano,
    }
)


def _odd_lava_land() -> Warns:
    from .lava_land.boxes import warnings

    return warnings


def _odd_table_is_lava() -> Warns:
    from .table_is_lava.boxes import warnings

    return warnings


def _odd_lost_island() -> Warns:
    from .lost_island.boxes import warnings

    return warnings


def _odd_oh_no_volcano() -> Warns:
    from .oh_no_volcano.boxes import warnings

    return warnings


WARNINGS: Lazily[Warns] = Lazily(
    {
        "lava_land": _odd_lava_land,
        "table_is_lava": _odd_table_is_lava,
        "lost_island": _odd_lost_island,
        "oh_no_volcano": _odd_oh_no_volcano,
    }
)
"""What is odd about a game's box, but can be played."""
