"""What may be found on a disk after its power went, or its writer was killed, at any event.

Killed: all that was written is there, and of one more write a first part. Without power: what
was synced is there; of all that was written since, any part may be, torn at any sector, in any
order, and what lies between may be zeros or rubbish. A file nobody has synced may be missing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .tape import Delete, Event, Mark, Sync, Truncate, Write

SECTOR = 512  # bytes: what disks write whole, or not
UNSAFE = ("-shm",)
"""Endings of files nothing is expected of after a power cut."""


@dataclass(slots=True)
class _File:
    """One file: what is safe of it, and what is on its way to the disk."""

    safe: bytearray | None = None
    pending: list[Write | Truncate] = field(default_factory=list)
    gone: bool = False  #: deleted, but nobody has synced the folder

    def sync(self) -> None:
        self.safe = applied(self.safe, self.pending)
        self.pending = []

    def after_cut(self, luck: random.Random) -> bytearray | None:
        """What is found of it."""
        if self.gone and luck.random() < 0.5:
            return None
        if self.safe is None and luck.random() < 0.5:
            return None
        share = luck.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        kept = [torn for op in self.pending if luck.random() < share for torn in _torn(op, luck)]
        if luck.random() < 0.3:
            luck.shuffle(kept)
        return applied(self.safe, kept, luck)


def applied(
    before: bytearray | None,
    operations: Sequence[Write | Truncate],
    luck: random.Random | None = None,
) -> bytearray:
    """The bytes of a file after *operations*; with *luck*, holes may hold rubbish."""
    found = bytearray(before or b"")
    for op in operations:
        if isinstance(op, Truncate):
            del found[op.size :]
            continue
        if len(found) < op.offset:
            hole = op.offset - len(found)
            rubbish = luck is not None and luck.random() < 0.5
            found += luck.randbytes(hole) if rubbish and luck is not None else bytes(hole)
        found[op.offset : op.offset + len(op.data)] = op.data
    return found


def _torn(op: Write | Truncate, luck: random.Random) -> list[Write | Truncate]:
    """*op* whole, or some of its sectors."""
    if isinstance(op, Truncate) or luck.random() < 0.5:
        return [op]
    parts: list[Write | Truncate] = []
    at, end = op.offset, op.offset + len(op.data)
    while at < end:
        upto = min(end, (at // SECTOR + 1) * SECTOR)
        if luck.random() < 0.7:
            parts.append(Write(op.file, at, op.data[at - op.offset : upto - op.offset]))
        at = upto
    return parts


def _files(events: Sequence[Event]) -> dict[str, _File]:
    files: dict[str, _File] = {}
    for event in events:
        if isinstance(event, Mark):
            continue
        file = files.setdefault(event.file, _File())
        match event:
            case Write() | Truncate() if file.gone:
                files[event.file] = _File(pending=[event])
            case Write() | Truncate():
                file.pending.append(event)
            case Sync(folder=folder):
                file.sync()
                files = {n: f for n, f in files.items() if not (folder and f.gone)}
            case Delete(folder=folder):
                file.gone = True
                files = {n: f for n, f in files.items() if not (folder and f is file)}
    return files


def power_cut(events: Sequence[Event], folder: Path, luck: random.Random) -> None:
    """Lay out in *folder* what may be on the disk when the power goes after *events*."""
    for name, file in _files(events).items():
        found = file.after_cut(luck)
        if found is not None and not name.endswith(UNSAFE):
            (folder / name).write_bytes(found)


def killed(events: Sequence[Event], folder: Path, share: float = 0.0) -> None:
    """Lay out what is there when the writer was killed; *share* of the last write was done."""
    *done, last = events
    if isinstance(last, Write):
        done.append(Write(last.file, last.offset, last.data[: int(len(last.data) * share)]))
    else:
        done.append(last)
    for name, file in _files(done).items():
        if not file.gone and not name.endswith(UNSAFE):
            (folder / name).write_bytes(applied(file.safe, file.pending))


def marks(events: Sequence[Event]) -> list[object]:
    """What the program under test has said so far."""
    return [event.says for event in events if isinstance(event, Mark)]
