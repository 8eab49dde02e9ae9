"""What can still be read of a journal that was cut off or damaged. Nothing is deleted."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from . import record
from .record import Damage, Kept

WAL_HEADER, FRAME_HEADER, PAGE = 32, 24, 4096
"""Bytes; https://sqlite.org/fileformat2.html section 4."""


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
    with ExitStack() as held:
        db: sqlite3.Connection | None = None
        why: sqlite3.DatabaseError | None = None
        tells = False
        try:
            db = _held_open(path, held)
            tells = _tells(db)
        except sqlite3.DatabaseError as wrong:
            why = wrong
        if not tells:
            mended = _mended(path, held)
            if mended is None and (db is None or why is not None):
                assert why is not None
                raise why
            db = mended or db
        assert db is not None
        yield db


def _held_open(path: Path, held: ExitStack) -> sqlite3.Connection:
    """*path*, or a copy of it from a folder where SQLite may not make its index."""
    try:
        return held.enter_context(closing(_reading(path)))
    except sqlite3.OperationalError:
        copy = Path(held.enter_context(TemporaryDirectory())) / path.name
        _copied(path, copy)
        return held.enter_context(closing(_reading(copy)))


def _tells(db: sqlite3.Connection) -> bool:
    """Whether a match can be read of it, or there is none.

    :raises sqlite3.OperationalError: a whole table is not there, or not by its name.
    """
    if not check(db):
        return True
    for query in (record.LINES, record.ENDINGS):
        db.execute(query, (0,)).fetchone()
    try:
        latest = record.header(db)
    except sqlite3.DatabaseError as why:
        if isinstance(why, sqlite3.OperationalError):
            raise
        return bool(headers(db))
    return latest is None or any(header.damage is None for header in headers(db))


def _mended(path: Path, held: ExitStack) -> sqlite3.Connection | None:
    """A copy with a first page as every journal has it; None: then nothing can be read either.

    The first page says what the others are, and holds nothing of a match: where it alone is
    damaged, all matches are whole.
    """
    copy = Path(held.enter_context(TemporaryDirectory())) / path.name
    _copied(path, copy)
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(record.NEW)
        first = bytearray(fresh.serialize()[:PAGE])
    pages = copy.stat().st_size // PAGE
    first[18:20] = b"\2\2"  # written through a log
    first[28:32] = pages.to_bytes(4)
    with copy.open("r+b") as file:
        file.write(first)
    try:
        db = held.enter_context(closing(_reading(copy)))
        told = [header for header in headers(db) if header.damage is None]
    except sqlite3.DatabaseError:
        return None
    return db if told else None


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
    :raises record.Newer: they are a newer program's.
    :raises sqlite3.Error: it is no database, or nothing of it can be read.
    """
    try:
        (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except UnicodeDecodeError as why:  # SQLite's complaint quotes what is damaged
        damaged = sqlite3.DatabaseError("malformed database schema")
        damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damaged from why
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    if tables and owner != record.APPLICATION_ID and not _named_as_ours(db):
        raise record.NotOurs
    (written_by,) = db.execute("PRAGMA user_version").fetchone()
    if written_by > record.FORMAT:
        raise record.Newer(written_by)
    return int(tables)


def _named_as_ours(db: sqlite3.Connection) -> bool:
    """Whether its tables are a journal's, though the mark of one is damaged."""
    names = {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    return names == record.NAMES


def _copied(path: Path, copy: Path) -> None:
    shutil.copyfile(path, copy)
    if beside(path, "-wal").exists():
        shutil.copyfile(beside(path, "-wal"), beside(copy, "-wal"))


def latest(path: Path) -> Kept | None:
    """The latest match of a damaged file that is damaged; None: nothing can be read."""
    with readable(path) as db:
        found = [record.whole(db, header) for header in headers(db)] if check(db) else []
    if not found:
        return None
    for kept in reversed(found):
        if kept.damage is not None:
            return kept
    last = found[-1]
    return replace(last, damage=Damage(last.id, len(last.lines) + 1, "the file is cut off"))


def headers(db: sqlite3.Connection) -> list[Kept]:
    """As many matches as can be read, without their lines, oldest first."""
    found: list[Kept] = []
    with suppress(sqlite3.DatabaseError):
        for header in record.headers(db):
            found.append(header)  # noqa: PERF402  # what came before a fault is wanted
    return found


def rebuild(path: Path, connect: Callable[[Path], sqlite3.Connection]) -> Path:
    """Put a journal with all that is whole in *path*'s place; where the damaged one is kept."""
    aside = _aside(path)
    _copied(path, aside)
    for copy in (aside, beside(aside, "-wal"), path.parent):
        _on_disk(copy)  # before anything is put in the damaged one's place
    fresh = beside(path, ".rebuilding")
    fresh.unlink(missing_ok=True)
    with readable(aside) as old, closing(connect(fresh)) as new:
        new.execute("BEGIN IMMEDIATE")
        for header in headers(old):
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
    _on_disk(path.parent)


def set_aside(path: Path) -> Path:
    """Move a journal of which nothing can be read out of the way, as it is; where it is kept."""
    aside = _aside(path)
    for end in ("-wal", "-shm", ""):  # the file itself last: what is cut off here is tried again
        if beside(path, end).exists():
            beside(path, end).rename(beside(aside, end))
    _on_disk(path.parent)
    return aside


def _aside(path: Path) -> Path:
    """A name that nothing has yet."""
    names = (beside(path, f".damaged-{n}") for n in count(1))
    return next(
        name for name in names if not any(beside(name, end).exists() for end in ("", "-wal"))
    )


def _on_disk(path: Path) -> None:
    """What the file holds, or the folder's names, outlast a power cut; where it is there."""
    if path.exists():
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


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
