"""Keys that tell how a table behaves, and when a change of a key is taken up."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

T = TypeVar("T")

CHANGES = "changes"
"""What a key's type says about itself under this name, if anything."""
Live = Annotated[T, Meta(extra={CHANGES: "live"})]
"""A change is taken up at once, whatever goes on at the table."""
Next = Annotated[T, Meta(extra={CHANGES: "match"})]
"""A change is taken up by the next match; what is neither, when the daemon is started again."""


class IdleSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table does that nobody touches."""

    remind_s: Live[
        Annotated[int, Meta(ge=0, le=3600, description="seconds, 0 (never) to 3600")]
    ] = 60
    away_min: Live[
        Annotated[int, Meta(ge=0, le=1440, description="minutes, 0 (never) to 1440")]
    ] = 0


class CrashesSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is kept for whoever mends the program, when it fails."""

    keep: Live[Annotated[int, Meta(ge=0, le=50, description="how many, 0 (none) to 50")]] = 5
    pictures: Live[bool] = False
