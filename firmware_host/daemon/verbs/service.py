"""``./table service report``: what service mode has found."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from firmware_host.daemon import places
from firmware_host.daemon.errors import FAILED, plain
from firmware_host.daemon.upkeep.service_reports import read, reports
from firmware_host.table.service.report import WORDS, lines


def main(arguments: list[str]) -> int:
    """Tell the latest report, or the list; 0 where it passed."""
    asked = _parser().parse_args(arguments)
    try:
        found = _found(asked.where)
    except OSError as wrong:
        print(f"{wrong.filename}: {os.strerror(wrong.errno or 0).lower()}", file=sys.stderr)
        return FAILED
    if not found:
        where = asked.where or places.kept_state()
        print(f"{where}: no report of service mode is kept there. {HOW}", file=sys.stderr)
        return FAILED
    if asked.list:
        _list(found, as_json=asked.json)
        return 0
    file, document = found[0]
    if asked.json:
        print(json.dumps({"file": str(file), **document}, indent=1))
    else:
        print(plain(_headline(document)), "", sep="\n")
        print("\n".join(map(plain, lines(document["steps"], document["play"]))))
        print(f"\n{file}")
    return 0 if document["verdict"] == "pass" else FAILED


HOW = (
    "Open it on the page (Put right, Service mode), or hold any two buttons, pressed together, "
    "for ten seconds"
)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./table service",
        description="What service mode has found: a verdict for each step, and what to do where "
        f"one failed. To begin service mode: {HOW[0].lower()}{HOW[1:]}.",
        epilog="Exit status: 0 all passed, 1 something failed or was not finished, or there is "
        "no report.",
    )
    parser.add_argument("what", choices=["report"], help="the latest report")
    parser.add_argument(
        "where",
        type=Path,
        nargs="?",
        metavar="WHERE",
        help="a report, its folder, or the folder with the journal; this table's where left out",
    )
    parser.add_argument("--list", action="store_true", help="all that are kept, the newest first")
    parser.add_argument("--json", action="store_true", help="for machines: one JSON document")
    return parser


def _found(where: Path | None) -> list[tuple[Path, dict[str, Any]]]:
    """All reports at *where*, the newest first.

    :raises OSError: there is no such place.
    """
    place = where or places.kept_state()
    if not place.exists():
        raise FileNotFoundError(2, "", str(place))
    if place.is_file():
        files = [place]
    elif place.suffix == ".service":
        files = reports(place)
    else:
        files = [file for folder in place.glob("*.service") for file in reports(folder)]
    found = [(file, document) for file in files if (document := read(file)) is not None]
    return sorted(found, key=lambda one: str(one[1]["begun"]), reverse=True)


def _headline(document: dict[str, Any]) -> str:
    verdict = WORDS.get(document["verdict"], "?")
    return f"{document['table']}, {document['begun']}: {verdict}"


def _list(found: list[tuple[Path, dict[str, Any]]], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps([{"file": str(file), **document} for file, document in found], indent=1))
        return
    for file, document in found:
        print(f"{plain(_headline(document))}  ({file})")
