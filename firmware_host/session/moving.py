"""A journal that was kept elsewhere while its disk took nothing, brought back to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from . import record
from .record import Row


class Strayed(ValueError):
    """It does not go on from the one on the disk."""


def missing(away: sqlite3.Connection, home: sqlite3.Connection) -> Iterator[tuple[str, Row]]:
    """What *away* has more than *home*: how it is put there, and the row, in order.

    The checksum of a match's last line stands for all before it, so no old line is read again.

    :raises Strayed: *home* tells something else.
    """
    known = [header.id for header in record.headers(home)]
    for header in record.headers(away):
        row = away.execute(record.MATCH, (header.id,)).fetchone()
        there = record.header(home, header.id)
        if header.damage is not None or (there is not None and there.sum != header.sum):
            raise Strayed(f"match {header.id} is another there")
        if there is None:
            yield record.INSERT_MATCH, row
        yield from _lines(away, home, header.id)
        for ending in away.execute(record.ENDINGS, (header.id,)):
            yield record.INSERT_ENDING, ending
        known = [match for match in known if match != header.id]
    if known:
        raise Strayed(f"match {known[0]} is there alone")


def _lines(
    away: sqlite3.Connection, home: sqlite3.Connection, match: int
) -> Iterator[tuple[str, Row]]:
    last = home.execute(f"{record.LINES} DESC LIMIT 1", (match,)).fetchone()
    if last is not None:
        same = away.execute(record.LINE, (match, last[1])).fetchone()
        if same is None or same[-1] != last[-1]:
            raise Strayed(f"match {match} goes on otherwise there")
    for row in away.execute(record.LINES_AFTER, (match, 0 if last is None else last[1])):
        yield record.INSERT_LINE, row
