"""What a page may say. Everything else is answered with what was wrong with it, and forgotten."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from firmware_host.rules.kernel import Seat

LONGEST_BYTES = 2048
"""Far above the longest command; a message above it is refused unread."""

Letter = Literal["A", "B", "C", "D", "E", "F", "G", "H"]
Role = Literal["player", "staff", "spectator"]
Pixel = Annotated[float, msgspec.Meta(ge=0, le=10_000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A command names its seat, its role, and the state it answers."""

    role: Role
    seat: Letter | None
    state: Count

    @property
    def who(self) -> Seat | None:
        """The seat it is said in the name of."""
        return None if self.seat is None else Seat.named(self.seat)


class Watch(Said, frozen=True, tag="watch"):
    """Show me the table as this seat sees it; as everyone does, where it is null."""


class Cards(Said, frozen=True, tag="cards"):
    """Show what the seat holds and nobody else may know, here alone; or do not any more."""

    shown: bool


class Press(Said, frozen=True, tag="press"):
    """A thumb goes down on the seat's button."""


class Release(Said, frozen=True, tag="release"):
    """It comes up again."""


class Throw(Said, frozen=True, tag="throw"):
    """Both hands throw every die into the crater."""


class Empty(Said, frozen=True, tag="empty"):
    """Both hands take every die out of the crater, and up from beside it."""


class Take(Said, frozen=True, tag="take"):
    """A hand takes the die shown at (*x*, *y*), pixels of the crater's picture; a thumb presses."""

    x: Pixel
    y: Pixel


class PutBack(Said, frozen=True, tag="put_back"):
    """A die that lies before the seat goes back into the crater."""

    die: Count


class Knock(Said, frozen=True, tag="knock"):
    """The die shown at (*x*, *y*) is turned over, as a clumsy sleeve does it."""

    x: Pixel
    y: Pixel


class Lose(Said, frozen=True, tag="lose"):
    """The die shown at (*x*, *y*) falls out of the crater."""

    x: Pixel
    y: Pixel


class Spoil(Said, frozen=True, tag="spoil"):
    """A part of the virtual table fails in this way from now on; ``none`` mends it. Staff's."""

    fault: Annotated[str, msgspec.Meta(max_length=20)]
    part: Annotated[str, msgspec.Meta(max_length=20)] = "camera"


class Choose(Said, frozen=True, tag="choose"):
    """Line *option* (from 0) of the seat's menu, as it was shown at *state*."""

    option: Count


class Point(Said, frozen=True, tag="point"):
    """At a spot of the map, or at what lies between two, as it was shown at *state*."""

    spot: Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z_.,+-]{1,24}\Z")]


class Chair(Said, frozen=True, tag="chair"):
    """Who plays the seat: a ``bot``, a ``person``; or a code for one more telephone is wanted.

    ``phone`` shows it on the display at the table, ``other`` as well, and lets go of all others.
    """

    does: Literal["bot", "person", "phone", "other"]


class Tell(Said, frozen=True, tag="tell"):
    """Words for the daemon's console: ``undo``, an answer, a put with its reason."""

    words: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Lesson(Said, frozen=True, tag="lesson"):
    """Words for a teaching session: ``teach``, ``say is 3 Yb``, ``look``, ``quit``."""

    words: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


Message = (
    Watch
    | Cards
    | Press
    | Release
    | Throw
    | Empty
    | Take
    | PutBack
    | Knock
    | Lose
    | Spoil
    | Lesson
    | Choose
    | Point
    | Chair
    | Tell
)
KINDS = tuple(str(kind.__struct_config__.tag) for kind in get_args(Message))

_decoder = msgspec.json.Decoder(Message)


class Junk(ValueError):
    """A message that is none, and what is wrong with it, in words."""


def parse(data: str | bytes) -> Message:
    """The message a page sent.

    :raises Junk: it is too long, not JSON, of no known type, or a field is missing or wrong.
    """
    size = len(data.encode() if isinstance(data, str) else data)
    if size > LONGEST_BYTES:
        raise Junk(f"a message of {size} bytes; at most {LONGEST_BYTES} are read")
    try:
        return _decoder.decode(data)
    except msgspec.ValidationError as wrong:
        raise Junk(f"{wrong}; a message is an object with type ({', '.join(KINDS)})") from None
    except RecursionError:
        raise Junk("nested too deeply") from None
    except (msgspec.DecodeError, UnicodeError) as wrong:
        raise Junk(f"not JSON: {wrong}") from None
