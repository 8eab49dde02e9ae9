"""The table in docs/degraded.md, made of what the games came to."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

from firmware_host.daemon.people.clues import DEVICES
from firmware_host.daemon.people.degraded import WHEN, Cell
from firmware_host.rules.catalog import GAMES

from .run import ENDED, results

PAGE = Path(__file__).parent.parent.parent / "docs" / "degraded.md"
BEGIN, END = "<!-- cells: made by python -m tests.degraded.page -->\n", "<!-- end of cells -->\n"
CALLED = {"oled": "display", "strip": "lights", "button": "a button"}
TITLES = {
    "lava_land": "Lava Land",
    "table_is_lava": "The Table Is Lava",
    "oh_no_volcano": "Oh No, Volcano!",
    "lost_island": "Lost Island",
}
NOT_PLAYED = "not played"


def called(gone: tuple[str, ...]) -> str:
    """What is gone, as people call it."""
    return " and ".join(CALLED.get(device, device) for device in gone)


def said(found: dict[str, str], game: str, gone: tuple[str, ...]) -> str:
    """What came of a game without these from its start, and pulled in its midst."""
    came = [found.get(Cell(game, gone, when).name, NOT_PLAYED) for when in WHEN]
    if came == [ENDED, ENDED]:
        return "to the end, both ways"
    if came == [NOT_PLAYED, NOT_PLAYED]:
        return NOT_PLAYED
    words = zip(("gone from the start", "pulled in play"), came, strict=True)
    return "; ".join(f"{how}: {what}" for how, what in words)


def tables(found: dict[str, str]) -> str:
    """Each device alone, and each pair of them, in each game."""
    parts = [table(found, "gone", [(one,) for one in DEVICES])]
    parts.append(table(found, "gone together", [*combinations(DEVICES, 2)]))
    return "\n".join(parts)


def table(found: dict[str, str], head: str, rows: list[tuple[str, ...]]) -> str:
    """One of them."""
    lines = [f"| {head} | " + " | ".join(TITLES[game] for game in GAMES) + " |"]
    lines.append("|---" * (len(GAMES) + 1) + "|")
    for gone in rows:
        cells = " | ".join(said(found, game, gone) for game in GAMES)
        lines.append(f"| {called(gone)} | {cells} |")
    return "\n".join(lines) + "\n"


def page(found: dict[str, str], before: str) -> str:
    """The page with its tables made anew."""
    head, _, rest = before.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}{tables(found)}{END}{tail}"


if __name__ == "__main__":
    PAGE.write_text(page(results(), PAGE.read_text()))
