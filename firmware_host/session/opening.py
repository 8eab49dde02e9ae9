"""A journal's file is looked through before anything is added to it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from . import log, record, salvage
from .record import Damage, Kept
from .refusals import DAMAGED

SUFFIX = ".journal"
"""A file so called is a journal, even where nothing of it can be read any more."""
LOOKED_THROUGH = 4 << 20
"""Bytes of a file whose every page is looked at when it is opened; of a larger one those of its
latest match. Lines whose pages are gone leave no gap in the chain of checksums."""
ANOTHERS = "its log is another journal's"
WAL_PAGES = 512
"""The write-ahead log is folded into the file past so many pages: it stays near 2 MB."""


class Sound(NamedTuple):
    """A file that is ready for writing."""

    db: sqlite3.Connection
    latest: Kept | None  #: its latest match


class Spoilt(NamedTuple):
    """A file that cannot be gone on with."""

    damage: Damage
    readable: bool  #: something of it can be read


def latest_of(db: sqlite3.Connection) -> Kept | None:
    """The latest match with its lines; its damage says if it cannot be gone on with."""
    header = record.header(db)
    return None if header is None else record.whole(db, header)


def looked_at(path: Path) -> Sound | Spoilt:
    """*path*, looked through.

    :raises sqlite3.Error: the fault is the disk's, or the file may be something else than ours.
    """
    try:
        if salvage.headless(path):
            raise record.malformed("its log is there without it")
        db = connect(path)
        latest = _sound(db, path)
        if latest is None or latest.damage is None:
            return Sound(db, latest)
        db.close()
    except record.UNREADABLE as why:
        latest = _readable(path, why)
        if latest is None:
            return Spoilt(Damage(0, 0, str(why)), readable=False)
    assert latest.damage is not None
    return Spoilt(latest.damage, readable=True)


def _sound(db: sqlite3.Connection, path: Path) -> Kept | None:
    """The latest match; its damage says if it cannot be gone on with.

    :raises sqlite3.Error: nothing can be added to the file.
    """
    try:
        latest = latest_of(db)
        if latest is None and record.stray(db, 0):
            raise record.malformed("its lines are of no match")
        says = "" if latest is not None and latest.damage else _wrong(db, latest, path)
    except (sqlite3.Error, UnicodeDecodeError):
        db.close()
        raise
    if not says:
        return latest
    latest = latest or Kept(1, "", 0, 0, (), "", "", "")
    return replace(latest, damage=Damage(latest.id, len(latest.lines) + 1, says))


def _wrong(db: sqlite3.Connection, latest: Kept | None, path: Path) -> str:
    """Why *latest*, which makes sense, is not all there was, or cannot be gone on with.

    :raises sqlite3.Error: nothing can be added to the file.
    """
    if salvage.of_another(db, path):
        return ANOTHERS
    if latest is not None and record.stray(db, latest.id):
        return "there are lines of a match after it"
    if latest is not None and not latest.lines and not record.before_is_whole(db, latest):
        return "its lines may have stood where those of the match before it are damaged"
    if path.stat().st_size <= LOOKED_THROUGH:
        (says,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        if says != "ok":
            return " ".join(str(says).replace("***", "").split())
    db.execute("BEGIN IMMEDIATE")
    for insert, row in record.trial(latest):
        db.execute(insert, row)
    db.execute("ROLLBACK")
    return log.broken(path)


def _readable(path: Path, why: Exception) -> Kept | None:
    """The latest match of a file that SQLite finds fault with; None: nothing can be read of it.

    :raises sqlite3.Error: the fault is the disk's, or the file may be something else than ours.
    """
    code = getattr(why, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    disks = code == sqlite3.SQLITE_READONLY and not os.access(path, os.W_OK)
    if code not in DAMAGED or disks:
        raise why
    latest = None
    with suppress(*record.UNREADABLE):
        latest = salvage.latest(path)
    if latest is None and path.suffix != SUFFIX:
        raise why
    return latest


def connect(path: Path) -> sqlite3.Connection:
    """*path*, ready for writing.

    :raises sqlite3.Error: it cannot be.
    :raises record.NotOurs: it is another program's.
    :raises record.Newer: a newer program's.
    """
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.text_factory = record.readably
    try:
        tables = salvage.check(db)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")  # the plug may be pulled at any time
        db.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
        if not tables or (tables < len(record.NAMES) and record.header(db) is None):
            db.executescript(record.NEW)
    except BaseException:
        db.close()
        raise
    return db
