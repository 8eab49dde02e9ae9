"""What can still be read of a journal that was cut off or damaged. Nothing is deleted."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from . import record
from .record import Damage, Kept

WAL_HEADER, FRAME_HEADER, PAGE = 32, 24, 4096
"""Bytes; https://sqlite.org/fileformat2.html section 4."""


def malformed(why: sqlite3.Error) -> bool:
    """Whether SQLite finds the file's pages damaged."""
    return (getattr(why, "sqlite_errorcode", 0) & 0xFF) == sqlite3.SQLITE_CORRUPT


def beside(path: Path, suffix: str) -> Path:
    """The file beside *path* that ends with *suffix*."""
    return path.with_name(path.name + suffix)


def cut_off(path: Path) -> bool:
    """Whether the write-ahead log ends in the middle of a page: cut off while it was written."""
    wal = beside(path, "-wal")
    size = wal.stat().st_size if wal.exists() else 0
    return size > 0 and (size - WAL_HEADER) % (FRAME_HEADER + PAGE) != 0


@contextmanager
def readable(path: Path) -> Iterator[sqlite3.Connection]:
    """*path*, to be read as far as it goes, and not changed.

    :raises sqlite3.Error: nothing can be read.
    """
    try:
        db = _reading(path)
    except sqlite3.OperationalError:  # a folder where SQLite may not make its index
        with TemporaryDirectory() as folder:
            copy = Path(folder) / path.name
            _copied(path, copy)
            with closing(_reading(copy)) as db:
                yield db
        return
    with closing(db):
        yield db


def _reading(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    db.text_factory = record.readably
    try:
        # SQLite refuses a file shorter than its first page says, unless told to mend it.
        db.execute("PRAGMA writable_schema = ON")
        check(db)
    except BaseException:
        db.close()
        raise
    return db


def check(db: sqlite3.Connection) -> int:
    """How many tables there are.

    :raises record.NotOurs: they are another program's.
    :raises sqlite3.Error: it is no database, or nothing of it can be read.
    """
    try:
        (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except UnicodeDecodeError as why:  # SQLite's complaint quotes what is damaged
        damaged = sqlite3.DatabaseError("malformed database schema")
        damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damaged from why
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    if tables and owner != record.APPLICATION_ID:
        raise record.NotOurs
    return int(tables)


def _copied(path: Path, copy: Path) -> None:
    shutil.copyfile(path, copy)
    if beside(path, "-wal").exists():
        shutil.copyfile(beside(path, "-wal"), beside(copy, "-wal"))


def latest(path: Path) -> Kept | None:
    """The latest match of a damaged file that is damaged; None: nothing can be read."""
    with readable(path) as db:
        found = [record.whole(db, header) for header in _headers(db)] if check(db) else []
    if not found:
        return None
    for kept in reversed(found):
        if kept.damage is not None:
            return kept
    last = found[-1]
    return replace(last, damage=Damage(last.id, len(last.lines) + 1, "the file is cut off"))


def _headers(db: sqlite3.Connection) -> list[Kept]:
    """As many matches as can be read."""
    found: list[Kept] = []
    with suppress(sqlite3.DatabaseError):
        for header in record.headers(db):
            found.append(header)  # noqa: PERF402  # what came before a fault is wanted
    return found


def rebuild(path: Path, connect: Callable[[Path], sqlite3.Connection]) -> Path:
    """Put a journal with all that is whole in *path*'s place; where the damaged one is kept."""
    number = 1
    while beside(path, f".damaged-{number}").exists():
        number += 1
    aside = beside(path, f".damaged-{number}")
    _copied(path, aside)
    fresh = beside(path, ".rebuilding")
    fresh.unlink(missing_ok=True)
    with readable(aside) as old, closing(connect(fresh)) as new:
        new.execute("BEGIN IMMEDIATE")
        for header in _headers(old):
            _carry(record.whole(old, header), old, new)
        new.execute("COMMIT")
        new.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    fresh.replace(beside(path, ".rebuilt"))
    finish(path)
    return aside


def finish(path: Path) -> None:
    """Finish a rebuilding that was interrupted after the new file was whole."""
    rebuilt = beside(path, ".rebuilt")
    if not rebuilt.exists():
        return
    beside(path, "-wal").unlink(missing_ok=True)  # the copy kept aside has it
    beside(path, "-shm").unlink(missing_ok=True)
    rebuilt.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def _carry(kept: Kept, old: sqlite3.Connection, new: sqlite3.Connection) -> None:
    """Copy a match's rows that are whole, checksums and all."""
    if kept.damage is not None and kept.damage.line == 0:
        return
    whole = len(kept.lines)
    columns = "id, game, version, seats, buttons, seed, box, opened, sum"
    row = old.execute(f"SELECT {columns} FROM match WHERE id = ?", (kept.id,)).fetchone()
    new.execute(record.INSERT_MATCH, row)
    rows = old.execute(f"{record.LINES} LIMIT ?", (kept.id, whole))
    for _ in range(whole):  # never one row further: that is where the damage is
        new.execute(record.INSERT_LINE, rows.fetchone())
    if kept.ended is not None:
        last = old.execute(
            "SELECT * FROM ending WHERE match = ? AND line = ?", (kept.id, whole)
        ).fetchone()
        new.execute(record.INSERT_ENDING, last)
