"""Plays every cell of the table in docs/degraded.md, and writes down what came of it.

``python -m tests.degraded.run [GAME ...] [DEVICE+DEVICE ...]``: all of it takes hours. Cells that
are in results.toml already are left; ``--again`` plays them anew.
"""

from __future__ import annotations

import sys
import tempfile
import time
import tomllib
from pathlib import Path

from firmware_host.daemon import places
from firmware_host.daemon.people.degraded import Cell, Degraded, Saw, Unfinished, cells, wanting
from firmware_host.daemon.settings import house
from firmware_host.rules.catalog import GAMES

RESULTS = Path(__file__).parent / "results.toml"
HEAD = (
    "# What came of each game that was played without some devices: python -m tests.degraded.run\n"
)
FILES = places.config_folder() / "tables" / "autoplay.toml"
ENDED = "to the end"


def played(cell: Cell, at_most_s: float = 3_000.0) -> tuple[str, Saw, list[str]]:
    """What came of one cell, what people saw, and every answer."""
    with tempfile.TemporaryDirectory(prefix="cell-", dir=places.memory_folder()) as folder:
        game = Degraded(cell, house.read(FILES), Path(folder))
        try:
            saw = game.play(at_most_s)
            wrong = wanting(cell, saw)
            return ("; ".join(wrong) or ENDED), saw, game.told()
        except Unfinished as why:
            return f"not to the end: {why}", game.saw, game.told()
        finally:
            game.close()


def results() -> dict[str, str]:
    """What was written down, by the names of cells."""
    return dict(tomllib.loads(RESULTS.read_text())["cells"]) if RESULTS.exists() else {}


def write(found: dict[str, str]) -> None:
    """Write it down, in the order of the table."""
    names = [cell.name for cell in cells(GAMES)]
    lines = [f'"{name}" = "{found[name]}"' for name in names if name in found]
    RESULTS.write_text(HEAD + "[cells]\n" + "\n".join(lines) + "\n")


def main(arguments: list[str]) -> None:
    """Play what is asked for, or what is missing."""
    again = "--again" in arguments
    games = [name for name in arguments if name in GAMES] or list(GAMES)
    every = cells(GAMES)
    gone = [name for name in arguments if name in {"+".join(cell.gone) for cell in every}]
    for cell in [cell for cell in every if cell.game in games]:
        if gone and "+".join(cell.gone) not in gone:
            continue
        if again or cell.name not in results():
            began_s = time.process_time()
            came, saw, _ = played(cell)
            write({**results(), cell.name: came})
            spent_s = time.process_time() - began_s
            sys.stdout.write(f"{cell.name}: {came}  {saw}  {spent_s:.0f} s of processor\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
