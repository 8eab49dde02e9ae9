"""What a table does once it listens, since nobody needs it sooner: learn its other games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from firmware_host.table.signals import Offered

from .assembly import Assembly
from .settings import house


async def offer_all(table: Assembly, turn: Callable[[], None], says: Callable[[str], None]) -> None:
    """Load every game that can be played here, beside the loop, and offer them.

    *turn* is called when they are offered. Whatever is wrong with them, the table's own is played.
    """
    try:
        files, games = table.files, await asyncio.to_thread(house.games, table.files)
    except Exception as wrong:
        says(f"Only the table's own game is offered: the others cannot be loaded: {wrong!r}")
        return
    if files is not table.files:
        return  # they were read again meanwhile, with all games
    now_ns = table.clock.now_ns()
    table.core.feed(Offered(games, now_ns), now_ns)
    turn()
