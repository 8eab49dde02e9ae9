"""``./table check-config FILE...``: tables and game boxes, checked before they are used."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from firmware_host.daemon import boxes, config_read
from firmware_host.daemon.errors import EXIT, ConfigError, told


def main(arguments: list[str]) -> int:
    """Check each file; 0 where all are good, 78 where one is not."""
    parser = argparse.ArgumentParser(
        prog="./table check-config",
        description="Check configuration files: tables (what is wired where) and games (boards, "
        "dice, decks). Which of the two a file is, it says itself.",
        epilog="Every fault is told at once, with its line and what to write instead; "
        "exit status 0: all good, 78: not all.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    status = 0
    for file in parser.parse_args(arguments).files:
        try:
            check(file)
        except ConfigError as wrong:
            print(wrong, file=sys.stderr)
            status = EXIT
        else:
            print(f"{file}: ok")
    return status


def check(file: Path) -> None:
    """Check one file; what is odd about a box but can be played goes to stderr.

    :raises ConfigError: with every fault in it.
    """
    _, document = config_read.parsed(file)
    if config_read.is_table(document):
        config_read.load(file)
        return
    loaded = boxes.load(file)
    for warning in loaded.warnings:
        print(told(file, loaded.text, warning), file=sys.stderr)
