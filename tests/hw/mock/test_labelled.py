"""Labelled pictures: what is drawn is what the labels say."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from hw.mock.labelled import main, sample
from hw.mock.look import Look
from hw.mock.world import Odds


def test_a_folder_of_pictures_has_its_labels(tmp_path: Path) -> None:
    assert main([str(tmp_path), "--seed", "3", "--count", "2"]) == 0
    labels = json.loads((tmp_path / "labels.json").read_text())
    assert [p["file"] for p in labels["pictures"]] == ["0000.png", "0001.png"]
    assert [m["odd"] for m in labels["tray"]["marks"]] == [True, False, False, False]
    picture = cv2.imread(str(tmp_path / "0000.png"))
    assert picture is not None
    assert picture.shape == (720, 960, 3)


def test_the_same_seed_gives_the_same_picture_and_another_seed_another() -> None:
    one, same, other = (sample(seed, Look(), Odds()) for seed in (8, 8, 9))
    assert np.array_equal(one.picture, same.picture)
    assert one.label == same.label
    assert one.label != other.label


def test_a_die_is_drawn_where_its_label_says() -> None:
    made = sample(21, Look(hard=0.0, glare=0.0), Odds(0.0, 0.0, 0.4))
    tray = np.array([(-80.327, -80.327), (80.327, -80.327), (80.327, 80.327), (-80.327, 80.327)])
    to_px = cv2.getPerspectiveTransform(
        tray.astype(np.float32), np.array(made.label["marks_px"], np.float32)
    )
    assert made.label["dice"]
    for die in made.label["dice"]:
        a = np.radians(die["angle_deg"])
        corner = 6.8 * np.array([np.cos(a), np.sin(a)])  # in the middle of an edge: bare body
        spot = np.array([[[die["x_mm"] + corner[0], die["y_mm"] + corner[1]]]])
        x, y = cv2.perspectiveTransform(spot, to_px)[0, 0]
        blue, green, red = (int(v) for v in made.picture[round(y), round(x)])
        match die["colour"]:
            case "Y":
                assert red > 1.5 * blue
                assert green > 1.5 * blue
            case "R":
                assert red > 1.5 * max(green, blue)
            case _:
                assert blue > 1.5 * max(green, red)
