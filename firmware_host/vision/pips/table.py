"""``labels.csv``: its lines, or every mistake in it with its line and its column."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware_host.vision.labels import BadLabels

PIPS = frozenset("123456")
FORM = "write the pips of each die with ; between, such as 1;3;6"
HEAD = "the first line must name the columns file and values, such as: file,values"
MOST_TOLD = 12
"""So many mistakes are told at once."""
_NUMBERS = re.compile(r"[\d\s,.:/|+-]*\d[\d\s,.:/|+-]*")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table."""

    line: int
    file: str
    values: tuple[str, ...]  #: as they stand there
    repo: str = ""
    n_dice: str = ""


def rows(table: Path) -> tuple[Row, ...]:
    """The lines of *table*, without empty ones.

    :raises BadLabels: it cannot be read, or a line of it cannot be used: all that is wrong.
    """
    lines = _lines(table)
    head = _head(table, lines)
    known: dict[str, int] = {}
    made, wrong = [], []
    for number, cells in lines[1:]:
        row = Row(
            number,
            cells[head["file"]].strip() if len(cells) > head["file"] else "",
            _values(cells, head),
            *(_cell(cells, head, name) for name in ("repo", "n_dice")),
        )
        says = list(_wrong(row, len(cells), head))
        if row.file and row.file in known:
            says.append(f"file: {row.file} stands in line {known[row.file]} already: keep one")
        known.setdefault(row.file, number)
        wrong += [f"{table}:{number}: {one}" for one in says]
        made.append(row)
    if not made:
        raise BadLabels(f"{table}: no pictures: write a line for each, such as: name.jpg,1;3;6")
    if wrong:
        more = len(wrong) - MOST_TOLD
        rest = [f"{table}: {more} more mistakes"] if more > 0 else []
        raise BadLabels("\n".join([*wrong[:MOST_TOLD], *rest]))
    return tuple(made)


def _lines(table: Path) -> list[tuple[int, list[str]]]:
    if table.exists() and not table.is_file():
        raise BadLabels(f"{table}: no ordinary file")
    try:
        with table.open(encoding="utf-8-sig", newline="") as text:
            reader = csv.reader(text, strict=True)
            lines = [(reader.line_num, cells) for cells in reader if any(c.strip() for c in cells)]
    except OSError as error:
        raise BadLabels(f"{table}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadLabels(
            f"{table}: no text in UTF-8 (byte {error.start + 1}): save it as CSV in UTF-8"
        ) from None
    except csv.Error as error:
        where = f"{table}:{reader.line_num}"
        raise BadLabels(f"{where}: {error}: is a quotation mark left open?") from None
    if not lines:
        raise BadLabels(f"{table}: empty; {HEAD}")
    return lines


def _head(table: Path, lines: Sequence[tuple[int, list[str]]]) -> Mapping[str, int]:
    """The place of each column."""
    line, cells = lines[0]
    names = [c.strip() for c in cells]
    at = f"{table}:{line}"
    missing = [name for name in ("file", "values") if name not in names]
    if missing and any(mark in cells[0] for mark in ";\t"):
        raise BadLabels(
            f"{at}: the columns are not separated by commas: save it as CSV with commas; {HEAD}"
        )
    if missing:
        raise BadLabels(f"{at}: no column {' and no column '.join(missing)}; {HEAD}")
    twice = sorted({name for name in names if name and names.count(name) > 1})
    if twice:
        raise BadLabels(f"{at}: column {', '.join(twice)} twice: keep one")
    return {name: k for k, name in enumerate(names)} | {"": len(names)}


def _cell(cells: Sequence[str], head: Mapping[str, int], name: str) -> str:
    place = head.get(name, len(cells))
    return cells[place].strip() if place < len(cells) else ""


def _values(cells: Sequence[str], head: Mapping[str, int]) -> tuple[str, ...]:
    cell = _cell(cells, head, "values")
    return tuple(v.strip() for v in cell.split(";")) if cell else ()


def _wrong(row: Row, cells: int, head: Mapping[str, int]) -> Iterator[str]:
    """What is wrong in a line by itself: the column, what stands there, what to write."""
    columns = head[""]
    if cells > columns:
        yield f"{cells} cells, but the first line names {columns} columns; values: {FORM}"
        return
    if cells <= head["values"]:
        yield f"values: missing; {FORM}, or nothing after the comma where no die lies"
    if not row.file:
        yield "file: empty: write the name of a picture in this folder"
    of_pips = any(v in PIPS for v in row.values)
    for value in dict.fromkeys(row.values):
        is_number = bool(_NUMBERS.fullmatch(value)) and value != "0"
        if not value:
            yield f"values: {';'.join(row.values)!r} lacks a value beside a ; : {FORM}"
        elif value not in PIPS and (of_pips or is_number):
            yield f"values: {value!r} is not 1 to 6: {FORM}"


def remarks(table: Path, known: Sequence[Row]) -> list[str]:
    """What may be a mistake in *table*, and stops nobody."""
    return [
        f"{table}:{row.line}: n_dice: {row.n_dice}, but values tells of {len(row.values)} dice; "
        "values is believed"
        for row in known
        if row.n_dice and row.n_dice != str(len(row.values))
    ]
