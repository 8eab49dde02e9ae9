"""What of a table is not real: for those who make it fail, and those who look at it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from hw.ports import Ailing, Ailment, DeviceLost, Edge


class Disk(Protocol):
    """The disk of a virtual table."""

    sleep: Callable[[float], None]
    """How it takes its time."""
    full: bool
    """It has no room."""

    def synced(self) -> None:
        """A piece of writing is on it for ever: that takes its time."""


class Faults(Protocol):
    """All that may fail at a virtual table."""

    @property
    def now(self) -> Mapping[str, str]:
        """What is wrong with which part."""

    def spoil(self, part: str, fault: str) -> None:
        """*part* fails so from now on; ``none`` mends it.

        :raises ValueError: there is no such part, or it cannot fail so.
        """

    def mend(self) -> None:
        """All works from now on."""

    def ailing(self) -> tuple[Ailing, ...]:
        """Every part, how it may fail, and how it does."""


class Twin(Protocol):
    """The far end of one device's wire."""

    @property
    def ailments(self) -> tuple[Ailment, ...]:
        """How it may fail."""

    def ail(self, fault: str) -> None:
        """It fails so from now on; ``none`` mends it.

        :raises ValueError: it cannot fail so.
        """

    def dip(self) -> None:
        """Its power fails for a moment."""


@dataclass(slots=True)
class Twins:
    """What of a table is not real: how its parts can be made to fail, and what eyes see then."""

    parts: dict[str, tuple[tuple[Ailment, ...], Callable[[str], None]]] = field(
        default_factory=dict
    )
    """Each part's faults by name, and what makes it fail so."""
    dips: list[Callable[[], None]] = field(default_factory=list)
    """What loses its power for a moment in a brown-out."""
    disk: Disk | None = None
    faults: Faults | None = None
    """Where there are hands that make things fail."""
    changes: int = 0
    """Grows when a twin shows something else, or fails otherwise."""
    woken: Callable[[], None] = lambda: None
    """Hears of that, from any thread."""
    strip_last: Callable[[], bytes] = bytes
    """What the strip was last told, as it came."""
    lit: Callable[[int], bool] = bool
    """Whether the lamp of a button shines."""
    strip_seen: Callable[[bytes], bytes] = bytes
    """The strip as eyes see it, of what it was told."""
    oled_seen: Callable[[bytes], bytes] = bytes

    def add(self, part: str, twin: Twin) -> None:
        """There is such a part: it can be made to fail, and loses its power in a brown-out."""
        self.parts[part] = twin.ailments, twin.ail
        self.dips.append(twin.dip)

    def changed(self) -> None:
        """A twin shows something else, or fails otherwise; from any thread."""
        self.changes += 1
        self.woken()


@dataclass(frozen=True, slots=True)
class Virtual:
    """What a virtual table needs besides its configuration."""

    world: Path
    faces: Mapping[str, str]  #: six symbols by colour
    players: int
    seed: int
    virtual_time: bool = False
    wired: bool = True
    """The display is driven over its bus, as a real one is; else it has each picture at once."""
    clock_s: Callable[[], float] = time.monotonic
    """What the display takes for the time."""


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
