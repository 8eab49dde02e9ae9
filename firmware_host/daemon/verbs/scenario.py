"""``./table scenario FILE...``: is what these files say about a game's rules true?"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from firmware_host.daemon.errors import EXIT, FAILED, ConfigError, plain
from firmware_host.daemon.scenario_telling import actual, as_json, readable
from firmware_host.daemon.scenarios import Played, gathered, play

Result = tuple[Path, Played | ConfigError]


def main(arguments: list[str]) -> int:
    """Play scenario files; 0 if all pass, 1 if one fails, 78 if one is no scenario."""
    options = _parser().parse_args(arguments)
    try:
        results = [_played(file) for file in gathered(map(Path, options.files))]
    except ConfigError as wrong:
        print(wrong, file=sys.stderr)
        return EXIT
    try:
        _tell(results, options)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read this has seen enough: ``| head``
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return _status(results)


def _tell(results: list[Result], options: argparse.Namespace) -> None:
    if options.json:
        print(json.dumps(as_json(results), indent=2))
        return
    for file, result in results:
        _print(file, result, options)
    print(_summary(results))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./table scenario",
        description="Check scenario files: what a rule says, as a test. docs/scenarios.md tells "
        "how to write one, for example to report that the table gets a rule wrong.",
        epilog="Exit status: 0 all pass, 1 one fails, 78 one cannot be read as a scenario.",
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a scenario, or a folder: all *.toml below it"
    )
    parser.add_argument("--json", action="store_true", help="tell everything as one JSON value")
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="events and question also where all is right"
    )
    parser.add_argument(
        "--actual", action="store_true", help="what came of it, as the file would have to say it"
    )
    return parser


def _played(file: Path) -> Result:
    try:
        return file, play(file)
    except ConfigError as wrong:
        return file, wrong


def _print(file: Path, result: Played | ConfigError, options: argparse.Namespace) -> None:
    if isinstance(result, ConfigError):
        print(plain(f"ERROR {file}"))
        sys.stdout.flush()
        print(result, file=sys.stderr)
        return
    passed = result.outcome.passed
    word, told = "pass" if passed else "FAIL", result.scenario
    print(plain(f"{word}  {file}  {told.id}: {told.says}"))
    if not passed or options.verbose:
        print("\n".join(plain(f"      {line}") for line in readable(result)))
    if options.actual:
        print(actual(result))


def _summary(results: list[Result]) -> str:
    errors = sum(isinstance(result, ConfigError) for _, result in results)
    passed = sum(isinstance(result, Played) and result.outcome.passed for _, result in results)
    return f"{passed} passed, {len(results) - errors - passed} failed, {errors} unreadable"


def _status(results: list[Result]) -> int:
    if any(isinstance(result, ConfigError) for _, result in results):
        return EXIT
    return 0 if all(isinstance(r, Played) and r.outcome.passed for _, r in results) else FAILED
