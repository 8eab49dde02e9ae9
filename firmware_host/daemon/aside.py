"""A match of the journal that cannot be gone on with just now: it stops no table.

Its game may be gone, or break on it at once. Then it stays open in the journal, the lobby says so,
and a daemon begun anew tries again, unless another match has begun.
"""

from __future__ import annotations

import traceback

from firmware_host.session.journal import Journal
from firmware_host.session.record import Kept
from firmware_host.table.evening import House
from firmware_host.table.net import KEPT, folder_of
from firmware_host.table.own import raised
from firmware_host.table.table import Table

from .going_on import Going, Says, going_on
from .settings import house as houses


def taken_up(
    journal: Journal, kept: Kept | None, house: House, table: Table, says: Says
) -> tuple[Going | None, str]:
    """What *table* goes on with; and why it does not with *kept*, in words.

    *says* tells people what became of it.

    :raises JournalError: it cannot be written.
    """
    try:
        goes_on = going_on(journal, kept, house, says)
        if goes_on is not None:
            told = goes_on.match, goes_on.lines, goes_on.sitting, goes_on.at_ms
            table.evening.resume(*told)
    except houses.NotHere as wrong:
        why = str(wrong)
    except Exception as wrong:  # the game's own code
        playable = next((p for p in house.games if kept and p.game.name == kept.game), None)
        if playable is None:
            raise
        says(traceback.format_exc().rstrip())
        why = raised(wrong, folder_of(playable.game))
    else:
        return goes_on, ""
    assert kept is not None
    named = next((p.title for p in house.games if p.game.name == kept.game), kept.game)
    table.net.left(named)
    return None, f"match {kept.id} of {kept.game} cannot be gone on with: {why}"


def told(why: str) -> str:
    """The same, with what has become of the match and what can be done."""
    return f"{why}. {KEPT}. When that is mended, start the table again before another game begins"
