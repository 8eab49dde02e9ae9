"""``./table dice``: reading, teaching and measuring from the command line, and bad input."""

from __future__ import annotations

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_host.daemon.verbs import dice
from firmware_host.vision import load, pictures
from firmware_host.vision.plane import Picture
from hw.mock import labelled

from .rendering import PROFILE, faces, sample


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("pictures") / "one.png"
    cv2.imwrite(str(file), sample(7_000_001)[0])
    return file


def test_reading_prints_what_lies_there_and_draws_it(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dice.main(["read", str(picture), "--annotate", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    for face in faces(sample(7_000_001)[1]):
        assert f"  {face}  " in said
    drawn = cv2.imread(str(tmp_path / "one.png"))
    assert drawn is not None
    assert drawn.shape == (720, 960, 3)


def test_reading_as_json_gives_one_line_a_picture(
    picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dice.main(["read", str(picture.parent), "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = json.loads(lines[0])
    assert len(lines) == 1
    assert (told["state"], told["trouble"]) == ("dice", "")
    assert sorted(d["face"] for d in told["dice"]) == faces(sample(7_000_001)[1])


def _half(picture: Picture) -> Picture:
    """*picture* as decoders give it when its end did not arrive."""
    return np.concatenate([picture[:500], np.full_like(picture[500:], 128)])


def _table() -> Picture:
    """A table top with no tray on it."""
    return np.random.default_rng(3).integers(90, 140, (720, 960, 3), np.uint8)


def bad(folder: Path, name: str) -> Path:
    """A file that cannot be read as the tray."""
    file = folder / name
    whole = cv2.imencode(".jpg", sample(7_000_001)[0])[1].tobytes()
    black = np.zeros((720, 960, 3), np.uint8)
    contents = {
        "cut.jpg": whole[: len(whole) // 2],
        "empty.png": b"",
        "text.jpg": b"no picture at all",
        "black.png": cv2.imencode(".png", black)[1].tobytes(),
        "white.png": cv2.imencode(".png", black + 255)[1].tobytes(),
        "half.png": cv2.imencode(".png", _half(sample(7_000_001)[0]))[1].tobytes(),
        "table.png": cv2.imencode(".png", _table())[1].tobytes(),
        "small.png": cv2.imencode(".png", black[::2, ::2])[1].tobytes(),
    }
    if name in contents:
        file.write_bytes(contents[name])
    return file


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("cut.jpg", "cut off"),
        ("empty.png", "the file is empty"),
        ("text.jpg", "neither a JPEG nor a PNG"),
        ("black.png", "too dark"),
        ("white.png", "overexposed"),
        ("table.png", "four marks"),
        ("half.png", "a part of it did not arrive"),
        ("small.png", "480 x 360 pixels"),
        ("none.png", "No such file"),
    ],
)
def test_a_bad_picture_is_named_with_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, says: str
) -> None:
    file = bad(tmp_path, name)
    assert dice.main(["read", str(file)]) == 2
    told = capsys.readouterr().err
    assert str(file) in told
    assert says in told
    assert "Traceback" not in told


def test_one_bad_picture_does_not_stop_the_others(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dice.main(["read", str(bad(tmp_path, "cut.jpg")), str(picture)]) == 2
    assert str(picture) in capsys.readouterr().out


def test_what_was_taught_can_be_read_and_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "labelled", tmp_path / "profile"
    labelled.main([str(source), "--seed", "77", "--count", "24", "--outside", "0", "--cocked", "0"])
    assert dice.main(["teach", "--from", str(source), "--out", str(out)]) == 0
    assert load(out).symbols == load(PROFILE).symbols
    assert (out / "shots" / "Yb_1.png").is_file()
    capsys.readouterr()
    assert dice.main(["bench", str(source), "--profile", str(out), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["dice"] == figures["found"] > 60
    assert (figures["wrong"], figures["missed"], figures["extra"]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "No such file"),
        ("{", "not JSON"),
        ('{"pictures": []}', "'tray' is missing"),
    ],
)
def test_labels_that_teach_nothing_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | None, says: str
) -> None:
    if content is not None:
        (tmp_path / "labels.json").write_text(content)
    assert dice.main(["teach", "--from", str(tmp_path), "--out", str(tmp_path / "p")]) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "p").exists()


def test_drawings_never_replace_the_pictures_they_are_of_nor_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("own/x.png", "own/a/x.png"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        pictures.write(tmp_path / name, sample(7_000_001)[0])
    before = (tmp_path / "own" / "x.png").read_bytes()
    own = str(tmp_path / "own")
    assert dice.main(["read", own, "--annotate", own]) == 2
    assert "--annotate another folder" in capsys.readouterr().err
    assert (tmp_path / "own" / "x.png").read_bytes() == before
    assert dice.main(["read", own, f"{own}/a", "--annotate", str(tmp_path / "drawn")]) == 0
    assert {f.name for f in (tmp_path / "drawn").iterdir()} == {"x.png", "x-2.png"}


def test_what_is_no_ordinary_file_is_refused_and_no_name_reaches_the_terminal_raw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "b.jpg")
    assert dice.main(["read", str(tmp_path)]) == 2
    assert "no ordinary file" in capsys.readouterr().err
    assert dice.main(["read", "/dev/zero"]) == 2
    assert dice.main(["read", str(tmp_path / "\x1b[31mred.jpg")]) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_an_empty_name_is_no_name_of_this_folder(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        dice.main(["read", ""])
    assert "an empty name" in capsys.readouterr().err
