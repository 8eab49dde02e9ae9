"""How each game looks and is read at the table, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from firmware_host.rules.kernel import Seat

from .readers.lava_land import LavaReader
from .reading import Pace, Reader
from .scene import View
from .views import lava_land


@dataclass(frozen=True, slots=True)
class Dressing:
    """What a game needs besides its rules to be played at a table."""

    view: View[Any, Any]
    reader: Callable[[Mapping[Seat, float], Pace], Reader[Any, Any]]


DRESSINGS: dict[str, Dressing] = {"lava_land": Dressing(lava_land.VIEW, LavaReader)}
