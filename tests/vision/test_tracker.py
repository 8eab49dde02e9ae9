"""Frames over time: throws, hands, dice that go, come back and turn over."""

from __future__ import annotations

import numpy as np
import pytest

from firmware_host.vision import Reader, Tracker
from firmware_host.vision.facts import Tray
from hw.mock import throwing

from .rendering import MS, Table, seen


@pytest.mark.parametrize("seed", [8_001, 8_002, 8_003])
def test_a_throw_settles_and_is_read(reader: Reader, seed: int) -> None:
    table = Table.of(reader, seed, 12)
    look = table.rest()
    assert look.tray is Tray.SETTLED
    assert seen(look) == table.truth()
    assert all(d.sure for d in look.dice)


def test_rolling_dice_are_not_told_as_settled(reader: Reader) -> None:
    table = Table.of(reader, 8_004, 9)
    states = {table.look().tray for _ in range(8)}
    assert Tray.SETTLED not in states


def test_a_taken_die_is_told_once_with_its_face_and_the_side(reader: Reader) -> None:
    table = Table.of(reader, 8_005, 9)
    before = table.rest()
    die = table.world.dice[3]
    table.take(die.number, side_deg=200.0)
    during = [table.look() for _ in range(4)]
    assert any(look.tray is Tray.HAND for look in during)
    after = table.rest()
    assert [g.colour + g.symbol for g in after.gone] == [die.face]
    gone = after.gone[0]
    assert gone.seen_ns < gone.missed_ns <= after.at_ns
    own, *others = (gone.off(deg) or 0.0 for deg in (200.0, 272.0, 128.0))  # as seats are apart
    assert gone.off_deg
    assert own < 10 < min(others)
    assert seen(after) == table.truth()
    still = {d.number for d in after.dice}
    assert still == {d.number for d in before.dice} - {gone.number}


def test_dice_under_a_hand_are_hidden_and_not_gone(reader: Reader) -> None:
    table = Table.of(reader, 8_006, 12)
    table.rest()
    table.take(table.world.dice[0].number, side_deg=90.0)
    looks = [table.look() for _ in range(5)]
    assert any(d.hidden for look in looks for d in look.dice)
    assert all(len(look.dice) >= 11 for look in looks)
    assert len(table.rest().gone) == 1


def test_all_dice_may_be_taken_one_by_one(reader: Reader) -> None:
    table = Table.of(reader, 8_007, 6)
    table.rest()
    for n, die in enumerate(list(table.world.dice)):
        table.take(die.number, side_deg=50.0 * n, button=n % 5)
        look = table.rest()
        assert seen(look) == table.truth()
    assert look.tray is Tray.EMPTY


def test_a_die_put_back_is_seen(reader: Reader) -> None:
    table = Table.of(reader, 8_008, 6)
    table.rest()
    number = table.world.dice[2].number
    table.take(number, side_deg=10.0)
    assert len(table.rest().dice) == 5
    table.world = throwing.put_back(table.world, 0, 10.0, number, table.at_ns)
    look = table.rest()
    assert seen(look) == table.truth()
    assert len({d.number for d in look.dice}) == 6


def test_a_die_turned_over_keeps_its_number_and_shows_its_new_face(reader: Reader) -> None:
    table = Table.of(reader, 8_009, 6)
    before = table.rest()
    number = table.world.dice[1].number
    table.world = throwing.knocked(table.world, number, table.at_ns)
    look = table.rest()
    assert seen(look) == table.truth()
    assert {d.number for d in look.dice} == {d.number for d in before.dice}
    assert not look.gone


def test_a_still_picture_is_not_read_again(reader: Reader) -> None:
    table = Table.of(reader, 8_010, 12)
    first = table.rest()
    second = table.look()
    assert second.dice == first.dice
    assert second.tray is Tray.SETTLED


def test_a_die_that_vanishes_between_two_frames_is_noticed_at_once(reader: Reader) -> None:
    table = Table.of(reader, 8_011, 12)
    table.rest()
    number = table.world.dice[5].number
    table.world = throwing.lost(table.world, number, table.at_ns)
    look = table.rest()
    assert seen(look) == table.truth()
    assert len(look.gone) == 1
    assert look.outside == 1
    table.take(number, side_deg=10.0)
    assert table.rest(20).outside == 0, "and picked up again"


def test_a_covered_lens_is_blindness_and_forgets_nothing(reader: Reader) -> None:
    table = Table.of(reader, 8_012, 6)
    before = table.rest()
    black = np.zeros((720, 960, 3), np.uint8)
    blind = table.tracker.feed(black, table.at_ns + 50 * MS, 99)
    assert (blind.tray, blind.trouble) == (Tray.BLIND, "dark")
    assert all(d.hidden for d in blind.dice)
    lost = table.tracker.feed(None, table.at_ns + 60 * MS, 99)
    assert (lost.tray, lost.trouble) == (Tray.BLIND, "no_picture")
    after = table.rest()
    assert seen(after) == seen(before)
    assert not after.gone


def test_a_moved_camera_is_said_and_then_found_again(reader: Reader) -> None:
    table = Table.of(reader, 8_013, 6)
    before = table.rest()
    pictures = []
    for _ in range(14):
        table.at_ns += 100 * MS
        table.frame += 1
        moved = np.roll(table.picture(), 12, axis=1)
        pictures.append(table.tracker.feed(moved, table.at_ns, table.frame))
    assert pictures[0].trouble == "no_marks"
    assert pictures[-1].tray is Tray.SETTLED
    assert seen(pictures[-1]) == seen(before)
    assert not pictures[-1].gone


def test_the_tracker_tells_the_callers_time(reader: Reader) -> None:
    look = Tracker(reader).feed(None, 123, 7)
    assert (look.at_ns, look.frame) == (123, 7)


@pytest.mark.parametrize("cover", ["dark", "no picture"])
def test_a_die_that_is_knocked_over_while_the_lens_is_covered_keeps_its_number(
    reader: Reader, cover: str
) -> None:
    table = Table.of(reader, 8_061, 9)
    before = {d.number: d.colour + d.symbol for d in table.rest().dice}
    lay = table.world.dice[4]
    black = np.zeros_like(table.picture())
    for _ in range(20):
        table.at_ns, table.frame = table.at_ns + 100 * MS, table.frame + 1
        table.tracker.feed(black if cover == "dark" else None, table.at_ns, table.frame)
    table.world = throwing.knocked(table.world, lay.number, table.at_ns)
    after = table.rest()
    now = {d.number: d.colour + d.symbol for d in after.dice}
    assert seen(after) == table.truth()
    assert set(now) == set(before)
    assert [before[n] for n in now if now[n] != before[n]] == [lay.face]
