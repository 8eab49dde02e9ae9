"""``./table games``: which games there are, your own among them, and one tried out."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from firmware_host.daemon import places
from firmware_host.daemon.errors import EXIT, FAILED, ConfigError
from firmware_host.daemon.numbers import positive
from firmware_host.daemon.people.trial import Flaw, Trial
from firmware_host.daemon.settings import boxes, house
from firmware_host.daemon.settings.own_games import ADOPTED
from firmware_host.rules.catalog import GAMES
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.scene import text
from firmware_host.table.texts import Texts


def main(arguments: list[str]) -> int:
    """List the games, or try one; 1 where a game of yours is left out or has a flaw."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    try:
        texts = house.texts_of(places.shipped("texts", "en", Path()))
        if asked.tried is None:
            return _listed(texts)
        if asked.tried not in DRESSINGS:
            known = ", ".join(DRESSINGS)
            parser.error(f"--try {asked.tried}: it is not among the games at the table: {known}")
        return _tried(asked.tried, asked.games, texts)
    except ConfigError as wrong:
        print(wrong, file=sys.stderr)
        return EXIT


def _parser() -> argparse.ArgumentParser:
    folders = " and ".join(map(str, places.games_folders())) or "none"
    parser = argparse.ArgumentParser(
        prog="./table games",
        description="List the games this program knows. A game of your own is a folder in a "
        f"folder of games; these are looked into: {folders}. TABLE_GAMES names others. What "
        "cannot be used is named with its reason, and everything goes on without it.",
        epilog="docs/add_your_own_game.md tells how one is made. Exit status 1: a game of yours "
        "is left out, or has a flaw.",
    )
    parser.add_argument("--try", dest="tried", metavar="NAME", help="random games of it, checked")
    parser.add_argument(
        "--games", type=positive, default=20, metavar="N", help="for each number of players (20)"
    )
    return parser


def _listed(texts: Texts) -> int:
    for name, game in GAMES.items():
        title = texts.say(text(f"game.{name}")) if name in DRESSINGS else "not at the table yet"
        few, many = game.seats.start, game.seats.stop - 1
        where = f"   {ADOPTED[name]}" if name in ADOPTED else ""
        print(f"{name:<16} {few} to {many} players   {title}{where}")
    return FAILED if set(places.own_games()) - set(ADOPTED.values()) else 0


def _tried(name: str, games: int, texts: Texts) -> int:
    box = boxes.load(places.shipped("games", name, Path()))
    trial = Trial(box.game, DRESSINGS[name].view, texts)
    answers = []
    try:
        for seats in box.game.seats:
            answers += [trial.play(box.box, seats, f"try/{n}") for n in range(games)]
    except Flaw as wrong:
        print(f"{name}: {wrong}", file=sys.stderr)
        return FAILED
    print(f"{name}: {len(answers)} random games without a flaw, {max(answers)} answers at most")
    return 0
