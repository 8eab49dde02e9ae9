"""What was written on a recorded bus: see ``modules/tape.h``."""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass

HEAD = struct.Struct("<QIII")


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a bus: an I2C write, or an SPI transfer."""

    at_ns: int
    where: int  #: the I2C address, or the SPI chip select
    hz: int
    body: bytes


class Tape:
    """The tape at *path*, ``/dev/tape-i2c`` or ``/dev/tape-spi``."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.new()

    def new(self) -> list[Message]:
        """What was written since the last look."""
        held = b""
        while True:
            try:
                held += os.read(self._file, 1 << 20)
            except BlockingIOError:
                break
        messages = []
        while held:
            at_ns, length, where, hz = HEAD.unpack_from(held)
            end = HEAD.size + length
            messages.append(Message(at_ns, where, hz, held[HEAD.size : end]))
            held = held[end:]
        return messages
