"""``dice read`` takes files, folders, videos and cameras, and says which of them is bad and why."""

from __future__ import annotations

import json
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
        ("junk.mp4", "no video that can be read"),
        ("empty", "there is no picture in this folder (.jpg, .jpeg, .png)"),
        ("/dev/video77", "no camera is there"),
    ],
)
def test_what_gives_no_picture_is_told_with_2(
    tmp_path: Path, capsys: Said, name: str, says: str
) -> None:
    (tmp_path / "junk.mp4").write_bytes(b"no video at all")
    (tmp_path / "empty").mkdir()
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
