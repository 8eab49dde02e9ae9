"""A match told to a journal on a recorded disk, and what may be found of it after a cut."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware_host.bots import catalog
from firmware_host.daemon import places
from firmware_host.daemon.people import simulation
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Answer, Seat, Setup
from firmware_host.session.journal import Journal
from firmware_host.session.luck import below
from firmware_host.session.match import Match
from firmware_host.session.tale import Answered, Told, Undone

from .crash import marks
from .tape import Event, Tape

FILE = "table.journal"
MEMORY = places.memory_folder()
"""Where a thousand files can be written quickly."""
STAMP = "2026-11-29T20:15:00+01:00"


def wall() -> str:
    return STAMP


@dataclass(frozen=True, slots=True)
class Begins:
    """The journal is asked to add these lines (``None``: to open a match)."""

    lines: int | None


@dataclass(frozen=True, slots=True)
class Kept:
    """It has answered that so many lines are on the disk."""

    lines: int


def fresh(game: str, seed: str = "s", seats: int = 0) -> Match[Any, Any]:
    """A match of a shipped game in its usual box."""
    from firmware_host.daemon.places import config_folder
    from firmware_host.daemon.settings import boxes

    box = boxes.load(config_folder() / "games" / f"{game}.toml").box
    return Match.begin(GAMES[game], Setup(seats or max(3, GAMES[game].seats.start), box), seed)


def answers(game: str, seed: str = "s") -> tuple[Match[Any, Any], list[Told]]:
    """A fresh match, and all that bots answer in it."""
    match, told = fresh(game, seed), list[Told]()

    def hears(answer: Answer) -> None:
        told.append(Answered(str(answer), 400 * len(told)))

    seats = range(match.setup.seats)
    bots = {Seat(i): catalog.bot(game, "heuristic", f"{seed}/{i}") for i in seats}
    simulation.play(match.game, match.setup, seed, bots, hears)
    return match, told


def with_undos(tale: Sequence[Told], seed: str) -> list[Told]:
    """The same, but now and then some answers are taken back and given again."""
    out: list[Told] = []
    for k, told in enumerate(tale):
        out.append(told)
        back = below(12, seed, k)
        if 0 < back <= 2 and back <= k:
            out.append(Undone(k + 1 - back, told.at_ms))
            out += tale[k + 1 - back : k + 1]
    return out


def batches(tale: Sequence[Told], seed: str) -> list[Sequence[Told]]:
    """Cut as the table commits it: mostly one line, now and then several of one look."""
    out: list[Sequence[Told]] = []
    at = 0
    while at < len(tale):
        many = 1 + (below(4, seed, at) == 0) * below(5, seed, at + 1)
        out.append(tale[at : at + many])
        at += many
    return out


def tell(folder: Path, tape: Tape, tale: Sequence[Told], seed: str, reopen: int = 150) -> None:
    """Tell it all, each step marked on the tape; every *reopen* commits the file is closed."""
    path, told, match = folder / FILE, 0, 0
    left = batches(tale, seed)
    while left:
        now, left = left[:reopen], left[reopen:]
        with closing(Journal(path, wall)) as journal:
            if not match:
                tape.mark(Begins(None))
                match = journal.begin("race", 1, (0, 1, 2), seed, "box")
                tape.mark(Kept(0))
            for batch in now:
                tape.mark(Begins(len(batch)))
                journal.append(match, batch)
                told += len(batch)
                tape.mark(Kept(told))


@dataclass(frozen=True, slots=True)
class Found:
    """What a journal held after a cut, beside what it had acknowledged."""

    kept: int | None  #: lines; None: there is no match
    acknowledged: int | None
    begun: int | None  #: lines at most, with those that were on their way
    says: str = ""  #: what is wrong; empty: nothing


def found(folder: Path, before: Sequence[Event], tale: Sequence[Told]) -> Found:
    """Open what a cut left behind by the real code; all it holds must be the tale's beginning."""
    acknowledged, begun = _promised(before)
    with closing(Journal(folder / FILE, wall)) as journal:
        kept = journal.unfinished()
        lines = None if kept is None else len(kept.lines)
        says = ""
        if journal.damage is not None:
            says = f"it is called damaged: {journal.damage}"
        elif (-1 if lines is None else lines) < (-1 if acknowledged is None else acknowledged):
            says = "acknowledged lines are lost"
        elif lines is not None and lines not in {acknowledged, begun}:
            says = "half a batch is there"
        elif kept is not None and kept.tale != tuple(tale[: len(kept.lines)]):
            says = "another tale is told"
        if not says:  # and it goes on
            match = journal.begin("race", 1, (0, 1, 2), "s", "box") if kept is None else kept.id
            journal.append(match, tale[lines or 0 :][:1], ended="A wins")
            assert journal.unfinished() is None
    return Found(lines, acknowledged, begun, says)


def _promised(before: Sequence[Event]) -> tuple[int | None, int | None]:
    """Lines that were acknowledged, and those there may be; None: not even the match."""
    acknowledged: int | None = None
    begun: int | None = None
    for said in marks(before):
        match said:
            case Begins(lines=None):
                begun = 0
            case Begins(lines=int(more)):
                begun = (acknowledged or 0) + more
            case Kept(lines=lines):
                acknowledged = begun = lines
    return acknowledged, begun
