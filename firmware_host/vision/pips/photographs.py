"""Folders of photographs with a ``labels.csv``: read, and scored picture by picture.

The table has the columns ``file`` and ``values`` (``1;3;6``), and may have ``repo``: which series
a photograph belongs to. Without it, the series is what stands before ``__`` in the file's name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from firmware_host.vision.pictures import KINDS
from firmware_host.vision.pips import table

FILE = "labels.csv"


class Told(Protocol):
    """A die as a reader tells it."""

    @property
    def symbol(self) -> str:
        """The best guess."""
        ...

    @property
    def sure(self) -> bool:
        """May it be believed?"""
        ...


@dataclass(frozen=True, slots=True)
class Photograph:
    """What somebody saw in a photograph."""

    file: Path
    series: str
    values: tuple[str, ...]  #: in order
    line: int = 0  #: of the table, where it came from one

    @property
    def of_pips(self) -> bool:
        """Whether all its dice are ordinary ones."""
        return set(self.values) <= table.PIPS


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over photographs; they add up."""

    photographs: int = 0
    exact: int = 0  #: all best guesses together are what lies there
    silent: int = 0  #: not exact, and nothing asked
    dice: int = 0  #: by the labels
    read: int = 0  #: by the reader
    right: int = 0  #: of both
    asked: int = 0
    wrong: int = 0  #: sure, and not what lies there: silently wrong

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, n) + getattr(other, n) for n in Tally.__slots__))


def read(folder: Path, corrections: Path | None = None) -> tuple[Photograph, ...]:
    """The photographs of *folder*; what *corrections* says of one is believed instead.

    :raises BadLabels: a table is missing, or lines of it cannot be used: which, and why.
    """
    said = table.rows(folder / FILE)
    mended = {row.file: row.values for row in table.rows(corrections)} if corrections else {}
    return tuple(
        Photograph(
            folder / row.file,
            row.repo or row.file.partition("__")[0],
            tuple(sorted(mended.get(row.file, row.values))),
            row.line,
        )
        for row in said
    )


def remarks(folder: Path, corrections: Path | None = None) -> tuple[str, ...]:
    """What may be forgotten or misspelt in *folder* and its tables; nothing is refused for it.

    :raises BadLabels: as :func:`read`.
    """
    said = table.rows(folder / FILE)
    files = {row.file for row in said}
    made = table.remarks(folder / FILE, said)
    for row in table.rows(corrections) if corrections else ():
        if row.file not in files:
            made.append(f"{corrections}:{row.line}: file: {row.file} is not in {folder / FILE}")
    others = sorted(f.name for f in folder.iterdir() if f.suffix.lower() in KINDS)
    unknown = [name for name in others if name not in files]
    if unknown:
        named = ", ".join(unknown[:3]) + (f" and {len(unknown) - 3} more" if unknown[3:] else "")
        made.append(f"{folder / FILE}: not scored, for want of a line here: {named}")
    return tuple(made)


def tally(photograph: Photograph, dice: Sequence[Told]) -> Tally:
    """The score of one photograph."""
    truth = Counter(photograph.values)
    guessed = Counter(d.symbol for d in dice)
    sure = Counter(d.symbol for d in dice if d.sure)
    asked = sum(not d.sure for d in dice)
    exact = guessed == truth
    return Tally(
        photographs=1,
        exact=int(exact),
        silent=int(not exact and not asked),
        dice=truth.total(),
        read=len(dice),
        right=(truth & guessed).total(),
        asked=asked,
        wrong=(sure - truth).total(),
    )
