"""One line of a state's words, being read: every complaint names it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_host.rules.kernel import SEAT_LETTERS
from firmware_host.rules.lines import Line

from .board import GEMS
from .box import MOST, Box, Counts
from .prints import LETTERS, Print
from .state import CAMP
from .words import HOME

SEATS = SEAT_LETTERS[:MOST]
OWN = ("hand", "deck", "discard", "gear")
LINES = (
    "now",
    *SEATS,
    "treasures",
    "boulders",
    "owed",
    "gear_pile",
    "gear_discard",
    *(f"{line}_{seat}" for seat in SEATS for line in OWN),
)
"""Every line a state may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxLine(Line):
    """One line being read, with the box whose spaces and cards it names."""

    box: Box

    def space(self, word: str) -> int:
        """*word* as a space of the board, or base camp."""
        if word == HOME:
            return CAMP
        if word not in self.box.board.index:
            raise self.bad(f"{word!r} is no space; write row.place such as 2.1, or {HOME}")
        return self.box.board.index[word]

    def pair(self, word: str) -> int:
        """*word* as a boulder's place."""
        if word not in self.box.pair_index:
            example = self.box.pairs[0].name if self.box.pairs else "none: there is no place"
            raise self.bad(f"{word!r} is no boulder's place; write such as {example}")
        return self.box.pair_index[word]

    def letter(self, word: str) -> int:
        """*word* as a pawn."""
        if word not in list(LETTERS):
            raise self.bad(f"{word!r} is no pawn; write {', '.join(LETTERS)}")
        return [str(letter) for letter in LETTERS].index(word)

    def tokens(self, word: str) -> Counts:
        """``1/0/2`` as emeralds, rubies and sapphires."""
        parts = word.split("/")
        if len(parts) != len(GEMS):
            raise self.bad(f"{word!r}: write emeralds/rubies/sapphires, such as 1/0/2")
        return tuple([self.count(part, "count of treasures") for part in parts])

    def cards(self, prints: Sequence[Print]) -> Counts:
        """``2 ?5, A4+B2`` as counts."""
        names = [card.name for card in prints]
        counts = [0] * len(names)
        for part in self.text.split(",") if self.text.strip() else ():
            words = part.split()
            if len(words) == 1:
                words = ["1", *words]
            if len(words) != 2:
                raise self.bad(f"{part.strip()!r} makes no sense; write such as 2 {names[0]}")
            if words[1] not in names:
                raise self.bad(f"{words[1]!r} is no card; the cards are {', '.join(names)}")
            counts[names.index(words[1])] += self.count(words[0], "count of cards")
        return tuple(counts)
