"""Pictures as hard as the renderer makes them: asked about or right, never silently wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_host.vision import Reader
from hw.mock import labelled
from hw.mock.look import Look as Difficulty
from hw.mock.look import wild
from hw.mock.world import Odds

from .rendering import EASY, faces, sample

FLOORS = {
    "wood": replace(EASY, floor="wood"),
    "cloth": replace(EASY, floor="cloth"),
}


@pytest.mark.parametrize("seed", range(7_300_001, 7_300_009))
def test_in_wild_looks_what_is_believed_lies_there(reader: Reader, seed: int) -> None:
    picture, dice = sample(seed, wild(seed))
    left = faces(dice)
    for face in (d.colour + d.symbol for d in reader.read(picture).dice if d.sure):
        left.remove(face)  # raises where a face is believed that does not lie there


@pytest.mark.parametrize("seed", range(7_310_001, 7_310_005))
@pytest.mark.parametrize("floor", sorted(FLOORS))
def test_dice_are_read_on_any_floor(reader: Reader, floor: str, seed: int) -> None:
    picture, dice = sample(seed, FLOORS[floor])
    reading = reader.read(picture)
    assert sorted(d.colour + d.symbol for d in reading.dice) == faces(dice)
    assert all(d.sure for d in reading.dice)


@pytest.mark.parametrize("seed", range(7_320_001, 7_320_004))
def test_half_a_tray_in_shadow_is_read_as_well(reader: Reader, seed: int) -> None:
    picture, dice = sample(seed, replace(EASY, dusk=0.3))
    reading = reader.read(picture)
    assert sorted(d.colour + d.symbol for d in reading.dice) == faces(dice)


def test_dice_of_a_maker_never_taught_are_not_silently_wrong(reader: Reader) -> None:
    for seed in range(7_330_001, 7_330_007):
        picture, dice = sample(seed, Difficulty(glare=0.0, maker=1))
        believed = {d.colour + d.symbol for d in reader.read(picture).dice if d.sure}
        assert believed <= set(faces(dice))


def test_a_reflex_paler_than_a_foots_ink_makes_no_treasure_of_it(reader: Reader) -> None:
    """It lay behind the foot, half as bright as that; the two together were like a treasure."""
    seed = 72_011 * 1_000_003 + 98
    made = labelled.sample(seed, wild(seed, 0.25), Odds(), "")
    read = reader.read(made.picture).dice
    (one,) = [d for d in read if abs(d.x_mm + 50.6) < 3 and abs(d.y_mm + 35.2) < 3]
    assert (one.colour, one.sure) == ("R", False)
