"""``./table dice read`` and ``bench`` with pip dice, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_host.daemon.verbs import dice

from .drawing import BLACK, IVORY, maker, picture

VALUES = {"ann__one": (3, 1, 6, 2), "ann__two": (5, 4), "bob__three": (6, 6, 1)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("photographs")
    lines = ["file,n_dice,values,colours"]
    for name, values in VALUES.items():
        cv2.imwrite(str(made / f"{name}.png"), picture(values, maker(IVORY, BLACK)))
        lines.append(f"{name}.png,{len(values)},{';'.join(map(str, values))},ivory")
    (made / "labels.csv").write_text("\n".join(lines) + "\n")
    return made


def test_a_picture_is_read_in_words_and_drawn(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "ann__one.png"
    assert dice.main(["read", str(file), "--profile", "pips", "--annotate", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "4 dice" in said
    assert all(f"\n  {value}  " in said for value in VALUES["ann__one"])
    drawn = cv2.imread(str(tmp_path / "ann__one.png"))
    assert drawn is not None
    assert (drawn != cv2.imread(str(file))).any()


def test_a_folder_is_read_as_one_json_line_a_picture(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dice.main(["read", str(folder), "--profile", "pips", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [Path(t["file"]).stem for t in told] == list(VALUES)
    for one in told:
        faces = sorted(d["face"] for d in one["dice"])
        assert faces == sorted(map(str, VALUES[Path(one["file"]).stem]))
        assert {"sure", "why", "confidence", "x_px", "y_px", "colour"} <= set(one["dice"][0])


def test_a_folder_with_labels_is_scored_by_series(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dice.main(["bench", str(folder), "--json"]) == 0
    scored = json.loads(capsys.readouterr().out)
    assert list(scored) == ["ann", "bob", "all"]
    assert (scored["ann"]["photographs"], scored["ann"]["dice"]) == (2, 6)
    assert scored["all"]["exact_percent"] == 100
    assert scored["all"]["silently_wrong"] == 0
    assert dice.main(["bench", str(folder), "--profile", "pips"]) == 0
    table = capsys.readouterr().out
    assert "recall" in table
    assert "bob" in table


def test_corrections_change_what_is_held_against_the_reader(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mended = tmp_path / "mended.csv"
    mended.write_text("file,values\nbob__three.png,6;6;2\n")
    assert dice.main(["bench", str(folder), "--corrections", str(mended)]) == 1
    assert "bob__three.png: 2 6 6 read as 1 6 6" in capsys.readouterr().out


def test_a_photograph_that_is_missing_is_named_and_the_others_are_scored(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = "bob__three.png"
    (tmp_path / file).write_bytes((folder / file).read_bytes())
    (tmp_path / "labels.csv").write_text(f"file,values\n{file},1;6;6\ngone.png,1\n")
    assert dice.main(["bench", str(tmp_path), "--json"]) == 2
    said = capsys.readouterr()
    assert "labels.csv:3: file: no picture gone.png in" in said.err
    assert json.loads(said.out)["all"]["photographs"] == 1


def test_a_folder_without_any_labels_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dice.main(["bench", str(tmp_path)]) == 2
    assert "neither a labels.csv" in capsys.readouterr().err


def test_series_without_pips_are_named_and_left_out(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in folder.glob("bob*.png"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "labels.csv").write_text("file,values\nbob__three.png,1;6;6\nfate.png,+;-\n")
    assert dice.main(["bench", str(tmp_path)]) == 0
    assert "no pip dice, left out: fate.png" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("values", "options", "says"), [("+;-", [], "--symbols"), ("1;2", ["--symbols"], "without")]
)
def test_a_folder_without_a_photograph_of_what_is_scored_says_so(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    values: str,
    options: list[str],
    says: str,
) -> None:
    (tmp_path / "labels.csv").write_text(f"file,values\nx.png,{values}\n")
    assert dice.main(["bench", str(tmp_path), *options]) == 2
    assert says in capsys.readouterr().err


def test_no_name_in_a_table_reaches_the_terminal_raw(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = next(folder.glob("bob*.png")).read_bytes()
    (tmp_path / "\x1b[2Jb.png").write_bytes(there)
    (tmp_path / "\x1b[2Jc.png").write_bytes(there)
    for lines in ("\x1b[2Ja.png,1", "\x1b[2Jb.png,2;3"):
        (tmp_path / "labels.csv").write_text(f"file,values\n{lines}\n")
        assert dice.main(["bench", str(tmp_path)]) in (1, 2)
        said = capsys.readouterr()
        assert "\x1b" not in said.err + said.out
        assert "\\x1b" in said.err + said.out


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"no picture at all", "neither a JPEG nor a PNG"),
        (b"", "the file is empty"),
        (cv2.imencode(".png", np.zeros((90, 90), np.uint8))[1].tobytes(), "grey"),
        (cv2.imencode(".jpg", np.zeros((90, 90), np.uint8))[1].tobytes(), "grey"),
        (cv2.imencode(".png", np.zeros((90, 90, 3), np.uint16))[1].tobytes(), "16 bits"),
        (cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1].tobytes(), "too small"),
    ],
    ids=["text", "empty", "grey PNG", "grey JPEG", "16 bits", "tiny"],
)
def test_what_cannot_be_read_is_named_and_ends_with_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, says: str
) -> None:
    file = tmp_path / "bad.png"
    file.write_bytes(content)
    assert dice.main(["read", str(file), "--profile", "pips"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{file}: ")
    assert says in said
    assert "Traceback" not in said


def test_a_profile_of_pips_with_a_mistake_in_it_is_named(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "profile.toml").write_text('kind = "pips"\nsign = 4\n')
    assert dice.main(["read", str(folder), "--profile", str(tmp_path)]) == 78
    assert "write 1 or 6" in capsys.readouterr().err
