"""Answers out of their words, whether or not they are legal now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast, get_args

from firmware_host.rules import lines
from firmware_host.rules.kernel import Seat
from firmware_host.rules.lines import count

from .answers import Draw, Effect, LavaAnswer, Leaning, Reroll, Show
from .box import Face, Goods, Kind

VERBS: dict[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(LavaAnswer)}
NOBODYS = (Show, Reroll, Leaning, Draw)
"""Answers that are no seat's."""


READERS: dict[str, Callable[[str], object]] = {
    "kind": Kind,
    "slot": count,
    "face": Face,
    "goods": Goods,
    "victim": Seat.named,
    "effect": Effect,
}


def parse(words: str) -> LavaAnswer | None:
    """The answer that is spelled *words*; None where there is none such in Lava Land."""
    return cast("LavaAnswer | None", lines.parse(words, VERBS, NOBODYS, READERS))
