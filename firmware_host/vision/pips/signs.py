"""Faces with a sign instead of pips: a skull, a maker's name.

Makers put it where the 1 would be, or the 6. Which of them is told by the other dice that lie
there: where some show a 6 in pips and none a 1, the sign is the 1. One alone is asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from firmware_host.vision.facts import Guess
from firmware_host.vision.pips.die import SIGN, PipDie

ENOUGH = 2
"""So many dice must show the other face before it is believed."""


def told(dice: Sequence[PipDie], sign: int | None) -> list[PipDie]:
    """*dice* with a value for each sign; *sign* is what it stands for where that is known."""
    return [_told(die, dice, sign) if die.symbol == SIGN else _unsigned(die) for die in dice]


def _unsigned(die: PipDie) -> PipDie:
    guesses = [g for g in die.guesses if g.symbol != SIGN]
    if len(guesses) < len(die.guesses):
        guesses += [g for g in (Guess("1", 0.0), Guess("6", 0.0)) if g.symbol != die.symbol]
    return replace(die, guesses=tuple(guesses[:3]))


def _told(die: PipDie, dice: Sequence[PipDie], sign: int | None) -> PipDie:
    certain, value = sign is not None, str(sign)
    if sign is None:
        value, certain = _worked_out(die, dice)
    other = "6" if value == "1" else "1"
    share = die.guesses[0].confidence
    guesses = (Guess(value, share * (1.0 if certain else 0.5)), Guess(other, share * 0.5))
    sure = die.sure and certain
    return replace(die, guesses=guesses, sure=sure, why="" if sure else die.why or SIGN)


def _worked_out(die: PipDie, dice: Sequence[PipDie]) -> tuple[str, bool]:
    """What the sign on *die* stands for, and whether the others leave no doubt."""
    for fellows in ([d for d in dice if d.colour == die.colour], dice):
        seen = Counter(d.symbol for d in fellows if d.sure)
        if seen["1"] != seen["6"]:
            value = "1" if seen["6"] > seen["1"] else "6"
            most, least = max(seen["1"], seen["6"]), min(seen["1"], seen["6"])
            return value, most >= ENOUGH and least == 0
    return "1", False
