"""An appended answer on a real disk, beside a raw append + fdatasync; and how the log grows.

Measured after the first checkpoint, when the write-ahead log is written anew from its beginning.
"""

from __future__ import annotations

import os
import tempfile
from itertools import count
from pathlib import Path
from statistics import median

from bench.figure import Figure, in_turn, seconds
from firmware_host.session.journal import WAL_PAGES, Journal
from firmware_host.session.tale import Answered

ANSWERS = 1000
MEMORY = ("tmpfs", "ramfs", "overlay", "zram")


def disk(folder: Path) -> tuple[str, str]:
    """The device and the file system *folder* is on."""
    found = ("", "?", "?")
    for line in Path("/proc/mounts").read_text().splitlines():
        device, place, kind, *_ = line.split()
        inside = folder == Path(place) or Path(place) in folder.parents
        if inside and len(place) >= len(found[0]):
            found = (place, device, kind)
    return found[1:]


def measure() -> list[Figure]:
    folder = Path(os.environ.get("BENCH_FOLDER", "/var/tmp"))
    device, kind = disk(folder.resolve())
    where = f"on {device} ({kind})" + (", NOT A DISK" if kind in MEMORY else "")
    with tempfile.TemporaryDirectory(dir=folder) as made:
        return _measured(Path(made), where)


def _measured(folder: Path, where: str) -> list[Figure]:
    journal = Journal(folder / "journal.sqlite", lambda: "2026-11-29T20:15:00+01:00")
    wal = folder / "journal.sqlite-wal"
    match, number = journal.begin("bench", 1, range(4), "s", ""), count()

    def answer() -> None:
        journal.append(match, [Answered("B take Rb", 400 * next(number))])

    for _ in range(WAL_PAGES // 2):
        answer()
    grown = wal.stat().st_size / next(number)
    for _ in range(2 * WAL_PAGES):
        answer()
    raw = os.open(folder / "raw", os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def append() -> None:
        os.write(raw, b"2026-11-29T20:15:00+01:00 1 12345 answer 1234567 B take Rb\n")
        os.fdatasync(raw)

    # One of each in turn: a disk that others use as well is slow for both alike.
    a, b = in_turn(lambda: 1e6 * seconds(answer), lambda: 1e6 * seconds(append), ANSWERS)
    largest = wal.stat().st_size
    journal.close()
    os.close(raw)
    return [
        Figure(
            "Journal: an answer appended",
            median(a),
            "us",
            median(b),
            "raw append + fdatasync",
            median(a) / median(b),
            "<= 1.5",
            f"{where}; after the first checkpoint; median of {ANSWERS}",
        ),
        Figure("Journal: its log grows before that by", grown, "bytes/answer"),
        Figure("Journal: its log at its largest", largest / 1e6, "MB", note=f"{WAL_PAGES} pages"),
    ]
