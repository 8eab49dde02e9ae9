"""``./table restore``: a table out of its backup."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from firmware_host.daemon import places
from firmware_host.daemon.errors import BAD_INPUT, FAILED, plain
from firmware_host.daemon.upkeep import backup, restoring, swaps
from firmware_host.daemon.upkeep.backup import CONFIG, BackupFault, Rooms

from .backup import add_rooms, contents

SHOWN = 5


def main(arguments: list[str]) -> int:
    """Put it back; 1 where something is in the way, 2 where the file cannot be used."""
    asked = _parser().parse_args(arguments)
    try:
        for cut in (asked.config or places.SERVICE_CONFIG, asked.state or places.kept_state()):
            if not asked.look:
                _say_aside(swaps.finished(cut))
        if asked.finish:
            return 0
        if asked.file is None:
            print("Name the FILE to restore", file=sys.stderr)
            return BAD_INPUT
        manifest = backup.read(asked.file)
        if asked.look:
            print(plain(f"{asked.file}: made {manifest.made} by version {manifest.program}"))
            print(plain(f"{contents(manifest.files)}; every checksum is right"))
            return 0
        has_config = any(item.room == CONFIG for item in manifest.files)
        config = asked.config or (places.SERVICE_CONFIG if has_config else None)
        rooms = Rooms(asked.state or places.kept_state(), None if asked.no_config else config)
        items = restoring.wanted(manifest, rooms)
        there = restoring.in_the_way(items, rooms)
        if there and not asked.replace:
            print(_refusal(there), file=sys.stderr)
            return FAILED
        aside = restoring.restored(asked.file, items, rooms)
    except (BackupFault, OSError) as wrong:
        print(plain(f"{wrong}"), file=sys.stderr)
        return BAD_INPUT
    print(plain(f"{asked.file}: {contents(items)} put back"))
    _say_aside(aside)
    return 0


def _say_aside(aside: list[Path]) -> None:
    for old in aside:
        print(plain(f"set aside: {old}"))


def _refusal(there: list[Path]) -> str:
    lines = [plain(f"  {place}") for place in there[:SHOWN]]
    if len(there) > SHOWN:
        lines.append(f"  and {len(there) - SHOWN} more")
    return "\n".join(
        [
            "Nothing was restored: these are there already.",
            *lines,
            f"With --replace each is set aside first, as NAME{backup.ASIDE}.",
        ]
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./table restore",
        description="Put back what ./table backup has kept. Every byte is checked before anything "
        "is touched; no table may be running. What is there already is never overwritten.",
        epilog="Exit status: 0 restored, 1 something is in the way, 2 the file cannot be used, or "
        "a table is running.",
    )
    parser.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="what ./table backup has made"
    )
    add_rooms(parser)
    parser.add_argument("--no-config", action="store_true", help="the state alone")
    parser.add_argument("--replace", action="store_true", help="set aside what is in the way")
    parser.add_argument(
        "--finish", action="store_true", help="only finish a restore that was cut off, if one was"
    )
    parser.add_argument("--look", action="store_true", help="check it, and say what is in it")
    return parser
