"""Cameras that are not rendered: a USB camera, a Pi's own."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from hw.pi.ribbon_camera import RibbonCamera
from hw.pi.usb_camera import UsbCamera
from hw.pi.video_node import busy, checked, holders, refused
from hw.ports import DeviceLost


class Node:
    """What the kernel says of the node."""

    says: DeviceLost | None = None

    def __call__(self, port: str, *, opening: bool = False) -> None:
        if self.says is not None:
            raise self.says


class FakeCapture:
    """What ``cv2.VideoCapture`` gives."""

    def __init__(self, opens: bool = True, pictures: int = 1) -> None:
        self.opens, self.pictures, self.released = opens, pictures, False
        self.grabbed = 0
        self.picture: Any = np.zeros((8, 8, 3), np.uint8)
        self.breaks = False
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
        if self.breaks:
            raise cv2.error("bad header")
        self.pictures -= 1
        return self.pictures >= 0, self.picture

    def release(self) -> None:
        self.released = True


def test_a_usb_camera_gives_pictures_until_it_is_unplugged(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    device = FakeCapture(pictures=1)
    camera = UsbCamera(str(tmp_path / "video0"), 8, 8, lambda port, api: device, check=Node())
    camera.open()
    frame = camera.capture(5)
    assert (frame.at_ns, frame.stamp_ns, device.grabbed) == (5, 12_500_000, 0)
    with pytest.raises(DeviceLost, match="it gives no picture"):
        camera.capture(6)
    camera.close()
    assert device.released


def usb(device: FakeCapture, node: Node) -> UsbCamera:
    return UsbCamera("/dev/video7", 8, 8, lambda port, api: device, check=node)


def test_a_usb_camera_that_is_missing_is_no_camera_or_taken_says_so(tmp_path: Path) -> None:
    with pytest.raises(DeviceLost, match=r"no camera is there.*plugged in"):
        UsbCamera(str(tmp_path / "video9"), 8, 8).open()
    (tmp_path / "video0").touch()
    with pytest.raises(DeviceLost, match=r"it is no camera.*several nodes"):
        UsbCamera(str(tmp_path / "video0"), 8, 8).open()
    device = FakeCapture(opens=False)
    with pytest.raises(DeviceLost, match=r"another program.*fuser"):
        usb(device, Node()).open()
    assert device.released


def test_a_usb_camera_that_goes_dumb_is_asked_of_the_kernel_why() -> None:
    node = Node()
    camera = usb(FakeCapture(pictures=0), node)
    camera.open()
    with pytest.raises(DeviceLost, match=r"it gives no picture.*cable"):
        camera.capture(1)
    node.says = DeviceLost("camera", "/dev/video7", "it was unplugged", "Plug it in again")
    with pytest.raises(DeviceLost, match=r"it was unplugged. Plug it in again"):
        camera.capture(2)


def test_a_usb_camera_whose_pictures_are_not_in_colour_or_broken_says_so() -> None:
    device = FakeCapture(pictures=3)
    camera = usb(device, Node())
    camera.open()
    for odd in (np.zeros((8, 8), np.uint8), np.zeros((8, 8, 3), np.uint16)):
        device.picture = odd
        with pytest.raises(DeviceLost, match="not in colour"):
            camera.capture(1)
    device.breaks = True
    with pytest.raises(DeviceLost, match="cannot be read"):
        camera.capture(2)


def test_a_camera_that_gives_empty_pictures_gives_none_and_one_not_open_holds_nothing() -> None:
    device = FakeCapture(pictures=1)
    device.picture = np.zeros((0, 0, 3), np.uint8)
    camera = usb(device, Node())
    with pytest.raises(DeviceLost, match="it is not open"):
        camera.hold({})
    camera.open()
    with pytest.raises(DeviceLost, match="it gives no picture"):
        camera.capture(1)
    empty, _ = ribbon(shape=(0, 0, 3))
    empty.open()
    with pytest.raises(DeviceLost, match=r"of the form \(0, 0, 3\)"):
        empty.capture(1)


def test_a_usb_camera_that_is_opened_anew_was_let_go_of_before() -> None:
    device = FakeCapture()
    camera = usb(device, Node())
    camera.open()
    camera.open()
    assert device.released


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open everything")
def test_a_camera_that_this_user_may_not_open_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "video0").touch(0o000)
    with pytest.raises(DeviceLost, match="usermod -aG video"):
        checked(str(tmp_path / "video0"), opening=True)


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.EACCES, r"Permission denied. .*usermod -aG video"),
        (errno.EBUSY, r"it is another program's. .*fuser"),
        (errno.ENODEV, r"it was unplugged. Plug it in again"),
        (errno.ENXIO, r"it was unplugged"),
        (errno.EIO, r"without a hub"),
    ],
)
def test_what_the_kernel_says_of_a_camera_is_told_with_what_to_do(number: int, says: str) -> None:
    wrong = OSError(number, os.strerror(number))
    with pytest.raises(DeviceLost, match=says):
        raise refused("/dev/video7", wrong, opening=False)


def test_the_programs_that_have_a_camera_are_named(tmp_path: Path) -> None:
    node, proc = tmp_path / "video0", tmp_path / "proc"
    node.touch()
    for number, opened in (("812", node), ("9", tmp_path), (str(os.getpid()), node)):
        (proc / number / "fd").mkdir(parents=True)
        (proc / number / "fd" / "3").symlink_to(opened)
        (proc / number / "comm").write_text("fswebcam\n")
    assert holders(str(node), proc) == "fswebcam (process 812)"
    assert busy(str(node), "it is taken", proc).hint == "End fswebcam (process 812)"


def test_a_usb_camera_is_held_where_it_is_or_as_it_was_taught(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    (tmp_path / "video0").with_name("names").mkdir()
    device = FakeCapture()
    device.stuck = {cv2.CAP_PROP_AUTO_WB}
    port, names = str(tmp_path / "video0"), tmp_path / "names"
    camera = UsbCamera(port, 8, 8, lambda port, api: device, names, Node())
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


class FakePicamera2:
    """What picamera2 gives; it minds in which order it is called, as the real one does."""

    found: tuple[object, ...] = ({"Model": "imx708"},)
    breaks_at = ""  #: in this call
    breaks_with: Exception = RuntimeError("Failed to start camera: Device or resource busy")
    shape: tuple[int, ...] = ()
    calls: list[str]

    def __init__(self) -> None:
        type(self).calls = []
        self.state = "open"
        self._called("init")

    def _called(self, call: str, *needs: str) -> None:
        self.calls.append(call)
        if self.breaks_at == call:
            raise self.breaks_with
        if needs and self.state not in needs:
            raise RuntimeError(f"{call}: the camera is {self.state}")

    @classmethod
    def global_camera_info(cls) -> tuple[object, ...]:
        return cls.found

    def create_still_configuration(self, **settings: Any) -> dict[str, Any]:
        return settings

    def configure(self, settings: dict[str, Any]) -> None:
        self._called("configure", "open")
        self.size = settings["main"]["size"]
        self.state = "configured"

    def start(self) -> None:
        self._called("start", "configured")
        self.state = "started"

    def capture_request(self) -> Any:
        self._called("capture_request", "started")
        shape = self.shape or (self.size[1], self.size[0], 3)
        return SimpleNamespace(
            make_array=lambda name: np.zeros(shape, np.uint8),
            get_metadata=lambda: {"SensorTimestamp": 4_000},
            release=lambda: self.calls.append("release"),
        )

    camera_controls: tuple[str, ...] = ("AeEnable", "AfMode")
    held: tuple[dict[str, Any], ...] = ()

    def capture_metadata(self) -> dict[str, Any]:
        self._called("capture_metadata", "started")
        about: dict[str, Any] = {"ExposureTime": 9_000, "AnalogueGain": 2.0}
        return about | {"ColourGains": (1.5, 1.25), "LensPosition": 2.5}

    def set_controls(self, controls: dict[str, Any]) -> None:
        type(self).held = (*self.held, controls)

    def stop(self) -> None:
        self._called("stop")
        self.state = "configured"

    def close(self) -> None:
        self._called("close")
        self.state = "closed"


def ribbon(**facts: Any) -> tuple[RibbonCamera, type[FakePicamera2]]:
    kind = type("Faked", (FakePicamera2,), facts)
    return RibbonCamera(64, 48, SimpleNamespace(Picamera2=kind)), kind


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


def test_a_ribbon_camera_that_is_missing_says_so() -> None:
    with pytest.raises(DeviceLost, match="Reseat its ribbon"):
        ribbon(found=())[0].open()


@pytest.mark.parametrize(
    ("breaks_with", "says"),
    [
        (RuntimeError("Failed to acquire camera: Device or resource busy"), "Another program"),
        (RuntimeError("Camera __init__ sequence did not complete."), "Another program"),
        (PermissionError(13, "Permission denied"), "usermod -aG video"),
        (OSError(12, "Cannot allocate memory"), "cma-256"),
        (IndexError("list index out of range"), "Reseat its ribbon"),
        (RuntimeError("Camera frontend has timed out!"), "Reseat its ribbon"),
    ],
)
@pytest.mark.parametrize("call", ["init", "configure", "start"])
def test_a_ribbon_camera_that_does_not_open_says_why_and_is_let_go_of(
    call: str, breaks_with: Exception, says: str
) -> None:
    camera, kind = ribbon(breaks_at=call, breaks_with=breaks_with)
    with pytest.raises(DeviceLost, match=says):
        camera.open()
    assert (kind.calls[-1] == "close") == (call != "init")
    with pytest.raises(DeviceLost, match="not open"):
        camera.capture(1)


def test_a_ribbon_camera_is_let_go_of_though_it_cannot_be_stopped() -> None:
    camera, kind = ribbon(breaks_at="stop")
    camera.open()
    camera.close()
    assert kind.calls == ["init", "configure", "start", "stop", "close"]


def test_a_ribbon_that_came_loose_is_a_lost_camera_and_its_buffers_are_given_back() -> None:
    loose = RuntimeError("Camera frontend has timed out!")
    camera, _ = ribbon(breaks_at="capture_request", breaks_with=loose)
    camera.open()
    with pytest.raises(DeviceLost, match=r"timed out!. Reseat its ribbon"):
        camera.capture(1)
    grey, kind = ribbon(shape=(48, 64))
    grey.open()
    with pytest.raises(DeviceLost, match="not in colour"):
        grey.capture(1)
    assert kind.calls[-2:] == ["capture_request", "release"]


def test_a_library_that_cannot_be_loaded_is_a_lost_camera_with_what_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a system whose own modules were built for an older NumPy than the environment's."""
    (tmp_path / "picamera2.py").write_text("raise ValueError('numpy.dtype size changed')")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(
        DeviceLost, match=r"dtype size changed.*pip install --ignore-installed.*simplejpeg"
    ):
        RibbonCamera(64, 48).open()
