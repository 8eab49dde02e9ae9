"""Answers out of their words, whether or not they are legal now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast, get_args

from firmware_host.rules import lines
from firmware_host.rules.kernel import Seat
from firmware_host.rules.lines import count

from .answers import Draw, Equip, Stuck, VolcanoAnswer
from .prints import Letter

VERBS: dict[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(VolcanoAnswer)}
NOBODYS = (Draw, Equip, Stuck)
"""Answers that are no seat's."""


READERS: dict[str, Callable[[str], object]] = {
    "to": Seat.named,
    "card": str,
    "letter": Letter,
    "space": str,
    "pair": str,
    "slot": count,
}


def parse(words: str) -> VolcanoAnswer | None:
    """The answer that is spelled *words*; None where there is none such in Oh No, Volcano!"""
    return cast("VolcanoAnswer | None", lines.parse(words, VERBS, NOBODYS, READERS))
