"""Photographs dropped into a folder, as a camera: it sees the newest one."""

from __future__ import annotations

import contextlib
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hw.ports import HOLDABLE, DeviceLost, Frame, Held

KINDS = (".jpg", ".jpeg", ".png")
ENDS = {b"\xff\xd8": b"\xff\xd9", b"\x89P": b"IEND\xaeB`\x82"}
"""How a whole file ends, by how it begins: JPEG and PNG."""
PADDING = b"\0\r\n "  # some cameras write these after the end


class FolderCamera:
    """Looks at the newest JPEG or PNG file in *folder*."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: tuple[Path, int, int] | None = None
        self._bgr: Any = None
        self._number = 0

    def open(self) -> None:
        """See whether there is such a folder.

        :raises DeviceLost: there is none.
        """
        if not self._folder.is_dir():
            raise self._lost(self._folder, "there is no such folder", "Make it")

    @property
    def model(self) -> str:
        """Whatever took them."""
        return "photographs"

    def hold(self, values: Mapping[str, float]) -> Held:
        """Whoever took them had the camera in hand."""
        return Held({}, HOLDABLE)

    def capture(self, at_ns: int) -> Frame:
        """The newest photograph.

        :raises DeviceLost: there is none, or it cannot be read.
        """
        file = self._newest()
        if file != self._seen:
            self._bgr, self._seen = self._read(file[0]), file
        self._number += 1
        return Frame(self._bgr, at_ns, self._number)

    def close(self) -> None:
        """Forget what was seen."""
        self._seen = self._bgr = None

    def _newest(self) -> tuple[Path, int, int]:
        found = []
        try:
            files = list(self._folder.iterdir())
        except OSError as wrong:
            why, hint = wrong.strerror or str(wrong), "Make it anew, or let this user read it"
            raise self._lost(self._folder, f"it cannot be looked into: {why}", hint) from wrong
        for file in files:
            if file.suffix.lower() in KINDS:
                with contextlib.suppress(OSError):  # it was taken away meanwhile
                    status = file.stat()
                    if stat.S_ISFIFO(status.st_mode):
                        continue  # nobody may ever write into it
                    found.append((status.st_mtime_ns, file.name, file, status.st_size))
        if not found:
            hint = "Drop a JPEG or PNG photograph into it"
            raise self._lost(self._folder, "there is no picture in it yet", hint)
        changed_ns, _, file, size = max(found)
        return file, changed_ns, size

    def _read(self, file: Path) -> Any:
        import cv2
        import numpy as np

        try:
            data = file.read_bytes()
        except OSError as wrong:
            why = wrong.strerror or str(wrong)
            raise self._lost(file, f"it cannot be read: {why}", "Drop another one") from wrong
        end = ENDS.get(data[:2])
        if end is None:
            raise self._lost(file, "it is no JPEG or PNG picture", "Drop another one")
        if not data.rstrip(PADDING).endswith(end):
            raise self._lost(file, "the picture is cut off", "Copy it again")
        bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        if bgr is None:
            raise self._lost(file, "the picture cannot be read", "Copy it again")
        return bgr

    def _lost(self, where: Path, says: str, hint: str) -> DeviceLost:
        return DeviceLost("camera", str(where), says, hint)
