"""Hexagons: neighbours, distances, rotations and their words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.hexgrid import (
    OPPOSITE,
    ROTATIONS,
    SIDES,
    Cell,
    Rotation,
    Side,
    beside,
    looks,
    steps,
    straight,
    turned,
)

CELLS = st.builds(Cell, st.integers(-60, 60), st.integers(-60, 60))


@given(cell=CELLS)
def test_six_neighbours_each_seen_back_from_the_opposite_side(cell: Cell) -> None:
    around = beside(cell)
    assert len(set(around)) == 6
    assert all(beside(around[side])[OPPOSITE[side]] == cell for side in SIDES)
    assert {straight(cell, near) for near in around} == {1}


@given(one=CELLS, other=CELLS)
def test_a_cell_and_its_words_are_one(one: Cell, other: Cell) -> None:
    assert Cell.named(str(one)) == one
    assert straight(one, other) == straight(other, one)
    assert (straight(one, other) == 0) == (one == other)


@pytest.mark.parametrize(
    "words", ["", "3", "3,", "3,-1,2", "03,1", "-0,1", "3, 1", "a,b", "9999,1"]
)
def test_what_is_no_cell_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match="no cell"):
        Cell.named(words)


def test_sides_and_rotations_are_spelled() -> None:
    assert [str(side) for side in SIDES] == ["E", "NE", "NW", "W", "SW", "SE"]
    assert all(Side.named(str(side)) is side for side in SIDES)
    assert all(Rotation.named(str(k)) == k for k in ROTATIONS)
    for words in ("N", "", "e"):
        with pytest.raises(ValueError, match="no side"):
            Side.named(words)
    for words in ("r6", "r", "1", "r00"):
        with pytest.raises(ValueError, match="no rotation"):
            Rotation.named(words)


def test_a_turned_tile_shows_each_edge_one_side_further() -> None:
    assert turned("ABCDEF", 0) == "ABCDEF"
    assert turned("ABCDEF", 1) == "FABCDE"
    for k in ROTATIONS:
        assert [turned("ABCDEF", k)[d] for d in range(6)] == ["ABCDEF"[d - k] for d in range(6)]


def test_rotations_that_look_alike_are_one() -> None:
    assert looks("FFFFFF") == (0,)
    assert looks("WBWBWB") == (0, 1)
    assert len(looks("WWWBBB")) == 6


def test_steps_go_over_land_alone_and_no_further_than_asked() -> None:
    row = {Cell(q, 0) for q in range(5)}
    assert steps(Cell(0, 0), row) == {Cell(q, 0): q for q in range(5)}
    assert steps(Cell(0, 0), row - {Cell(2, 0)}) == {Cell(0, 0): 0, Cell(1, 0): 1}
    assert set(steps(Cell(0, 0), row, 2)) == {Cell(q, 0) for q in range(3)}


def test_a_compact_island_of_19_holds_four_fires_three_steps_apart() -> None:
    """Computed as the specification says: 4 on radius 2, 7 on radius 3."""
    for radius, most in ((2, 4), (3, 7)):
        land = set(
            steps(Cell(0, 0), {Cell(q, r) for q in range(-9, 9) for r in range(-9, 9)}, radius)
        )
        assert len(land) == {2: 19, 3: 37}[radius]
        assert fires(sorted(land), []) == most


def fires(land: list[Cell], lit: list[Cell]) -> int:
    """The most fires that can still be lit on *land*."""
    best = len(lit)
    for i, cell in enumerate(land):
        rest = [other for other in land[i + 1 :] if straight(cell, other) >= 3]
        if len(lit) + 1 + len(rest) > best:
            best = max(best, fires(rest, [*lit, cell]))
    return best
