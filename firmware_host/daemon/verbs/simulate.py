"""``./table simulate``: many games by the rules alone, and their statistics."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from firmware_host.bots import catalog
from firmware_host.daemon import places
from firmware_host.daemon.errors import EXIT, ConfigError
from firmware_host.daemon.numbers import positive
from firmware_host.daemon.people.simulation import Played, play
from firmware_host.daemon.people.statistics import Statistics, gathered
from firmware_host.daemon.settings import boxes
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Illegal, Seat, Setup, begin


def main(arguments: list[str]) -> int:
    """Play the games asked for; 0, or 78 where the box cannot be used."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    file = asked.box or places.shipped("games", asked.game, Path())
    try:
        box = boxes.load(file)
    except ConfigError as wrong:
        print(wrong, file=sys.stderr)
        return EXIT
    game = box.game
    setup = Setup(asked.players, box.box)
    try:
        begin(game, setup)
    except Illegal as why:
        parser.error(f"--players {asked.players}: {why}")
    bots = _seated(parser, game.name, asked.bots, asked.players)

    def games() -> Iterator[Played]:
        for n in range(asked.games):
            seed = f"{asked.seed}/{n}"
            seated = {
                Seat(i): catalog.bot(game.name, name, f"{seed}/{i}") for i, name in enumerate(bots)
            }
            yield play(game, setup, seed, seated)

    found = gathered(game, _watched(games(), asked.games), asked.players)
    if asked.json:
        played = {"game": game.name, "seed": asked.seed, "bots": bots}
        print(json.dumps(played | found.plain(), indent=1))
    else:
        _show(found, f"{game.name}, {asked.players} players, seed {asked.seed}", bots)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./table simulate",
        description="Play many games by the rules alone - no table, no camera - and say how they "
        "went. In Lava Land's grab the seats reach in turn, in an order luck makes anew each time, "
        "each for the die it likes best; what is thrown or falls is drawn with odds of its own. "
        "The same seed gives the same games.",
    )
    parser.add_argument("--game", choices=list(GAMES), default="lava_land")
    parser.add_argument("--players", type=int, default=4, metavar="N")
    parser.add_argument("--games", type=positive, default=100, metavar="N", help="how many (100)")
    parser.add_argument("--seed", default="0", help="any text; game n is played with SEED/n")
    parser.add_argument(
        "--bots",
        default=catalog.NAMES[0],
        metavar="NAME,...",
        help=f"who plays, from seat A on: {' or '.join(catalog.NAMES)}; the last one named has "
        "all the other seats",
    )
    parser.add_argument("--box", type=Path, metavar="FILE", help="another board, deck or rules")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    return parser


def _seated(parser: argparse.ArgumentParser, game: str, names: str, seats: int) -> list[str]:
    """A bot's name for every seat."""
    bots = names.split(",")
    unknown = [name for name in bots if name not in catalog.NAMES]
    if unknown:
        known = " or ".join(catalog.NAMES)
        parser.error(f"--bots: there is no bot {unknown[0]!r}; write {known}")
    if len(bots) > seats:
        parser.error(f"--bots: {len(bots)} bots for {seats} seats")
    if "heuristic" in bots and game not in catalog.HEURISTICS:
        parser.error(f"--bots: {game} has no heuristic bot; write random")
    return bots + bots[-1:] * (seats - len(bots))


def _watched(games: Iterable[Played], total: int) -> Iterator[Played]:
    """The games, with a bar that shows how far they are, on a terminal."""
    if not sys.stderr.isatty():
        yield from games
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(games, "playing", total=total, console=Console(stderr=True), transient=True)


def _show(found: Statistics, title: str, bots: list[str]) -> None:
    from rich.console import Console
    from rich.table import Table

    seats = Table(title=f"{found.games} games of {title}")
    escapes = ("escaped", "share") if found.escapes is not None else ()
    for column in ("seat", "bot", "wins", "share", *escapes):
        seats.add_column(column, justify="right" if column not in ("seat", "bot") else "left")
    for i, name in enumerate(bots):
        counts = [found.wins[i], *([found.escapes[i]] if found.escapes is not None else [])]
        shares = [word for n in counts for word in (str(n), f"{n / found.games:.1%}")]
        seats.add_row(str(Seat(i)), name, *shares)
    rest = Table(show_header=True)
    for column in ("", "least", "median", "mean", "most"):
        rest.add_column(column, justify="right" if column else "left")
    for spread in found.spreads:
        row = (spread.least, spread.median, round(spread.mean, 1), spread.most)
        rest.add_row(spread.of, *(f"{value:g}" for value in row))
    console = Console()
    console.print(seats)
    console.print(rest)
    if found.escapes is not None:
        console.print(f"{found.arrived} in {found.reached / found.games:.1%} of games")
    for reason, games in found.reasons.items():
        console.print(f"  {reason}: {games / found.games:.1%}")
