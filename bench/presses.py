"""How often buttons are pressed in a turn, over bot games, by the menus the table really shows.

Nothing is read by a camera here: a turn of Lava Land would count every die. So it is measured of
the games that no camera reads.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import Any

from bench.figure import Figure
from firmware_host.bots.catalog import bot
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import boxes
from firmware_host.rules.kernel import Decision, Over, Seat, Setup, Source, seen
from firmware_host.session.luck import below, draw
from firmware_host.session.match import Match
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.menu import Menu, presses_for
from firmware_host.table.menus import Give, Go, own_menus, table_menus
from firmware_host.table.reading import Pace
from firmware_host.table.scene import View

GAMES, PLAYERS = 200, 4
MEASURED = ("table_is_lava", "oh_no_volcano")
MOST = 12
WALKING = ("step", "collect")
"""What lines of several answers are made of."""


def turns(name: str, seed: str, players: int = PLAYERS) -> list[int]:
    """The presses of each turn of a bot game, of everybody's buttons."""
    found: list[int] = []
    for presses, began in _told(name, seed, players):
        if began:
            found.append(0)
        if found:
            found[-1] += presses
    return found


def _told(name: str, seed: str, players: int) -> Iterator[tuple[int, bool]]:
    """Of each answer: how many presses it took, and whether it ended a turn before it."""
    dressing = DRESSINGS[name]
    loaded = boxes.load(config_folder() / "games" / f"{name}.toml")
    match: Match[Any, Any] = Match.begin(loaded.game, Setup(players, loaded.box), seed)
    bots = [bot(name, "heuristic", f"{seed}/{i}") for i in range(players)]
    reader = dressing.reader({}, Pace())
    began = True
    while not isinstance(match.pending, Over):
        view = dressing.view.at(seen(match.game, match.position, None).state)
        answer, seat = _answer(match, view, bots, seed)
        pending = match.pending
        seats = tuple(map(Seat, range(players)))
        if pending.source is Source.PLAYER:
            menus = own_menus(match, pending, view, seats)
        else:
            menus = table_menus(match, pending, view, reader)
        went = _went(match, menus[seat], bots, seed)
        value = Give(answer) if went is None else went[0]
        yield len(presses_for(menus[seat], value)), began
        match = match.answered(answer, 0) if went is None else went[1]
        began = any(type(event).__name__ == "TurnStarted" for event in match.events)


def _went(
    match: Match[Any, Any], menu: Menu[Any], bots: list[Any], seed: str
) -> tuple[Go[Any], Match[Any, Any]] | None:
    """The line of several answers that leads to where the bot goes by itself, and that match."""
    for value in menu.values():
        if not isinstance(value, Go):
            continue
        alone = line = match
        for answer in value.way.answers:
            line = line.answered(answer, 0)
        for _ in value.way.answers:
            if isinstance(alone.pending, Over) or alone.pending.topic not in WALKING:
                break
            alone = alone.answered(_answer(alone, None, bots, seed)[0], 0)
        if alone.state == line.state:
            return value, line
    return None


def _answer(
    match: Match[Any, Any], view: View[Any, Any] | None, bots: list[Any], seed: str
) -> tuple[Any, Seat]:
    pending = match.pending
    assert isinstance(pending, Decision)
    first = pending.options[0]
    if first.seat is None or pending.weights:  # a look with odds: nobody chooses it
        assert view is not None  # nobody walks by luck
        told = draw(seed, match.length, pending)
        return told, view.asker(match.state, told) if told.seat is None else told.seat
    seats = sorted({option.seat for option in pending.options})
    seat = seats[below(len(seats), seed, match.length)]
    return bots[seat].choose(match.state, pending, seat), seat


def measure() -> list[Figure]:
    return [_figure(name) for name in MEASURED]


def _figure(name: str) -> Figure:
    found = [n for k in range(GAMES) for n in turns(name, str(k))]
    spread = f"{min(found)} to {max(found)}, mean {statistics.fmean(found):.1f}"
    return Figure(
        f"presses a turn of {name}, median",
        statistics.median(found),
        "presses",
        target=f"<= {MOST}",
        note=f"{len(found)} turns of {GAMES} games of {PLAYERS}, all buttons together: {spread}",
    )
