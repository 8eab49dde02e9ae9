"""A match of the journal that cannot be gone on with just now: it stops no table.

Its game may be gone, or break on it at once. Then it stays open in the journal, the lobby says so,
and a daemon begun anew tries again, unless another match has begun.
"""

from __future__ import annotations

import logging
import traceback
from dataclasses import dataclass

from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Seat
from firmware_host.session.journal import Journal, JournalError
from firmware_host.session.record import Kept
from firmware_host.table.evening import House
from firmware_host.table.net import KEPT, folder_of
from firmware_host.table.own import raised
from firmware_host.table.table import Table

from .going_on import Says, going_on
from .settings import house as houses

LOG = logging.getLogger("lava-table.game")


@dataclass(frozen=True, slots=True)
class Taken:
    """The match that is open in the journal, and whether the table plays it."""

    id: int | None = None  #: None: there is none
    aside: str = ""  #: why it is not gone on with, in words
    told: tuple[str, ...] = ()  #: for whoever looks at the terminal
    bots: frozenset[Seat] | None = None  #: the seats that bots play; None: nothing tells of that


def taken_up(journal: Journal, kept: Kept | None, house: House, table: Table, says: Says) -> Taken:
    """Have *table* go on with *kept*, as far as it can. *says* tells people what became of it.

    :raises JournalError: it cannot be written.
    """
    if kept is None:
        return Taken()
    try:
        going = going_on(journal, kept, house, says)
        if going is None:
            return Taken(kept.id)
        table.evening.resume(going.match, going.lines, going.sitting, going.at_ms)
        on = f"going on with match {going.id}, {going.lines} lines told"
        return Taken(going.id, "", (on,), going.bots)
    except houses.NotHere as wrong:
        why = str(wrong)
    except Exception as wrong:  # the game's own code
        playable = next((p for p in house.games if p.game.name == kept.game), None)
        if playable is None or isinstance(wrong, JournalError):
            raise
        LOG.error(traceback.format_exc().rstrip())
        why = raised(wrong, folder_of(playable.game))
    named = next((p.title for p in house.games if p.game.name == kept.game), kept.game)
    table.net.left(named)
    why = f"match {kept.id} of {kept.game} cannot be gone on with: {why}"
    return Taken(kept.id, why, (why,))


def told(why: str) -> str:
    """The same, with what has become of the match and what can be done."""
    return f"{why}. {KEPT}. When that is mended, start the table again before another game begins"


def unlaid(game: str, wrong: Exception) -> str:
    """What a game from outside raised when its things were to lie there."""
    why = raised(wrong, folder_of(GAMES[game]))
    return f"{game}: its things cannot be laid out: {why}"
