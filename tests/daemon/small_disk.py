"""A table whose journal lies on a disk that is full, or read-only: run where one can be mounted.

``unshare -rm python -m tests.daemon.small_disk NAME FOLDER`` mounts one on FOLDER, plays, and says
what became of it, as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import structs

from firmware_host.daemon.assembly import Assembly, Here
from firmware_host.daemon.clock import VirtualClock
from firmware_host.daemon.keeper import at_once
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house
from firmware_host.session.journal import look
from firmware_host.table.signals import Command

SECOND_NS = 1_000_000_000
DISK = "2m"


class Played:
    """A table without a camera, its journal on that disk and all else in memory."""

    def __init__(
        self,
        folder: Path,
        wall: Callable[[], str] = lambda: "2026-11-30T12:00:00Z",
        name: str = "table",
    ) -> None:
        files = house.read(config_folder() / "tables" / "demo.toml")
        camera = structs.replace(files.table.camera, port="none")
        table = structs.replace(files.table, camera=camera)
        files = replace(files, loaded=structs.replace(files.loaded, table=table))
        self.journal, self.clock = folder / f"{name}.journal", VirtualClock(SECOND_NS)
        world = folder / f"{name}.world.json"  # which a table finds room for elsewhere
        here = Here(
            journal=self.journal,
            world=world,
            seed=lambda: "1",
            wall=wall,
            says=lambda line: None,
            virtual_time=True,
            fixed=(0, 1, 2),
        )
        self.table = Assembly(files, here, self.clock, at_once)
        self.core = self.table.core
        self.after(0.1)

    def after(self, seconds: float) -> None:
        self.clock.reach(self.clock.now_ns() + int(seconds * SECOND_NS))
        self.core.tick(self.clock.now_ns())
        self.core.drain(self.clock.now_ns())

    def choose(self, times: int) -> None:
        """Whoever is asked takes the first line."""
        for _ in range(times):
            assert self.core.scene is not None
            seat = next(s.seat for s in self.core.scene.seats if s.menu)
            now_ns = self.clock.now_ns()
            self.core.feed(Command(seat, "player", f"choose 0 {self.core.state}", now_ns), now_ns)
            self.after(0.05)

    def stands(self) -> dict[str, Any]:
        """What is shown, what the disk has, and what is said of it."""
        kept = look(self.journal) if self.journal.exists() else None
        told = self.core.devices.get("journal")
        return {
            "shown": self.core.state,
            "kept": None if kept is None else len(kept.lines),
            "ok": told is None or told.ok,
            "says": "" if told is None else told.says,
        }


def mounted(folder: Path, *options: str) -> None:
    """Mount it, or otherwise."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", ",".join(options), "disk", folder], check=True)


def filled(folder: Path) -> Path:
    """Not a byte is left."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as out:
        try:
            while True:
                out.write(bytes(512))
        except OSError:
            return filler


def full(folder: Path) -> list[dict[str, Any]]:
    """The disk is full in the midst of a match, and has room again later."""
    played = Played(folder)
    played.choose(3)
    stood = [played.stands()]
    filler = filled(folder)
    played.choose(40)
    stood.append(played.stands())
    filler.unlink()
    played.after(6)
    played.after(0.1)
    stood.append(played.stands())
    played.table.close()
    return [*stood, Played(folder).stands()]


def read_only_at_first(folder: Path) -> list[dict[str, Any]]:
    """A table begins on a disk that is read-only: with a match on it, and with nothing."""
    played = Played(folder)
    played.choose(5)
    stood = [played.stands()]
    played.table.close()
    mounted(folder, "remount", "ro")
    again = Played(folder)
    stood.append(again.stands())
    again.choose(4)
    stood.append(again.stands())
    mounted(folder, "remount", "rw")
    stood += _taken_again(again)
    return stood


def _taken_again(played: Played) -> list[dict[str, Any]]:
    """The disk takes it again: what stands then, after more was played, and at the next start."""
    played.after(6)
    played.after(0.1)
    stood = [played.stands()]
    played.choose(3)
    stood.append(played.stands())
    played.table.close()
    again = Played(played.journal.parent)
    stood.append(again.stands())
    again.table.close()
    return stood


def full_at_first(folder: Path) -> list[dict[str, Any]]:
    """A table begins with no journal yet, on a disk without a byte left."""
    filler = filled(folder)
    played = Played(folder)
    played.choose(4)
    stood = [played.stands()]
    played.after(6)
    stood.append(played.stands())
    filler.unlink()
    return [*stood, *_taken_again(played)]


WAYS: dict[str, Callable[[Path], list[dict[str, Any]]]] = {
    "full": full,
    "read_only_at_first": read_only_at_first,
    "full_at_first": full_at_first,
}

if __name__ == "__main__":
    way, place = sys.argv[1], Path(sys.argv[2])
    mounted(place, f"size={DISK}")
    sys.stdout.write(json.dumps(WAYS[way](place)))
