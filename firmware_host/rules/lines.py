"""Lines of words taken apart: a state's lines, and answers. Every game's reading uses this."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from .kernel import SEAT_LETTERS, Answer, Seat, Unreadable

NUMBER = re.compile(r"-?[0-9]{1,4}", re.ASCII)
PLAIN = re.compile(r"[0-9]{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a state being read: every complaint names it."""

    key: str
    text: str
    seats: int = len(SEAT_LETTERS)
    """So many play."""
    most: int = len(SEAT_LETTERS)
    """So many may play the game."""

    def bad(self, says: str) -> Unreadable:
        """The complaint *says* about this line."""
        return Unreadable(self.key, f"{says} (in {self.text!r})")

    def number(self, word: str, what: str) -> int:
        """*word* as a number."""
        if not NUMBER.fullmatch(word):
            raise self.bad(f"{word!r} is no {what}; write a number")
        return int(word)

    def count(self, word: str, what: str) -> int:
        """*word* as a number that is not negative."""
        number = self.number(word, what)
        if number < 0:
            raise self.bad(f"{word!r} is no {what}; it cannot be negative")
        return number

    def seat(self, word: str) -> Seat:
        """*word* as a seat that plays."""
        if len(word) != 1 or word not in SEAT_LETTERS[: self.most]:
            letters = " ".join(SEAT_LETTERS[: self.seats])
            raise self.bad(f"{word!r} is no seat; write one of {letters}")
        seat = Seat.named(word)
        if seat >= self.seats:
            raise self.bad(f"{seat} does not play")
        return seat


def known_lines(lines: Mapping[str, str], known: tuple[str, ...], needed: tuple[str, ...]) -> None:
    """Every line is among *known*, and none of *needed* is missing.

    :raises Unreadable: it is not so.
    """
    for key in lines:
        if key not in known:
            raise Unreadable(key, f"there is no such line; a state has {', '.join(known)}")
        if not isinstance(lines[key], str):
            raise Unreadable(key, f"write it as text, between quotes, not {lines[key]!r}")
    for key in needed:
        if key not in lines:
            raise Unreadable(key, "this line is missing")


def count(word: str) -> int:
    """A number in an answer's words.

    :raises ValueError: it is none.
    """
    if not PLAIN.fullmatch(word):
        raise ValueError(word)
    return int(word)


def parse(
    words: str,
    verbs: Mapping[str, type[Any]],
    nobodys: tuple[type[Any], ...],
    readers: Mapping[str, Callable[[str], object]],
) -> Answer | None:
    """The answer of one of *verbs* that is spelled *words*, legal now or not; None: there is none.

    Answers of *nobodys* have no seat; *readers* read the fields of an answer, by their names.
    """
    verb, *args = words.split(" ")
    seat: Seat | None = None
    if len(verb) == 1 and verb in SEAT_LETTERS and args:
        seat = Seat.named(verb)
        verb, *args = args
    if verb not in verbs:
        return None
    kind = verbs[verb]
    names = [field.name for field in fields(kind) if field.name != "seat"]
    if len(args) != len(names) or (seat is None) != issubclass(kind, nobodys):
        return None
    try:
        values = [readers[name](word) for name, word in zip(names, args, strict=True)]
    except ValueError:
        return None
    answer = kind(seat, *values)
    assert isinstance(answer, Answer)
    return answer
