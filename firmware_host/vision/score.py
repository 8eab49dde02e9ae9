"""How well the reader does on labelled pictures: what was found, asked, wrong, missed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from firmware_host.vision.labels import Label, Labelled
from firmware_host.vision.reading import Die, Reading

SAME_MM = 8.0
"""A die found this close to a labelled one is that one: half an edge."""


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over pictures; scores add up."""

    pictures: int = 0
    dice: int = 0  #: in the tray, by the labels
    found: int = 0
    asked: int = 0  #: found, but not sure
    wrong: int = 0  #: sure, and another face than the label says: silently wrong
    missed: int = 0  #: not found
    unnoticed: int = 0  #: missed, or found too often, where an expected count would not tell
    extra: int = 0  #: found where none lies
    outside: int = 0  #: beside the tray, by the labels
    outside_wrong: int = 0  #: pictures whose count of those is another
    blind: int = 0  #: pictures that could not be read; their dice count as missed, with notice

    def __add__(self, other: Score) -> Score:
        return Score(*(getattr(self, n) + getattr(other, n) for n in Score.__slots__))


def score(labelled: Labelled, reading: Reading) -> tuple[Score, tuple[str, ...]]:
    """The score of one picture, and a line for each die that was not simply right."""
    inside = [d for d in labelled.dice if d.lies != "outside"]
    inside.sort(key=lambda d: d.lies != "on another")  # what is found there is the upper one
    outside = len(labelled.dice) - len(inside)
    pairs, left = _paired(inside, list(reading.dice))
    found = [(label, die) for label, die in pairs if die is not None]
    missed = len(inside) - len(found)
    total = Score(
        pictures=1,
        dice=len(inside),
        found=len(found),
        asked=sum(not die.sure for _, die in found),
        wrong=sum(die.sure and not _right(label, die) for label, die in found),
        missed=missed,
        unnoticed=missed if len(left) == missed and all(d.sure for d in left) else 0,
        extra=len(left),
        outside=outside,
        outside_wrong=int(reading.outside != outside and not reading.trouble),
        blind=int(bool(reading.trouble)),
    )
    lines = [
        _line(label, die) for label, die in pairs if not (die and die.sure and _right(label, die))
    ]
    lines += [f"nothing lies at {d.x_mm:.0f},{d.y_mm:.0f}" for d in left]
    return total, tuple(f"{labelled.file.name}: {line}" for line in lines)


def _paired(
    labels: list[Label], dice: list[Die]
) -> tuple[list[tuple[Label, Die | None]], list[Die]]:
    """Each label with the die found there, and the dice that are none's."""
    pairs: list[tuple[Label, Die | None]] = []
    for label in labels:
        die = _nearest(dice, label)
        pairs.append((label, die))
        if die is not None:
            dice.remove(die)
    return pairs, dice


def _right(label: Label, die: Die) -> bool:
    return die.colour in ("", label.colour) and die.symbol == label.symbol


def _line(label: Label, die: Die | None) -> str:
    place = f"{label.colour}{label.symbol} at {label.x_mm:.0f},{label.y_mm:.0f}"
    if die is None:
        return f"missed {place}"
    word = f"asked ({die.why})" if die.why else "WRONG"
    return f"{word}: {place} read as {die.colour}{die.symbol}"


def _nearest(dice: list[Die], label: Label) -> Die | None:
    away = [np.hypot(d.x_mm - label.x_mm, d.y_mm - label.y_mm) for d in dice]
    best = int(np.argmin(away)) if away else -1
    return dice[best] if away and away[best] < SAME_MM else None
