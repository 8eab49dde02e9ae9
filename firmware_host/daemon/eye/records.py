"""What staff may look up: the latest rolls as they lay, and how fairly the dice have fallen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware_host.session.fairness import Fairness, counted, judged
from firmware_host.session.journal import JournalError, look_all
from firmware_host.table.scene import Text, text

from .rolls import Rolls


@dataclass(frozen=True, slots=True)
class Records:
    """One table's. *faces* are those of its dice: ``Y`` has ``bbfftl``."""

    kept: Rolls
    journal: Path
    game: str
    faces: Mapping[str, str]
    words: Callable[[Text], str]

    def rolls(self) -> list[dict[str, Any]]:
        """The latest rolls, the newest first."""
        return self.kept.told()

    def picture(self, name: str) -> bytes:
        """The JPEG of one; empty where there is none."""
        return self.kept.picture(name)

    async def fairness(self) -> dict[str, Any]:
        """How the dice have fallen in all matches of the journal, with a verdict in words."""
        try:
            found = await asyncio.to_thread(of_journal, self.journal, self.game, self.faces)
        except JournalError as wrong:
            return {"says": str(wrong), "colours": []}
        return {"says": "", "colours": [plain(one, self.words) for one in found]}


def of_journal(journal: Path, game: str, faces: Mapping[str, str]) -> tuple[Fairness, ...]:
    """The verdicts on all that fell in a journal's matches of *game*.

    :raises JournalError: it cannot be read.
    """
    return judged(counted(kept.tale for kept in look_all(journal) if kept.game == game), faces)


def verdict(one: Fairness) -> Text:
    """What is to be thought of a colour's dice, as a text."""
    off = one.most_off
    percent = f"{100 * one.p:.2g}" if one.p >= 0.0001 else "0.01"
    return text(
        f"fairness.{one.verdict}",
        colour=text(f"colour.{one.colour}"),
        dice=one.dice,
        needed=one.needed,
        percent=percent,
        symbol=text(f"symbol.{off.symbol}"),
        count=off.count,
        expected=f"{off.expected:.0f}",
    )


def plain(one: Fairness, words: Callable[[Text], str]) -> dict[str, Any]:
    """A colour as JSON has it."""
    return {
        "colour": one.colour,
        "name": words(text(f"colour.{one.colour}")),
        "dice": one.dice,
        "chi_square": one.chi_square,
        "p": one.p,
        "verdict": one.verdict,
        "says": words(verdict(one)),
        "symbols": [
            {
                "symbol": s.symbol,
                "name": words(text(f"symbol.{s.symbol}")),
                "count": s.count,
                "expected": round(s.expected, 1),
            }
            for s in one.symbols
        ],
    }
