"""Two file formats of Linux: the kernel inside a bzImage, and cpio archives for its first root."""

from __future__ import annotations

import lzma
import os
from collections.abc import Iterator
from pathlib import Path

XZ = b"\xfd7zXZ\0"
ELF = b"\x7fELF"
CPIO = b"070701"


def kernel_inside(image: bytes) -> bytes:
    """The bare kernel of a bzImage packed with xz; the image itself where it is none.

    The emulated processor takes three seconds to unpack it by itself.
    """
    start = image.find(XZ)
    if start < 0:
        return image
    try:
        kernel = lzma.LZMADecompressor(lzma.FORMAT_XZ).decompress(image[start:])
    except lzma.LZMAError:
        return image
    return kernel if kernel.startswith(ELF) else image


def cpio(folder: Path) -> bytes:
    """Everything below *folder* as a "newc" archive that belongs to root."""
    entries = (
        _entry(number, path.relative_to(folder).as_posix(), path)
        for number, path in enumerate(_below(folder), start=1)
    )
    return b"".join(entries) + _head(0, 0, 0, b"TRAILER!!!")


def _below(folder: Path) -> Iterator[Path]:
    for here, folders, files in os.walk(folder):
        folders.sort()
        yield from (Path(here) / name for name in sorted([*folders, *files]))


def _entry(number: int, name: str, path: Path) -> bytes:
    if path.is_symlink():
        body = os.fsencode(path.readlink())
    else:
        body = path.read_bytes() if path.is_file() else b""
    head = _head(number, path.lstat().st_mode, len(body), name.encode())
    return head + body + bytes(-len(body) % 4)


def _head(number: int, mode: int, size: int, name: bytes) -> bytes:
    """inode, mode, uid, gid, links, mtime, size, four device numbers, length of name, check."""
    fields = (number, mode, 0, 0, 1, 0, size, 0, 0, 0, 0, len(name) + 1, 0)
    head = CPIO + b"".join(b"%08X" % field for field in fields) + name + b"\0"
    return head + bytes(-len(head) % 4)
