"""Photographs of symbol dice, scored: taught from some, read in the others.

A table ``file,symbol,x,y`` says where in a photograph a die lies that shows a symbol. A photograph
of one die needs no line: its label is all there is to say.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware_host.vision.labels import BadLabels
from firmware_host.vision.loose.reader import LooseReader, Shot
from firmware_host.vision.pips.photographs import Photograph
from firmware_host.vision.plane import Picture
from firmware_host.vision.teach import CannotTeach


@dataclass(frozen=True, slots=True)
class Where:
    """A die in a photograph, for teaching."""

    symbol: str
    at_px: tuple[float, float] | None  #: None: it is the only one


def read(table: Path | None, photographs: Sequence[Photograph]) -> dict[str, tuple[Where, ...]]:
    """What each of *photographs* can teach, by the name of its file.

    :raises BadLabels: *table* is missing, or a line of it cannot be used.
    """
    known: dict[str, tuple[Where, ...]] = {
        p.file.name: (Where(p.values[0], None),) for p in photographs if len(p.values) == 1
    }
    for number, row in enumerate(_rows(table) if table else (), 2):
        try:
            place = (float(row["x"]), float(row["y"]))
        except (KeyError, TypeError, ValueError):
            raise BadLabels(
                f"{table}:{number}: the first line must be file,symbol,x,y, and x and y are "
                "pixels, as 582 and 57"
            ) from None
        known[row["file"]] = (*known.get(row["file"], ()), Where(row["symbol"], place))
    return known


def _rows(table: Path) -> list[dict[str, str]]:
    try:
        with table.open(encoding="utf-8", newline="") as lines:
            return list(csv.DictReader(lines))
    except OSError as error:
        raise BadLabels(f"{table}: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadLabels(f"{table}: no table of comma-separated values ({error})") from None


def taught_from(
    reader: LooseReader, pictures: dict[str, Picture], known: dict[str, tuple[Where, ...]]
) -> tuple[Shot, ...]:
    """The shots that can be taught from *pictures*, by the name of their file.

    A die whose symbol is not seen well enough teaches nothing.
    """
    shots = [
        Shot(where.symbol, picture, where.at_px)
        for name, picture in pictures.items()
        for where in known.get(name, ())
    ]
    return tuple(shot for shot in shots if _teaches(reader, shot))


def _teaches(reader: LooseReader, shot: Shot) -> bool:
    try:
        reader.seen(shot)
    except CannotTeach:
        return False
    return True
