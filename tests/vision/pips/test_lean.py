"""Pip dice that are tilted: told by a side that a flat one hides, wherever they lie."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from firmware_host.daemon.places import config_folder
from firmware_host.vision import kinds
from firmware_host.vision.pips.crater import PipCrater
from firmware_host.vision.pips.profile import PipTable
from firmware_host.vision.reading import Die, Reading
from hw.mock import throwing
from hw.mock.crater import Crater
from hw.mock.look import Look
from hw.mock.paint.optics import Optics
from hw.mock.placing import Laid, laid
from hw.mock.world import Odds, fresh

AT_NS = 10**13
SPIN_DEG = 20.0


@pytest.fixture(scope="module")
def crater() -> PipCrater:
    profile = kinds.load(config_folder() / "dice" / "lost_island")
    assert isinstance(profile, PipTable)
    return PipCrater(profile)


def hung(x_mm: float, y_mm: float, high_mm: float) -> Optics:
    """A camera there that looks at the middle of the tray, with a lens that shows all of it."""
    eye = np.array([x_mm, y_mm, high_mm])
    ahead = eye * (-1.0, -1.0, 1.0) / np.linalg.norm(eye)
    right = np.cross((0.0, 1.0, 0.0), ahead)
    right /= np.linalg.norm(right)
    turn = np.stack([right, np.cross(ahead, right), ahead])
    focal = 335.0 * float(np.linalg.norm(eye)) / 124.0
    return Optics(960, 720, focal, turn, eye, np.array([480.0, 360.0]))


def throw(crater: PipCrater, seed: int, camera: Optics) -> Reading:
    """Fifteen dice of several colours, 40 % of them touching, that all lie flat."""
    colours = dict.fromkeys(("white", "red", "green", "black", "pink"), "123456")
    world = fresh(seed, colours, 3, Odds(0.0, 0.0, 0.4), Look(glare=0.0))
    world = throwing.thrown(world, 0, 40.0, 0)
    return crater.read(Crater(world, 960, 720, camera).picture(world, AT_NS, seed))


@pytest.mark.parametrize(
    "place", [(0.0, 0.0, 450.0), (0.0, 0.0, 240.0), (90.0, 0.0, 420.0), (-50.0, 60.0, 400.0)]
)
def test_no_die_lies_aslant_because_the_camera_does_or_hangs_low(
    crater: PipCrater, place: tuple[float, float, float]
) -> None:
    camera = hung(*place)
    for seed in (501, 502):
        reading = throw(crater, seed, camera)
        assert reading.plane is not None
        assert len(reading.dice) == 15
        assert [d.why for d in reading.dice if d.why == "leaning"] == []
        eye = reading.plane.eye_mm((960, 720), camera.focal_px)
        assert eye == pytest.approx((*place[:2], place[2] - 16.0), abs=12.0)


def seen(
    crater: PipCrater, colour: str, face: str, lean_deg: float, beside: str = "", turn: int = 0
) -> Die:
    """A die a bit aside of the middle, tilted to one of its sides, with *beside* touching it."""
    world = fresh(5, {colour: "123456", "blue" if colour != "blue" else "green": "123456"}, 2,
                  look=Look(glare=0.0))  # fmt: skip
    other = next((d.number for d in world.dice if d.colour == beside and d.number), None)
    dice = [Laid(world.dice[0].number, 30.0, -25.0, SPIN_DEG, face)]
    if other is not None:
        dice.append(Laid(other, 46.4, -18.9, SPIN_DEG + 2, "2"))
    world = laid(world, dice, 0)
    first = world.dice[0]
    to_deg = (SPIN_DEG + 90.0 * turn) % 360
    rest = replace(first.rest, lean_deg=lean_deg, lean_to_deg=to_deg)
    world = replace(world, dice=(replace(first, rest=rest), *world.dice[1:]))
    reading = crater.read(Crater(world).picture(world, AT_NS, 1))
    assert len(reading.dice) == len(dice)
    return min(reading.dice, key=lambda d: abs(d.x_mm - 30.0) + abs(d.y_mm + 25.0))


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize(("colour", "face"), [("white", "1"), ("red", "4"), ("grey", "6")])
def test_a_die_tilted_to_any_side_is_asked_about_and_a_flat_one_is_not(
    crater: PipCrater, colour: str, face: str, turn: int
) -> None:
    flat, tilted = (seen(crater, colour, face, lean, turn=turn) for lean in (0.0, 30.0))
    assert (flat.symbol, flat.why) == (face, "")
    assert tilted.symbol == face
    assert tilted.why in ("leaning", "glare")  # a 4's middle may seem not plain, too


def test_of_a_black_die_on_black_felt_the_pips_of_its_side_tell(crater: PipCrater) -> None:
    assert seen(crater, "black", "5", 0.0).why == ""
    assert any(seen(crater, "black", "5", 34.0, turn=t).why == "leaning" for t in range(4))


@pytest.mark.parametrize("beside", ["white", "blue"])
def test_a_die_that_touches_it_is_no_side_of_it(crater: PipCrater, beside: str) -> None:
    die = seen(crater, "white", "3", 0.0, beside=beside)
    assert (die.symbol, die.why) == ("3", "")


@pytest.mark.parametrize(
    ("seed", "colour", "face", "place", "turn_deg", "lean_deg"),
    [
        (9950056, "#156fa6", "6", (-0.63, 45.74), 325.85, 35.0),
        (9950059, "#c4182d", "4", (-51.31, 21.55), 291.47, 30.0),
    ],
)
def test_a_side_that_is_taken_for_a_die_of_its_own_is_asked_about(
    crater: PipCrater,
    seed: int,
    colour: str,
    face: str,
    place: tuple[float, float],
    turn_deg: float,
    lean_deg: float,
) -> None:
    look = Look(glare=0.0, maker=2 if seed == 9950056 else 0)
    world = laid(fresh(seed, {colour: "123456"}, 1, look=look),
                 [Laid(0, *place, turn_deg, face)], 0)  # fmt: skip
    die = world.dice[0]
    rest = replace(die.rest, lean_deg=lean_deg, lean_to_deg=turn_deg)
    world = replace(world, dice=(replace(die, rest=rest),))
    reading = crater.read(Crater(world).picture(world, AT_NS, seed))
    assert len(reading.dice) == 2  # a top, and a 1 on its side
    assert [d.symbol for d in reading.dice if d.sure] == []
