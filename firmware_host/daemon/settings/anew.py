"""A table's files read again while it stands: what is taken up now, what later, what not at all."""

from __future__ import annotations

import contextlib
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path

from msgspec import structs

from firmware_host.daemon import places
from firmware_host.rules.kernel import BoxFault

from . import changes, config_checks
from .changes import Change, When
from .config import Loaded, TableConfig
from .house import Files

GEOMETRY = ("strip.", "seats[", "beams.")
"""Where LEDs and pins are told to lie: what changes there fits what is wired, or waits with it."""
OWN_FILES = ("name", "texts", "theme")
"""These fit any wiring."""


@dataclass(frozen=True, slots=True)
class Anew:
    """What comes of reading again."""

    files: Files  #: what the table is to go by from now on
    changes: tuple[Change, ...]  #: against what it went by until now

    def those(self, when: When) -> tuple[Change, ...]:
        """The changes that are taken up then."""
        return tuple(one for one in self.changes if one.when is when)


def planned(running: Files, read: Files, games: bool = False) -> Anew:
    """What a table that is *running* by some files makes of those just *read*.

    *games*: boxes of other games than its own say something else. What needs a restart stays as
    it was; what does not fit without it waits as well, and is told as needing it.
    """
    found = (*changes.between(running.table, read.table), *_inside(running, read, games))
    files, held = _fitting(running, read)
    told = (replace(one, when=When.RESTART) if held(one) else one for one in found)
    return Anew(files, tuple(told))


def _fitting(running: Files, read: Files) -> tuple[Files, Callable[[Change], bool]]:
    """The files that are gone by, and which changes have to wait."""
    for held in (_nothing, _geometry, _all_but_own):
        table = changes.merged(running.table, read.table, lambda one: not _waits(one, held))  # noqa: B023
        files = _joined(running, read, table, box=not held(Change("box", When.MATCH)))
        if not any(fault.grave for fault in _faults(files)):
            return files, held
    raise AssertionError("what was running, in other colours and words, is as good as it was")


def _waits(one: Change, held: Callable[[Change], bool]) -> bool:
    return one.when is When.RESTART or held(one)


def _nothing(one: Change) -> bool:
    return False


def _geometry(one: Change) -> bool:
    return one.path.startswith(GEOMETRY) and not one.path.endswith(".name")


def _all_but_own(one: Change) -> bool:
    return one.path.partition(" ")[0] not in OWN_FILES


def _joined(running: Files, read: Files, table: TableConfig, *, box: bool) -> Files:
    """*table* with its files; those of *read*, but that the box may stay."""
    old, new = running.loaded, read.loaded
    loaded = structs.replace(new, table=table, journal=old.journal)
    if not box:
        stays = {"box": old.box, "profile": old.profile, "pips": old.pips}
        loaded = structs.replace(loaded, **stays)
    return Files(loaded, read.box if box else running.box, read.theme, read.texts)


def _faults(files: Files) -> Iterator[BoxFault]:
    document = tomllib.loads(files.box.text)
    yield from config_checks.faults(files.loaded, document)


def _inside(running: Files, read: Files, games: bool) -> Iterator[Change]:
    """What says something else in the files that the table's file names."""
    old, new = running.loaded, read.loaded
    if old.box == new.box and running.box.text != read.box.text:
        yield Change(f"box ({new.box.name})", When.MATCH)
    elif games:
        yield Change("box (of another game)", When.MATCH)
    if old.texts == new.texts and not running.texts.alike(read.texts):
        yield Change(f"texts ({new.texts.name})", When.LIVE)
    if old.theme == new.theme and running.theme != read.theme:
        yield Change(f"theme ({new.theme.name})", When.LIVE)


def named(loaded: Loaded) -> tuple[Path, ...]:
    """The files that are read for a table, its own first."""
    return (loaded.file, loaded.box, loaded.texts, loaded.theme)


def boxes_sum() -> bytes:
    """Stands for what all shipped boxes say; another, if one of them does."""
    total = blake2b(digest_size=16)
    for file in sorted((places.config_folder() / "games").glob("*.toml")):
        with contextlib.suppress(OSError):
            total.update(file.read_bytes())
    return total.digest()


Mark = tuple[tuple[int, int, int], ...]


def mark(files: tuple[Path, ...]) -> Mark:
    """Another one, if a file was written meanwhile."""
    return tuple(map(_mark, files))


def _mark(file: Path) -> tuple[int, int, int]:
    try:
        stat = file.stat()
    except OSError:
        return 0, 0, 0
    return stat.st_mtime_ns, stat.st_size, stat.st_ino
