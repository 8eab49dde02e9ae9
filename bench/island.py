"""How long it takes to list every legal place of a hex on an island of forty."""

from __future__ import annotations

import random
import statistics
from functools import partial

from bench.figure import Figure, seconds
from firmware_host.rules.hexgrid import Cell, Rotation
from firmware_host.rules.kernel import Decision, Seat
from firmware_host.rules.lost_island.asking import pending
from firmware_host.rules.lost_island.box import DRAWN, Box, Kind
from firmware_host.rules.lost_island.island import Island, Tile
from firmware_host.rules.lost_island.state import AskPlace, Player, State, Step, Turn

HEXES, ISLANDS, TIMES, TARGET_MS = 40, 40, 10, 1.0


def island(luck: random.Random, box: Box) -> Island:
    """An island of HEXES random hexes, laid by the rules."""
    start = Cell(0, 0)
    laid = Island.of(box, [(start, Tile(Kind.CRASH, Rotation(0)))])
    pile = [kind for kind, n in zip(DRAWN, box.tiles, strict=True) for _ in range(n)]
    luck.shuffle(pile)
    while len(laid.tiles) < HEXES:
        kind = pile.pop()
        places = list(laid.places(kind))
        if not places:
            pile.insert(0, kind)
            continue
        cell, rotations = luck.choice(places)
        laid = laid.laid(cell, Tile(kind, luck.choice(rotations)))
    return laid


def measure() -> list[Figure]:
    luck, box = random.Random(7), Box()
    took: list[float] = []
    places: list[int] = []
    for _ in range(ISLANDS):
        state = State(
            box=box,
            island=island(luck, box),
            pile=box.tiles,
            players=(Player(Cell(0, 0)),) * 4,
            ask=AskPlace(Kind.BEACH),
            turn=Turn(Seat(0), Step.HEX),
        )
        took += [1000 * seconds(partial(pending, state)) for _ in range(TIMES)]
        asked = pending(state)
        assert isinstance(asked, Decision)
        places.append(len(asked.options))
    return [
        Figure(
            f"legal places of a beach on a {HEXES}-hex island",
            statistics.median(took),
            "ms",
            target=f"<= {TARGET_MS:g}",
            note=f"{ISLANDS} random islands, {TIMES} times each; {min(places)} to {max(places)} "
            f"places; the slowest {max(took):.2f} ms",
        )
    ]
