"""Answers out of their words, whether or not they are legal now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast, get_args

from firmware_host.rules.hexgrid import Cell, Rotation, Side
from firmware_host.rules.kernel import Seat
from firmware_host.rules.lines import count, parse

from .answers import Die, Draw, IslandAnswer, Load
from .box import Kind, Monster, Tool

VERBS: dict[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(IslandAnswer)}
NOBODYS = (Die, Draw)
"""Answers that are no seat's."""
READERS: dict[str, Callable[[str], object]] = {
    "kind": Kind,
    "cell": Cell.named,
    "rotation": Rotation.named,
    "monster": Monster,
    "load": Load.named,
    "side": Side.named,
    "tool": Tool,
    "partner": Seat.named,
    "count": count,
    "shows": count,
}


def parsed(words: str) -> IslandAnswer | None:
    """The answer that is spelled *words*; None where there is none such in Lost Island."""
    return cast("IslandAnswer | None", parse(words, VERBS, NOBODYS, READERS))
