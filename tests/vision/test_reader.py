"""Single pictures: what the reader finds, believes, and does not believe."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_host.vision import BadProfile, Reader, WrongEmbedding, load
from firmware_host.vision.embedding import EDGE, SHA256, Embedding
from hw.mock.look import Look as Difficulty
from hw.mock.world import Odds

from .rendering import PROFILE, faces, sample

SEEDS = range(7_000_001, 7_000_007)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_die_of_an_even_picture_is_found_and_read(reader: Reader, seed: int) -> None:
    picture, dice = sample(seed)
    reading = reader.read(picture)
    assert sorted(d.colour + d.symbol for d in reading.dice) == faces(dice)
    for die in reading.dice:
        nearest = min(np.hypot(die.x_mm - d["x_mm"], die.y_mm - d["y_mm"]) for d in dice)
        assert nearest < 2.5


@pytest.mark.parametrize("seed", range(7_100_001, 7_100_009))
def test_in_bad_light_a_face_is_right_or_asked_about(reader: Reader, seed: int) -> None:
    picture, dice = sample(seed, Difficulty(hard=1.6, glare=0.3, jpeg=60))
    believed = [d.colour + d.symbol for d in reader.read(picture).dice if d.sure]
    left = faces(dice)
    for face in believed:
        left.remove(face)  # raises where a face is believed that does not lie there


def test_what_is_read_does_not_depend_on_the_order_in_which_dice_lie(reader: Reader) -> None:
    picture, _ = sample(7_000_003)
    once = reader.read(picture)
    turned = np.ascontiguousarray(picture[::-1, ::-1])  # the odd mark shows that it is turned
    again = reader.read(turned)

    def told(reading: object) -> list[tuple[str, bool]]:
        assert isinstance(reading, type(once))
        return sorted((d.colour + d.symbol, d.sure) for d in reading.dice)

    assert told(again) == told(once)
    places = sorted((round(d.x_mm), round(d.y_mm)) for d in once.dice)
    for place, other in zip(
        places, sorted((round(d.x_mm), round(d.y_mm)) for d in again.dice), strict=True
    ):
        assert np.hypot(place[0] - other[0], place[1] - other[1]) < 3


def test_a_die_that_leans_on_the_wall_is_asked_about(reader: Reader) -> None:
    asked = 0
    for seed in range(7_200_001, 7_200_007):
        picture, dice = sample(seed, odds=Odds(0.0, 1.0, 0.0))
        for label in (d for d in dice if d["lies"] == "leaning"):
            die = min(
                reader.read(picture).dice,
                key=lambda d: np.hypot(d.x_mm - label["x_mm"], d.y_mm - label["y_mm"]),
            )
            assert not die.sure
            asked += 1
    assert asked


def test_a_die_beside_the_tray_is_counted(reader: Reader) -> None:
    for seed in range(7_300_001, 7_300_005):
        picture, dice = sample(seed, odds=Odds(1.0, 0.0, 0.0))
        assert reader.read(picture).outside == sum(d["lies"] == "outside" for d in dice)


def test_what_is_no_picture_of_the_tray_is_said(reader: Reader) -> None:
    black = np.zeros((720, 960, 3), np.uint8)
    white = np.full((720, 960, 3), 255, np.uint8)
    grey = np.full((720, 960, 3), 120, np.uint8)
    assert reader.read(black).trouble == "dark"
    assert reader.read(white).trouble == "overexposed"
    assert reader.read(grey).trouble == "no_marks"


def test_a_picture_of_another_size_is_refused_with_both_sizes(reader: Reader) -> None:
    with pytest.raises(BadProfile, match=r"640 x 480.*960 x 720"):
        reader.read(np.zeros((480, 640, 3), np.uint8))


def test_the_marks_are_found_wherever_the_camera_hangs(reader: Reader) -> None:
    picture, _ = sample(7_000_002)
    turn = cv2.getRotationMatrix2D((480, 360), 180.0, 0.9)
    moved = cv2.warpAffine(picture, turn, (960, 720), borderMode=cv2.BORDER_REPLICATE)
    plane = reader.read(moved).plane  # type: ignore[arg-type]
    assert plane is not None
    odd = next(m for m in plane.tray.marks if m.odd)
    x, y = plane.seen_at(np.array([[odd.x_mm, odd.y_mm]], np.float32))[0]
    assert x > 480
    assert y > 360


def test_another_embedding_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "embedding.onnx"
    file.write_bytes(b"not the one")
    with pytest.raises(WrongEmbedding, match=f"expected {SHA256[:16]}"):
        Embedding(file)
    with pytest.raises(WrongEmbedding, match="No such file"):
        Embedding(tmp_path / "none.onnx")


def test_a_patch_turned_by_a_quarter_has_the_same_point() -> None:
    patch = np.random.default_rng(1).random((1, EDGE, EDGE), np.float32)
    embedding = Embedding()
    turned = np.ascontiguousarray(np.rot90(patch, axes=(1, 2)))
    assert np.abs(embedding.points(patch) - embedding.points(turned)).max() < 1e-5


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("profile.toml", "radius_mm = 105", "", "'radius_mm' is missing"),
        ("profile.toml", "odd = true", "odd = true\nshiny = 1", "unknown key 'shiny'"),
        ("profile.toml", 'ink = "light"', 'ink = "pink"', "expected 'light' or 'dark'"),
        ("profile.toml", "width = 960", "width = inf", "width is inf: expected a whole number"),
        ("profile.toml", "width = 960", "width = -5", "width is -5: expected a whole number"),
        ("profile.toml", "radius_mm = 105", "radius_mm = 0", "the floor's radius is 0 mm"),
        ("profile.toml", "radius_mm = 105", "radius_mm = 21", "has no room"),
        ("profile.toml", "die_mm = 16", "die_mm = -1", "the die's edge is -1 mm"),
        ("profile.toml", "die_mm = 16", "die_mm = nan", "die_mm is nan: expected a number"),
        ("profile.toml", "die_mm = 16", 'die_mm = "16"', "die_mm is '16': expected a number"),
        ("profile.toml", "x_mm = -80.33", "x_mm = 1e300", "x_mm is 1e.300"),
        ("profile.toml", "x_mm = -80.33", "x_mm = 80.33", "two marks lie on each other"),
        ("profile.toml", "odd = true", "odd = 1", "expected true or false"),
        ("profile.toml", "odd = true", "odd = false", "0 marks are odd"),
        ("profile.toml", "hue_deg = 243.3", "hue_deg = nan", "hue_deg is nan"),
        ("profile.toml", 'name = "R"', 'name = "B"', "two have one name"),
        ("profile.toml", "margin = 0.5", "margin = true", "margin is True"),
        ("profile.toml", "margin = 0.5", "margin = nan", "margin is nan"),
        ("points.json", '"origin": [', '"origin": [[1], ', "origin: expected 48 numbers"),
        ("points.json", '"origin": [', '"origin": [NaN, ', "origin: expected 48 numbers"),
        ("points.json", '"points"', '"points": [], "p"', "points is no table of named values"),
        ("profile.toml", "[camera]", "[camera", "not readable"),
        ("points.json", SHA256, "0" * 64, "another embedding"),
        ("points.json", '"origin"', '"0rigin"', "'origin' is missing"),
    ],
)
def test_a_damaged_profile_is_refused_by_name(
    tmp_path: Path, file: str, old: str, new: str, says: str
) -> None:
    for name in ("profile.toml", "points.json"):
        text = (PROFILE / name).read_text()
        if name == file:
            assert old in text
            text = text.replace(old, new, 1)
        (tmp_path / name).write_text(text)
    with pytest.raises(BadProfile, match=says):
        load(tmp_path)


def test_a_folder_that_is_no_profile_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match=r"profile\.toml"):
        load(tmp_path)
