"""Ordinary pip dice at the virtual table: any colour, opposite faces that add up to seven."""

from __future__ import annotations

import json
import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from hw.mock.labelled import main, sample
from hw.mock.look import Look
from hw.mock.paint.glyphs import HANDS, glyph
from hw.mock.paint.makers import MAKERS, OF_SYMBOLS, number
from hw.mock.paint.pips import BODIES, FACES, PALE, any_colour, body, ink
from hw.mock.world import Odds, fresh

PIP_HANDS = range(2, len(HANDS))


@pytest.mark.parametrize("hand", PIP_HANDS)
def test_a_face_has_as_many_pips_as_its_figure(hand: int) -> None:
    for symbol in FACES:
        mask = (glyph(symbol, 96, hand) > 0.5).astype(np.uint8)
        spots, *_ = cv2.connectedComponents(mask)
        assert spots - 1 == int(symbol)


def test_opposite_faces_add_up_to_seven() -> None:
    assert [int(FACES[k]) + int(FACES[5 - k]) for k in range(3)] == [7, 7, 7]


def test_pips_stand_out_from_every_body() -> None:
    luck = random.Random(3)
    for colour in [*BODIES, *(any_colour(luck) for _ in range(200))]:
        light = np.array([0.11, 0.59, 0.30])
        assert abs(float(light @ body(colour)) - float(light @ ink(colour))) > PALE / 2


def test_a_colour_nobody_makes_is_refused() -> None:
    for colour in ("mauve", "#12", "#gg0000"):
        with pytest.raises(KeyError):
            body(colour)


def test_pip_dice_are_of_makers_of_pip_dice() -> None:
    assert number("123456", 1) == OF_SYMBOLS + 1
    assert number("bbfftl", 1) == 1
    assert len(MAKERS) == 2 * OF_SYMBOLS


def test_a_die_of_any_colour_is_called_by_its_figure() -> None:
    white, yellow = fresh(1, {"white": FACES, "Y": "bbfftl"}, 1).dice
    assert (white.face, yellow.face) == ("1", "Yb")


def test_pip_dice_are_drawn_where_their_labels_say(tmp_path: Path) -> None:
    assert main([str(tmp_path), "--seed", "3", "--count", "1", "--pips"]) == 0
    label = json.loads((tmp_path / "labels.json").read_text())["pictures"][0]
    assert {d["symbol"] for d in label["dice"]} <= set(FACES)
    usual = sample(3_000_009, Look(), Odds(), "settled")
    pips = sample(3_000_009, Look(), Odds(), "settled", pip_dice=True)
    assert pips.label["marks_px"] == usual.label["marks_px"]
    assert (pips.picture != usual.picture).any()
