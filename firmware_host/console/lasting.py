"""What of the players' door outlasts a new start of the daemon: hashes, codes, and for how long.

A power cut is no reason to read a code anew. No token is kept, only the hash it is known by, so
whoever has the file has no way in by it; codes end within minutes. Times are what was left when
it was written, less what the wall clock says has passed: a clock that jumps back gives no more.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

FORMAT = 1
MOST_BYTES = 64 << 10
Hash = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
Button = Annotated[int, msgspec.Meta(ge=0, le=255)]
Left = Annotated[float, msgspec.Meta(ge=0, le=86_400)]


class Visit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A telephone at some seats."""

    token: Hash
    buttons: tuple[Button, ...]
    left_s: Left


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code that somebody has asked for."""

    button: Button
    code: Annotated[str, msgspec.Meta(pattern=r"^[A-Z0-9]{4}$")]
    left_s: Left


class Lasting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of it, and the match it is for: another's is worth nothing."""

    match: Hash
    at_s: float  #: wall clock, when it was written
    visits: tuple[Visit, ...]
    codes: tuple[Code, ...]
    format: int = FORMAT


def spelled(lasting: Lasting) -> bytes:
    """As it is kept."""
    return msgspec.json.format(msgspec.json.encode(lasting), indent=1)


def unspelled(data: bytes) -> Lasting | None:
    """What was kept; None: it is no such file, or a newer program's."""
    try:
        found = msgspec.json.decode(data, type=Lasting)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return found if found.format == FORMAT else None


def left(left_s: float, at_s: float, now_s: float) -> float:
    """What is left now of what was left then."""
    return left_s - max(0.0, now_s - at_s)
