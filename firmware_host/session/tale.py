"""The lines a journal holds: what was answered, undone and put right, in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware_host.rules.kernel import Seat

PUT_REASON = "because "
"""The last line of a put's words begins so."""


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


Told = Answered | Undone | Put
"""One line of a journal."""
Entry = Answered | Put
"""A line that moves a match on; an undo takes such lines back."""


def spell(told: Told) -> tuple[str, str]:
    """The kind of a line and its words: ``answer``, ``undo`` or ``put``."""
    match told:
        case Answered(words=words):
            return "answer", words
        case Undone(keep=keep):
            return "undo", f"to {keep}"
        case Put(lines=lines, reason=reason):
            parts = [f"{key} {value}" for key, value in lines]
            return "put", "\n".join([*parts, PUT_REASON + reason])


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
        case _:
            raise ValueError(f"{kind!r} is no kind of line")


def sentence(told: Told, heard: Callable[[str, Seat | None], str] | None = None) -> str:
    """A line of a journal on one line, for people; *heard*: only what everybody may hear of it."""
    kind, words = spell(told)
    words = words if heard is None else heard(words, None)
    return words if kind == "answer" else f"{kind} " + words.replace("\n", ", ")
