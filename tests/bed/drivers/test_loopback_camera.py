"""The USB camera's port on v4l2loopback: old pictures, wrong forms, another program."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

from firmware_host.daemon.eye.stale import AGAIN, FROZEN_FRAMES, STAMPED_FRAMES, Stale
from hw.pi.usb_camera import UsbCamera
from hw.ports import DeviceLost
from tests.bed.guest.loopback import NODE, Shown, loaded, unloaded

pytestmark = pytest.mark.bed
SIZE = (640, 480)
FRAME_NS = 50_000_000
HOLD = "import os, sys; os.open(sys.argv[1], os.O_RDWR); print('has it', flush=True); input()"


def pictures(bytes_each: int, number: int = 4) -> list[bytes]:
    luck = random.Random(7)
    return [luck.randbytes(bytes_each) for _ in range(number)]


@pytest.fixture(autouse=True)
def _module() -> Iterator[None]:
    asked = ["modprobe", "--dry-run", "v4l2loopback"]
    if subprocess.run(asked, capture_output=True, check=False).returncode:
        pytest.skip("there is no v4l2loopback in this bed (see tests/bed/build.py)")
    loaded()
    yield
    unloaded()


def test_a_camera_that_gives_its_last_picture_again_is_frozen_though_every_read_succeeds() -> None:
    shown = Shown("YUYV", SIZE, pictures(2 * 640 * 480))
    camera, stale = UsbCamera(NODE, *SIZE), Stale()
    camera.open()
    fresh = [stale.wrong(camera.capture(n * FRAME_NS)) for n in range(12)]
    assert fresh == [""] * 12
    shown.again()
    shown.stop()
    said = [stale.wrong(camera.capture((20 + n) * FRAME_NS)) for n in range(STAMPED_FRAMES + 3)]
    assert said[-1] == AGAIN
    camera.close()
    shown.close()


def test_one_picture_with_fresh_stamps_again_and_again_is_frozen_too() -> None:
    shown = Shown("YUYV", SIZE, pictures(2 * 640 * 480, 1))
    camera, stale = UsbCamera(NODE, *SIZE), Stale()
    camera.open()
    frames = [camera.capture(n * FRAME_NS) for n in range(FROZEN_FRAMES + 2)]
    assert len({frame.stamp_ns for frame in frames}) > FROZEN_FRAMES // 2
    said = [stale.wrong(frame) for frame in frames]
    assert said[-1] == AGAIN
    camera.close()
    shown.close()


@pytest.mark.parametrize(("fourcc", "bits"), [("H264", 8), ("GREY", 8), ("Y16 ", 16)])
def test_what_is_no_picture_in_colour_is_refused_by_its_form(fourcc: str, bits: int) -> None:
    shown = Shown(fourcc, SIZE, pictures(640 * 480 * bits // 8))
    words = rf"it gives {fourcc.strip()}, and no pictures in colour. Take a camera that gives MJPG"
    with pytest.raises(DeviceLost, match=words):
        UsbCamera(NODE, *SIZE).open()
    shown.close()


@pytest.mark.parametrize(("fourcc", "bytes_each"), [("RGB3", 3), ("UYVY", 2)])
def test_other_forms_in_colour_are_read(fourcc: str, bytes_each: int) -> None:
    shown = Shown(fourcc, SIZE, pictures(bytes_each * 640 * 480))
    camera = UsbCamera(NODE, *SIZE)
    camera.open()
    assert camera.capture(0).bgr.shape == (480, 640, 3)
    camera.close()
    shown.close()


def test_a_camera_that_another_program_has_says_which() -> None:
    loaded("max_openers=2")
    shown = Shown("YUYV", SIZE, pictures(2 * 640 * 480))
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, NODE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "has it\n"
    camera = UsbCamera(NODE, *SIZE)
    with pytest.raises(DeviceLost, match=rf"another program's. End .*\(process {other.pid}\)"):
        camera.open()
    other.communicate("\n")
    camera.open()
    assert camera.capture(0).number == 1
    camera.close()
    shown.close()


def test_a_camera_that_nobody_feeds_gives_no_pictures_and_says_so() -> None:
    with pytest.raises(DeviceLost, match="this node gives no pictures"):
        UsbCamera(NODE, *SIZE).open()
