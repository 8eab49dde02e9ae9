"""Where a table's own profiles lie, and how one replaces another: whole, or not at all."""

from __future__ import annotations

import ctypes
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from firmware_host.daemon.places import own_profiles
from firmware_host.daemon.whole import on_disk
from firmware_host.vision.files import naming

AT_FDCWD, RENAME_EXCHANGE = -100, 2  # <fcntl.h>, <linux/fs.h>
BEFORE = ".before"  # the profile that was replaced last is kept beside the new one


def own(name: str) -> Path:
    """The folder of this table's own profile *name*, taught here."""
    return own_profiles() / name


def replace(folder: Path, write: Callable[[Path], None]) -> None:
    """Have *write* fill a new folder, and put it in the place of *folder* in one moment.

    Until then, and if anything goes wrong, *folder* is as it was.

    :raises OSError: it cannot be written there.
    """
    new, before = (folder.with_name(folder.name + end) for end in (".new", BEFORE))
    shutil.rmtree(new, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    new.mkdir()
    try:
        with naming(folder):
            write(new)
            _to_disk(new)
        if not folder.exists():
            new.rename(folder)
            return
        shutil.rmtree(before, ignore_errors=True)
        if _exchanged(new, folder):
            new.rename(before)
        else:  # a file system that cannot: there is a moment without any
            folder.rename(before)
            new.rename(folder)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise


def _exchanged(one: Path, other: Path) -> bool:
    """Let both change places in one moment, if the system can."""
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    paths = os.fsencode(one), os.fsencode(other)
    return bool(rename(AT_FDCWD, paths[0], AT_FDCWD, paths[1], RENAME_EXCHANGE) == 0)


def _to_disk(folder: Path) -> None:
    for path in (*folder.rglob("*"), folder):
        on_disk(path)
