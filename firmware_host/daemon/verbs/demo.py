"""``./table demo``: a game on the virtual table, at a page on this machine."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex

from msgspec import structs

from firmware_host.daemon import places
from firmware_host.daemon.browse import browse
from firmware_host.daemon.clock import wall_clock
from firmware_host.daemon.errors import EXIT, FAILED, USAGE, CannotServe, ConfigError
from firmware_host.daemon.eye.in_play import over
from firmware_host.daemon.keeper import spelled
from firmware_host.daemon.numbers import port
from firmware_host.daemon.people.company import company
from firmware_host.daemon.serve import Wanted, run, says
from firmware_host.daemon.settings import house
from firmware_host.daemon.settings.house import Files
from firmware_host.rules.catalog import GAMES
from firmware_host.session.journal import Journal, JournalError
from firmware_host.session.record import Kept
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.scene import text

from .autoplay import NOT_DRESSED

USUAL_SEATS = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """The command line, checked."""

    seats: int | None  #: None: as the game that is kept, or the usual number
    bots: int | None  #: None: all seats but one
    seed: str | None
    port: int | None
    browser: bool
    new: bool
    game: str | None  #: None: as the game that is kept, or the table's own


def parsed(arguments: list[str]) -> Asked:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="./table demo",
        description="Play on the virtual table, at a page in your browser. Seat A is yours, and "
        "bots have the rest. Ctrl-C ends it; the same command goes on with the game.",
        epilog="The page is for this machine alone. Games are kept in "
        "~/.local/state/lava-table (or $XDG_STATE_HOME/lava-table).",
    )
    parser.add_argument(
        "--game", choices=list(GAMES), help="what is played (default: Lava Land, or what is kept)"
    )
    parser.add_argument("--seats", type=int, metavar="N", help=f"players (default: {USUAL_SEATS})")
    parser.add_argument("--bots", type=int, metavar="N", help="of these (default: all but one)")
    parser.add_argument("--seed", metavar="WORD", help="the same luck again, for a new game")
    parser.add_argument("--port", type=port, metavar="N", help="the page's port")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument("--new", action="store_true", help="give up the game that is kept")
    given = parser.parse_args(arguments)
    if given.game is not None and given.game not in DRESSINGS:
        parser.error(f"--game {given.game}: {NOT_DRESSED}; those are: {', '.join(DRESSINGS)}")
    return Asked(
        given.seats,
        given.bots,
        given.seed,
        given.port,
        not given.no_browser,
        given.new,
        given.game,
    )


class Misasked(Exception):
    """What is wrong with the command line, in words."""


def seated(files: Files, seats: int) -> Files:
    """The same table with only so many seats."""
    table = structs.replace(files.table, seats=files.table.seats[:seats])
    return replace(files, loaded=structs.replace(files.loaded, table=table))


def main(arguments: list[str]) -> int:
    """Play; the exit status."""
    asked = parsed(arguments)
    try:
        files = house.read(places.config_folder() / "tables" / "demo.toml")
        wanted = _wanted(asked, files)
    except ConfigError as wrong:
        says(str(wrong))
        return EXIT
    except Misasked as wrong:
        says(f"table demo: {wrong}")
        return USAGE
    except (CannotServe, JournalError, OSError) as wrong:
        says(f"table demo: {wrong}")
        return FAILED
    status = run(wanted, _ready(asked))
    if status == 0:
        print("\nThe game is kept. To go on: ./table demo    To begin afresh: ./table demo --new")
    return status


def _ready(asked: Asked) -> Callable[[str], None]:
    """What is said and done once the page is there."""

    def ready(line: str) -> None:
        address = f"{line.removeprefix('Listening on ')}#A"
        print(f"The table is at {address}", flush=True)
        opened = asked.browser and browse(address)
        print("Opening your browser. " if opened else "Open it in a browser. ", end="")
        print("Ctrl-C ends it and keeps the game.", flush=True)

    return ready


def _wanted(asked: Asked, files: Files) -> Wanted:
    """What to serve.

    :raises Misasked: it cannot be so.
    :raises JournalError: the journal cannot be used.
    :raises OSError: there is no place to keep games.
    """
    journal = places.state_folder() / "demo.journal"
    kept = _kept(journal, new=asked.new, other=asked.game is not None or asked.seats is not None)
    files = house.of_game(files, _game(asked, files, kept))
    seats = _seats(asked, files, kept)
    bots = seats - 1 if asked.bots is None else asked.bots
    if not 0 <= bots <= seats:
        raise Misasked(f"--bots {bots}: write 0 to {seats}, for there are {seats} seats")
    if kept is None:  # no game, no dice on the table either
        journal.with_suffix(".world.json").unlink(missing_ok=True)
    seed = asked.seed or token_hex(4)
    games = itertools.count(1)
    own, game = files.loaded.file, files.box.game.name

    return Wanted(
        files=seated(files, seats),
        reread=lambda: seated(house.of_game(house.read(own), game), seats),
        port=asked.port,
        journal=journal,
        any_port=True,
        seed=lambda: f"{seed}/{next(games)}",
        world_seed=int.from_bytes(seed.encode()) % 1_000_003,
        fixed=tuple(range(seats)),
        bots=tuple(range(seats - bots, seats)),
        reseat=asked.bots is not None,
        company=company(range(seats - bots, seats), range(seats - bots), seed),
    )


def _game(asked: Asked, files: Files, kept: Kept | None) -> str:
    """What is played.

    :raises Misasked: another game is not finished.
    """
    usual = files.box.game.name
    if kept is not None and kept.game in DRESSINGS:
        usual = kept.game
        if asked.game not in (None, usual):
            raise Misasked(
                f"a game of {usual} is not finished. Go on with it: ./table demo    "
                f"Or give it up: ./table demo --new --game {asked.game}"
            )
    return asked.game or usual


def _seats(asked: Asked, files: Files, kept: Kept | None) -> int:
    """How many play.

    :raises Misasked: so many cannot, or others are still playing.
    """
    usual = USUAL_SEATS if kept is None else kept.seats
    seats = usual if asked.seats is None else asked.seats
    few, many = files.box.game.seats.start, files.box.game.seats.stop - 1
    title = files.texts.say(text(f"game.{files.box.game.name}"))
    if not few <= seats <= min(many, len(files.table.seats)):
        raise Misasked(f"--seats {seats}: {title} is for {few} to {many} players")
    if kept is not None and kept.seats != seats:
        raise Misasked(
            f"a game of {kept.seats} is not finished. Go on with it: ./table demo    "
            f"Or give it up: ./table demo --new --seats {seats}"
        )
    return seats


def _kept(file: Path, *, new: bool, other: bool) -> Kept | None:
    """The game to go on with; *new* gives it up, and it stays in the journal as such.

    One of which only the result stands is over where an *other* one may be asked for.

    :raises JournalError: the journal cannot be used.
    """
    if not file.exists():
        return None
    with closing(Journal(file, wall_clock)) as journal:
        kept = journal.unfinished()
        if kept is not None and (new or other):
            result = over(kept)
            if result is not None or new:
                journal.append(kept.id, (), spelled(result))
                return None
        return kept
