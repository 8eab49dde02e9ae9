"""What of a table is virtual, for those who make it fail and those who look at it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Twins:
    """What of a table is not real: how its parts can be made to fail, and what eyes see then."""

    parts: dict[str, Callable[[str], None]] = field(default_factory=dict)
    strip_seen: Callable[[bytes], bytes] = bytes
    """The strip as eyes see it, of what it was told."""
    oled_seen: Callable[[bytes], bytes] = bytes
