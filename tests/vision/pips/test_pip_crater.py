"""Pip dice thrown in the crater: the same facts as of symbol dice, whatever their colour."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_host.vision import BadProfile
from firmware_host.vision.facts import Tray
from firmware_host.vision.kinds import load, reader
from firmware_host.vision.labels import Label, Labelled
from firmware_host.vision.pips.crater import PipCrater, turn
from firmware_host.vision.pips.profile import PipTable
from firmware_host.vision.score import Score, score
from hw.mock import labelled, throwing
from hw.mock.look import Look as Difficulty
from hw.mock.paint.pips import FACES
from hw.mock.placing import Laid, laid
from hw.mock.world import Odds, fresh
from tests.vision.rendering import EASY, MS, TAME, Table, seen

PROFILE = Path(__file__).parents[3] / "config" / "dice" / "lost_island"
MIXED = {"white": FACES, "black": FACES, "red": FACES}


@pytest.fixture(scope="module")
def crater() -> PipCrater:
    cv2.setNumThreads(1)
    table = load(PROFILE)
    assert isinstance(table, PipTable)
    made, learnt = reader(table, Path("nowhere"))
    assert isinstance(made, PipCrater)
    assert learnt is None
    return made


def read(crater: PipCrater, seed: int, look: Difficulty = EASY, odds: Odds = TAME) -> Score:
    made = labelled.sample(seed, look, odds, "settled", pip_dice=True)
    dice = [Label(**{k: v for k, v in d.items() if k != "glare"}) for d in made.label["dice"]]
    total, _ = score(Labelled(Path(str(seed)), tuple(dice)), crater.read(made.picture))
    return total


def test_dice_of_any_colour_and_make_are_read(crater: PipCrater) -> None:
    total = sum((read(crater, seed) for seed in range(7_100_000, 7_100_010)), Score())
    assert total.dice > 50
    assert (total.wrong, total.missed, total.extra) == (0, 0, 0)
    assert total.asked <= 1


def test_dice_that_lean_on_the_wall_are_asked_about_and_never_read_wrongly(
    crater: PipCrater,
) -> None:
    leaning = Odds(outside=0.0, cocked=1.0, touching=0.0)
    totals = [read(crater, seed, odds=leaning) for seed in range(7_400_000, 7_400_008)]
    assert sum(t.wrong for t in totals) == 0
    assert all(t.asked + t.missed > 0 for t in totals)


def test_a_die_beside_the_tray_is_counted(crater: PipCrater) -> None:
    for seed in range(7_300_000, 7_300_003):
        total = read(crater, seed, odds=Odds(outside=1.0, cocked=0.0, touching=0.0))
        assert (total.outside, total.outside_wrong) == (1, 0)


def test_a_picture_of_another_size_is_refused(crater: PipCrater) -> None:
    with pytest.raises(BadProfile, match="640 x 480 pixels, but the profile 'lost_island'"):
        crater.read(np.full((480, 640, 3), 90, np.uint8))


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_a_face_is_turned_as_its_pips_say(count: int) -> None:
    spots = {
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
    }[count]
    for deg in (3.0, 30.0, 77.0):
        c, s = np.cos(np.radians(deg)), np.sin(np.radians(deg))
        turned = np.array(spots, np.float32) @ np.array([[c, s], [-s, c]], np.float32)
        assert np.degrees(turn(turned)) % 90 == pytest.approx(deg, abs=0.1)


def thrown(crater: PipCrater, seed: int, dice: int = 12) -> Table:
    return Table.of(crater, seed, dice, faces=MIXED)


@pytest.mark.parametrize("seed", [8_101, 8_102, 8_103])
def test_a_throw_settles_and_is_read(crater: PipCrater, seed: int) -> None:
    table = thrown(crater, seed)
    look = table.rest()
    assert look.tray is Tray.SETTLED
    assert seen(look) == table.truth()
    assert all(d.sure for d in look.dice)
    assert {d.colour for d in look.dice} == {""}
    assert "red" in {d.body for d in look.dice}  # in dim light white is grey, to people too


def test_rolling_dice_are_not_told_as_settled(crater: PipCrater) -> None:
    table = thrown(crater, 8_104, 3)
    assert Tray.SETTLED not in {table.look().tray for _ in range(8)}


@pytest.mark.parametrize("colour", ["black", "white", "red"])
def test_a_lone_die_is_seen_to_come_to_stay_and_to_go(crater: PipCrater, colour: str) -> None:
    table = Table.of(crater, 8_105, 1, faces={colour: FACES})
    before = table.rest()
    assert seen(before) == table.truth()
    for _ in range(20):
        look = table.look()
        assert seen(look) == table.truth()
        assert not look.gone
    table.take(0, side_deg=200.0)
    during = [table.look() for _ in range(4)]
    assert any(look.tray is Tray.HAND for look in during)
    after = table.rest()
    assert after.tray is Tray.EMPTY
    assert [(g.number, g.symbol) for g in after.gone] == [
        (before.dice[0].number, before.dice[0].symbol)
    ]
    table.world = throwing.thrown(table.world, 0, 10.0, table.at_ns)
    assert seen(table.rest()) == table.truth()


def test_a_black_die_laid_on_dark_felt_is_noticed(crater: PipCrater) -> None:
    for symbol in "16":
        world = laid(fresh(8_106, {"black": FACES}, 2, TAME, EASY), (), 0)
        table = thrown(crater, 8_106)
        table.world = world
        assert table.rest().tray is Tray.EMPTY
        table.world = laid(world, [Laid(0, 20.0, -15.0, 33.0, symbol)], table.at_ns)
        assert seen(table.rest()) == [symbol]


def test_a_die_turned_over_keeps_its_number_and_shows_its_new_face(crater: PipCrater) -> None:
    table = thrown(crater, 8_107, 3)
    before = table.rest()
    table.world = throwing.knocked(table.world, table.world.dice[1].number, table.at_ns)
    look = table.rest()
    assert seen(look) == table.truth()
    assert {d.number for d in look.dice} == {d.number for d in before.dice}
    assert not look.gone


def test_dice_under_a_hand_are_hidden_and_not_gone(crater: PipCrater) -> None:
    table = thrown(crater, 8_108, 9)
    table.rest()
    table.take(table.world.dice[0].number, side_deg=90.0)
    looks = [table.look() for _ in range(5)]
    assert any(d.hidden for look in looks for d in look.dice)
    assert len(table.rest().gone) == 1
    assert seen(table.look()) == table.truth()


def test_a_die_that_lands_outside_is_counted_and_picked_up_again(crater: PipCrater) -> None:
    table = thrown(crater, 8_109, 3)
    table.rest()
    number = table.world.dice[1].number
    table.world = throwing.lost(table.world, number, table.at_ns)
    look = table.rest()
    assert seen(look) == table.truth()
    assert (len(look.gone), look.outside) == (1, 1)
    table.take(number, side_deg=10.0)
    assert table.rest(20).outside == 0


def test_a_still_picture_is_not_read_again(crater: PipCrater) -> None:
    table = thrown(crater, 8_110, 6)
    table.rest()
    first, second = table.look(), table.look()
    assert first.dice == second.dice
    assert second.tray is Tray.SETTLED
    assert replace(first, at_ns=0, frame=0) == replace(second, at_ns=0, frame=0)
    assert second.at_ns - first.at_ns == 100 * MS
