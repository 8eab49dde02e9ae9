"""Cameras that are not rendered: a folder of photographs, a USB camera, a Pi's own."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from hw.pi.folder_camera import FolderCamera
from hw.pi.ribbon_camera import RibbonCamera
from hw.pi.usb_camera import UsbCamera
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


class FakeCapture:
    """What ``cv2.VideoCapture`` gives."""

    def __init__(self, opens: bool = True, pictures: int = 1) -> None:
        self.opens, self.pictures, self.released = opens, pictures, False
        self.grabbed = 0
        self.knobs: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: 156.0, cv2.CAP_PROP_AUTO_WB: 1.0}
        self.stuck: set[int] = set()

    def isOpened(self) -> bool:  # noqa: N802
        return self.opens

    def set(self, key: int, value: float) -> None:
        if key not in self.stuck:
            self.knobs[key] = value

    def get(self, key: int) -> float:
        return 12.5 if key == cv2.CAP_PROP_POS_MSEC else self.knobs.get(key, 0.0)

    def grab(self) -> bool:
        self.grabbed += 1
        return True

    def read(self) -> tuple[bool, Any]:
        self.pictures -= 1
        return self.pictures >= 0, np.zeros((8, 8, 3), np.uint8)

    def release(self) -> None:
        self.released = True


def test_a_usb_camera_gives_pictures_until_it_is_unplugged(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    device = FakeCapture(pictures=1)
    camera = UsbCamera(str(tmp_path / "video0"), 8, 8, lambda port, api: device)
    camera.open()
    frame = camera.capture(5)
    assert (frame.at_ns, frame.stamp_ns, device.grabbed) == (5, 12_500_000, 0)
    with pytest.raises(DeviceLost, match="it gives no picture"):
        camera.capture(6)
    camera.close()
    assert device.released


def test_a_usb_camera_that_is_missing_or_taken_says_so(tmp_path: Path) -> None:
    with pytest.raises(DeviceLost, match="no camera is there"):
        UsbCamera(str(tmp_path / "video9"), 8, 8).open()
    (tmp_path / "video0").touch()
    taken = UsbCamera(str(tmp_path / "video0"), 8, 8, lambda port, api: FakeCapture(opens=False))
    with pytest.raises(DeviceLost, match="another program"):
        taken.open()


def test_a_usb_camera_is_held_where_it_is_or_as_it_was_taught(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    (tmp_path / "video0").with_name("names").mkdir()
    device = FakeCapture()
    device.stuck = {cv2.CAP_PROP_AUTO_WB}
    port, names = str(tmp_path / "video0"), tmp_path / "names"
    camera = UsbCamera(port, 8, 8, lambda port, api: device, names)
    camera.open()
    held = camera.hold({})
    assert held.values == {"exposure": 156.0, "focus": 0.0}
    assert held.lacks == ("white_balance",)  # its driver does not let go of that
    assert device.knobs[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    assert camera.hold({"exposure": 90.0}).values["exposure"] == 90.0
    assert camera.model == port
    (names / "video0").mkdir()
    (names / "video0" / "name").write_text("HD Webcam C525\n")
    assert camera.model == "HD Webcam C525"


def test_photographs_cannot_be_held(tmp_path: Path) -> None:
    assert FolderCamera(tmp_path).hold({}).lacks == ("exposure", "white_balance", "focus")


class FakePicamera2:
    """What picamera2 gives."""

    found: tuple[object, ...] = ({"Model": "imx708"},)
    busy = False

    @classmethod
    def global_camera_info(cls) -> tuple[object, ...]:
        return cls.found

    def create_still_configuration(self, **settings: Any) -> dict[str, Any]:
        return settings

    def configure(self, settings: dict[str, Any]) -> None:
        self.size = settings["main"]["size"]

    def start(self) -> None:
        if self.busy:
            raise RuntimeError("Device or resource busy")

    def capture_request(self) -> Any:
        return SimpleNamespace(
            make_array=lambda name: np.zeros((self.size[1], self.size[0], 3), np.uint8),
            get_metadata=lambda: {"SensorTimestamp": 4_000},
            release=lambda: None,
        )

    camera_controls: tuple[str, ...] = ("AeEnable", "AfMode")
    held: tuple[dict[str, Any], ...] = ()

    def capture_metadata(self) -> dict[str, Any]:
        about: dict[str, Any] = {"ExposureTime": 9_000, "AnalogueGain": 2.0}
        return about | {"ColourGains": (1.5, 1.25), "LensPosition": 2.5}

    def set_controls(self, controls: dict[str, Any]) -> None:
        type(self).held = (*self.held, controls)

    def stop(self) -> None: ...
    def close(self) -> None: ...


def test_a_ribbon_camera_is_held_at_what_its_automatic_came_to() -> None:
    camera = RibbonCamera(64, 48, SimpleNamespace(Picamera2=FakePicamera2))
    camera.open()
    held = camera.hold({})
    assert (camera.model, held.lacks) == ("imx708", ())
    wanted = {"exposure": 9_000.0, "gain": 2.0, "red": 1.5, "blue": 1.25, "focus": 2.5}
    assert held.values == wanted
    assert FakePicamera2.held[-1]["ExposureTime"] == 9_000
    assert FakePicamera2.held[-1]["LensPosition"] == 2.5
    camera.hold({**wanted, "exposure": 5_000.0})
    assert FakePicamera2.held[-1]["ExposureTime"] == 5_000
    assert not FakePicamera2.held[-1]["AwbEnable"]


def test_a_ribbon_camera_gives_pictures_of_the_size_asked_for() -> None:
    camera = RibbonCamera(64, 48, SimpleNamespace(Picamera2=FakePicamera2))
    camera.open()
    frame = camera.capture(1)
    assert (frame.bgr.shape, frame.at_ns, frame.stamp_ns) == ((48, 64, 3), 1, 4_000)
    camera.close()
    with pytest.raises(DeviceLost, match="not open"):
        camera.capture(2)


def test_a_ribbon_camera_that_is_missing_or_busy_says_so() -> None:
    none = SimpleNamespace(Picamera2=type("None_", (FakePicamera2,), {"found": ()}))
    with pytest.raises(DeviceLost, match="Reseat its ribbon"):
        RibbonCamera(64, 48, none).open()
    busy = SimpleNamespace(Picamera2=type("Busy", (FakePicamera2,), {"busy": True}))
    with pytest.raises(DeviceLost, match="resource busy"):
        RibbonCamera(64, 48, busy).open()


def test_a_library_that_cannot_be_loaded_is_a_lost_camera_with_what_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a system whose own modules were built for an older NumPy than the environment's."""
    (tmp_path / "picamera2.py").write_text("raise ValueError('numpy.dtype size changed')")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(DeviceLost, match=r"dtype size changed.*pip install simplejpeg"):
        RibbonCamera(64, 48).open()
