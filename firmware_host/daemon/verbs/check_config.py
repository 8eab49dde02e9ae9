"""``./table check-config FILE...``: tables and game boxes, checked before they are used."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from firmware_host.daemon import places
from firmware_host.daemon.errors import EXIT, ConfigError, told
from firmware_host.daemon.settings import boxes, config_checks, config_read, house
from firmware_host.rules.kernel import BoxFault


def main(arguments: list[str]) -> int:
    """Check each file; 0 where all are good, 78 where one is not."""
    parser = argparse.ArgumentParser(
        prog="./table check-config",
        description="Check configuration files: tables (what is wired where) and games (boards, "
        "dice, decks). Which of the two a file is, it says itself.",
        epilog="Every fault is told at once, with its line and what to write instead; "
        "exit status 0: all good, 78: not all.",
    )
    parser.add_argument("files", nargs="+", type=places.table_file, metavar="FILE")
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
    """Check one file; what is odd about it but can be played goes to stderr.

    :raises ConfigError: with every fault in it.
    """
    text, document = config_read.parsed(file)
    if config_read.is_table(document):
        files = _table(file)
        loaded = files.box
        for warning in (*config_checks.warnings(files.table), *_of_tls(files)):
            print(told(file, text, warning), file=sys.stderr)
    else:
        loaded = boxes.load(file)
    for warning in loaded.warnings:
        print(told(loaded.file, loaded.text, warning), file=sys.stderr)


def _of_tls(files: house.Files) -> Iterator[BoxFault]:
    """What will soon be wrong with the page's certificate, where it has one."""
    if files.table.console.tls_certificate:
        from firmware_host.daemon.settings import tls

        yield from tls.warnings(files.loaded, time.time())


def _table(file: Path) -> house.Files:
    """The table in *file*, which is good, and so is all that it names.

    :raises ConfigError: with every fault.
    """
    files = house.read(file)
    if files.table.camera.port != "none":
        from firmware_host.vision.kinds import load  # not before there is a profile
        from firmware_host.vision.measured import BadProfile

        named = {"camera.profile": files.loaded.profile}
        if files.table.camera.pips:
            named["camera.pips"] = files.loaded.pips
        faults = []
        for key, folder in named.items():
            try:
                load(folder)
            except BadProfile as wrong:
                write = "a profile that was taught, untouched"
                faults.append(BoxFault(key, str(wrong), write))
        if faults:
            raise ConfigError(file, config_read.parsed(file)[0], tuple(faults))
    return files
