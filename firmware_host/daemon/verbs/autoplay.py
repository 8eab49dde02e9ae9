"""``./table autoplay``: whole games with no person and no page, through the virtual table."""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import msgspec

from firmware_host.bots import catalog
from firmware_host.daemon import places
from firmware_host.daemon.errors import EXIT, FAILED, USAGE, ConfigError
from firmware_host.daemon.numbers import positive
from firmware_host.daemon.people.evenings import POLITE, RUSHED, Player, Stuck
from firmware_host.daemon.settings import house
from firmware_host.rules.catalog import GAMES
from firmware_host.table.catalog import DRESSINGS

NOT_DRESSED = "it can be simulated, but is not among the games played at a table yet"
RUSHED_FPS = 10.0
"""Pictures a second where several hands are in the crater at once."""


def parsed(arguments: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="./table autoplay",
        description="Play whole games with no person and no page, through the complete virtual "
        "table: bots see what is shown, virtual hands press mock pins and take rendered dice, the "
        "reader reads frames. On a virtual clock, as fast as it goes.",
        epilog="One JSON line a game on stdout, progress on stderr; the same seed gives the same "
        "lines but for wall_s. Exit status 0 only if every game ended properly.",
    )
    parser.add_argument("--game", choices=list(GAMES), help="another than the table's own")
    parser.add_argument("--players", type=int, metavar="N", default=4, help="how many (4)")
    parser.add_argument("--games", type=positive, default=1, metavar="N", help="how many (1)")
    parser.add_argument("--seed", default="0", help="any text; game n is played with SEED/n")
    parser.add_argument("--bots", choices=catalog.NAMES, default=catalog.NAMES[0])
    parser.add_argument("--rush", action="store_true", help="all grab at once; a quicker camera")
    parser.add_argument(
        "--config", type=places.table_file, metavar="FILE", help="another virtual table"
    )
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep journals and worlds there"
    )
    asked = parser.parse_args(arguments)
    if asked.game is not None and asked.game not in DRESSINGS:
        parser.error(f"--game {asked.game}: {NOT_DRESSED}; those are: {', '.join(DRESSINGS)}")
    return asked


def main(arguments: list[str]) -> int:
    """Play the games; 0 if every one ended properly."""
    asked = parsed(arguments)
    file = asked.config or places.config_folder() / "tables" / "autoplay.toml"
    try:
        files = house.read(file)
        files = house.of_game(files, asked.game or files.box.game.name)
    except ConfigError as wrong:
        print(wrong, file=sys.stderr)
        return EXIT
    if not files.table.virtual:
        print(f'{file}: autoplay needs a virtual table: [buttons] port = "mock"', file=sys.stderr)
        return EXIT
    few, many = files.box.game.seats.start, files.box.game.seats.stop - 1
    if not few <= asked.players <= min(many, len(files.table.seats)):
        name = files.box.game.name
        _tell(f"--players {asked.players}: {name} is for {few} to {many} players")
        return USAGE
    if asked.rush:
        files = watched_closely(files)
    status = 0
    for number in range(asked.games):
        try:
            status |= game(files, asked, f"{asked.seed}/{number}")
        except BrokenPipeError:  # whoever read this has seen enough
            raise
        except OSError as wrong:
            says = f"{wrong.filename}: {wrong.strerror}" if wrong.filename else str(wrong)
            _tell(f"{says}: the game cannot be kept")
            return FAILED
    return status


def watched_closely(files: house.Files) -> house.Files:
    """*files* with a camera quick enough to see whose of several hands took what."""
    change = msgspec.structs.replace
    fps = max(RUSHED_FPS, files.table.camera.fps)
    table = change(files.table, camera=change(files.table.camera, fps=fps))
    return replace(files, loaded=change(files.loaded, table=table))


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def game(files: house.Files, asked: argparse.Namespace, seed: str) -> int:
    """One game; 1 if it did not end."""
    _tell(f"game {seed}: {asked.players} players")
    place = places.memory_folder()  # the game is over before anybody could pull a plug
    with tempfile.TemporaryDirectory(prefix="autoplay-", dir=place) as scratch:
        folder = Path(scratch)
        if asked.keep is not None:
            folder = asked.keep / seed.replace("/", "-")
            folder.mkdir(parents=True)
        pace = RUSHED if asked.rush else POLITE
        player = Player(files, folder, seed, asked.players, asked.bots, pace)
        try:
            evening = player.play(_tell)
        except Stuck as stuck:
            _tell(f"game {seed}: {stuck}")
            return 1
        finally:
            player.close()
    print(msgspec.json.encode(evening.plain()).decode(), flush=True)
    return 0
