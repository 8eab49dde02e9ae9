"""Where hexes fit is what the rule says, side by side."""

from __future__ import annotations

import random

import pytest

from firmware_host.rules.hexgrid import OPPOSITE, SIDES, Cell, Rotation, beside, turned
from firmware_host.rules.lost_island.box import DRAWN, EDGES, Box, Kind
from firmware_host.rules.lost_island.island import Island, Tile

START = Cell(0, 0)


def fresh() -> Island:
    return Island.of(Box(), [(START, Tile(Kind.CRASH, Rotation(0)))])


def match(one: str, other: str) -> bool:
    """LI-08, as it is written down."""
    return "M" in (one, other) or (one == "W") == (other == "W")


def legal(island: Island, kind: Kind, cell: Cell, rotation: int) -> bool:
    """LI-07 and LI-08 for one hex, the long way."""
    edges = turned(EDGES[kind], rotation)
    around = beside(cell)
    there = [side for side in SIDES if around[side] in island.tiles]
    return bool(there) and all(
        match(edges[side], island.letter(around[side], OPPOSITE[side])) for side in there
    )


def grown(seed: int, hexes: int) -> Island:
    luck, island = random.Random(seed), fresh()
    while len(island.tiles) < hexes:
        kind = luck.choice(DRAWN)
        places = list(island.places(kind))
        if places:
            cell, rotations = luck.choice(places)
            island = island.laid(cell, Tile(kind, luck.choice(rotations)))
    return island


@pytest.mark.parametrize("seed", range(6))
def test_legal_places_are_those_of_the_rule_and_no_others(seed: int) -> None:
    """LI-07, LI-08: every free cell beside a hex, every rotation that looks different."""
    island = grown(seed, 5 + 7 * seed)
    free = {near for cell in island.tiles for near in beside(cell)} - island.tiles.keys()
    for kind in DRAWN:
        listed = {(cell, r) for cell, rotations in island.places(kind) for r in rotations}
        different = range(6) if len(set(EDGES[kind])) > 1 else (0,)
        expected = {(cell, r) for cell in free for r in different if legal(island, kind, cell, r)}
        assert listed == expected
        assert island.fits(kind) == bool(expected)


@pytest.mark.parametrize("seed", range(3))
def test_an_island_is_what_lies_there_in_whatever_order_it_was_laid(seed: int) -> None:
    island = grown(seed, 15)
    other = Island.of(Box(), reversed(island.tiles.items()))
    assert other == island
    assert hash(other) == hash(island)
    assert other.coast == island.coast
    assert island != fresh()


def test_a_mountain_always_fits_so_no_pile_with_one_is_stuck() -> None:
    """LI-08, LI-A02."""
    for seed in range(6):
        assert grown(seed, 30).fits(Kind.MOUNTAIN)
        assert grown(seed, 30).fits(Kind.VOLCANO)
