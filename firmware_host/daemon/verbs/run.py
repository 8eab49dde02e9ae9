"""``./table run --config FILE``: the daemon of a table."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from firmware_host.daemon import places
from firmware_host.daemon.errors import EXIT, FAILED, ConfigError
from firmware_host.daemon.numbers import port
from firmware_host.daemon.serve import Wanted, run_watched, says
from firmware_host.daemon.settings import house
from firmware_host.daemon.upkeep.finishing import finished


def parsed(arguments: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="./table run",
        description="Run the daemon of a table until SIGTERM or Ctrl-C. The game goes on where it "
        "was, whatever ended it last time.",
        epilog="Exit status 78: something is wrong with a configuration file (see "
        "./table check-config); 1: it could not run; 0: it was stopped.",
    )
    parser.add_argument(
        "--config",
        type=places.table_file,
        metavar="FILE",
        default=places.config_folder() / "tables" / "demo.toml",
        help="the table's file (default: the virtual table)",
    )
    parser.add_argument("--port", type=port, metavar="N", help="the page's port; 0: any free one")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="another journal")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Run the daemon; its exit status."""
    asked = parsed(arguments)
    if why := finished(asked.config.parent, says):
        says(f"table: {why}")
        return FAILED
    try:
        files = house.read(asked.config)
    except ConfigError as wrong:
        says(str(wrong))
        return EXIT
    reread = partial(house.read, asked.config)
    return run_watched(Wanted(files, asked.port, asked.journal, reread=reread))
