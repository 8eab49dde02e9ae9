"""What SQLite's write-ahead log holds, beyond what SQLite reads of it.

SQLite takes a log up to the first page whose checksum does not match, for a power cut leaves a
torn end, and says nothing. Where a bit has flipped in the midst, whole commits stand behind it
that were acknowledged: that is told, and the log is kept. https://sqlite.org/walformat.html
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

HEADER, FRAME_HEADER, PAGE = 32, 24, 4096
"""Bytes; https://sqlite.org/fileformat2.html section 4."""
FRAME = FRAME_HEADER + PAGE
SALT = slice(16, 24)
"""In the log's header: pages of this run of the log bear the same."""
FRAME_COMMITS, FRAME_SALT = slice(4, 8), slice(8, 16)
"""In a page's header: not zero, where a commit ends with it; the salt."""
COME_SO_FAR = slice(16, 20)
"""In the index: how many pages SQLite has found whole."""
TORN = 1
"""So many commits that are not whole a power cut leaves: the one that was being written."""


def broken(path: Path) -> str:
    """Why the log of the journal at *path* is damaged; empty: it is not, as far as one can tell.

    To be asked while the journal is open: SQLite's index says how far it has come.
    """
    wal, index = path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")
    try:
        with wal.open("rb") as log, index.open("rb") as known:
            salt = log.read(HEADER)[SALT]
            whole = int.from_bytes(known.read(HEADER)[COME_SO_FAR], sys.byteorder)
            commits = _commits(log, whole, wal.stat().st_size, salt)
    except OSError:
        return ""
    if commits <= TORN:
        return ""
    return f"its log is damaged after {whole} pages, and {commits} records stand behind that"


def _commits(log: BinaryIO, whole: int, size: int, salt: bytes) -> int:
    """How many commits of this run of the log end behind its first *whole* pages."""
    found = 0
    for at in range(HEADER + whole * FRAME, size - FRAME + 1, FRAME):
        log.seek(at)
        page = log.read(FRAME_HEADER)
        found += page[FRAME_SALT] == salt and any(page[FRAME_COMMITS])
    return found
