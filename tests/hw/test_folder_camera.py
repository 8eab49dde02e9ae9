"""Photographs dropped into a folder, as a camera."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from hw.pi.folder_camera import FolderCamera
from hw.ports import DeviceLost


def photograph(file: Path, shade: int, when: int) -> bytes:
    """A grey picture, saved at a time."""
    data = cv2.imencode(file.suffix, np.full((32, 48, 3), shade, np.uint8))[1].tobytes()
    file.write_bytes(data)
    os.utime(file, (when, when))
    return data


def test_the_newest_photograph_in_a_folder_is_seen(tmp_path: Path) -> None:
    camera = FolderCamera(tmp_path)
    camera.open()
    photograph(tmp_path / "b.png", 10, 100)
    assert camera.capture(7).bgr[0, 0, 0] == 10
    photograph(tmp_path / "a.JPG", 200, 200)
    (tmp_path / "notes.txt").write_text("no picture")
    frame = camera.capture(8)
    assert abs(int(frame.bgr[0, 0, 0]) - 200) < 3
    assert (frame.at_ns, frame.number) == (8, 2)
    assert camera.capture(9).bgr is frame.bgr  # read once


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"GIF89a", "it is no JPEG or PNG picture"),
        (b"", "it is no JPEG or PNG picture"),
        (b"\xff\xd8\xff\xe0 and so on", "the picture is cut off"),
        (b"\xff\xd8 nothing in between \xff\xd9", "the picture cannot be read"),
    ],
)
def test_a_file_that_is_no_whole_picture_is_named(tmp_path: Path, data: bytes, says: str) -> None:
    camera = FolderCamera(tmp_path)
    (tmp_path / "x.jpg").write_bytes(data)
    with pytest.raises(DeviceLost, match=rf"x\.jpg: {says}"):
        camera.capture(0)


def test_a_truncated_photograph_is_cut_off_and_the_next_whole_one_is_seen(tmp_path: Path) -> None:
    camera = FolderCamera(tmp_path)
    whole = photograph(tmp_path / "x.jpg", 90, 100)
    (tmp_path / "x.jpg").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DeviceLost, match="cut off"):
        camera.capture(0)
    (tmp_path / "x.jpg").write_bytes(whole)
    assert camera.capture(1).bgr.shape == (32, 48, 3)


def test_a_folder_that_is_empty_or_missing_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(DeviceLost, match="Drop a JPEG or PNG"):
        FolderCamera(tmp_path).capture(0)
    with pytest.raises(DeviceLost, match="no such folder"):
        FolderCamera(tmp_path / "none").open()


def test_a_folder_that_goes_and_a_file_that_cannot_be_read_are_lost_cameras(tmp_path: Path) -> None:
    folder = tmp_path / "photographs"
    folder.mkdir()
    camera = FolderCamera(folder)
    camera.open()
    (folder / "x.jpg").mkdir()
    (folder / "y.jpg").symlink_to("nowhere")
    with pytest.raises(DeviceLost, match=r"x\.jpg: it cannot be read: Is a directory"):
        camera.capture(0)
    (folder / "x.jpg").rmdir()
    with pytest.raises(DeviceLost, match="there is no picture in it yet"):
        camera.capture(1)
    (folder / "y.jpg").unlink()
    folder.rmdir()
    with pytest.raises(DeviceLost, match="cannot be looked into: No such file"):
        camera.capture(2)


def test_photographs_cannot_be_held(tmp_path: Path) -> None:
    assert FolderCamera(tmp_path).hold({}).lacks == ("exposure", "white_balance", "focus")


def test_a_pipe_among_the_photographs_is_not_waited_for(tmp_path: Path) -> None:
    camera = FolderCamera(tmp_path)
    photograph(tmp_path / "x.jpg", 90, 100)
    os.mkfifo(tmp_path / "y.jpg")
    assert camera.capture(0).bgr.shape == (32, 48, 3)
    (tmp_path / "x.jpg").unlink()
    with pytest.raises(DeviceLost, match="no picture in it yet"):
        FolderCamera(tmp_path).capture(1)
