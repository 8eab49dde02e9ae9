"""The pictures of the latest rolls, so that a dispute can be settled: a few, and not for long.

Each shows the crater alone. They stay on this machine, in a folder only its user can read.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from .camera import RollSeen
from .words import RollDie

NAME = re.compile(r"\d{8}")
DAY_S = 86_400
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
MOST_BYTES = 64 << 20
"""All pictures together, whatever their number: a full card stops the journal."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many rolls are kept, and for how long."""

    rolls: int = 60
    days: float = 7.0


class _About(msgspec.Struct, frozen=True):
    """What stands beside a roll's picture."""

    at_s: int
    line: str
    told: list[str]
    dice: list[RollDie]


class Rolls:
    """A folder of rolls. May be used from any thread."""

    def __init__(self, folder: Path, limits: Limits, now_s: Callable[[], float]) -> None:
        """*now_s* is the wall clock, seconds; what is too old is removed at once."""
        self._folder, self._limits, self._now_s = folder, limits, now_s
        self._lock = threading.Lock()
        self.number = 0
        """Grows with every roll kept here."""
        if folder.is_dir():
            self._forget()

    def keep(self, roll: RollSeen, told: tuple[str, ...]) -> None:
        """Keep a roll: its picture, how its dice were read, and what was *told* of it in the end.

        :raises OSError: it cannot be written.
        """
        if not self._limits.rolls:
            return
        with self._lock:
            self._folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
            name = f"{max((int(n) for n in self._names()), default=0) + 1:08d}"
            about = _About(round(self._now_s()), roll.name, [*told], [*roll.dice])
            self._write(f"{name}.jpg", roll.jpeg)
            self._write(f"{name}.json", msgspec.json.encode(about))  # last: then it is whole
            self.number += 1
        self._forget()

    def told(self) -> list[dict[str, Any]]:
        """What is known of each roll but its picture, the newest first."""
        self._forget()
        found = []
        for name in sorted(self._names(), reverse=True):
            try:
                content = (self._folder / f"{name}.json").read_bytes()
                about = msgspec.json.decode(content, type=_About)
            except (OSError, ValueError, msgspec.MsgspecError):
                continue  # forgotten meanwhile, or half written at a power cut
            found.append({"name": name, **msgspec.to_builtins(about)})
        return found

    def picture(self, name: str) -> bytes:
        """The JPEG of a roll; empty where there is none of that name."""
        if not NAME.fullmatch(name):
            return b""
        try:
            return (self._folder / f"{name}.jpg").read_bytes()
        except OSError:
            return b""

    def _forget(self) -> None:
        """Remove what is too much, or too old."""
        with self._lock:
            names = sorted(self._names(), reverse=True)
            kept = 0
            for i, name in enumerate(names):
                files = [self._folder / f"{name}.jpg", self._folder / f"{name}.json"]
                kept += sum(_size(f) for f in files)
                old = self._now_s() - _changed_s(files[0]) > self._limits.days * DAY_S
                if i >= self._limits.rolls or old or kept > MOST_BYTES:
                    for file in files:
                        file.unlink(missing_ok=True)

    def _names(self) -> Iterator[str]:
        files = self._folder.glob("*.jpg") if self._folder.is_dir() else ()
        return (f.stem for f in files if NAME.fullmatch(f.stem))

    def _write(self, name: str, data: bytes) -> None:
        file = self._folder / name
        file.touch(PRIVATE_FILE)
        try:
            file.write_bytes(data)
        except OSError as wrong:
            wrong.filename = wrong.filename or str(file)  # what a full disk says names none
            file.unlink(missing_ok=True)
            raise


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _changed_s(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
