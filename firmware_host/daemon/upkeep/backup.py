"""A table in one file: journals, profiles, statistics and configuration, in a plain zip.

Beside the files stands ``manifest.json``: names, sizes, modes and SHA-256. A journal in use is
copied as it stands at one moment, by SQLite itself. What only this machine needs is left out:
locks, the storage check, what an unfinished teaching session holds. Pictures of the crater come
along where they are asked for.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated

import msgspec

from firmware_host.daemon.whole import on_disk

from .finishing import RESTORING

ASIDE = ".before-restore"
"""What a restored file took the place of is called so."""
FORMAT = 1
MANIFEST = "manifest.json"
STATE, CONFIG = "state", "config"
"""The two rooms of a backup."""
JOURNAL = ".journal"
PICTURES = (".rolls", ".asked")
"""Folders with pictures: of rolls, and of dice that were asked about."""
RUNNING = ".running"
"""Beside a journal: the run of the machine in which its table was looked at (``breaks.py``)."""
_LOG = ("-wal", "-shm", "-journal")
HERE_ONLY = (
    ".hung.txt",
    ".password",
    ".telephones",
    ".lock",
    ".new",
    ".starts.json",
    RUNNING,
    *_LOG,
)
"""Names that end so: a secret, of a process that runs, or of a write that was cut."""
NOT_KEPT = ("teaching", "canary.json", "canary.written")
BUNDLES = ".crashes"
"""Folders of what failed: they hold the luck of matches, and are for whoever mends the program."""
PRIVATE = 0o600
"""Pictures of people's hands and keys may be in it."""
MOST_BYTES = 4 << 30
"""A backup says it holds more: it is no backup of a table."""
CHUNK = 1 << 20


class BackupFault(Exception):
    """A backup that cannot be made or used: which file, what is wrong, what to do."""


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of a backup."""

    name: str  #: ``state/table.journal``
    bytes: int
    mode: Annotated[int, msgspec.Meta(ge=0, le=0o777)]  #: who may read and write it
    sha256: str

    @property
    def room(self) -> str:
        """``state`` or ``config``."""
        return PurePosixPath(self.name).parts[0]

    @property
    def below(self) -> PurePosixPath:
        """Where it lies in its room."""
        return PurePosixPath(self.name).relative_to(self.room)


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a backup holds, and who made it when."""

    format: int
    program: str  #: the version that made it
    made: str  #: wall clock, ISO 8601
    files: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Rooms:
    """The folders that a backup is of, or is put back into; None: not this one."""

    state: Path | None
    config: Path | None = None

    def of(self, room: str) -> Path | None:
        """The folder that is the backup's *room*."""
        return self.state if room == STATE else self.config


def gathered(rooms: Rooms, *, pictures: bool = False) -> dict[str, Path]:
    """What is to be kept, by its name in the backup."""
    found: dict[str, Path] = {}
    if rooms.state is not None:
        for file in _files(rooms.state):
            below = file.relative_to(rooms.state)
            if _is_kept(below, pictures):
                found[f"{STATE}/{below.as_posix()}"] = file
    if rooms.config is not None:
        for file in _files(rooms.config):
            below = file.relative_to(rooms.config)
            if not below.parts[0].startswith(RESTORING):
                found[f"{CONFIG}/{below.as_posix()}"] = file
    return found


def _files(folder: Path) -> list[Path]:
    return sorted(f for f in folder.rglob("*") if f.is_file() and not f.is_symlink())


def _is_kept(below: Path, pictures: bool) -> bool:
    first = below.parts[0]
    if (
        first in NOT_KEPT
        or first.startswith(RESTORING)
        or first.endswith(BUNDLES)
        or below.name.endswith(HERE_ONLY)
        or ASIDE in below.name
    ):
        return False
    return pictures or not first.endswith(PICTURES)


def write(file: Path, sources: Mapping[str, Path], program: str, made: str) -> Manifest:
    """Make the backup *file* of *sources*: all of it, or nothing.

    :raises BackupFault: there is such a file already, or something cannot be read or written.
    """
    try:
        file.touch(exist_ok=False)  # the name is ours: a stick's file system may have no links
    except FileExistsError:
        says = "it is there already. Name another file, or move it away"
        raise BackupFault(f"{file}: {says}") from None
    except OSError as wrong:
        raise BackupFault(_told(wrong, file)) from wrong
    new = file.with_name(f"{file.name}.new")
    try:
        new.unlink(missing_ok=True)
        new.touch(PRIVATE)
        with new.open("r+b") as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            items = [_put(archive, name, source) for name, source in sources.items()]
            manifest = Manifest(FORMAT, program, made, tuple(items))
            text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
            archive.writestr(MANIFEST, text)
        on_disk(new)
        new.replace(file)
        on_disk(file.parent)
    except BaseException as wrong:
        for unfinished in (new, file):
            with contextlib.suppress(OSError):
                unfinished.unlink()
        if isinstance(wrong, OSError):
            raise BackupFault(_told(wrong, file)) from wrong
        raise
    return manifest


def _put(archive: zipfile.ZipFile, name: str, source: Path) -> Item:
    with _still(source) as still, still.open("rb") as held:
        summed, size = hashlib.sha256(), 0
        with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as out:
            while chunk := held.read(CHUNK):
                out.write(chunk)
                summed.update(chunk)
                size += len(chunk)
    return Item(name, size, source.stat().st_mode & 0o777, summed.hexdigest())


@contextlib.contextmanager
def _still(source: Path) -> Iterator[Path]:
    """*source* as it stands at one moment; a journal that SQLite cannot read, byte for byte."""
    if source.suffix != JOURNAL:
        yield source
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / source.name
        try:
            with (
                contextlib.closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as db,
                contextlib.closing(sqlite3.connect(copy)) as into,
            ):
                db.backup(into)
        except sqlite3.DatabaseError:
            copy = source
        yield copy


def read(file: Path) -> Manifest:
    """The manifest of a backup whose every byte was checked.

    :raises BackupFault: it is none, is damaged, or a newer program's.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = _manifest(file, archive)
            for item in manifest.files:
                for _ in _checked(file, archive, item):
                    pass
            return manifest
    except OSError as wrong:
        raise BackupFault(_told(wrong, file)) from wrong
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as wrong:
        raise BackupFault(f"{file}: this is no backup, or a damaged one: {wrong}") from wrong


def _manifest(file: Path, archive: zipfile.ZipFile) -> Manifest:
    try:
        text = archive.read(MANIFEST)
    except KeyError:
        raise BackupFault(f"{file}: this is no backup of a table: no {MANIFEST} is in it") from None
    try:
        newer = int(msgspec.json.decode(text)["format"]) > FORMAT
        manifest = None if newer else msgspec.json.decode(text, type=Manifest)
    except (msgspec.DecodeError, KeyError, TypeError, ValueError, RecursionError) as wrong:
        raise BackupFault(f"{file}: {MANIFEST} cannot be read: {wrong}") from None
    if manifest is None:
        raise BackupFault(f"{file}: a newer program made it. Install that, or a newer one")
    listed = sorted(item.name for item in manifest.files)
    inside = sorted(set(archive.namelist()) - {MANIFEST})
    if listed != inside:
        other = sorted(set(listed) ^ set(inside)) or listed
        raise BackupFault(f"{file}: its list and what is in it differ: {', '.join(other[:3])}")
    for item in manifest.files:
        _safe(file, item.name)
    if sum(item.bytes for item in manifest.files) > MOST_BYTES:
        raise BackupFault(f"{file}: more than {MOST_BYTES >> 30} GB: this is no backup of a table")
    return manifest


def _safe(file: Path, name: str) -> None:
    """:raises BackupFault: *name* would lie outside its room."""
    path = PurePosixPath(name)
    plain = path.as_posix() == name and not path.is_absolute() and "\\" not in name
    inside = len(path.parts) > 1 and path.parts[0] in (STATE, CONFIG) and ".." not in path.parts
    if not (plain and inside and name.isprintable()):
        raise BackupFault(f"{file}: {name!r} is no name of a file in a backup")


def _checked(file: Path, archive: zipfile.ZipFile, item: Item) -> Iterator[bytes]:
    """A file of the backup, in pieces.

    :raises BackupFault: it is not as the manifest has it; after the last piece.
    """
    summed, size = hashlib.sha256(), 0
    with archive.open(item.name) as held:
        while chunk := held.read(CHUNK):
            size += len(chunk)
            if size > item.bytes:
                break
            summed.update(chunk)
            yield chunk
    if size != item.bytes or summed.hexdigest() != item.sha256:
        raise BackupFault(f"{file}: {item.name} is damaged: its checksum differs")


def unpacked(file: Path, items: Sequence[Item], into: Path) -> None:
    """Write *items* below *into*, each checked again, and on the disk when this returns.

    :raises BackupFault: one is damaged, or cannot be written.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            for item in items:
                place = into / item.name
                place.parent.mkdir(parents=True, exist_ok=True)
                with place.open("wb") as out:
                    for chunk in _checked(file, archive, item):
                        out.write(chunk)
                place.chmod(item.mode)
                on_disk(place)
        for folder in (into, *(f for f in into.rglob("*") if f.is_dir())):
            on_disk(folder)
    except OSError as wrong:
        raise BackupFault(_told(wrong, into)) from wrong
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as wrong:
        raise BackupFault(f"{file}: it was changed while it was read: {wrong}") from wrong


def _told(wrong: OSError, file: Path) -> str:
    return f"{wrong.filename or file}: {os.strerror(wrong.errno or 0).lower()}"
