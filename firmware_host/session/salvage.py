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

from . import log, record
from .record import Damage, Kept


def beside(path: Path, suffix: str) -> Path:
    """The file beside *path* that ends with *suffix*."""
    return path.with_name(path.name + suffix)


def cut_off(path: Path) -> bool:
    """Whether the write-ahead log ends in the middle of a page: cut off while it was written."""
    wal = beside(path, "-wal")
    size = wal.stat().st_size if wal.exists() else 0
    return size > 0 and (size - log.HEADER) % log.FRAME != 0


@contextmanager
def readable(path: Path) -> Iterator[sqlite3.Connection]:
    """*path*, to be read as far as it goes, and not changed.

    :raises sqlite3.Error: nothing can be read.
    """
    with ExitStack() as held:
        db: sqlite3.Connection | None = None
        why: Exception | None = None
        tells = False
        try:
            if headless(path):  # opened as it is, it would lose its log
                raise record.malformed("its log is there without it")
            db = _held_open(path, held)
            tells = _tells(db)
        except record.UNREADABLE as wrong:
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
    except record.UNREADABLE as why:
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
        first = bytearray(fresh.serialize()[: log.PAGE])
    pages = copy.stat().st_size // log.PAGE
    first[18:20] = b"\2\2"  # written through a log
    first[28:32] = pages.to_bytes(4)
    with copy.open("r+b") as file:
        file.write(first)
    try:
        db = held.enter_context(closing(_reading(copy)))
        told = [header for header in headers(db) if header.damage is None]
    except record.UNREADABLE:
        return None
    return db if told else None


def _unwritten(path: Path, how: str = "") -> sqlite3.Connection:
    """*path*, to be read alone; *how* are more of SQLite's words for it."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{how}", uri=True)
    db.text_factory = record.readably
    return db


def _reading(path: Path) -> sqlite3.Connection:
    db = _unwritten(path)
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
        made = db.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
    except UnicodeDecodeError as why:  # SQLite's complaint quotes what is damaged
        raise record.malformed("malformed database schema") from why
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    named = {name for kind, name, _ in made if kind == "table"}
    if made and owner != record.APPLICATION_ID and named != record.NAMES:
        raise record.NotOurs
    (written_by,) = db.execute("PRAGMA user_version").fetchone()
    if written_by > record.FORMAT:
        raise record.Newer(written_by)
    for kind, name, sql in made:  # something that does more than a table of ours, or less
        if record.plain(str(sql)) not in record.TABLES:
            raise record.malformed(f"malformed database schema ({kind} {name})")
    return len(made)


def headless(path: Path) -> bool:
    """Whether its log is there, and no file to which it belongs: SQLite would throw it away."""
    wal = beside(path, "-wal")
    alone = not path.exists() or not path.stat().st_size
    return alone and wal.exists() and wal.stat().st_size > log.HEADER


def _copied(path: Path, copy: Path) -> None:
    if path.exists():
        shutil.copyfile(path, copy)
    else:
        copy.touch()
    if beside(path, "-wal").exists():
        shutil.copyfile(beside(path, "-wal"), beside(copy, "-wal"))


@contextmanager
def unfolded(path: Path) -> Iterator[None]:
    """Meanwhile nobody who closes *path* folds its log into it: a damaged one stays as it was."""
    with ExitStack() as held:
        wal = beside(path, "-wal")
        if wal.exists() and wal.stat().st_size:
            with suppress(*record.UNREADABLE):
                db = held.enter_context(closing(_unwritten(path)))
                db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        yield


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
    with suppress(*record.UNREADABLE):
        for header in record.headers(db):
            found.append(header)  # noqa: PERF402  # what came before a fault is wanted
    return found


def of_another(db: sqlite3.Connection, path: Path) -> bool:
    """Whether the log that *db* is read with belongs to another file than *path*.

    What a match began with never changes: the file alone may lack one, but has none that is
    another in the log.
    """
    if not beside(path, "-wal").exists() or not beside(path, "-wal").stat().st_size:
        return False
    # a folding that was cut off leaves the file torn
    with suppress(*record.UNREADABLE), closing(_alone(path)) as alone:
        known = record.header(alone)
        if known is not None and known.damage is None:
            joined = record.header(db, known.id)
            return joined is None or joined.sum != known.sum
    return False


def _alone(path: Path) -> sqlite3.Connection:
    """*path* as it is without its log."""
    return _unwritten(path, "&immutable=1")


def kept_aside(path: Path) -> Path:
    """A copy of a damaged journal and its log, on the disk; where it is."""
    aside = _aside(path)
    _copied(path, aside)
    for copy in (aside, beside(aside, "-wal"), path.parent):
        _on_disk(copy)  # before anything is put in the damaged one's place
    return aside


def rebuild(
    path: Path,
    aside: Path,
    connect: Callable[[Path], sqlite3.Connection],
    *,
    alone: bool,
) -> None:
    """Put a journal with all that is whole in *path*'s place; *aside* is the damaged one.

    *alone*: what its log says is another's.
    """
    fresh = beside(path, ".rebuilding")
    for end in ("", "-wal", "-shm"):  # of one that was cut off
        beside(fresh, end).unlink(missing_ok=True)
    reads = closing(_alone(aside)) if alone else readable(aside)
    with reads as old, closing(connect(fresh)) as new:
        new.execute("BEGIN IMMEDIATE")
        for header in headers(old):
            _carry(record.whole(old, header), old, new)
        new.execute("COMMIT")
        new.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    fresh.replace(beside(path, ".rebuilt"))
    finish(path)


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
    """Copy a match's rows that are whole, checksums and all; one that is there already is not."""
    if kept.damage is not None and kept.damage.line == 0:
        return
    row = old.execute(record.MATCH, (kept.id,)).fetchone()
    if row is None or record.header(new, kept.id) is not None:
        return  # found by walking through the file, but not by its number; or found twice
    whole = len(kept.lines)
    new.execute(record.INSERT_MATCH, row)
    rows = old.execute(f"{record.LINES} LIMIT ?", (kept.id, whole))
    for _ in range(whole):  # never one row further: that is where the damage is
        new.execute(record.INSERT_LINE, rows.fetchone())
    if kept.ended is not None:
        endings = old.execute(record.ENDINGS, (kept.id,))
        last = next(ending for ending in endings if ending[1] == whole)
        new.execute(record.INSERT_ENDING, last)
