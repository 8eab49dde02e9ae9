"""The box a parsed ``config/games/lava_land.toml`` describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .box import Box


def box_from(config: Mapping[str, Any]) -> Box:
    """Not yet read: see the next commit."""
    del config
    return Box()
