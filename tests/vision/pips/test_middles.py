"""A reflex in the middle of a face makes or hides a pip there: it is asked about."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from firmware_host.vision.facts import Guess
from firmware_host.vision.pips.die import PipDie
from firmware_host.vision.pips.middle import doubt
from firmware_host.vision.plane import Floats, Picture

EDGE, AT = 40.0, 60.0
CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))


def face(outer: int, ink: int, body: tuple[int, int, int] = (60, 120, 40)) -> Picture:
    picture = np.full((120, 120, 3), 40, np.uint8)
    cv2.rectangle(picture, (40, 40), (80, 80), body, -1)
    for x, y in CORNERS[:outer]:
        cv2.circle(picture, (round(AT + 10.4 * x), round(AT + 10.4 * y)), 4, (ink,) * 3, -1)
    return picture


def lit(picture: Picture, strong: float = 150.0, wide: float = 6.0) -> Picture:
    y, x = np.mgrid[:120, :120]
    spot = strong * np.exp(-((x - AT) ** 2 + (y - AT) ** 2) / wide**2)
    return np.asarray(np.clip(picture + spot[..., None], 0, 255), np.uint8)


def seen(picture: Picture, outer: int, middle: bool) -> str:
    spots = [(AT + 10.4 * x, AT + 10.4 * y) for x, y in CORNERS[:outer]]
    pips: Floats = np.array([*spots, *([(AT, AT)] if middle else [])], np.float32)
    guess = Guess(str(len(pips)), 1.0)
    smooth = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)
    return doubt(smooth, PipDie(AT, AT, 43.0, "green", (guess,), pips, sure=True), EDGE)


@pytest.mark.parametrize("outer", [2, 4])
def test_a_reflex_is_no_pip(outer: int) -> None:
    assert seen(lit(face(outer, 235)), outer, middle=True) == "glare"


@pytest.mark.parametrize("outer", [2, 4])
def test_a_bright_reflex_among_dark_pips_is_none(outer: int) -> None:
    assert seen(lit(face(outer, 20, (170, 180, 180))), outer, middle=True) == "glare"


@pytest.mark.parametrize("outer", [2, 4])
def test_a_pip_that_a_reflex_hides_is_asked_about(outer: int) -> None:
    picture = face(outer, 20, (170, 180, 180))
    cv2.circle(picture, (60, 60), 4, (20,) * 3, -1)
    assert seen(lit(picture, 120.0), outer, middle=False) == "glare"


@pytest.mark.parametrize("ink", [20, 235])
@pytest.mark.parametrize("outer", [2, 4])
@pytest.mark.parametrize("middle", [True, False])
def test_a_plain_face_is_believed(outer: int, ink: int, middle: bool) -> None:
    picture = face(outer, ink)
    if middle:
        cv2.circle(picture, (60, 60), 4, (ink,) * 3, -1)
    assert seen(picture, outer, middle) == ""


def test_two_pips_of_a_three_are_no_two() -> None:
    pips = np.array([(AT, AT), (AT + 10.4, AT + 10.4)], np.float32)
    die = PipDie(AT, AT, 43.0, "green", (Guess("2", 1.0),), pips, sure=True)
    assert doubt(face(2, 235), die, EDGE) == "pattern"
