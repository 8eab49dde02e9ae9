"""``dice read`` takes files, folders, videos and cameras, and says which of them is bad and why."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_host.daemon.verbs import dice
from firmware_host.vision.plane import Picture

from .rendering import faces, sample

SEED = 7_000_003
Said = pytest.CaptureFixture[str]


def video(file: Path, pictures: int) -> Path:
    """A clip of one scene, ten pictures a second."""
    picture, _ = sample(SEED)
    clip = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (960, 720))
    assert clip.isOpened()
    for _ in range(pictures):
        clip.write(picture)
    clip.release()
    return file


def test_a_video_is_read_a_picture_a_second(tmp_path: Path, capsys: Said) -> None:
    clip = video(tmp_path / "clip.avi", 25)
    assert dice.main(["read", str(clip), "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [Path(t["file"]).name for t in told] == ["clip-000000", "clip-000010", "clip-000020"]
    want = faces(sample(SEED)[1])
    assert all(sorted(d["face"] for d in t["dice"]) == want for t in told)
    assert dice.main(["read", str(clip), "--json", "--every", "2"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_video_that_ends_before_its_time_is_told_with_2(tmp_path: Path, capsys: Said) -> None:
    clip = video(tmp_path / "clip.avi", 40)
    data = clip.read_bytes()
    clip.write_bytes(data[: len(data) // 2])
    assert dice.main(["read", str(clip), "--json"]) == 2
    said = capsys.readouterr()
    assert "clip.avi: " in said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("none.mp4", "No such file"),
        ("junk.mp4", "no video that can be read; is it whole"),
        ("nothing.mp4", "the file is empty"),
        ("pipe.mp4", "no ordinary file"),
        ("pipe.jpg", "no ordinary file"),
        ("empty", "there is no picture in this folder (.jpg, .jpeg, .png)"),
        ("/dev/video77", "no camera is there"),
    ],
)
def test_what_gives_no_picture_is_told_with_2(
    tmp_path: Path, capsys: Said, name: str, says: str
) -> None:
    (tmp_path / "junk.mp4").write_bytes(b"no video at all")
    (tmp_path / "nothing.mp4").touch()
    (tmp_path / "empty").mkdir()
    os.mkfifo(tmp_path / "pipe.mp4")
    os.mkfifo(tmp_path / "pipe.jpg")
    assert dice.main(["read", str(tmp_path / name)]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda p: p[..., 0], "grey"),
        (lambda p: p.astype(np.uint16) * 256, "16 bits"),
        (lambda p: p[:360, :480], "480 x 360 pixels"),
    ],
)
def test_grey_deep_and_small_pictures_are_refused_with_2(
    tmp_path: Path, capsys: Said, make: object, says: str
) -> None:
    assert callable(make)
    picture: Picture = sample(SEED)[0]
    cv2.imwrite(str(tmp_path / "odd.png"), make(picture))
    assert dice.main(["read", str(tmp_path / "odd.png")]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.startswith(str(tmp_path / "odd.png"))


def test_a_damaged_video_is_told_in_our_words_alone(tmp_path: Path) -> None:
    (tmp_path / "junk.mp4").write_bytes(bytes(1_000))
    said = subprocess.run(
        [sys.executable, "-m", "firmware_host", "dice", "read", str(tmp_path / "junk.mp4")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 2
    assert said.stderr.count("\n") == 1
    assert said.stderr.startswith(f"{tmp_path / 'junk.mp4'}: no video")


def test_a_pipe_is_waited_for_by_nobody(tmp_path: Path, capsys: Said) -> None:
    for name in ("profile.toml", "labels.json"):
        os.mkfifo(tmp_path / name)
    assert dice.main(["bench", str(tmp_path)]) == 2
    assert f"{tmp_path / 'labels.json'}: no ordinary file" in capsys.readouterr().err
    assert dice.main(["read", str(tmp_path / "a.jpg"), "--profile", str(tmp_path)]) == 78
    assert f"{tmp_path / 'profile.toml'}: no ordinary file" in capsys.readouterr().err


def test_where_pictures_are_drawn_and_scored_has_to_be_a_folder(
    tmp_path: Path, capsys: Said
) -> None:
    file = tmp_path / "a.png"
    cv2.imwrite(str(file), sample(SEED)[0])
    for more in ([], ["--profile", "pips"]):
        assert dice.main(["read", str(file), "--annotate", str(file), *more]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err) == ("", f"{file}: a file; --annotate a folder, new or old\n")
    assert dice.main(["bench", str(file)]) == 2
    assert "a.png: a file; name a folder" in capsys.readouterr().err
    assert dice.main(["bench", str(tmp_path / "none")]) == 2
    assert "none: there is no such folder; name a folder" in capsys.readouterr().err
