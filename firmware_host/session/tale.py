"""The lines a journal holds: what was answered, undone and put right, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from firmware_host.rules.kernel import Seat

PUT_REASON = "because "
"""The last line of a put's words begins so."""
BOT, PERSON = "bot", "person"
"""Who plays a seat, in a line's words."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, by its words."""

    words: str
    at_ms: int
    """Game time."""


@dataclass(frozen=True, slots=True)
class Undone:
    """What came after the first *keep* entries of the match no longer counts."""

    keep: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Put:
    """Lines of the state's words that were put right by hand, and why."""

    lines: tuple[tuple[str, str], ...]
    reason: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Seated:
    """Who plays a seat from now on. The match itself stays where it is, and no undo takes it back.

    A match begins with a person at each seat.
    """

    seat: Seat
    bot: bool
    at_ms: int


Told = Answered | Undone | Put | Seated
"""One line of a journal."""
Entry = Answered | Put
"""A line that moves a match on; an undo takes such lines back."""


def spell(told: Told) -> tuple[str, str]:
    """The kind of a line and its words: ``answer``, ``undo``, ``put`` or ``seat``."""
    match told:
        case Answered(words=words):
            return "answer", words
        case Undone(keep=keep):
            return "undo", f"to {keep}"
        case Put(lines=lines, reason=reason):
            parts = [f"{key} {value}" for key, value in lines]
            return "put", "\n".join([*parts, PUT_REASON + reason])
        case Seated(seat=seat, bot=bot):
            return "seat", f"{seat} {BOT if bot else PERSON}"


def unspell(kind: str, words: str, at_ms: int) -> Told:
    """The line that :func:`spell` gave these for.

    :raises ValueError: no line is spelled so.
    """
    match kind:
        case "answer":
            return Answered(words, at_ms)
        case "undo":
            to, keep = words.split()
            if to != "to":
                raise ValueError(f"an undo is spelled 'to N', not {words!r}")
            return Undone(int(keep), at_ms)
        case "put":
            *parts, last = words.split("\n")
            if not last.startswith(PUT_REASON):
                raise ValueError(f"a put ends with '{PUT_REASON}...', not {last!r}")
            pairs = tuple((key, value) for key, _, value in (part.partition(" ") for part in parts))
            return Put(pairs, last.removeprefix(PUT_REASON), at_ms)
        case "seat":
            letter, who = words.split()
            if who not in (BOT, PERSON):
                raise ValueError(f"a seat is played by a {BOT} or a {PERSON}, not by {who!r}")
            return Seated(Seat.named(letter), who == BOT, at_ms)
        case _:
            raise ValueError(f"{kind!r} is no kind of line")


def bots(tale: Iterable[Told]) -> frozenset[Seat] | None:
    """The seats that bots play after *tale*; None where it says nothing of that."""
    playing: set[Seat] | None = None
    for told in tale:
        if isinstance(told, Seated):
            playing = (playing or set()) - {told.seat} | ({told.seat} if told.bot else set())
    return None if playing is None else frozenset(playing)


def sentence(told: Told, heard: Callable[[str, Seat | None], str] | None = None) -> str:
    """A line of a journal on one line, for people; *heard*: only what everybody may hear of it."""
    kind, words = spell(told)
    if heard is not None and kind != "seat":  # who plays is no secret, and no word of a game
        words = heard(words, None)
    return words if kind == "answer" else f"{kind} " + words.replace("\n", ", ")
