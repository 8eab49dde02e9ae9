"""Record a journal of each game: a whole match with answers taken back and a put, and one more."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from firmware_host.daemon import places
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Decision, Over
from firmware_host.session.journal import Journal
from firmware_host.session.match import Match, as_far_as_it_goes
from firmware_host.session.tale import Put, Told
from tests.disk.evening import answers, batches, wall, with_undos

HERE = Path(__file__).parent
HALF = 40
"""So many lines has the match that goes on."""


def main() -> int:
    folder = HERE / places.version()
    if folder.exists():
        sys.stderr.write(f"{folder}: it is there already, and is kept as it is\n")
        return 1
    for game in GAMES:
        record(game, folder / f"{game}.journal")
    return 0


def record(game: str, file: Path) -> None:
    """Two matches of *game*: one to its end, one in its midst; and how they stand, in words."""
    file.parent.mkdir(exist_ok=True)
    box = (places.config_folder() / "games" / f"{game}.toml").read_text(encoding="utf-8")
    with closing(Journal(file, wall)) as journal:
        for seed, upto in (("whole", None), ("half", HALF)):
            match, tale = answers(game, seed)
            tale = with_undos(tale, seed)[:upto]
            tale = with_put(match, tale) if upto else tale
            stands, _ = as_far_as_it_goes(match, tale)
            seats = range(match.setup.seats)
            number = journal.begin(game, match.game.version, seats, seed, box)
            over = stands.pending if isinstance(stands.pending, Over) else None
            for batch in batches(tale, seed):
                journal.append(number, batch)
            if over is not None:
                journal.append(number, (), ended=over.reason)
            file.with_name(f"{game}-{number}.txt").write_text(standing(stands), encoding="utf-8")
    file.with_name(f"{file.name}.lock").unlink()


def with_put(match: Match[Any, Any], tale: list[Told]) -> list[Told]:
    """*tale*, and then a put that leaves all as it is."""
    stands, _ = as_far_as_it_goes(match, tale)
    key, value = next(iter(stands.game.words.write(stands.state).items()))
    return [*tale, Put(((key, value),), "it was looked at", 99_999)]


def standing(match: Match[Any, Any]) -> str:
    """How a match stands, a line for each line of its words, and what it waits for."""
    written = match.game.words.write(match.state)
    words = [f"{key}: {value}".rstrip() for key, value in written.items()]
    pending = match.pending
    waits = "over " + pending.reason if isinstance(pending, Over) else _options(pending)
    return "\n".join([*words, f"waits for: {waits}"]) + "\n"


def _options(pending: Decision[Any]) -> str:
    return " | ".join(map(str, pending.options))


if __name__ == "__main__":
    sys.exit(main())
