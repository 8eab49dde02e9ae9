"""``./table password``: what staff say on the page to be let in."""

from __future__ import annotations

import argparse
import getpass
import sys
from pathlib import Path

from firmware_host.console.door import BadPassword, made_up, seal
from firmware_host.daemon import places
from firmware_host.daemon.errors import BAD_INPUT, EXIT, CannotServe, ConfigError, plain
from firmware_host.daemon.serve import journal_of
from firmware_host.daemon.settings import house
from firmware_host.daemon.upkeep.passwords import password_file


def main(arguments: list[str]) -> int:
    """Set it; 2 where it cannot be."""
    asked = _parser().parse_args(arguments)
    try:
        journal = asked.journal or journal_of(house.read(asked.config))
        password = made_up() if asked.make else _asked_for()
        file = password_file(journal)
        file.keep(seal(password))
    except ConfigError as wrong:
        print(wrong, file=sys.stderr)
        return EXIT
    except (BadPassword, CannotServe, OSError) as wrong:
        print(plain(f"table: {wrong}"), file=sys.stderr)
        return BAD_INPUT
    if asked.make:
        print(password)
    print(plain(f"Set in {file.path}; who was logged in is not any more"), file=sys.stderr)
    return 0


def _asked_for() -> str:
    """Typed twice at a terminal; else a line.

    :raises BadPassword: the two differ.
    """
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    first = getpass.getpass("New password for staff: ")
    if first != getpass.getpass("Once more: "):
        raise BadPassword("the two differ; the password is as it was")
    return first


def _parser() -> argparse.ArgumentParser:
    own = places.SERVICE_CONFIG / "table.toml"
    parser = argparse.ArgumentParser(
        prog="./table password",
        description="Set the password that staff say on the page, where others on the network can "
        "open it. Only its scrypt seal is kept, beside the journal. A running table takes the new "
        "one at once. It is asked for twice at a terminal, else a line is read.",
        epilog="Exit status: 0 set, 2 it cannot be, 78 the table's file is faulty.",
    )
    parser.add_argument(
        "--config",
        type=places.table_file,
        metavar="FILE",
        default=own if places.is_file(own) else places.config_folder() / "tables" / "demo.toml",
        help="the table's file; the service's, where it is there",
    )
    parser.add_argument("--journal", type=Path, metavar="FILE", help="another journal")
    parser.add_argument("--make", action="store_true", help="make one up, and print it")
    return parser
