"""What SQLite and the disk say of a journal, in words: which file, what is wrong, what to do."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from . import record


class JournalError(Exception):
    """A journal that cannot be opened or written: which file, what is wrong, what to do."""

    def __init__(self, file: Path, says: str, hint: str, *, disk: bool = False) -> None:
        super().__init__(f"{file}: {says}. {hint}")
        self.file = file
        self.says = says
        self.hint = hint
        self.disk = disk
        """Is it the disk that takes nothing, whoever asks?"""


DISKS = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What the system says of a disk that takes nothing."""
DAMAGED = (
    *(sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR),
    *(sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG),
    sqlite3.SQLITE_READONLY,  # a file that may be written, but says of itself that it must not
)
_MOVE = "Move it away, and a new one is begun; keep it for whoever can mend it."
_REFUSALS = {
    sqlite3.SQLITE_ERROR: ("its tables are damaged", _MOVE),
    sqlite3.SQLITE_NOTADB: ("it is no journal", "Move it away, and a new one is begun."),
    sqlite3.SQLITE_FULL: ("the disk is full", "Free some space; nothing acknowledged is lost."),
    sqlite3.SQLITE_READONLY: ("it cannot be written", "Check its owner and permissions."),
    sqlite3.SQLITE_CANTOPEN: ("it cannot be opened", "Check its folder and permissions."),
    sqlite3.SQLITE_BUSY: ("another process is writing to it", "Stop that process first."),
    sqlite3.SQLITE_IOERR: ("the disk does not do as it is told", "Look at the disk."),
    sqlite3.SQLITE_CORRUPT: ("it is damaged where nothing can be read", _MOVE),
}
"""SQLite's result codes that are the file's or the disk's fault."""


@contextmanager
def refusals(path: Path) -> Iterator[None]:
    """What SQLite says about *path*, as a :class:`JournalError`."""
    try:
        yield
    except record.NotOurs as why:
        hint = "Name another file for the journal."
        raise JournalError(path, "it is another program's database", hint) from why
    except record.Newer as why:
        hint = "Install that program, or a newer one; nothing of it was changed."
        raise JournalError(path, f"a newer program wrote it ({why})", hint) from why
    except sqlite3.Error as why:
        code = getattr(why, "sqlite_errorcode", 0) & 0xFF  # the rest tells kinds of it apart
        if not code:
            raise  # it was asked wrongly: a fault of ours
        says, hint = _REFUSALS.get(code, ("it cannot be used", _MOVE))
        disk = code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR) or _read_only(path)
        raise JournalError(path, f"{says} ({why})", hint, disk=disk) from why
    except UnicodeDecodeError as why:  # SQLite's complaint quotes what is damaged
        says, hint = _REFUSALS[sqlite3.SQLITE_CORRUPT]
        raise JournalError(path, says, hint) from why
    except OSError as why:  # of what is done beside SQLite: a copy of a damaged file
        hint = "Look at the disk, and at who owns the folder."
        says = f"{why.filename or path.parent}: {os.strerror(why.errno or 0).lower()}"
        raise JournalError(path, says, hint, disk=why.errno in DISKS) from why


def _read_only(path: Path) -> bool:
    """Is its file system mounted so that nobody may write?"""
    try:
        return bool(os.statvfs(path.parent).f_flag & os.ST_RDONLY)
    except OSError:
        return False
