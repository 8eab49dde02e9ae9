"""Files that are odd in ways no camera makes them: named, or read, and never taken for empty."""

from __future__ import annotations

import json
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware_host.daemon.places import config_folder
from firmware_host.daemon.verbs import dice
from firmware_host.vision import BadProfile, load
from firmware_host.vision.labels import BadLabels, read
from firmware_host.vision.pictures import BadPicture, decode
from firmware_host.vision.plane import Picture

from .rendering import sample

SEED = 7_000_005
Said = pytest.CaptureFixture[str]


def jpeg(picture: Picture) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int) -> bytes:
    """A PNG whose header tells of so many pixels, with hardly any in it."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(bytes(100)))
    return b"\x89PNG\r\n\x1a\n" + header + pixels + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\x89PNG\r\n\x1a\nIEND", "damaged"),
        (png(60_000, 60_000), "60000 x 60000 pixels: more than 134 million"),
        (
            b"\xff\xd8\xff\xc0\0\x11\x08\xff\xfe\xff\xff\x03" + bytes(9) + b"\xff\xd9",
            "65535 x 65534 pixels",
        ),
        (png(9_000, 9_000), "damaged"),
        (png(0, 0), "damaged"),
        (b"\xff\xd8\xff\xd9", "damaged"),
    ],
)
def test_a_header_without_a_picture_is_named(content: bytes, says: str) -> None:
    with pytest.raises(BadPicture, match=f"odd: {says}"):
        decode(content, "odd")


def test_a_grey_picture_that_is_written_in_colour_is_refused_as_grey() -> None:
    grey = sample(SEED)[0][:, :, :1].repeat(3, axis=2)
    with pytest.raises(BadPicture, match="grey, though written in colour"):
        decode(jpeg(grey), "odd")


def test_what_a_telephone_adds_behind_a_jpeg_does_not_matter() -> None:
    picture, _ = sample(SEED)
    whole = jpeg(picture)
    assert (decode(whole + b"SEFT" * 500, "odd") == decode(whole, "odd")).all()


def test_a_cut_jpeg_with_a_small_picture_of_it_in_its_header_is_still_cut() -> None:
    whole = jpeg(sample(SEED)[0])
    thumbnail = b"\xff\xe1" + struct.pack(">H", 8) + b"\xff\xd8..\xff\xd9"
    decode(whole[:2] + thumbnail + whole[2:], "odd")
    with pytest.raises(BadPicture, match="cut off"):
        decode(whole[:2] + thumbnail + whole[2 : len(whole) // 2], "odd")


@pytest.mark.parametrize("arrived", [0.6, 0.9, 0.97])
def test_a_jpeg_whose_end_was_lost_is_cut_off_though_it_ends_as_others_do(
    tmp_path: Path, capsys: Said, arrived: float
) -> None:
    whole = jpeg(sample(SEED)[0])
    file = tmp_path / "cut.jpg"
    file.write_bytes(whole[: int(arrived * len(whole))] + b"\xff\xd9")
    for profile in ("lava_land", "pips"):
        assert dice.main(["read", str(file), "--profile", profile]) == 2
        assert "cut off" in capsys.readouterr().err


@pytest.mark.parametrize(("shade", "says"), [(0, "too dark"), (255, "overexposed")])
def test_a_black_or_white_picture_of_no_pip_dice_is_named(
    tmp_path: Path, capsys: Said, shade: int, says: str
) -> None:
    file = tmp_path / "one.png"
    cv2.imwrite(str(file), np.full((240, 320, 3), shade, np.uint8))
    assert dice.main(["read", str(file), "--profile", "pips"]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--every", "--count"])
@pytest.mark.parametrize("value", ["0", "-3", "nan", "inf", "much"])
def test_no_picture_at_all_cannot_be_asked_for(option: str, value: str, capsys: Said) -> None:
    with pytest.raises(SystemExit):
        dice.main(["read", "clip.avi", option, value])
    assert "write" in capsys.readouterr().err


def labelled() -> dict[str, Any]:
    """A ``labels.json`` with nothing wrong."""
    corners = ((-80.0, -80.0), (80.0, -80.0), (80.0, 80.0), (-80.0, 80.0))
    marks = [{"x_mm": x, "y_mm": y, "odd": n == 0} for n, (x, y) in enumerate(corners)]
    tray = {"die_mm": 16, "floor_radius_mm": 105, "mark_radius_mm": 5, "marks": marks}
    die = {"colour": "Y", "symbol": "b", "x_mm": 1, "y_mm": 2, "angle_deg": 3}
    return {"tray": tray, "pictures": [{"file": "0000.png", "dice": [die]}]}


def _with(where: str, key: str, value: object) -> Callable[[dict[str, Any]], Any]:
    def change(document: dict[str, Any]) -> Any:
        block = {
            "file": document,
            "tray": document["tray"],
            "mark": document["tray"]["marks"][0],
            "picture": document["pictures"][0],
            "die": document["pictures"][0]["dice"][0],
        }[where]
        block[key] = value
        return document

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda _: [], "the file is no table of named values"),
        (_with("file", "pictures", {"0": 1}), "pictures is no list"),
        (_with("file", "pictures", ["0000.png"]), r"pictures\[0\] is no table"),
        (_with("file", "tray", 5), "tray is no table"),
        (_with("tray", "marks", None), "tray.marks is no list"),
        (_with("tray", "die_mm", 0), "the die's edge is 0 mm"),
        (_with("tray", "floor_radius_mm", float("nan")), "floor_radius_mm is nan"),
        (_with("mark", "x_mm", "left"), "x_mm is 'left': expected a number"),
        (_with("picture", "file", 7), "file is 7: expected a text"),
        (_with("picture", "dice", 7), "dice of 0000.png is no list"),
        (_with("die", "x_mm", float("inf")), "x_mm is inf"),
        (_with("die", "symbol", ""), "symbol is ''"),
    ],
)
def test_wrong_labels_are_told_by_what_is_wrong(
    tmp_path: Path, change: Callable[[dict[str, Any]], Any], says: str
) -> None:
    file = tmp_path / "labels.json"
    file.write_text(json.dumps(labelled()))
    assert len(read(tmp_path).pictures[0].dice) == 1
    file.write_text(json.dumps(change(labelled())))
    with pytest.raises(BadLabels, match=says):
        read(tmp_path)


def test_a_link_that_leads_to_itself_is_named(tmp_path: Path, capsys: Said) -> None:
    link = tmp_path / "loop.png"
    link.symlink_to(link)
    assert dice.main(["read", str(link)]) == 2
    assert str(link) in capsys.readouterr().err


@pytest.mark.parametrize("name", ["profile.toml", "points.json"])
def test_of_a_profile_the_file_that_is_garbled_is_named(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(config_folder() / "dice" / "lava_land", folder)
    (folder / name).write_text("{]=]")
    with pytest.raises(BadProfile, match=f"mine/{name}: not readable"):
        load(folder)
