"""Pictures of the crater in memory that two processes share.

The memory has no name: it is handed down as an open file, and the kernel takes it back when the
last of both processes has gone, however it went. Two slots: the camera's process writes one while
the other, told by its latest answer, may be read. A third is for a roll that is to be kept.
"""

from __future__ import annotations

import mmap
import os
import tempfile

SLOTS = 2
ROLL_SLOT = SLOTS
SLOT_BYTES = 4 << 20  # no JPEG we make is larger; untouched pages cost nothing


def new_memory() -> int:
    """The file number of fresh memory for :class:`Frames`. The caller closes it."""
    if hasattr(os, "memfd_create"):
        number = os.memfd_create("lava-table-frames")
    else:  # not Linux: a file without a name does the same
        with tempfile.TemporaryFile() as file:
            number = os.dup(file.fileno())
    os.ftruncate(number, (SLOTS + 1) * SLOT_BYTES)
    return number


class Frames:
    """The shared pictures, as JPEG."""

    def __init__(self, number: int) -> None:
        self._memory = mmap.mmap(number, (SLOTS + 1) * SLOT_BYTES)

    def write(self, slot: int, jpeg: bytes) -> int:
        """Put *jpeg* into *slot*; its length, or 0 where it does not fit."""
        if len(jpeg) > SLOT_BYTES:
            return 0
        start = slot * SLOT_BYTES
        self._memory[start : start + len(jpeg)] = jpeg
        return len(jpeg)

    def read(self, slot: int, length: int) -> bytes:
        """The *length* bytes of JPEG in *slot*."""
        start = slot * SLOT_BYTES
        return self._memory[start : start + length]

    def close(self) -> None:
        """Let go of the memory."""
        self._memory.close()
