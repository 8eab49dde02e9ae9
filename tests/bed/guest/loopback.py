"""A camera made of v4l2loopback: another program's end writes what it is to show."""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
import threading
from collections.abc import Sequence

from tests.bed.guest.modules import wait_for

NODE = "/dev/video9"
SET_FORMAT = 0xC0D05605  # VIDIOC_S_FMT
OUTPUT = 2  # V4L2_BUF_TYPE_VIDEO_OUTPUT
SET_CONTROL, CONTROL = 0xC008561C, struct.Struct("Ii")  # VIDIOC_S_CTRL
SUSTAIN = 0x0098F901  # a control of v4l2loopback's: the last picture is given again
EVERY_S = 0.04


def loaded(*parameters: str) -> None:
    """The module, anew, with one camera.

    :raises subprocess.CalledProcessError: there is no such module in this bed.
    """
    unloaded()
    subprocess.run(
        ["modprobe", "v4l2loopback", "video_nr=9", "exclusive_caps=1", *parameters], check=True
    )
    wait_for(NODE)


def unloaded() -> None:
    """Whatever it was, it is gone."""
    subprocess.run(["modprobe", "-r", "v4l2loopback"], check=False)


class Shown:
    """What the camera shows: *pictures* in turn, 25 a second, until :meth:`stop`."""

    def __init__(self, fourcc: str, size: tuple[int, int], pictures: Sequence[bytes]) -> None:
        self._pictures, self._stop = pictures, threading.Event()
        self._node = os.open(NODE, os.O_RDWR)
        pixels = struct.pack("IIIIIIII", *size, _code(fourcc), 1, 0, len(pictures[0]), 8, 0)
        wanted = struct.pack("II", OUTPUT, 0) + pixels.ljust(200, b"\0")
        fcntl.ioctl(self._node, SET_FORMAT, wanted)
        os.write(self._node, pictures[0])
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def again(self) -> None:
        """From now on the last picture is given again when there is no newer one."""
        fcntl.ioctl(self._node, SET_CONTROL, CONTROL.pack(SUSTAIN, 1))

    def stop(self) -> None:
        """No new picture; the camera stays."""
        self._stop.set()
        self._thread.join()

    def close(self) -> None:
        """And gone."""
        self.stop()
        os.close(self._node)

    def _run(self) -> None:
        number = 0
        while not self._stop.wait(EVERY_S):
            number += 1
            os.write(self._node, self._pictures[number % len(self._pictures)])


def _code(fourcc: str) -> int:
    return int.from_bytes(fourcc.encode(), "little")
