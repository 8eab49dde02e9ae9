"""``./table soak``: hours of games under random faults, in minutes."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from firmware_host.daemon import places
from firmware_host.daemon.errors import EXIT, FAILED, STOPPED, ConfigError
from firmware_host.daemon.people.degraded import seldom
from firmware_host.daemon.people.soak import Soak, Wanted
from firmware_host.daemon.people.soak_report import report
from firmware_host.daemon.settings import house
from firmware_host.rules.catalog import GAMES
from firmware_host.table.catalog import DRESSINGS

CI_HOURS, NIGHT_HOURS = 0.25, 24.0
LONGEST_HOURS = 10_000.0
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def hours(words: str) -> float:
    """So many hours.

    :raises argparse.ArgumentTypeError: nobody can wait for that.
    """
    try:
        value = float(words)
    except ValueError:
        value = 0.0
    if not 0 < value <= LONGEST_HOURS:
        raise argparse.ArgumentTypeError(f"{words!r}: write hours, such as 0.5 or 24")
    return value


def parsed(arguments: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="./table soak",
        description="Play game after game through the daemon's own parts and drivers, on a clock "
        "that jumps, while devices fail and come back, the disk fills and the daemon is killed; "
        "and check all the while what must hold.",
        epilog="The report is on stdout, a line for each simulated hour on stderr. Exit status 0 "
        "if all held, 1 if something did not: its seed and its moment are named. Ctrl-C or SIGTERM "
        "ends it early, with the same report of what it came to (130, if all held). The same seed "
        "draws the same faults; the drivers' threads live in real time, so the order of two events "
        "within milliseconds may differ.",
    )
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--hours", type=hours, metavar="H", help="simulated hours (1)")
    length.add_argument("--ci", action="store_true", help=f"a short one: {CI_HOURS:g} h")
    length.add_argument("--night", action="store_true", help=f"a long one: {NIGHT_HOURS:g} h")
    parser.add_argument("--faults", action="store_true", help="let things fail; else all works")
    parser.add_argument("--seed", default="0", help="any text: draws games, faults and luck")
    parser.add_argument("--game", choices=list(DRESSINGS), help="this one alone; else all in turn")
    return parser.parse_args(arguments)


@contextmanager
def stopped_by_signals(soak: Soak) -> Iterator[None]:
    """Ctrl-C and SIGTERM end *soak*, which tells what it came to; the second one ends all."""

    def stop(number: int, frame: FrameType | None) -> None:
        for one in SIGNALS:
            signal.signal(one, signal.default_int_handler)
        soak.stop()

    before = {one: signal.signal(one, stop) for one in SIGNALS}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def main(arguments: list[str]) -> int:
    """Soak; 0 if all held."""
    asked = parsed(arguments)
    try:
        files = house.read(places.config_folder() / "tables" / "autoplay.toml")
    except ConfigError as wrong:
        print(wrong, file=sys.stderr)
        return EXIT
    long = NIGHT_HOURS if asked.night else CI_HOURS if asked.ci else asked.hours or 1.0
    shipped = tuple(name for name in DRESSINGS if name in GAMES)
    wanted = Wanted(long, asked.seed, asked.faults, (asked.game,) if asked.game else shipped)
    place = places.memory_folder()  # nothing of it is to be kept
    with tempfile.TemporaryDirectory(prefix="soak-", dir=place) as scratch:
        soak = Soak(wanted, seldom(files), Path(scratch))
        try:
            with stopped_by_signals(soak):
                soaked = soak.run(lambda line: print(line, file=sys.stderr, flush=True))
        finally:
            soak.close()
        print(report(soak))
    return FAILED if soaked.broken else STOPPED if soaked.stopped else 0
