"""How often buttons are pressed in a turn, over bot games, by the menus the table really shows.

And how far options are: presses from the moment a question is put until they are taken. Dice that
the table draws cost no press. Where a camera reads a game's dice they cost none either, but for the
press with which each die is taken: of Lava Land the options are measured as without a camera.
"""

from __future__ import annotations

import statistics
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bench.figure import Figure
from firmware_host.bots.catalog import bot
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import boxes
from firmware_host.daemon.settings.offer import rewritten
from firmware_host.rules.kernel import Decision, Over, Seat, Setup, Source, seen
from firmware_host.session.luck import below, draw
from firmware_host.session.match import Match
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.menu import Menu, presses_for
from firmware_host.table.menus import Give, Go, own_menus, table_menus
from firmware_host.table.reading import Pace
from firmware_host.table.scene import View

GAMES, PLAYERS = 200, 4
FEWER = GAMES // 10
"""Games of which every option is measured."""
MEASURED = ("lava_land", "table_is_lava", "oh_no_volcano", "lost_island")
MOST, FARTHEST = 12, 25
MAPPED, CELLS = "lost_island", 8
"""Where hexes are laid: for one, at most so many in the middle."""
MOSTLY = 95
"""So many of a hundred hexes are laid with no more than that."""
WALKING = ("step", "collect")
"""What lines of several answers are made of."""
GRABBED = "take"
"""What is read as well as claimed: a press for each die."""
BEAT = "go"
"""Nobody presses at a beat: it goes on by itself."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer of a game: the match before it, the menu of who gives it, and its line."""

    match: Match[Any, Any]
    menu: Menu[Any]
    value: Give[Any] | Go[Any]
    read: bool  #: by a camera, where there is one

    @property
    def topic(self) -> str:
        """What is asked."""
        pending = self.match.pending
        return "" if isinstance(pending, Over) else pending.topic

    @property
    def presses(self) -> int:
        """How often the button is pressed for it."""
        if self.read:
            return int(self.topic == GRABBED)
        return 0 if self.topic == BEAT else len(presses_for(self.menu, self.value))


def turns(name: str, seed: str, players: int = PLAYERS) -> list[int]:
    """The presses of each turn of a bot game, of everybody's buttons; a grab is no turn's."""
    found: list[int] = []
    for choice in choices(name, seed, players):
        if _began(choice.match):
            found.append(0)
        if found and choice.topic != GRABBED:
            found[-1] += choice.presses
    return found


def options(name: str, seed: str, players: int = PLAYERS) -> Iterator[tuple[str, int]]:
    """Of each choice of a bot game, and each of its options: what is asked, and the presses."""
    for choice in choices(name, seed, players):
        for value in choice.menu.values():
            if isinstance(value, Give | Go):
                yield choice.topic, len(presses_for(choice.menu, value))


def choices(name: str, seed: str, players: int) -> Iterator[Choice]:
    """Every answer of a bot game that people give, or a camera reads."""
    match = _begun(name, seed, players)
    bots = [bot(name, "heuristic", f"{seed}/{i}") for i in range(players)]
    reader = DRESSINGS[name].reader({}, Pace())
    seats = tuple(map(Seat, range(players)))
    while isinstance(pending := match.pending, Decision):
        lucky = match.lucky()
        if lucky is not None:
            match = match.answered(lucky, 0)
            continue
        view = DRESSINGS[name].view.at(seen(match.game, match.position, None).state)
        answer, seat = _answer(match, view, bots, seed)
        if pending.source is Source.PLAYER:
            menu = own_menus(match, pending, view, seats)[seat]
        else:
            menu = table_menus(match, pending, view, reader)[seat]
        went = _went(match, menu, bots, seed)
        read = pending.source is Source.TABLE and reader.reads(pending.topic)
        yield Choice(match, menu, Give(answer) if went is None else went[0], read)
        match = match.answered(answer, 0) if went is None else went[1]


def _begun(name: str, seed: str, players: int) -> Match[Any, Any]:
    """A match as a table without ordinary dice plays it."""
    loaded = boxes.load(config_folder() / "games" / f"{name}.toml")
    text = loaded.text
    for key, value in DRESSINGS[name].pips:
        text = rewritten(text, key, value)
    box = loaded.game.box(tomllib.loads(text))
    return Match.begin(loaded.game, Setup(players, box), seed)


def _began(match: Match[Any, Any]) -> bool:
    """Has a turn begun since the answer before this one that people gave?"""
    here: Match[Any, Any] | None = match
    while here is not None:
        if any(type(event).__name__ == "TurnStarted" for event in here.events):
            return True
        here = here.before if here.source is Source.CHANCE else None
    return False


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
    return [figure for name in MEASURED for figure in (_turn(name), *_far(name))]


def _turn(name: str) -> Figure:
    found = [n for k in range(GAMES) for n in turns(name, str(k))]
    spread = f"{min(found)} to {max(found)}, mean {statistics.fmean(found):.1f}"
    return Figure(
        f"presses a turn of {name}, median",
        statistics.median(found),
        "presses",
        target=f"<= {MOST}",
        note=f"{len(found)} turns of {GAMES} games of {PLAYERS}, all buttons together: {spread}",
    )


def _far(name: str) -> Iterator[Figure]:
    found = [one for k in range(FEWER) for one in options(name, str(k))]
    note = f"{len(found)} options in {FEWER} games of {PLAYERS}"
    most = max(presses for _, presses in found)
    label = f"presses to any option of {name}, most"
    yield Figure(label, most, "presses", target=f"<= {FARTHEST}", note=note)
    if name == MAPPED:
        places = [presses for topic, presses in found if topic == "place"]
        middle = statistics.median(places)
        note = f"{len(places)} placements, of {note}"
        yield Figure(
            "presses to lay a hex, median", middle, "presses", target=f"<= {CELLS}", note=note
        )
        yield _laid(places)


def laid(seed: str) -> list[int]:
    """The presses of every hex that the bots of a game laid."""
    return [one.presses for one in choices(MAPPED, seed, PLAYERS) if one.topic == "place"]


def within(presses: list[int]) -> float:
    """How many of a hundred are laid with CELLS presses or fewer."""
    return 100 * sum(n <= CELLS for n in presses) / len(presses)


def _laid(possible: list[int]) -> Figure:
    """A far corner takes more: what is laid is mostly near, and stands first."""
    found = [n for k in range(FEWER) for n in laid(str(k))]
    note = f"{len(found)} hexes, median {statistics.median(found)}, most {max(found)} presses"
    note += f"; of all that was possible {within(possible):.0f} %"
    name = f"hexes laid within {CELLS} presses"
    return Figure(name, within(found), "%", target=f">= {MOSTLY}", note=note)
