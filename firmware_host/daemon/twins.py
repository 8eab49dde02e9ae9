"""What of a table is not real: for those who make it fail, and those who look at it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hw.ports import DeviceLost, Edge


@dataclass(slots=True)
class Twins:
    """What of a table is not real: how its parts can be made to fail, and what eyes see then."""

    parts: dict[str, Callable[[str], None]] = field(default_factory=dict)
    strip_seen: Callable[[bytes], bytes] = bytes
    """The strip as eyes see it, of what it was told."""
    oled_seen: Callable[[bytes], bytes] = bytes


@dataclass(frozen=True, slots=True)
class Virtual:
    """What a virtual table needs besides its configuration."""

    world: Path
    faces: Mapping[str, str]  #: six symbols by colour
    players: int
    seed: int
    virtual_time: bool = False


class NoWorld(Exception):
    """Why there is no virtual table, in words."""


class NoButtons:
    """None are wired: pages stand in for them."""

    def open(self, sink: Callable[[Edge], None]) -> None:
        """:raises DeviceLost: always."""
        raise DeviceLost("buttons", "", "none are used", "Choose on the page")

    def level(self, button: int) -> bool:
        """Up."""
        return False

    def lamp(self, button: int, lit: bool) -> None:
        """There is none."""

    def close(self) -> None:
        """Nothing is held."""
