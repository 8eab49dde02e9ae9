"""A backup is put back: what is there already is set aside, and never lost."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from firmware_host.daemon.whole import belongs
from firmware_host.session.lock import Held, Lock

from . import swaps
from .backup import (
    CONFIG,
    JOURNAL,
    PICTURES,
    STATE,
    BackupFault,
    Item,
    Manifest,
    Rooms,
    unpacked,
)
from .finishing import DESK, PLAN
from .swaps import Plan


def wanted(manifest: Manifest, rooms: Rooms) -> tuple[Item, ...]:
    """The files of a backup that have a folder to go to."""
    return tuple(item for item in manifest.files if rooms.of(item.room) is not None)


def in_the_way(items: Sequence[Item], rooms: Rooms) -> list[Path]:
    """What is there already under these names."""
    return [place for item in items if os.path.lexists(place := _place(item, rooms))]


def restored(file: Path, items: Sequence[Item], rooms: Rooms) -> list[Path]:
    """Put *items* of the backup *file* back; where what was in the way lies now.

    All is unpacked and checked beside its place before anything that is there is touched; then it
    takes its place, all or nothing, whenever the power goes (:mod:`.swaps`).

    :raises BackupFault: a table is running on a journal, or something cannot be written.
    """
    folders = dict(_used(items, rooms))
    if not folders:
        return []
    first = folders.get(STATE) or folders[CONFIG]
    with contextlib.ExitStack() as held:
        try:
            for item in items:
                _room_for(item, rooms)
            for folder in sorted(folders.values(), key=lambda folder: folder != first):
                held.enter_context(swaps.held(folder))
            for journal in _journals(items, rooms):
                held.callback(_locked(journal).release)
            desks = {room: held.enter_context(_desk(folder)) for room, folder in folders.items()}
            for room, desk in desks.items():
                unpacked(file, [item for item in items if item.room == room], desk)
            plans = _plans(items, rooms, desks)
            swaps.decided(first, plans)
            return swaps.done(first, plans[first])
        except OSError as wrong:
            where = wrong.filename or file
            raise BackupFault(f"{where}: {os.strerror(wrong.errno or 0).lower()}") from wrong


def _plans(items: Sequence[Item], rooms: Rooms, desks: Mapping[str, Path]) -> dict[Path, Plan]:
    """What is to be done in each folder; the state's decides where there are two."""
    folders = dict(_used(items, rooms))
    both = len(folders) > 1
    number = next(iter(desks.values())).name
    return {
        folder: Plan(
            number,
            desks[room].name,
            tuple(
                (item.name, item.below.as_posix(), swaps.free(_place(item, rooms)))
                for item in items
                if item.room == room
            ),
            after=str(folders[CONFIG].absolute()) if both and room == STATE else "",
            decides=str(folders[STATE].absolute()) if both and room == CONFIG else "",
        )
        for room, folder in folders.items()
    }


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
    swaps.swept(folder)
    desk = Path(tempfile.mkdtemp(prefix=DESK, dir=folder))
    try:
        yield desk
    finally:
        if not (folder / PLAN).exists():  # else it is done later
            shutil.rmtree(desk, ignore_errors=True)
