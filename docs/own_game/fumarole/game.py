"""Fumarole as one game: a name and a few pure functions."""

from __future__ import annotations

from firmware_host.rules.kernel import Answer, Game, Words, everything

from .box import NAME, box_from
from .rules import State, apply, pending, start, why_not
from .words import faults, read, write

GAME: Game[State, Answer] = Game(
    name=NAME,
    seats=range(2, 6),
    box=box_from,
    start=start,
    pending=pending,
    apply=apply,
    public=everything,  # there are no secrets
    words=Words(write, read, faults),
    why_not=why_not,
    figures={"turns": "TurnStarted", "throws": "Found", "eruptions": "Blown"},
)
