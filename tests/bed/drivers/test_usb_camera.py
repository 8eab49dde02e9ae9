"""The USB camera's port on the kernel's own virtual camera."""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.daemon.eye.stale import STAMPED_FRAMES, Stale
from hw.pi.usb_camera import UsbCamera
from hw.pi.video_node import checked, holders
from hw.ports import DeviceLost
from tests.bed.guest.modules import load, wait_for

pytestmark = pytest.mark.bed
PORT = "/dev/video0"
SET_CONTROL, CONTROL = 0xC008561C, struct.Struct("Ii")  # VIDIOC_S_CTRL
DISCONNECT = 0x00F0F041  # a button of vivid's: from then on every call fails with ENODEV
NOBODY = 65534
FRAME_NS = 50_000_000
HOLD = """
import cv2, sys
camera = cv2.VideoCapture(sys.argv[1], cv2.CAP_V4L2)
print(camera.read()[0], flush=True)
sys.stdin.read()
"""


def unload() -> None:
    subprocess.run(["modprobe", "-r", "vivid"], check=False)


@pytest.fixture
def vivid() -> Iterator[None]:
    """One camera, and a node beside it that gives no pictures."""
    unload()
    load_with = ["modprobe", "vivid", "n_devs=1", "node_types=0x101", "num_inputs=1"]
    subprocess.run([*load_with, "input_types=0"], check=True)
    wait_for(PORT)
    yield
    unload()


def set_control(number: int, value: int) -> None:
    with Path(PORT).open("rb+", buffering=0) as node:
        fcntl.ioctl(node, SET_CONTROL, CONTROL.pack(number, value))


def test_pictures_come_in_colour_and_with_the_kernels_stamps(vivid: None) -> None:
    camera = UsbCamera(PORT, 640, 480)
    camera.open()
    stale = Stale()
    frames = [camera.capture(n * FRAME_NS) for n in range(STAMPED_FRAMES + 2)]
    camera.close()
    assert frames[0].bgr.shape[2] == 3
    assert camera.model.startswith("vivid")
    stamps = [frame.stamp_ns for frame in frames]
    assert stamps == sorted(set(stamps))
    assert "again" not in "".join(stale.wrong(frame) for frame in frames)


def test_a_camera_that_is_pulled_out_is_unplugged_and_back_after_it(vivid: None) -> None:
    camera = UsbCamera(PORT, 640, 480)
    camera.open()
    camera.capture(0)
    set_control(DISCONNECT, 1)
    with pytest.raises(DeviceLost, match=r"it was unplugged. Plug it in again"):
        camera.capture(FRAME_NS)
    camera.close()
    unload()
    with pytest.raises(DeviceLost, match="no camera is there"):
        camera.open()
    load("vivid")
    wait_for(PORT)
    camera.open()
    assert camera.capture(2 * FRAME_NS).number == 2
    camera.close()


def test_a_camera_that_another_program_has_says_which(vivid: None) -> None:
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, PORT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "True\n"
    assert f"(process {other.pid})" in holders(PORT)
    camera = UsbCamera(PORT, 640, 480)
    with pytest.raises(DeviceLost, match=rf"End python.*\(process {other.pid}\)"):
        _first(camera)
    camera.close()
    other.communicate("")
    _first(camera)
    camera.close()


def _first(camera: UsbCamera) -> None:
    camera.open()
    camera.capture(0)


def test_a_node_that_gives_no_pictures_says_so(vivid: None) -> None:
    others = [str(node) for node in sorted(Path("/dev").glob("video*")) if str(node) != PORT]
    assert others
    for other in others:
        with pytest.raises(DeviceLost, match=r"this node gives no pictures.*first one"):
            checked(other, opening=True)


def test_a_user_who_may_not_open_it_is_told_what_to_do(vivid: None) -> None:
    Path(PORT).chmod(0o600)
    os.seteuid(NOBODY)
    try:
        with pytest.raises(DeviceLost, match=r"Permission denied.*usermod -aG video"):
            checked(PORT, opening=True)
    finally:
        os.seteuid(0)
