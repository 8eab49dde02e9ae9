"""How often buttons are pressed in a turn of Lost Island, and how far its options are.

Over bot games whose dice are drawn, by the menus the table really shows.
"""

from __future__ import annotations

import statistics
import tomllib
from collections.abc import Iterator
from typing import Any

from bench.figure import Figure
from bench.presses import GAMES, MOST, PLAYERS
from firmware_host.bots.catalog import bot
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import boxes
from firmware_host.daemon.settings.offer import rewritten
from firmware_host.rules.kernel import Answer, Decision, Over, Seat, Setup, Source
from firmware_host.session.match import Match
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.menu import Menu, presses_for
from firmware_host.table.menus import Give, own_menus

NAME = "lost_island"
FEWER = GAMES // 10
"""Games of which every option is measured."""


def turns(seed: str, players: int = PLAYERS) -> list[int]:
    """The presses of each turn of a bot game."""
    found: list[int] = []
    for match, menu, answer in _choices(seed, players):
        if _began(match) or not found:
            found.append(0)
        found[-1] += len(presses_for(menu, Give(answer)))
    return found


def options(seed: str, players: int = PLAYERS) -> Iterator[tuple[str, int]]:
    """Of each choice of a bot game, and each of its options: what is asked, and the presses."""
    for match, menu, answer in _choices(seed, players):
        pending = match.pending
        assert isinstance(pending, Decision)
        assert answer.seat is not None
        for option in pending.for_seat(answer.seat):
            yield pending.topic, len(presses_for(menu, Give(option)))


def _began(match: Match[Any, Any]) -> bool:
    """Has a turn begun since the choice before this one?"""
    here: Match[Any, Any] | None = match
    while here is not None:
        if any(type(event).__name__ == "TurnStarted" for event in here.events):
            return True
        here = here.before if here.seat is None else None
    return False


def _choices(seed: str, players: int) -> Iterator[tuple[Match[Any, Any], Menu[Any], Answer]]:
    """Every choice of a bot game: the match, the menu on the button, and what the bot takes."""
    loaded = boxes.load(config_folder() / "games" / f"{NAME}.toml")
    text = loaded.text
    for key, value in DRESSINGS[NAME].pips:
        text = rewritten(text, key, value)
    box = loaded.game.box(tomllib.loads(text))
    match: Match[Any, Any] = Match.begin(loaded.game, Setup(players, box), seed)
    bots = [bot(NAME, "heuristic", f"{seed}/{i}") for i in range(players)]
    seats = tuple(map(Seat, range(players)))
    while not isinstance(match.pending, Over):
        lucky = match.lucky()
        if lucky is None:
            assert match.pending.source is Source.PLAYER
            seat = match.pending.options[0].seat
            menu = own_menus(match, match.pending, DRESSINGS[NAME].view.at(match.state), seats)[
                seat
            ]
            lucky = bots[seat].choose(match.state, match.pending, seat)
            yield match, menu, lucky
        match = match.answered(lucky, 0)


def measure() -> list[Figure]:
    spent = [n for k in range(GAMES) for n in turns(str(k))]
    found = [one for k in range(FEWER) for one in options(str(k))]
    places = [presses for topic, presses in found if topic == "place"]
    middle, most = statistics.median(places), max(presses for _, presses in found)
    spread = f"{min(spent)} to {max(spent)}, mean {statistics.fmean(spent):.1f}"
    note = f"{len(places)} placements, of {len(found)} options, in {FEWER} games of {PLAYERS}"
    turn = Figure(
        f"presses a turn of {NAME}, median",
        statistics.median(spent),
        "presses",
        target=f"<= {MOST}",
        note=f"{len(spent)} turns of {GAMES} games of {PLAYERS}: {spread}",
    )
    return [
        turn,
        Figure("presses to lay a hex, median", middle, "presses", target="<= 8", note=note),
        Figure("presses to any option, most", most, "presses", target="<= 25", note=note),
    ]
