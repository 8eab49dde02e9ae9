"""What SQLite tells the disk, written down as it happens; and a disk that refuses or dawdles.

A *VFS* is SQLite's door to the files (https://sqlite.org/vfs.html). This one is made here with
ctypes inside the very library that :mod:`sqlite3` uses, so it needs no compiler, and the program
under test is the real one, unchanged: each call goes on to the usual VFS. Where Python's SQLite
cannot be reached so (it is linked into the interpreter), :func:`reachable` says no.
"""

from __future__ import annotations

import contextlib
import ctypes
import sqlite3
from collections.abc import Callable, Iterator
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass, field
from pathlib import Path

OK, FULL, IOERR_WRITE, IOERR_FSYNC = 0, 13, 10 | (3 << 8), 10 | (4 << 8)
"""SQLite's result codes: https://sqlite.org/rescode.html"""
NAME = b"recorded"
CREATE, LOGS = 0x4, 0x800 | 0x4000 | 0x80000
"""Of the flags a file is opened with: it may be made, and it is a log of some kind."""


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes for a place in a file. They may be on the disk, or not, until the file is synced."""

    file: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    """The file ends here from now on."""

    file: str
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    """All that was written to the file is on the disk once this has returned.

    *folder*: the names in its folder are as well. SQLite's usual VFS sees to that at the first
    sync of a log that it has just made (``UNIXFILE_DIRSYNC`` in its os_unix.c).
    """

    file: str
    folder: bool


@dataclass(frozen=True, slots=True)
class Delete:
    """The file is gone; *folder*: and that is on the disk too."""

    file: str
    folder: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """Something the program under test said between two of its calls."""

    says: object


Event = Write | Truncate | Sync | Delete | Mark


@dataclass(slots=True)
class Tape:
    """Everything SQLite did to its files while it was recorded."""

    events: list[Event] = field(default_factory=list)
    refuses: Callable[[Event], int] = lambda event: OK
    """The result code an event gets instead of being done; 0: it is done. It may also sleep."""

    def mark(self, says: object) -> None:
        """Note that the program has come so far."""
        self.events.append(Mark(says))


class _Methods(Structure):
    """``sqlite3_io_methods``, version 3; only those that are taken over have a type."""


_P = c_void_p
_CLOSE = CFUNCTYPE(c_int, _P)
_WRITE = CFUNCTYPE(c_int, _P, _P, c_int, c_int64)
_TRUNCATE = CFUNCTYPE(c_int, _P, c_int64)
_SYNC = CFUNCTYPE(c_int, _P, c_int)
_PLAIN = (
    *("xFileSize", "xLock", "xUnlock", "xCheckReservedLock", "xFileControl", "xSectorSize"),
    *("xDeviceCharacteristics", "xShmMap", "xShmLock", "xShmBarrier", "xShmUnmap", "xFetch"),
    "xUnfetch",
)
_Methods._fields_ = [
    ("iVersion", c_int),
    ("xClose", _CLOSE),
    ("xRead", _P),
    ("xWrite", _WRITE),
    ("xTruncate", _TRUNCATE),
    ("xSync", _SYNC),
    *((name, _P) for name in _PLAIN),
]


class _Vfs(Structure):
    """``sqlite3_vfs``, version 3."""


_OPEN = CFUNCTYPE(c_int, _P, _P, _P, c_int, _P)
_DELETE = CFUNCTYPE(c_int, _P, _P, c_int)
_REST = (
    *("xAccess", "xFullPathname", "xDlOpen", "xDlError", "xDlSym", "xDlClose", "xRandomness"),
    *("xSleep", "xCurrentTime", "xGetLastError", "xCurrentTimeInt64", "xSetSystemCall"),
    *("xGetSystemCall", "xNextSystemCall"),
)
_Vfs._fields_ = [
    ("iVersion", c_int),
    ("szOsFile", c_int),
    ("mxPathname", c_int),
    ("pNext", _P),
    ("zName", c_char_p),
    ("pAppData", _P),
    ("xOpen", _OPEN),
    ("xDelete", _DELETE),
    *((name, _P) for name in _REST),
]


def _library() -> ctypes.CDLL | None:
    """The SQLite that :mod:`sqlite3` itself uses."""
    import _sqlite3

    file = getattr(_sqlite3, "__file__", None)
    if file is None:
        return None
    library = ctypes.CDLL(file)
    if not all(hasattr(library, f"sqlite3_vfs_{name}") for name in ("find", "register")):
        return None
    library.sqlite3_vfs_find.restype = POINTER(_Vfs)
    library.sqlite3_vfs_find.argtypes = [c_char_p]
    library.sqlite3_vfs_register.argtypes = [POINTER(_Vfs), c_int]
    library.sqlite3_vfs_unregister.argtypes = [POINTER(_Vfs)]
    library.sqlite3_libversion.restype = c_char_p
    same = library.sqlite3_libversion().decode() == sqlite3.sqlite_version
    return library if same else None


def reachable() -> bool:
    """Can what SQLite does be recorded here?"""
    return _library() is not None


def _called(name: int) -> str:
    """The file whose path stands at this address."""
    return Path(ctypes.string_at(name).decode()).name


class _Door:
    """The VFS that stands before the usual one; alive as long as it is registered."""

    def __init__(self, usual: _Vfs, tape: Tape) -> None:
        self._usual, self._tape = usual, tape
        self._files: dict[int, str] = {}
        self._new: set[int] = set()  # logs whose folder is synced with them the first time
        self._methods: dict[int, tuple[_Methods, _Methods]] = {}  # theirs and ours, by theirs
        self.vfs = _Vfs.from_buffer_copy(usual)
        self.vfs.zName = NAME
        self.vfs.xOpen = _OPEN(self._open)
        self.vfs.xDelete = _DELETE(self._delete)

    def _open(self, vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
        code: int = self._usual.xOpen(vfs, name, file, flags, out)  # it keeps the name's address
        theirs = c_void_p.from_address(file)
        if code == OK and theirs.value is not None and name is not None:
            self._files[file] = _called(name)
            self._new.discard(file)
            self._new |= {file} if flags & CREATE and flags & LOGS else set()
            theirs.value = ctypes.addressof(self._taken_over(theirs.value))
        return code

    def _taken_over(self, at: int) -> _Methods:
        """Methods that record, in the place of those at this address."""
        if at not in self._methods:
            theirs = _Methods.from_address(at)
            ours = _Methods.from_buffer_copy(theirs)
            self._methods[at] = (theirs, ours)
            ours.xClose = _CLOSE(lambda file: self._close(theirs, file))
            ours.xWrite = _WRITE(lambda f, data, n, at: self._write(theirs, f, data, n, at))
            ours.xTruncate = _TRUNCATE(lambda file, size: self._truncate(theirs, file, size))
            ours.xSync = _SYNC(lambda file, flags: self._sync(theirs, file, flags))
        return self._methods[at][1]

    def _close(self, theirs: _Methods, file: int) -> int:
        self._files.pop(file, None)
        code: int = theirs.xClose(file)
        return code

    def _write(self, theirs: _Methods, file: int, data: int, size: int, offset: int) -> int:
        event = Write(self._files[file], offset, ctypes.string_at(data, size))
        return self._did(event, lambda: theirs.xWrite(file, data, size, offset))

    def _truncate(self, theirs: _Methods, file: int, size: int) -> int:
        event = Truncate(self._files[file], size)
        return self._did(event, lambda: theirs.xTruncate(file, size))

    def _sync(self, theirs: _Methods, file: int, flags: int) -> int:
        event = Sync(self._files[file], file in self._new)
        code = self._did(event, lambda: theirs.xSync(file, flags))
        self._new -= {file} if code == OK else set()
        return code

    def _delete(self, vfs: int, name: int, folder: int) -> int:
        event = Delete(_called(name), bool(folder))
        return self._did(event, lambda: self._usual.xDelete(vfs, name, folder))

    def _did(self, event: Event, call: Callable[[], int]) -> int:
        """Refused, or done and written down; a sync is on the tape only once it is over."""
        refused = self._tape.refuses(event)
        if refused:
            return refused
        code = call()
        if code == OK:
            self._tape.events.append(event)
        return code


@contextlib.contextmanager
def recorded() -> Iterator[Tape]:
    """All that connections do which are opened meanwhile; they must be closed by the end."""
    library = _library()
    assert library is not None, "look at reachable() first"
    usual = library.sqlite3_vfs_find(None)
    tape = Tape()
    door = _Door(usual.contents, tape)
    library.sqlite3_vfs_register(ctypes.byref(door.vfs), 1)
    try:
        yield tape
    finally:
        library.sqlite3_vfs_unregister(ctypes.byref(door.vfs))
        library.sqlite3_vfs_register(usual, 1)
