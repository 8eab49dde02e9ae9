"""Hands and shadows: what reaches in is told from the light that falls on the rim."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_host.vision import Reader
from firmware_host.vision.facts import Tray
from firmware_host.vision.hands import small_view
from hw.mock import labelled
from hw.mock.look import Floor, Sleeves
from hw.mock.world import Odds

from .rendering import EASY, MS, Table, sample, seen

SLEEVES: tuple[Sleeves, ...] = ("dull", "bright", "dark")


@pytest.mark.parametrize("floor", ["felt", "wood", "cloth"])
@pytest.mark.parametrize("seed", [7_400_001, 7_400_002, 7_400_003])
def test_shadows_over_the_rim_are_no_hands(reader: Reader, floor: Floor, seed: int) -> None:
    picture, dice = sample(seed, replace(EASY, floor=floor, dusk=0.5))
    reading = reader.read(picture)
    assert reading.hands.deg == ()
    assert len(reading.dice) == len(dice)


@pytest.mark.parametrize("seed", [7_410_001, 7_410_002, 7_410_004])
def test_somebody_who_leans_over_a_read_throw_and_dims_it_disturbs_nothing(
    reader: Reader, seed: int
) -> None:
    table = Table.of(reader, seed, 9)
    before = table.rest()
    table.world = replace(table.world, look=replace(EASY, dusk=0.45))
    table.crater = None  # another light, the same dice
    looks = [table.look() for _ in range(14)]
    assert Tray.HAND not in {look.tray for look in looks}
    assert looks[-1].tray is Tray.SETTLED
    assert seen(looks[-1]) == seen(before)
    assert {d.number for d in looks[-1].dice} == {d.number for d in before.dice}


@pytest.mark.parametrize("button", range(5))
@pytest.mark.parametrize("sleeves", SLEEVES)
def test_every_sleeve_and_glove_is_seen_while_it_is_in_the_tray(
    reader: Reader, sleeves: Sleeves, button: int
) -> None:
    """Black ones, grey ones, and those as brown as the rim: from the second picture at latest."""
    table = Table.of(reader, 8_100 + button, 9, replace(EASY, sleeves=sleeves))
    table.rest()
    table.take(table.world.dice[button].number, 70.0 * button + 20.0, button)
    told = []
    for _ in range(8):
        table.at_ns -= 50 * MS  # twenty pictures a second
        told.append(table.look().tray is not Tray.SETTLED)
    first = told.index(True)
    assert first <= 4
    assert all(told[first:])


def test_a_black_sleeve_in_shadow_is_seen(reader: Reader) -> None:
    table = Table.of(reader, 8_120, 9, replace(EASY, sleeves="dark", dusk=0.5))
    table.rest()
    table.take(table.world.dice[2].number, 20.0, 0)
    assert Tray.HAND in {table.look().tray for _ in range(5)}


def test_where_the_picture_ends_the_small_view_is_black(reader: Reader) -> None:
    picture, _ = sample(7_420_001)
    plane = reader.read(picture).plane
    assert plane is not None
    cut = small_view(picture[:600], plane)
    assert not cut[-8:].any()
    assert small_view(picture, plane)[95, 95].any()


def test_most_hands_in_a_single_picture_are_seen(reader: Reader) -> None:
    """The bare rim is not known then: most of it is taken for it."""
    reached = []
    for seed in range(7_430_001, 7_430_021):
        made = labelled.sample(seed, replace(EASY, sleeves="dark"), Odds(), "hand")
        reading = reader.read(made.picture)
        reached.append(bool(reading.hands.deg or reading.trouble))
    assert sum(reached) >= 15


def test_a_grey_lamp_changed_for_a_warm_one_is_no_hand(reader: Reader) -> None:
    table = Table.of(reader, 8_130, 6)
    table.rest()
    bare = table.tracker.plane
    assert bare is not None
    picture = table.picture()
    warm = picture.copy()
    warm[..., 0] = (warm[..., 0] * 0.8).astype(warm.dtype)
    usual = reader.rim.usual(small_view(picture, bare))
    small = small_view(warm, bare)
    assert reader.rim.hands(small, reader.rim.floor & False, usual).deg == ()
