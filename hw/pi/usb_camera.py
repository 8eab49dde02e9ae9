"""A USB camera (V4L2), through OpenCV."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hw.ports import DeviceLost, Frame

STALE = 1  # pictures the driver keeps: more would be old ones
OLD_NS = 200_000_000  # 0.2 s after the last one, what the driver keeps is old: it is passed over
MS = 1_000_000


class UsbCamera:
    """The camera at *port* (``/dev/videoN``), *width* x *height* pixels.

    *capture* opens it, as ``cv2.VideoCapture`` does; tests pass a twin of that.
    """

    def __init__(self, port: str, width: int, height: int, capture: Any = None) -> None:
        self._port, self._size, self._capture = port, (width, height), capture
        self._device: Any = None
        self._number = 0
        self._last_ns = 0

    def open(self) -> None:
        """Open it in its one mode; nothing is switched later.

        :raises DeviceLost: it is not there, or is another program's.
        """
        import cv2

        if not Path(self._port).exists():
            raise self._lost("no camera is there", "Is it plugged in? ls /dev/video*")
        device = (self._capture or cv2.VideoCapture)(self._port, cv2.CAP_V4L2)
        if not device.isOpened():
            device.release()
            hint = "Has another program opened it, and may this user (group video)"
            raise self._lost("it cannot be opened", hint)
        device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        device.set(cv2.CAP_PROP_BUFFERSIZE, STALE)
        self._device = device

    def capture(self, at_ns: int) -> Frame:
        """The next picture.

        :raises DeviceLost: it gives none.
        """
        if self._device is None:
            raise self._lost("it is not open", "")
        if at_ns - self._last_ns > OLD_NS:
            self._device.grab()
        ok, bgr = self._device.read()
        if not ok or bgr is None:
            raise self._lost("it gives no picture", "Look at its cable")
        self._number += 1
        self._last_ns = at_ns
        return Frame(bgr, at_ns, self._number, self._stamp_ns())

    def _stamp_ns(self) -> int:
        """When the driver says it was taken; 0: it does not say."""
        import cv2

        return int(max(self._device.get(cv2.CAP_PROP_POS_MSEC), 0.0) * MS)

    def close(self) -> None:
        """Let it go."""
        if self._device is not None:
            self._device.release()
            self._device = None

    def _lost(self, says: str, hint: str) -> DeviceLost:
        return DeviceLost("camera", self._port, says, hint)
