"""How sharp a picture is: falls as it blurs, and does not grow in the dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware_host.vision.focus import measured
from hw.mock import throwing
from hw.mock.camera import CraterCamera
from hw.mock.world import fresh
from hw.mock.worldfile import WorldFile

FACES = {"Y": "bbfftl", "R": "ttllbf", "B": "ffbbtl"}


@pytest.fixture(params=[(3, False), (77, True), (200, False)], ids=str)
def picture(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    seed, thrown = request.param
    world = fresh(seed, FACES, 4)
    WorldFile(tmp_path / "world.json").write(
        throwing.thrown(world, 0, 90.0, 0) if thrown else world
    )
    camera = CraterCamera(tmp_path / "world.json")
    camera.open()
    return camera.capture(10**12).bgr


def blurred(picture: Any, px: float) -> Any:
    return cv2.GaussianBlur(picture, (0, 0), px) if px else picture


def test_focus_falls_with_every_bit_of_blur(picture: Any) -> None:
    found = [measured(blurred(picture, px)).focus for px in (0, 0.5, 1, 1.5, 2, 3, 4)]
    assert found == sorted(found, reverse=True)
    assert found[2] < 0.75 * found[0]  # one pixel is seen at the bar


def test_edges_tell_sharp_from_blurred_whatever_lies_there(picture: Any) -> None:
    assert measured(picture).edges > 0.2
    assert measured(blurred(picture, 4)).edges < 0.115


def test_less_light_is_not_less_focus(picture: Any) -> None:
    dim = cv2.convertScaleAbs(picture, alpha=0.6)
    assert measured(dim).focus == pytest.approx(measured(picture).focus, rel=0.5)
    assert measured(dim).focus > measured(blurred(picture, 1)).focus


def test_light_is_told_as_it_is() -> None:
    black = measured(np.zeros((480, 640, 3), np.uint8))
    white = measured(np.full((480, 640, 3), 255, np.uint8))
    assert (black.bright, black.black, black.burnt) == (0, 1, 0)
    assert (white.bright, white.black, white.burnt) == (255, 0, 1)
    assert black.focus == black.edges == white.focus == 0
