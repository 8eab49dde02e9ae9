"""The power cut at every event of a journal's writing, for whole games: what is wrong afterwards.

The tape of ``tests/disk``: SQLite's own writes and syncs, recorded while the real journal keeps
each game, with answers that are taken back; then the disk as it may be found after each prefix
- once with the writer killed, twice without power - is opened by the real code.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figure import Figure
from firmware_host.rules.catalog import GAMES
from tests.disk.crash import killed, power_cut
from tests.disk.evening import MEMORY, answers, found, tell, with_undos
from tests.disk.tape import reachable, recorded

CUTS = 3
"""At each event: one killed writer, the rest without power."""


def swept(game: str) -> tuple[int, Counter[str]]:
    """How many cuts were made in a game, and what was wrong after any."""
    _, tale = answers(game)
    tale = with_undos(tale, "sweep")
    with TemporaryDirectory(dir=MEMORY) as folder, recorded() as tape:
        tell(Path(folder), tape, tale, "s")
    luck, wrong, cuts = random.Random(game), Counter[str](), 0
    for at in range(1, len(tape.events) + 1):
        before = tape.events[:at]
        for n in range(CUTS):
            with TemporaryDirectory(dir=MEMORY) as folder:
                if n:
                    power_cut(before, Path(folder), luck)
                else:
                    killed(before, Path(folder), luck.random())
                says = found(Path(folder), before, tale).says
            cuts += 1
            wrong.update([says] if says else [])
    return cuts, wrong


def measure() -> list[Figure]:
    if not reachable():
        return [Figure("power cuts", 0, "", note="this Python's SQLite cannot be recorded")]
    figures: list[Figure] = []
    for game in GAMES:
        cuts, wrong = swept(game)
        note = f"{cuts} cuts" + "".join(f"; {n}: {says}" for says, n in wrong.items())
        what = f"{game}: wrong after a power cut or a kill at any write"
        figures.append(Figure(what, wrong.total(), "", target="<= 0", note=note))
    return figures
