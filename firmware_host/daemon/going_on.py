"""What a table begins with: its journal, or one in memory; and the match in it, or what is left.

A match that the rules no longer allow as it was told is never changed in silence. Where they
refuse a line, it is ended with that line named, and goes on from the line before as a new match
whose last line is a put that says why. Where they do not even take its box, it is set aside.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware_host.rules.kernel import Seat
from firmware_host.session.journal import Journal, JournalError
from firmware_host.session.match import Diverged, Match, as_far_as_it_goes
from firmware_host.session.record import Kept
from firmware_host.session.tale import Seated, bots
from firmware_host.table.evening import House
from firmware_host.table.games import Sitting

from . import places
from .settings import house as houses

Says = Callable[[str], None]
ALONE = (
    "What is played now is kept in memory alone, and would be lost with the power, until the disk "
    "takes it."
)
LOOK = "Look at it with ./table replay --match {match}"


@dataclass(frozen=True, slots=True)
class Going:
    """A match that goes on."""

    match: Match[Any, Any]
    sitting: Sitting
    id: int  #: in the journal
    lines: int
    at_ms: int
    bots: frozenset[Seat] | None
    """The seats that bots play; None: nothing is told of that."""


def opened(path: Path, wall: Callable[[], str], what: str, says: Says) -> Journal:
    """The journal at *path*; one in memory where the disk takes nothing. *says* tells people.

    :raises JournalError: it is another's, or cannot be used, and the disk is not to blame.
    """
    try:
        journal = Journal(path, wall, what)
    except JournalError as why:
        if not why.disk:
            raise
        journal = _in_memory(path, wall, what)
        says(f"{why} {ALONE}")
        return journal
    _damage_told(journal, says)
    return journal


def home(away: Journal, path: Path, wall: Callable[[], str], what: str, says: Says) -> Journal:
    """The journal at *path* with all that *away* has, which was opened in its stead; *away* ends.

    :raises JournalError: the disk takes nothing yet, or has another journal by now.
    """
    journal = Journal(path, wall, what)
    try:
        journal.bring_home(away.path)
    except BaseException:
        journal.close()
        raise
    away.close()
    _damage_told(journal, says)
    says(f"{path}: the disk takes it again, and what was kept in memory is on it")
    return journal


def _damage_told(journal: Journal, says: Says) -> None:
    if journal.damage is not None:
        kept = f". The file as it was: {journal.aside}" if journal.aside else ""
        says(f"{journal.path}: {journal.damage}{kept}")


def going_on(journal: Journal, kept: Kept | None, house: House, says: Says) -> Going | None:
    """*kept*, the unfinished match of *journal*, as it goes on; None: there is none.

    *says* tells people what became of it.

    :raises NotHere: the table's files do not let it be played here.
    """
    if kept is None:
        return None
    try:
        fresh, sitting = houses.begun(kept, house)
    except houses.NotTaken as why:
        journal.append(kept.id, (), f"set aside: {why}")
        says(f"match {kept.id} is set aside: {why}. {LOOK.format(match=kept.id)}")
        return None
    match, differs = as_far_as_it_goes(fresh, kept.tale)
    if differs is not None:
        return _carried(journal, kept, match, sitting, differs, says)
    version = match.game.version
    if kept.version != version:
        rules = f"{kept.game} {kept.version}, and goes on by {kept.game} {version}"
        says(f"match {kept.id} was begun by {rules}: every line of it is allowed")
    return Going(match, sitting, kept.id, len(kept.lines), kept.at_ms, bots(kept.tale))


def _carried(
    journal: Journal,
    kept: Kept,
    match: Match[Any, Any],
    sitting: Sitting,
    differs: Diverged,
    says: Says,
) -> Going:
    """It goes on from the line before the first that is not allowed any more."""
    why = f"match {kept.id}: {differs}"
    key, value = next(iter(match.game.words.write(match.state).items()))
    reason = " ".join(f"{why}: it goes on from the line before".split())
    match = match.put({key: value}, reason, kept.at_ms)
    playing = bots(kept.tale)
    seated = tuple(Seated(seat, True, kept.at_ms) for seat in sorted(playing or ()))
    told = (*match.told(), *seated)
    number = journal.carry(kept, match.game.version, told, f"set aside: {why}: goes on as match")
    says(f"{why}. It goes on from the line before, as match {number}: put the table as it shows")
    return Going(match, sitting, number, len(told), kept.at_ms, playing)


def _in_memory(path: Path, wall: Callable[[], str], what: str) -> Journal:
    """A journal that goes with the power, with what can be read of the one at *path*."""
    folder = Path(tempfile.mkdtemp(prefix="table-", dir=places.memory_folder()))
    copy = folder / path.name
    for end in ("", "-wal"):
        with suppress(OSError):
            shutil.copyfile(path.with_name(path.name + end), copy.with_name(copy.name + end))
    journal = Journal(copy, wall, what)
    weakref.finalize(journal, shutil.rmtree, folder, ignore_errors=True)
    return journal
