"""Answers out of their words, whether or not they are legal now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, get_args

from firmware_host.rules.kernel import SEAT_LETTERS, Answer, Seat

from .answers import Draw, Effect, LavaAnswer, Leaning, Reroll, Show
from .box import Face, Goods, Kind

VERBS: dict[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(LavaAnswer)}
NOBODYS = (Show, Reroll, Leaning, Draw)
"""Answers that are no seat's."""


def _slot(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 4):
        raise ValueError(word)
    return int(word)


READERS: dict[str, Callable[[str], object]] = {
    "kind": Kind,
    "slot": _slot,
    "face": Face,
    "goods": Goods,
    "victim": Seat.named,
    "effect": Effect,
}


def parse(words: str) -> LavaAnswer | None:
    """The answer that is spelled *words*; None where there is none such in Lava Land."""
    verb, *args = words.split(" ")
    seat: Seat | None = None
    if len(verb) == 1 and verb in SEAT_LETTERS and args:
        seat = Seat.named(verb)
        verb, *args = args
    if verb not in VERBS:
        return None
    kind = VERBS[verb]
    names = [field.name for field in fields(kind) if field.name != "seat"]
    if len(args) != len(names) or (seat is None) != issubclass(kind, NOBODYS):
        return None
    try:
        values = [READERS[name](word) for name, word in zip(names, args, strict=True)]
    except ValueError:
        return None
    answer: LavaAnswer = kind(seat, *values)
    assert isinstance(answer, Answer)
    return answer
