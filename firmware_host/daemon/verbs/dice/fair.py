"""``./table dice fair``: do the dice fall as fair ones would? By what a journal tells."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from firmware_host.daemon import places
from firmware_host.daemon.errors import FAILED

from .texts import words


def add(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The options of ``dice fair``."""
    parser = acts.add_parser(
        "fair",
        help="how fairly the dice have fallen in a journal's matches",
        description="Counts what fell, colour by colour, beside what fair dice would show, and "
        "says in words what to think of it. The journal is only read; it may be in use.",
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "journal",
        type=Path,
        nargs="?",
        metavar="JOURNAL",
        help="a file, or its folder; where it is left out: this table's",
    )
    parser.add_argument("--json", action="store_true", help="the figures as one JSON value")


def run(options: argparse.Namespace) -> int:
    """Count and judge; 1 where dice are hard to believe."""
    from firmware_host.daemon.eye.records import of_journal, plain

    journal = options.journal or places.state_folder()
    found = [one for name, faces in _games() for one in of_journal(journal, name, faces)]
    told = [plain(one, words(options)) for one in found]
    if options.json:
        print(json.dumps(told))
    for colour in () if options.json else told:
        print(colour["says"])
        for s in colour["symbols"]:
            print(f"  {s['name']:<12} {s['count']:>5}   expected {s['expected']:>7}")
    return FAILED if any(one.verdict == "unfair" for one in found) else 0


def _games() -> Iterator[tuple[str, dict[str, str]]]:
    """Every game with dice, and their faces."""
    from firmware_host.daemon.settings import boxes, offer
    from firmware_host.table.catalog import DRESSINGS

    for name in DRESSINGS:
        faces = offer.dice_of(boxes.load(places.shipped("games", name, Path())))
        if faces:
            yield name, faces
