"""A backup is put back: what is there already is set aside, and never lost."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from firmware_host.daemon.whole import belongs, on_disk
from firmware_host.session.lock import Held, Lock

from .backup import ASIDE, JOURNAL, PICTURES, RUNNING, BackupFault, Item, Manifest, Rooms, unpacked

BESIDE_A_JOURNAL = ("", "-wal", "-shm")


def wanted(manifest: Manifest, rooms: Rooms) -> tuple[Item, ...]:
    """The files of a backup that have a folder to go to."""
    return tuple(item for item in manifest.files if rooms.of(item.room) is not None)


def in_the_way(items: Sequence[Item], rooms: Rooms) -> list[Path]:
    """What is there already under these names."""
    return [place for item in items if os.path.lexists(place := _place(item, rooms))]


def restored(file: Path, items: Sequence[Item], rooms: Rooms) -> list[Path]:
    """Put *items* of the backup *file* back; where what was in the way lies now.

    All is unpacked and checked beside its place before anything that is there is touched.

    :raises BackupFault: a table is running on a journal, or something cannot be written.
    """
    with contextlib.ExitStack() as held:
        try:
            for item in items:
                _room_for(item, rooms)
            for journal in _journals(items, rooms):
                held.callback(_locked(journal).release)
            desks = {
                room: held.enter_context(_desk(folder)) for room, folder in _used(items, rooms)
            }
            for room, desk in desks.items():
                unpacked(file, [item for item in items if item.room == room], desk)
            return [
                aside
                for item in items
                for aside in _swapped(desks[item.room] / item.name, _place(item, rooms))
            ]
        except OSError as wrong:
            where = wrong.filename or file
            raise BackupFault(f"{where}: {os.strerror(wrong.errno or 0).lower()}") from wrong


def _place(item: Item, rooms: Rooms) -> Path:
    folder = rooms.of(item.room)
    assert folder is not None
    return folder / item.below


def _room_for(item: Item, rooms: Rooms) -> None:
    """The folders it lies in, made where they are missing; those with pictures are private."""
    folder = rooms.of(item.room)
    assert folder is not None
    folder.mkdir(parents=True, exist_ok=True)
    for part in item.below.parts[:-1]:
        folder /= part
        if not folder.is_dir():
            folder.mkdir(mode=0o700 if part.endswith(PICTURES) else 0o755)
            belongs(folder, folder.parent)


def _used(items: Sequence[Item], rooms: Rooms) -> Iterator[tuple[str, Path]]:
    for room in sorted({item.room for item in items}):
        folder = rooms.of(room)
        assert folder is not None
        yield room, folder


def _journals(items: Sequence[Item], rooms: Rooms) -> list[Path]:
    return [_place(item, rooms) for item in items if item.name.endswith(JOURNAL)]


def _locked(journal: Path) -> Lock:
    try:
        return Lock(journal.with_name(f"{journal.name}.lock"), "which restores a backup")
    except Held as other:
        raise BackupFault(
            f"{journal}: it is in use by {other.holder}. Stop that first: "
            "sudo systemctl stop lava-table"
        ) from other


@contextlib.contextmanager
def _desk(folder: Path) -> Iterator[Path]:
    """A folder on the same disk, so that what lies there can be moved in one step."""
    desk = Path(tempfile.mkdtemp(prefix=".restoring-", dir=folder))
    try:
        yield desk
    finally:
        shutil.rmtree(desk, ignore_errors=True)


def _swapped(new: Path, place: Path) -> Iterator[Path]:
    """*new* takes its place; what was there, and a journal's own log with it, is set aside."""
    ends = BESIDE_A_JOURNAL if place.suffix == JOURNAL else ("",)
    number = next(n for n in range(1, 10_000) if not os.path.lexists(_aside(place, n)))
    for end in ends:
        old = place.with_name(place.name + end)
        if os.path.lexists(old):
            aside = _aside(place, number)
            aside = aside.with_name(aside.name + end)
            old.rename(aside)
            if not end:
                yield aside
    if place.suffix == JOURNAL:  # no table has been looked at since this was played
        place.with_suffix(RUNNING).unlink(missing_ok=True)
    belongs(new, place.parent)
    new.rename(place)
    on_disk(place.parent)


def _aside(place: Path, number: int) -> Path:
    return place.with_name(f"{place.name}{ASIDE}{'' if number == 1 else f'-{number}'}")
