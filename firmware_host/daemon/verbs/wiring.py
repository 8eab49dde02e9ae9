"""``./table wiring FILE``: how a table is soldered, what to buy, and what the Pi must be told."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from firmware_host.daemon import places
from firmware_host.daemon.cabling import diagram, settings, sheet
from firmware_host.daemon.errors import EXIT, FAILED, ConfigError, told
from firmware_host.daemon.settings import config_checks, config_read
from firmware_host.daemon.settings.config import TableConfig


def parsed(arguments: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="./table wiring",
        description="From a table's file: whether its pins go together on this Pi, a diagram to "
        "solder from, the lines for config.txt, udev rules, and a list of parts with what they "
        "draw.",
        epilog="Exit status 78: the file has faults (all are told, with what to write); 1: the "
        "folder cannot be written.",
    )
    parser.add_argument(
        "file",
        type=places.table_file,
        metavar="FILE",
        help="the table's file, or a shipped one's name",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="write wiring.svg (open it in a browser, print it), config.txt, parts.txt and "
        "70-lava-table.rules there",
    )
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Tell it, or write it to a folder; the exit status."""
    asked = parsed(arguments)
    try:
        table = config_read.load(asked.file).table
    except ConfigError as wrong:
        print(wrong, file=sys.stderr)
        return EXIT
    warned = tuple(config_checks.warnings(table))
    text = config_read.parsed(asked.file)[0]
    for warning in warned:
        print(told(asked.file, text, warning), file=sys.stderr)
    if not sheet.wired(table):
        print(f"{asked.file}: nothing of this table is wired to a Pi; it is a virtual one.")
        return 0
    if asked.out is None:
        print("\n".join(sheet.told(table)))
        print("The diagram: once more with --out FOLDER.")
        return 0
    try:
        _write(asked.out, table, [f"{one.path}: {one.says}" for one in warned])
    except OSError as wrong:
        print(f"table wiring: {wrong.filename}: {wrong.strerror}", file=sys.stderr)
        return FAILED
    return 0


def _write(folder: Path, table: TableConfig, warned: list[str]) -> None:
    """The four files.

    :raises OSError: the folder cannot be made or written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [*settings.config_txt(table)]
    wanted += [f"# in cmdline.txt: {words}" for words in settings.cmdline(table)]
    files = {
        "wiring.svg": diagram.drawn(table, warned),
        "config.txt": "\n".join(wanted) + "\n",
        "parts.txt": "\n".join(sheet.shopping(table)) + "\n",
        "70-lava-table.rules": settings.udev_rules(table),
    }
    for name, words in files.items():
        (folder / name).write_text(words, encoding="utf-8")
        print(folder / name)
