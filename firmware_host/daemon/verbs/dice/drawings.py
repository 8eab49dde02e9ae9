"""Where ``dice read --annotate`` puts its pictures: never over another one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware_host.vision.plane import Picture


class Drawings:
    """A folder of drawn pictures, one for each picture read; *read* are the files and folders."""

    def __init__(self, folder: Path | None, read: Iterable[Path]) -> None:
        self._folder = folder
        self._theirs = {p.resolve() if p.is_dir() else p.resolve().parent for p in read}
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
        if target.exists() and target.resolve().parent in self._theirs:
            raise pictures.BadPicture(
                f"{target}: is there, among the pictures that are read; --annotate another folder"
            )
        pictures.write(target, drawn)

    def __bool__(self) -> bool:
        """Is anything to be drawn?"""
        return self._folder is not None
