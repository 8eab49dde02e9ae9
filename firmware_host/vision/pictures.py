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

_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers in a JPEG after which its size and the number of its colours stand."""


class BadPicture(ValueError):
    """A file that is no whole picture: which, and why."""


def decode(content: bytes, name: str) -> Picture:
    """The picture in *content*, (height, width, 3) uint8; *name* is for the sentence.

    :raises BadPicture: it is empty, of another kind, grey, of 16 bits, or cut off.
    """
    if not content:
        raise BadPicture(f"{name}: the file is empty")
    end = _ENDS.get(content[:2])
    if end is None:
        raise BadPicture(f"{name}: neither a JPEG nor a PNG picture")
    if end not in content[-64:]:
        raise BadPicture(f"{name}: the picture is cut off; was it still being written?")
    refused = _refused(content)
    if refused:
        raise BadPicture(f"{name}: {refused}; wanted is a picture in colour, of eight bits")
    picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise BadPicture(f"{name}: damaged; it cannot be decoded")
    return cast(Picture, picture)


def _refused(content: bytes) -> str:
    """What is wrong with the colours that the file's header tells of; empty: nothing."""
    if content[:2] == b"\x89P":
        depth, kind = content[24], content[25]
        if depth == 16:
            return "16 bits a colour"
        return "grey" if kind in {0, 4} else ""
    at = 2
    while at + 10 <= len(content) and content[at] == 0xFF:
        marker, length = content[at + 1], int.from_bytes(content[at + 2 : at + 4], "big")
        if marker in _FRAMES:
            return "grey" if content[at + 9] == 1 else ""
        at += 2 + length
    return ""


def read(file: Path) -> Picture:
    """The picture in *file*.

    :raises BadPicture: there is none.
    """
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadPicture(f"{file}: {error.strerror}") from None
    return decode(content, str(file))
