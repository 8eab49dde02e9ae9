"""When a change of a key of a table's file is taken up: part of the key's type."""

from __future__ import annotations

from typing import Annotated, TypeVar

from msgspec import Meta

T = TypeVar("T")

CHANGES = "changes"
"""What a key's type says about itself under this name, if anything."""
Live = Annotated[T, Meta(extra={CHANGES: "live"})]
"""A change is taken up at once, whatever goes on at the table."""
Next = Annotated[T, Meta(extra={CHANGES: "match"})]
"""A change is taken up by the next match; what is neither, when the daemon is started again."""
