"""Files that are on the disk whole or not at all, whatever happens to the power meanwhile."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

USUAL = 0o666
"""Who may read and write a file, as far as the process's own mask lets them."""


def written(file: Path, data: bytes, mode: int = USUAL) -> None:
    """Have *file* hold *data*: on the disk, under its name, when this returns.

    :raises OSError: it cannot be written; what was there before still is.
    """
    _placed(file, data, mode, sync=True)
    on_disk(file.parent)  # the new name is a change of the folder


def renewed(file: Path, data: bytes) -> None:
    """The same for what nobody needs to outlast a power cut: no disk is waited for.

    :raises OSError: it cannot be written; what was there before still is.
    """
    _placed(file, data, USUAL, sync=False)


def _placed(file: Path, data: bytes, mode: int, *, sync: bool) -> None:
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    new.touch(mode, exist_ok=False)
    try:
        with new.open("r+b") as opened:
            opened.write(data)
            opened.flush()
            if sync:
                os.fsync(opened.fileno())
        belongs(new, file.parent)
        new.replace(file)
    except OSError as wrong:
        wrong.filename = wrong.filename or str(file)  # what a full disk says names none
        with contextlib.suppress(OSError):  # others need the room
            new.unlink()
        raise


def on_disk(path: Path) -> None:
    """What was written to a file, or the names in a folder, outlasts a power cut now.

    :raises OSError: the disk does not say so.
    """
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def belongs(place: Path, folder: Path) -> None:
    """What root makes for a service that must go on writing it is the owner's of its *folder*."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(place, owner.st_uid, owner.st_gid)
