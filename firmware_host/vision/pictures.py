"""Pictures from files, or a sentence that says why not."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import cv2
import numpy as np

from firmware_host.vision.plane import Picture

KINDS = (".jpg", ".jpeg", ".png")
_ENDS = {b"\xff\xd8": b"\xff\xd9", b"\x89P": b"IEND"}
"""How a whole file of each kind begins, and what stands near its end."""


class BadPicture(ValueError):
    """A file that is no whole picture: which, and why."""


def decode(content: bytes, name: str) -> Picture:
    """The picture in *content*, (height, width, 3) uint8; *name* is for the sentence.

    :raises BadPicture: it is empty, of another kind, or cut off.
    """
    if not content:
        raise BadPicture(f"{name}: the file is empty")
    end = _ENDS.get(content[:2])
    if end is None:
        raise BadPicture(f"{name}: neither a JPEG nor a PNG picture")
    if end not in content[-64:]:
        raise BadPicture(f"{name}: the picture is cut off; was it still being written?")
    picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise BadPicture(f"{name}: damaged; it cannot be decoded")
    return cast(Picture, picture)


def read(file: Path) -> Picture:
    """The picture in *file*.

    :raises BadPicture: there is none.
    """
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadPicture(f"{file}: {error.strerror}") from None
    return decode(content, str(file))
