"""A USB camera (V4L2), through OpenCV."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hw.ports import HOLDABLE, DeviceLost, Frame, Held

from .video_node import busy, checked, holders

CABLE = "Look at its cable, and plug it in without a hub"
STALE = 1  # pictures the driver keeps: more would be old ones
OLD_NS = 200_000_000  # 0.2 s after the last one, what the driver keeps is old: it is passed over
MS = 1_000_000


NAMES = Path("/sys/class/video4linux")


def _knobs(cv2: Any) -> dict[str, tuple[int, float, int]]:
    """For each thing to hold: what switches it to manual, at which value, and what it is set by."""
    return {
        "exposure": (cv2.CAP_PROP_AUTO_EXPOSURE, 1.0, cv2.CAP_PROP_EXPOSURE),  # V4L2: 1 is manual
        "white_balance": (cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
        "focus": (cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS),
    }


class UsbCamera:
    """The camera at *port* (``/dev/videoN``), *width* x *height* pixels.

    *capture* opens it, as ``cv2.VideoCapture`` does, and *check* asks the kernel about the node, as
    ``video_node.checked`` does; tests pass twins of both.
    """

    def __init__(
        self,
        port: str,
        width: int,
        height: int,
        capture: Any = None,
        names: Path = NAMES,
        check: Callable[..., None] = checked,
    ) -> None:
        self._check = check
        self._port, self._size, self._capture = port, (width, height), capture
        self._names = names
        self._device: Any = None
        self._number = 0
        self._last_ns = 0

    def open(self) -> None:
        """Open it in its one mode; nothing is switched later.

        :raises DeviceLost: it is not there, may not be opened, or is another program's.
        """
        import cv2

        self.close()
        self._check(self._port, opening=True)
        device = (self._capture or cv2.VideoCapture)(self._port, cv2.CAP_V4L2)
        if not device.isOpened():
            device.release()
            raise busy(self._port, "it cannot be opened")
        device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        device.set(cv2.CAP_PROP_BUFFERSIZE, STALE)
        self._device = device

    @property
    def model(self) -> str:
        """As the driver names it: ``HD Webcam C525``."""
        name = self._names / Path(self._port).name / "name"
        try:
            return name.read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return self._port

    def hold(self, values: Mapping[str, float]) -> Held:
        """Hold what the driver lets us hold: it must say so when it is asked.

        :raises DeviceLost: it is not open.
        """
        import cv2

        if self._device is None:
            raise self._lost("it is not open", "")
        kept: dict[str, float] = {}
        for name, (switch, off, knob) in _knobs(cv2).items():
            value = values.get(name, float(self._device.get(knob)))
            self._device.set(switch, off)
            self._device.set(knob, value)
            if self._device.get(switch) == off and self._device.get(knob) == value:
                kept[name] = value
        return Held(kept, tuple(name for name in HOLDABLE if name not in kept))

    def capture(self, at_ns: int) -> Frame:
        """The next picture.

        :raises DeviceLost: it gives none, or not such as were asked for.
        """
        import cv2

        if self._device is None:
            raise self._lost("it is not open", "")
        try:
            if at_ns - self._last_ns > OLD_NS:
                self._device.grab()
            ok, bgr = self._device.read()
        except cv2.error as broken:  # a picture that it could not make anything of
            raise self._lost(f"its picture cannot be read: {broken.err}", CABLE) from broken
        if not ok or bgr is None or not bgr.size:
            raise self._mute()
        if bgr.ndim != 3 or bgr.shape[2] != 3 or bgr.dtype.name != "uint8":
            says = f"it gives pictures of the form {bgr.shape} {bgr.dtype}, not in colour"
            raise self._lost(says, "Take a camera that gives MJPG or YUYV")
        self._number += 1
        self._last_ns = at_ns
        return Frame(bgr, at_ns, self._number, self._stamp_ns())

    def _mute(self) -> DeviceLost:
        """Why it gives no picture."""
        try:
            self._check(self._port)
        except DeviceLost as why:
            return why
        if holders(self._port):
            return busy(self._port, "it gives no picture")
        return self._lost("it gives no picture", CABLE)

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
