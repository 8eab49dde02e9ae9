"""Pip dice of several colours and sizes are read, and what cannot be believed is asked about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from firmware_host.vision import WrongEmbedding
from firmware_host.vision.facts import Guess
from firmware_host.vision.pips import signs
from firmware_host.vision.pips.colour import named
from firmware_host.vision.pips.die import SIGN, PipDie
from firmware_host.vision.pips.faces import Face
from firmware_host.vision.pips.finder import Found
from firmware_host.vision.pips.nets import FACES, FINDER, Nets
from firmware_host.vision.pips.profile import PipProfile
from firmware_host.vision.pips.reader import PipReader, WrongPicture, combined

from .drawing import BLACK, IVORY, RED, WHITE, maker, picture

ALL = (3, 1, 6, 2, 5, 4, 6, 1, 2, 5, 3, 4)


@pytest.fixture(scope="module")
def nets() -> Nets:
    return Nets()


@pytest.mark.parametrize(
    ("body", "ink", "colour"),
    [(IVORY, BLACK, "white"), (RED, WHITE, "red"), (BLACK, WHITE, "black")],
)
def test_twelve_dice_of_one_colour_are_read(
    nets: Nets, body: tuple[int, ...], ink: tuple[int, ...], colour: str
) -> None:
    dice = PipReader(nets).read(picture(ALL, maker(body, ink)))
    assert sorted(d.symbol for d in dice) == sorted(map(str, ALL))
    assert sum(d.sure for d in dice) >= 10
    assert colour in {d.colour for d in dice}


@pytest.mark.parametrize("size", [22.0, 34.0, 80.0])
def test_dice_are_read_at_the_size_they_have(nets: Nets, size: float) -> None:
    dice = PipReader(nets).read(picture(ALL[:4], maker(IVORY, BLACK), size))
    assert sorted(d.symbol for d in dice) == ["1", "2", "3", "6"]
    assert np.median([d.size_px for d in dice]) == pytest.approx(size, rel=0.15)


def test_a_known_size_gives_the_same_dice(nets: Nets) -> None:
    seen = picture(ALL, maker(IVORY, BLACK))
    dice = PipReader(nets, PipProfile(die_px=52.0)).read(seen)
    assert sorted(d.symbol for d in dice) == sorted(map(str, ALL))


def test_dice_outside_the_region_are_not_looked_for(nets: Nets) -> None:
    seen = picture(ALL, maker(IVORY, BLACK))
    whole = PipReader(nets).read(seen)
    upper = PipReader(nets, PipProfile(region=(0, 0, 640, 185))).read(seen)
    wanted = sorted(d.symbol for d in whole if d.y_px < 180)
    assert sorted(d.symbol for d in upper) == wanted


def test_a_region_of_another_camera_is_refused(nets: Nets) -> None:
    with pytest.raises(WrongPicture, match="another camera"):
        PipReader(nets, PipProfile(region=(0, 0, 1000, 900))).read(
            picture((1,), maker(IVORY, BLACK))
        )


def test_a_die_that_is_cut_off_by_the_edge_is_asked_about(nets: Nets) -> None:
    cut = picture((4, 5), maker(IVORY, BLACK))[:, 142:]
    dice = {d.x_px < 50: d for d in PipReader(nets).read(cut)}
    assert (dice[True].sure, dice[True].why) == (False, "cut")
    assert (dice[False].symbol, dice[False].sure) == ("5", True)


def test_bare_cloth_shows_no_dice(nets: Nets) -> None:
    assert PipReader(nets).read(picture((), maker(IVORY, BLACK))) == ()


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros((200, 200), np.uint8),
        np.zeros((200, 200, 4), np.uint8),
        np.zeros((200, 200, 3), np.uint16),
        np.zeros((8, 200, 3), np.uint8),
    ],
    ids=["grey", "with alpha", "16 bits", "tiny"],
)
def test_what_is_no_picture_in_colour_is_refused(nets: Nets, wrong: np.ndarray) -> None:
    with pytest.raises(WrongPicture, match=r"wanted|too small"):
        PipReader(nets).read(wrong)


def test_a_file_that_is_not_what_was_trained_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongEmbedding, match="install the package again"):
        Nets(tmp_path)
    for net in (FINDER, FACES):
        (tmp_path / net.name).write_bytes(b"other")
    with pytest.raises(WrongEmbedding, match="sha256"):
        Nets(tmp_path)


SPOTS = {1: [(0, 0)], 4: [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)]}


def face(x: float, value: int, size: float = 30.0, there: float = 0.9) -> tuple[Found, Face]:
    """A top face at *x*, 100 whose value both nets are sure of."""
    shares = np.full(7, 0.01, np.float32)
    shares[value - 1] = 0.94
    pips = np.array(SPOTS[value], np.float32)
    return Found(x, 100, size, there, shares), Face(1 - there, shares, pips, True)


def taken(nets: Nets, *faces: tuple[Found, Face]) -> tuple[PipDie, ...]:
    return PipReader(nets).of(np.full((200, 400, 3), 90, np.uint8), faces)


def test_a_smaller_face_close_to_a_surer_one_is_that_dies_side(nets: Nets) -> None:
    beside, apart = face(125, 4, size=22, there=0.7), face(160, 4, size=22, there=0.7)
    assert len(taken(nets, face(100, 4), beside)) == 1
    assert len(taken(nets, face(100, 4), apart)) == 2
    assert len(taken(nets, face(100, 4), face(130, 4, there=0.7))) == 2


def test_a_doubtful_thing_of_another_colour_beside_a_set_of_one_colour_is_no_die(
    nets: Nets,
) -> None:
    floor = np.full((200, 400, 3), 250, np.uint8)
    floor[:, 320:] = (20, 20, 200)
    alike = [face(30 + 55 * k, 4) for k in range(5)]
    odd, clear = face(360, 4, there=0.7), face(360, 4, there=0.8)
    doubted = replace(odd[1], pips=odd[1].pips[:3])
    for thing, there_are in (
        ([(odd[0], doubted)], 5),
        ([(clear[0], replace(clear[1], pips=doubted.pips))], 6),
        ([odd], 6),
    ):
        assert len(PipReader(nets).of(floor, [*alike, *thing])) == there_are
    few = [*alike[:4], (odd[0], doubted)]
    assert len(PipReader(nets).of(floor, few)) == 5


def test_one_spot_is_believed_less_easily_than_a_pattern(nets: Nets) -> None:
    hardly = [face(100, 1, there=0.7), face(200, 4, there=0.7), face(300, 1)]
    one, four, clear = sorted(taken(nets, *hardly), key=lambda d: d.x_px)
    assert (one.sure, one.why) == (False, "unclear")
    assert four.sure
    assert clear.sure


def test_what_may_as_well_be_a_value_is_no_sign() -> None:
    shares = np.array([0.02, 0.02, 0.02, 0.4, 0.02, 0.02, 0.5], np.float32)
    found = Found(100, 100, 30, 0.9, shares)
    seen = Face(0.1, shares, np.zeros((0, 2), np.float32), False)
    assert int(combined(found, seen).argmax()) == 3


def die(symbol: str, colour: str = "blue") -> PipDie:
    guesses = (Guess(symbol, 0.9), Guess("2", 0.1))
    return PipDie(0, 0, 50, colour, guesses, np.zeros((0, 2), np.float32), sure=True)


def test_a_sign_is_the_face_that_no_other_die_shows_in_pips() -> None:
    told = signs.told([die(SIGN), die("6"), die("6"), die("3")], None)
    assert (told[0].symbol, told[0].sure) == ("1", True)
    told = signs.told([die(SIGN), die("1"), die("1"), die("3")], None)
    assert (told[0].symbol, told[0].sure) == ("6", True)


def test_a_lone_sign_is_asked_about_with_both_it_may_be() -> None:
    told = signs.told([die(SIGN), die("3")], None)
    assert (told[0].sure, told[0].why) == (False, "sign")
    assert [g.symbol for g in told[0].guesses] == ["1", "6"]


def test_a_profile_may_say_what_the_sign_is() -> None:
    assert [d.symbol for d in signs.told([die(SIGN)], 6)] == ["6"]
    assert signs.told([die(SIGN)], 6)[0].sure


@pytest.mark.parametrize(
    ("pixel", "word"),
    [
        ((250, 250, 250), "white"),
        ((190, 225, 240), "white"),
        ((150, 215, 235), "ivory"),
        ((20, 20, 20), "black"),
        ((30, 30, 200), "red"),
        ((30, 200, 220), "yellow"),
        ((60, 170, 60), "green"),
        ((200, 90, 20), "blue"),
        ((120, 120, 120), "grey"),
    ],
)
def test_a_body_has_the_colour_that_people_would_say(pixel: tuple[int, ...], word: str) -> None:
    assert named(pixel) == word
