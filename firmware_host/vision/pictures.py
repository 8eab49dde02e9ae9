"""Pictures from files, or a sentence that says why not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.plane import Picture

KINDS = (".jpg", ".jpeg", ".png")
_ENDS = {b"\xff\xd8": b"\xff\xd9", b"\x89P": b"IEND"}
"""How a whole file of each kind begins, and what stands at its end."""

_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers in a JPEG after which its size and the number of its colours stand."""


_PIXELS = 0xDA
"""The marker behind which a JPEG's pixels stand; what a telephone adds comes after their end."""

LARGEST = 256 << 20
"""Bytes; more are read of no file."""
WANTED = "; wanted is a picture in colour, of eight bits"


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
    header = _header(content)
    if end not in content[header.at :]:
        raise BadPicture(f"{name}: the picture is cut off; was it still being written?")
    if header.refused:
        raise BadPicture(f"{name}: {header.refused}{WANTED}")
    try:
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:  # a header that tells of more pixels than any memory holds
        picture = None
    if picture is None:
        raise BadPicture(f"{name}: damaged; it cannot be decoded")
    if _is_grey(picture):
        raise BadPicture(f"{name}: grey, though written in colour{WANTED}")
    return cast(Picture, picture)


def _is_grey(picture: NDArray[Any]) -> bool:
    """Have all pixels no colour at all? A picture that is one shade throughout is none of those."""
    sample = picture[::8, ::8]
    if np.ptp(sample) == 0 or np.ptp(sample, axis=2).any():
        return False
    return not np.ptp(picture, axis=2).any()


@dataclass(frozen=True, slots=True)
class _Header:
    """What stands before a picture's pixels. They begin at or after *at*."""

    at: int
    refused: str = ""  #: what is wrong with its colours


def _header(content: bytes) -> _Header:
    if content[:2] == b"\x89P":
        depth, kind = content[24:26] if len(content) > 25 else (8, 2)  # short: damaged
        if depth == 16:
            return _Header(0, "16 bits a colour")
        return _Header(0, "grey" if kind in {0, 4} else "")
    at, refused = 2, ""
    while at + 10 <= len(content) and content[at] == 0xFF:
        marker, length = content[at + 1], int.from_bytes(content[at + 2 : at + 4], "big")
        if marker in _FRAMES:
            refused = "grey" if content[at + 9] == 1 else ""
        if marker == _PIXELS:
            break
        at += 2 + length  # a small picture of the picture may stand in here, with an end of its own
    return _Header(at, refused)


def write(file: Path, picture: Picture) -> None:
    """Write *picture* into *file*, as a PNG.

    :raises OSError: it cannot be written.
    """
    _, content = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    try:
        file.write_bytes(content.tobytes())
    except OSError as error:  # a full disk names no file, and leaves a part of it
        if file.is_file():
            file.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(file)) from None


def read(file: Path) -> Picture:
    """The picture in *file*.

    :raises BadPicture: there is none.
    """
    try:
        if file.exists() and not file.is_file():
            raise BadPicture(f"{file}: no ordinary file")
        with file.open("rb") as opened:
            content = opened.read(LARGEST + 1)
    except OSError as error:
        raise BadPicture(f"{file}: {error.strerror}") from None
    if len(content) > LARGEST:
        raise BadPicture(f"{file}: larger than {LARGEST >> 20} MB; is it a picture?")
    return decode(content, str(file))
