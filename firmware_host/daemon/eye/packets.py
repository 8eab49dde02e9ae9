"""Messages over a stream: each is four bytes of length, then so many bytes. Fed with bytes."""

from __future__ import annotations

from collections.abc import Iterator

HEAD_BYTES = 4
LONGEST_BYTES = 1 << 20  # a look is a few kilobytes; more than this is not ours


class BadPacket(ValueError):
    """These bytes are no message of ours."""


def packed(message: bytes) -> bytes:
    """*message* as it goes over the wire."""
    return len(message).to_bytes(HEAD_BYTES, "big") + message


class Packets:
    """Gives back whole messages from pieces of any size."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """The messages that *piece* completes.

        :raises BadPacket: a length is out of reason.
        """
        self._held += piece
        while len(self._held) >= HEAD_BYTES:
            length = int.from_bytes(self._held[:HEAD_BYTES], "big")
            if length > LONGEST_BYTES:
                raise BadPacket(f"a message of {length} bytes")
            if len(self._held) < HEAD_BYTES + length:
                return
            message = bytes(self._held[HEAD_BYTES : HEAD_BYTES + length])
            del self._held[: HEAD_BYTES + length]
            yield message
