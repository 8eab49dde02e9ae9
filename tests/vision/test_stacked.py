"""A die on another: what shows of the lower one, and that the upper is not believed for it."""

from __future__ import annotations

import pytest

from firmware_host.vision import Reader
from hw.mock import labelled

from .rendering import EASY, TAME


def test_many_dice_on_others_are_told_apart_from_dice_on_the_floor(reader: Reader) -> None:
    told = heaps = 0
    for seed in range(7_400_001, 7_400_013):
        made = labelled.sample(seed, EASY, TAME, "settled", stacked=1.0)
        heaps += any(d["lies"] == "on another" for d in made.label["dice"])
        told += any(not d.sure for d in reader.read(made.picture).dice)
    assert heaps >= 10
    assert told >= heaps // 2


@pytest.mark.parametrize("seed", range(7_410_001, 7_410_005))
def test_whoever_counts_misses_the_lower_die(reader: Reader, seed: int) -> None:
    made = labelled.sample(seed, EASY, TAME, "settled", stacked=1.0)
    dice = made.label["dice"]
    hidden = sum(d["lies"] == "on another" for d in dice)
    assert len(reader.read(made.picture).dice) == len(dice) - hidden
