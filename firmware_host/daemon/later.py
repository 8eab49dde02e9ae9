"""What a table does once it listens, since nobody needs it sooner: learn its other games."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future

from firmware_host.table.games import Playable
from firmware_host.table.signals import Offered

from .assembly import Assembly
from .settings import house


async def offer_all(table: Assembly, turn: Callable[[], None], says: Callable[[str], None]) -> None:
    """Load every game that can be played here, beside the loop, and offer them.

    *turn* is called when they are offered. Whatever is wrong with them, the table's own is played.
    A daemon that is to end meanwhile does not wait for them.
    """
    loaded = Future[tuple[Playable, ...]]()

    def load() -> None:
        if not loaded.set_running_or_notify_cancel():
            return  # the daemon has ended meanwhile
        try:
            games = house.games(table.files)
        except Exception as broken:  # told on the loop
            loaded.set_exception(broken)
        else:
            loaded.set_result(games)

    threading.Thread(target=load, name="games", daemon=True).start()
    try:
        games = await asyncio.wrap_future(loaded)
    except Exception as wrong:
        says(f"Only the table's own game is offered: the others cannot be loaded: {wrong!r}")
        return
    now_ns = table.clock.now_ns()
    table.core.feed(Offered(games, now_ns), now_ns)
    turn()
