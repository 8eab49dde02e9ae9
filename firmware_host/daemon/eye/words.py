"""What the daemon and the camera's process say to each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from firmware_host.vision.facts import Look, Optics

from .packets import BadPacket, Packets, packed


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Open this camera, and learn to read from this profile. Answered by Opened or Trouble."""

    port: str  #: ``mock``, ``folder:PATH``, ``/dev/videoN``, ``picamera``
    profile: str  #: folder of the dice reader's profile
    world: str = ""  #: the virtual table's own file, for the twin
    fps: float = 20.0  #: pictures a second while there is something to see
    asked: str = ""  #: folder of the dice people were asked about; empty: nothing is learnt
    first_number: int = 1  #: dice are counted from here: numbers do not return when the camera does


class LookAt(msgspec.Struct, frozen=True, tag="look"):
    """Look into the crater now. Answered by Seen, Again or Trouble."""

    at_ns: int
    picture: bool  #: make a JPEG of it as well
    measure: bool = False  #: say how good the picture is
    about: int = 0  #: show this die larger in it, by its number; 0: none


class LearnDie(msgspec.Struct, frozen=True, tag="learn"):
    """Die number *die* shows *face*, somebody said who was asked. Answered by Learnt."""

    die: int
    face: str


class Learnt(msgspec.Struct, frozen=True, tag="learnt"):
    """What became of it: *says* why it could not be, or nothing."""

    says: str = ""


class KeepRoll(msgspec.Struct, frozen=True, tag="keep"):
    """Cut the crater out of the latest picture. Answered by Roll."""

    name: str  #: comes back with it
    told: tuple[str, ...] = ()  #: what people or the reader told of it; so does this


class RollDie(msgspec.Struct, frozen=True):
    """A die of a roll, as it was read: where in the cut-out, and what it was taken for."""

    face: str
    sure: bool
    x_px: float
    y_px: float


class Roll(msgspec.Struct, frozen=True, tag="roll"):
    """The crater of the latest picture, *length* bytes of JPEG in *slot*; none where that is 0."""

    name: str
    slot: int = 0
    length: int = 0
    dice: tuple[RollDie, ...] = ()
    told: tuple[str, ...] = ()


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The camera is open."""

    camera: str  #: what it is, in words


class Seen(msgspec.Struct, frozen=True, tag="seen"):
    """What one look told; its picture is *length* bytes in *slot*, none where that is 0."""

    look: Look
    slot: int = 0
    length: int = 0
    optics: Optics | None = None


class Again(msgspec.Struct, frozen=True, tag="again"):
    """The camera gave the very picture it gave last: that is no news of the dice."""


class Trouble(msgspec.Struct, frozen=True, tag="trouble"):
    """The camera or its profile does not work: *says* what is wrong and what to do."""

    says: str


Asked = Open | LookAt | KeepRoll | LearnDie
Answered = Opened | Seen | Again | Roll | Learnt | Trouble


def _plain(value: Any) -> Any:
    """A number of numpy's as one of Python's; facts are made of arrays."""
    return value.item()


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_plain)
_ASKED = msgspec.msgpack.Decoder(Asked)
_ANSWERED = msgspec.msgpack.Decoder(Answered)


def spoken(message: Asked | Answered) -> bytes:
    """*message* as bytes on the line."""
    return packed(_ENCODER.encode(message))


def asked(packets: Packets, piece: bytes) -> Iterator[Asked]:
    """What the daemon asks.

    :raises BadPacket: it speaks otherwise than we do.
    """
    for message in packets.feed(piece):
        try:
            yield _ASKED.decode(message)
        except msgspec.MsgspecError as bad:
            raise BadPacket(str(bad)) from bad


def answered(packets: Packets, piece: bytes) -> Iterator[Answered]:
    """What the camera's process answers.

    :raises BadPacket: it speaks otherwise than we do.
    """
    for message in packets.feed(piece):
        try:
            yield _ANSWERED.decode(message)
        except msgspec.MsgspecError as bad:
            raise BadPacket(str(bad)) from bad
