"""Pictures from files, or a sentence that says why not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.files import naming
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
MOST_PIXELS = 1 << 27
"""Of a picture: 134 million, 0.4 GB in memory. A small file may tell of a hundred times as many."""
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
        raise BadPicture(f"{name}: {header.refused}")
    try:
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:  # a header that tells of none
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
    colours: str = ""  #: what is wrong with them
    size: tuple[int, int] = (0, 0)  #: width and height, in pixels

    @property
    def refused(self) -> str:
        """Why the picture is none that is read, and what is wanted."""
        width, height = self.size
        if width * height > MOST_PIXELS:
            most = f"more than {MOST_PIXELS // 10**6} million; make it smaller"
            return f"{width} x {height} pixels: {most}"
        return self.colours and self.colours + WANTED


def _header(content: bytes) -> _Header:
    if content[:2] == b"\x89P":
        depth, kind = content[24:26] if len(content) > 25 else (8, 2)  # short: damaged
        size = _number(content[16:20]), _number(content[20:24])
        if depth == 16:
            return _Header(0, "16 bits a colour", size)
        return _Header(0, "grey" if kind in {0, 4} else "", size)
    at, colours, size = 2, "", (0, 0)
    while at + 10 <= len(content) and content[at] == 0xFF:
        marker, length = content[at + 1], _number(content[at + 2 : at + 4])
        if marker in _FRAMES:
            colours = "grey" if content[at + 9] == 1 else ""
            size = _number(content[at + 7 : at + 9]), _number(content[at + 5 : at + 7])
        if marker == _PIXELS:
            break
        at += 2 + length  # a small picture of the picture may stand in here, with an end of its own
    return _Header(at, colours, size)


def _number(written: bytes) -> int:
    return int.from_bytes(written, "big")


def write(file: Path, picture: Picture) -> None:
    """Write *picture* into *file*, as a PNG.

    :raises OSError: it cannot be written.
    """
    _, content = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    try:
        with naming(file):
            file.write_bytes(content.tobytes())
    except OSError:  # a full disk leaves a part of it
        if file.is_file():
            file.unlink(missing_ok=True)
        raise


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
