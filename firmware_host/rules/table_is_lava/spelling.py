"""Answers out of their words, whether or not they are legal now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast, get_args

from firmware_host.rules import lines
from firmware_host.rules.kernel import Seat
from firmware_host.rules.lines import count

from .answers import Count, Fell, Landed, LavaTableAnswer, Own, Relaunch, Where

VERBS: dict[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(LavaTableAnswer)}
NOBODYS = (Landed, Relaunch, Fell, Count, Own)
"""Answers that are no seat's: what they say can be seen by all."""
READERS: dict[str, Callable[[str], object]] = {
    "card": str,
    "where": Where,
    "owner": Seat.named,
    "meeples": count,
    "standing": count,
    "lying": count,
}


def parse(words: str) -> LavaTableAnswer | None:
    """The answer that is spelled *words*; None where there is none such in this game."""
    return cast("LavaTableAnswer | None", lines.parse(words, VERBS, NOBODYS, READERS))
