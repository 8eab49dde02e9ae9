"""The virtual camera's pictures, and the hands that change what is in them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from hw.mock.camera import CraterCamera
from hw.mock.crater import Crater
from hw.mock.hands import VirtualHands
from hw.mock.look import Look
from hw.mock.paint import moments
from hw.mock.paint.cubes import FRAMES, Body
from hw.mock.paint.glyphs import DRAWINGS, glyph
from hw.mock.paint.light import light
from hw.mock.paint.optics import optics
from hw.mock.throwing import taken, thrown
from hw.mock.world import MS, Fault, Odds, Rest, World, fresh
from hw.mock.worldfile import WorldFile
from hw.ports import Camera, DeviceLost, Hands, Things

FACES = {"Y": "bbfftl", "R": "ttllbf", "B": "ffbbtl"}
AT = 1_000 * MS
LATER = AT + 5_000 * MS
SIDES = {0: 90.0, 1: 180.0, 2: 270.0, 3: 0.0}


def table(seed: int = 1) -> World:
    return fresh(seed, FACES, 4, Odds(0.0, 0.0), Look(noise=0.0))


class Fingers:
    def __init__(self) -> None:
        self.did: list[tuple[str, int, int]] = []

    def press(self, button: int, at_ns: int) -> None:
        self.did.append(("press", button, at_ns))

    def release(self, button: int, at_ns: int) -> None:
        self.did.append(("release", button, at_ns))


def hands_at(path: Path, seed: int = 1) -> VirtualHands:
    return VirtualHands(WorldFile(path), lambda: table(seed), Fingers(), SIDES)


def patch(picture: np.ndarray, world: World, number: int) -> np.ndarray:
    """What the picture shows where die *number* lies."""
    rest = world.die(number).rest
    x, y = optics(world.seed).project([(rest.x_mm, rest.y_mm, 16.0)])[0].astype(int)
    return picture[y - 12 : y + 12, x - 12 : x + 12].astype(int)


def test_the_same_moments_give_the_same_pictures() -> None:
    world = thrown(fresh(3, FACES, 4), 0, 90.0, AT)
    one, other = Crater(world), Crater(world)
    for number, at_ns in enumerate((AT + 300 * MS, AT + 700 * MS, LATER, LATER)):
        assert np.array_equal(
            one.picture(world, at_ns, number), other.picture(world, at_ns, number)
        )


def test_a_picture_does_not_depend_on_those_before_it() -> None:
    world = thrown(fresh(3, FACES, 4), 0, 90.0, AT)
    reaching = taken(world, 1, 200.0, 5, LATER)
    much, little = Crater(world), Crater(world)
    for i in range(8):
        much.picture(world, AT + i * 100 * MS, i)
    at_ns = LATER + 250 * MS
    much.picture(reaching, at_ns - 60 * MS, 8)
    assert np.array_equal(much.picture(reaching, at_ns, 9), little.picture(reaching, at_ns, 9))


def test_dice_at_rest_are_the_same_but_for_the_noise() -> None:
    world = thrown(fresh(3, FACES, 4), 0, 90.0, AT)
    crater = Crater(world)
    one, other = (crater.picture(world, LATER, n).astype(int) for n in (1, 2))
    assert 0.0 < np.abs(one - other).mean() < 12.0


def test_motion_comes_to_rest() -> None:
    world = thrown(table(), 0, 90.0, AT)
    crater = Crater(world)
    rolling, later, rest, still = (
        crater.picture(world, AT + ms * MS, 1).astype(int) for ms in (300, 350, 1_100, 4_000)
    )
    assert np.abs(rolling - later).mean() > 0.3
    assert np.array_equal(rest, still)


def test_a_hand_hides_a_die_and_takes_it_away() -> None:
    world = thrown(table(), 0, 90.0, AT)
    crater = Crater(world)
    number = next(world.lying()).number
    reaching = taken(world, 1, 200.0, number, LATER)
    lies = patch(crater.picture(reaching, LATER, 1), world, number)
    hidden = patch(crater.picture(reaching, LATER + 330 * MS, 2), world, number)
    gone = patch(crater.picture(reaching, LATER + 800 * MS, 3), world, number)
    assert np.abs(lies - hidden).mean() > 15.0
    assert gone.max() < 110 < lies.max()


def test_opposite_faces_look_opposite_ways_and_no_face_is_mirrored() -> None:
    for face in range(6):
        assert np.allclose(FRAMES[face][:, 2], -FRAMES[5 - face][:, 2])
        assert np.isclose(np.linalg.det(FRAMES[face]), 1.0)


def test_every_symbol_has_a_drawing_of_its_own() -> None:
    for one in DRAWINGS:
        ink = glyph(one, 48)
        assert 0.1 < ink.mean() < 0.6
        assert all(
            np.abs(ink - glyph(other, 48)).mean() > 0.1 for other in DRAWINGS if other != one
        )


def test_a_camera_of_another_process_shows_what_the_hands_did(tmp_path: Path) -> None:
    hands: Hands = hands_at(tmp_path / "world.json")
    camera: Camera = CraterCamera(tmp_path / "world.json")
    camera.open()
    empty = camera.capture(AT)
    hands.throw(0, AT)
    full = camera.capture(LATER)
    assert empty.bgr.shape == (720, 960, 3)
    assert (empty.number, full.number, full.at_ns) == (1, 2, LATER)
    assert np.abs(full.bgr.astype(int) - empty.bgr).mean() > 1.0
    camera.close()


def test_a_camera_without_a_world_is_lost(tmp_path: Path) -> None:
    camera = CraterCamera(tmp_path / "world.json")
    with pytest.raises(DeviceLost, match="there is no virtual table yet"):
        camera.open()
    (tmp_path / "world.json").write_text("junk")
    with pytest.raises(DeviceLost, match=r"world\.json: the virtual table cannot be read"):
        camera.open()


def test_a_camera_fails_as_it_is_told(tmp_path: Path) -> None:
    hands, camera = hands_at(tmp_path / "world.json"), CraterCamera(tmp_path / "world.json")
    hands.throw(0, AT)
    good = camera.capture(LATER)
    hands.spoil(Fault.STALE)
    assert np.array_equal(camera.capture(2 * LATER).bgr, good.bgr)
    hands.spoil(Fault.BLACK)
    assert camera.capture(3 * LATER).bgr.max() == 0
    hands.spoil(Fault.CUT)
    assert np.ptp(camera.capture(4 * LATER).bgr[400:]) == 0
    hands.spoil(Fault.SILENT)
    with pytest.raises(DeviceLost, match="no answer"):
        camera.capture(5 * LATER)
    hands.spoil(Fault.NONE)
    assert camera.capture(6 * LATER).bgr.max() > 100


def test_the_die_under_the_pointer_is_found(tmp_path: Path) -> None:
    hands = hands_at(tmp_path / "world.json", 4)
    hands.throw(0, AT)
    for die in hands.world.dice:
        x, y = optics(4).project([(die.rest.x_mm, die.rest.y_mm, 16.0)])[0]
        assert hands.die_at(x, y) == die.number
    assert hands.die_at(3.0, 3.0) is None


def test_hands_tell_what_people_see(tmp_path: Path) -> None:
    hands = hands_at(tmp_path / "world.json")
    assert hands.truth()[0] == ("hand 0", "Yb")
    hands.throw(0, AT)
    assert {place for place, _ in hands.truth().values()} == {"crater"}
    hands.take(3, 7, LATER)
    hands.lose(8, LATER)
    assert (hands.truth()[7][0], hands.truth()[8][0]) == ("hand 3", "outside")
    assert hands.world.arms[-1].side_deg == SIDES[3]
    hands.empty(1, LATER)
    assert Counter(place for place, _ in hands.truth().values()) == {"hand 1": 11, "hand 3": 1}


def test_hands_press_with_their_fingers(tmp_path: Path) -> None:
    fingers = Fingers()
    hands = VirtualHands(WorldFile(tmp_path / "world.json"), table, fingers, SIDES)
    hands.press(2, 5)
    hands.release(2, 9)
    assert fingers.did == [("press", 2, 5), ("release", 2, 9)]


def test_the_same_dice_set_out_again_stay_where_they_lie(tmp_path: Path) -> None:
    hands = hands_at(tmp_path / "world.json")
    hands.throw(0, AT)
    lay = hands.truth()
    hands.set_out(Things(4, FACES))
    assert hands.truth() == lay
    hands.set_out(Things(5, FACES))
    assert len(hands.truth()) == 15


def test_a_table_started_again_has_everything_at_rest(tmp_path: Path) -> None:
    hands = hands_at(tmp_path / "world.json")
    hands.throw(0, 10**15)
    again = hands_at(tmp_path / "world.json")
    assert again.truth() == hands.truth()
    assert not again.world.moving(10**15 + 300 * MS)


@pytest.mark.parametrize("heading", [0.0, 20.0, 45.0, 90.0])
def test_a_rolling_die_is_smeared_and_nothing_around_it(heading: float) -> None:
    world = table()
    for length_mm in (0.5, 1.0, 3.0, 12.0):
        body = Body("R", FACES["R"])
        die = moments.Shown(body, Rest(20.0, 30.0, 10.0, 2), heading, 30.0, 5.0, length_mm)
        drawn = moments.sprite(optics(1), light(1, world.look), die, die.pose())
        for edge in (drawn.clear[0], drawn.clear[-1], drawn.clear[:, 0], drawn.clear[:, -1]):
            assert edge.min() > 200  # what is below shows through
