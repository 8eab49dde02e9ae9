"""The file a virtual world is kept in: a killed daemon finds its dice where they lay.

Written whole and renamed into place, so that a reader of another process sees one world or the
next, never half of one.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import msgspec

from .world import CRATER, HAND, OUTSIDE, World

FORMAT = 1
MEMORY = Path("/dev/shm")
DISKS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO}
"""What a disk says that takes nothing."""


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    world: World


class BrokenWorld(ValueError):
    """A world's file *path* cannot be read: *says* why, *aside* where it was put, if it was."""

    def __init__(self, path: Path, says: str, aside: Path | None = None) -> None:
        kept = f". It was set aside as {aside}; start again for a new table" if aside else ""
        super().__init__(f"{path}: the virtual table cannot be read: {says}{kept}")
        self.path, self.says, self.aside = path, says, aside


def faults(world: World) -> Iterator[str]:
    """What can never be of a world."""
    numbers = [die.number for die in world.dice]
    if len(set(numbers)) < len(numbers):
        yield "two dice have one number"
    for die in world.dice:
        if len(die.faces) != 6:
            yield f"die {die.number} has {len(die.faces)} faces, not 6"
        if not 0 <= die.rest.up <= 5:
            yield f"die {die.number} shows face {die.rest.up}, not one of 0 to 5"
        if die.place not in (CRATER, OUTSIDE) and not HAND.fullmatch(die.place):
            yield f"die {die.number} is at {die.place!r}: write crater, outside or hand N"


def settled(world: World) -> World:
    """The world once everything has come to rest, of whatever clock its moments were."""
    dice = (replace(d, since_ns=0, was="", before=None, roll=None) for d in world.dice)
    return replace(world, dice=tuple(dice), arms=())


def _print(path: Path) -> tuple[int, int, int]:
    """What changes whenever the file at *path* does."""
    found = path.stat()
    return found.st_mtime_ns, found.st_ino, found.st_size


def _placed(path: Path, text: bytes) -> tuple[int, int, int]:
    """Have *path* hold *text*, whole; its print.

    :raises OSError: it cannot be written; what was there before still is.
    """
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    try:
        with new.open("xb") as out:  # never through a link that somebody has put there
            out.write(text)
        known = _print(new)  # renaming does not change it
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
    return known


class WorldFile:
    """The world in the file *path*, read again only when it has changed.

    While its disk takes nothing it is kept in memory, where other processes find it, too.
    """

    def __init__(self, path: Path, memory: Path = MEMORY) -> None:
        self.path = path
        number = blake2b(str(path.absolute()).encode(), digest_size=8).hexdigest()
        self._spare = memory / f"table-{number}.world.json"
        self._known: tuple[int, int, int] | None = None
        self._world: World | None = None

    def read(self) -> World:
        """The world as it is now.

        :raises FileNotFoundError: there is none yet.
        :raises BrokenWorld: the file is none of ours, or something in it can never be.
        """
        newest = self._newest()
        try:
            return self._read(newest)
        except FileNotFoundError:
            if newest == self.path:
                raise
            return self._read(self.path)  # the disk took it meanwhile

    def _read(self, newest: Path) -> World:
        known = _print(newest)
        if self._world is None or known != self._known:
            self._world = self._decoded(newest.read_bytes())
            self._known = known
        return self._world

    def write(self, world: World) -> None:
        """Keep *world*. It outlives the process; nobody needs it to outlive the power."""
        text = msgspec.json.format(msgspec.json.encode(_Kept(FORMAT, world)), indent=1)
        try:
            self._known = _placed(self.path, text)
        except OSError as wrong:
            if wrong.errno not in DISKS or not self._spare.parent.is_dir():
                raise
            self._known = _placed(self._spare, text)
        else:
            with suppress(OSError):  # another user's, or none
                self._spare.unlink()
        self._world = world

    def _newest(self) -> Path:
        """That in memory is newer than one on the disk; another user's is none of ours."""
        with suppress(OSError):
            found = self._spare.lstat()
            if stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid():
                return self._spare
        return self.path

    def begin(self, fresh: Callable[[], World]) -> World:
        """The world as it was left, at rest; a *fresh* one where there is none.

        :raises BrokenWorld: it cannot be read and was set aside, so the next time begins anew.
        """
        try:
            world = settled(self.read())
        except FileNotFoundError:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            world = fresh()
        except BrokenWorld as broken:
            raise BrokenWorld(self.path, broken.says, self._set_aside()) from broken
        self.write(world)
        return world

    def _set_aside(self) -> Path:
        broken = self._newest()
        names = (f"{broken.name}.broken{i or ''}" for i in range(10_000))
        aside = next(p for p in map(broken.with_name, names) if not p.exists())
        broken.replace(aside)
        return aside

    def _decoded(self, data: bytes) -> World:
        try:
            kept = msgspec.json.decode(data, type=_Kept)
        except (msgspec.MsgspecError, UnicodeDecodeError) as bad:
            raise BrokenWorld(self.path, str(bad)) from bad
        wrong = [*faults(kept.world)]
        if kept.format != FORMAT:
            wrong.insert(0, f"its format is {kept.format}, this program knows {FORMAT}")
        if wrong:
            raise BrokenWorld(self.path, "; ".join(wrong))
        return kept.world
