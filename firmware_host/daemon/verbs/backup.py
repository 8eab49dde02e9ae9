"""``./table backup``: all of a table in one file."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from firmware_host.daemon import places
from firmware_host.daemon.clock import wall_clock
from firmware_host.daemon.errors import BAD_INPUT, plain
from firmware_host.daemon.upkeep import backup
from firmware_host.daemon.upkeep.backup import BackupFault, Item, Rooms

KINDS = {".journal": "journal", ".toml": "configuration file", ".json": "record"}


def main(arguments: list[str]) -> int:
    """Make it; 2 where it cannot be made."""
    asked = _parser().parse_args(arguments)
    try:
        rooms = Rooms(asked.state or places.kept_state(), asked.config or _own_config())
        for room in (rooms.state, rooms.config):
            if room is not None and not room.is_dir():
                raise BackupFault(f"{room}: there is no such folder")
        sources = backup.gathered(rooms, pictures=asked.pictures)
        if not sources:
            raise BackupFault(f"{rooms.state}: nothing is kept there: no table was played at")
        made = backup.write(asked.file, sources, places.version(), wall_clock())
        backup.read(asked.file)
    except (BackupFault, OSError) as wrong:
        print(plain(f"{wrong}"), file=sys.stderr)
        return BAD_INPUT
    print(plain(f"{asked.file}: {contents(made.files)}; read again, and every checksum is right"))
    return 0


def contents(items: Sequence[Item]) -> str:
    """``9 files of dice, 2 journals, 3 other files (1.2 MB)``: what *items* are."""
    kinds = Counter(_kind(item) for item in items)
    parts = [f"{n} {_many(kind) if n > 1 else kind}" for kind, n in sorted(kinds.items())]
    size = sum(item.bytes for item in items)
    return f"{', '.join(parts) or 'nothing'} ({size / 1e6:.1f} MB)"


def _many(kind: str) -> str:
    first, _, rest = kind.partition(" of ")
    return f"{first}s of {rest}" if rest else f"{first}s"


def _kind(item: Item) -> str:
    if item.below.parts[0] == "dice":
        return "file of dice"
    return KINDS.get(PurePosixPath(item.name).suffix, "other file")


def _own_config() -> Path | None:
    """The service's configuration, where there is one."""
    return places.SERVICE_CONFIG if places.SERVICE_CONFIG.is_dir() else None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./table backup",
        description="Keep all of a table in one file: journals (a table may be playing meanwhile), "
        "profiles of taught dice, statistics, reports, and the folder with its configuration. "
        "The file is a zip; it is read again before this says that it is made.",
        epilog="Exit status: 0 made and checked, 2 it cannot be made.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a file that is not there yet")
    add_rooms(parser)
    parser.add_argument(
        "--pictures",
        action="store_true",
        help="also the pictures of rolls, and of dice that were asked about: a hand may be seen",
    )
    return parser


def add_rooms(parser: argparse.ArgumentParser) -> None:
    """The options that name the folders."""
    parser.add_argument(
        "--state", type=Path, metavar="FOLDER", help="the state folder; the service's, or your own"
    )
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FOLDER",
        help=f"the folder with the table's file; {places.SERVICE_CONFIG}, where it is there",
    )
