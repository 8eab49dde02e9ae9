"""Folders of photographs with a ``labels.csv``: read, and scored picture by picture.

The table has the columns ``file`` and ``values`` (``1;3;6``), and may have ``repo``: which series
a photograph belongs to. Without it, the series is what stands before ``__`` in the file's name.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware_host.vision.labels import BadLabels
from firmware_host.vision.pips.die import PipDie

FILE = "labels.csv"
PIPS = frozenset("123456")


@dataclass(frozen=True, slots=True)
class Photograph:
    """What somebody saw in a photograph."""

    file: Path
    series: str
    values: tuple[str, ...]  #: in order

    @property
    def of_pips(self) -> bool:
        """Whether all its dice are ordinary ones."""
        return set(self.values) <= PIPS


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

    :raises BadLabels: a table is missing, or a line of it cannot be used.
    """
    said = _rows(folder / FILE)
    mended = {row["file"]: row["values"] for row in _rows(corrections)} if corrections else {}
    return tuple(
        Photograph(
            folder / row["file"],
            row.get("repo") or row["file"].partition("__")[0],
            tuple(sorted(v for v in mended.get(row["file"], row["values"]).split(";") if v)),
        )
        for row in said
    )


def _rows(table: Path) -> list[dict[str, str]]:
    try:
        with table.open(encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines))
    except OSError as error:
        raise BadLabels(f"{table}: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadLabels(f"{table}: no table of comma-separated values ({error})") from None
    for number, row in enumerate(rows, 2):
        if not row.get("file") or row.get("values") is None:
            raise BadLabels(
                f"{table}:{number}: no file or no values; the first line must name the columns "
                "file and values, and values look like 1;3;6"
            )
    return rows


def tally(photograph: Photograph, dice: Sequence[PipDie]) -> Tally:
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
