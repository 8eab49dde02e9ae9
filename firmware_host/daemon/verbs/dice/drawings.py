"""Where ``dice read --annotate`` puts its pictures: never over another one."""

from __future__ import annotations

from collections.abc import Collection
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware_host.vision.plane import Picture


class Drawings:
    """A folder of drawn pictures, one for each picture read; *read* are the files and folders.

    :raises BadPicture: what should be the folder is a file.
    """

    def __init__(self, folder: Path | None, read: Collection[Path]) -> None:
        self._folder = folder
        if folder is not None and folder.exists() and not folder.is_dir():
            from firmware_host.vision.pictures import BadPicture

            raise BadPicture(f"{folder}: a file; --annotate a folder, new or old")
        # realpath gives up on a link that leads to itself; whoever reads that says what it is
        self._theirs = {Path(realpath(p)) for p in read if p.is_dir()}
        self._theirs |= {Path(realpath(p)).parent for p in read if not p.is_dir()}
        self._names: set[str] = set()

    def write(self, file: Path, drawn: Picture) -> None:
        """Keep what was drawn of *file*; two of one name are told apart by a number.

        :raises OSError: it cannot be written.
        :raises BadPicture: somebody's own picture stands there.
        """
        from firmware_host.vision import pictures

        assert self._folder is not None
        self._folder.mkdir(parents=True, exist_ok=True)
        name, n = file.stem, 1
        while name in self._names:
            n += 1
            name = f"{file.stem}-{n}"
        self._names.add(name)
        target = self._folder / f"{name}.png"
        if target.exists() and Path(realpath(target)).parent in self._theirs:
            raise pictures.BadPicture(
                f"{target}: is there, among the pictures that are read; --annotate another folder"
            )
        pictures.write(target, drawn)

    def __bool__(self) -> bool:
        """Is anything to be drawn?"""
        return self._folder is not None
