"""What a table does once it listens, since nobody needs it sooner: learn its other games."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable

from firmware_host.table.games import Playable
from firmware_host.table.signals import Offered

from .assembly import Assembly
from .settings import house


async def offer_all(table: Assembly, turn: Callable[[], None], says: Callable[[str], None]) -> None:
    """Load every game that can be played here, beside the loop, and offer them.

    *turn* is called when they are offered. Whatever is wrong with them, the table's own is played.
    A daemon that is to end meanwhile does not wait for them.
    """
    loop = asyncio.get_running_loop()
    loaded: asyncio.Future[tuple[Playable, ...]] = loop.create_future()

    def found(games: tuple[Playable, ...], wrong: Exception | None) -> None:
        if loaded.cancelled():
            return
        if wrong is None:
            loaded.set_result(games)
        else:
            loaded.set_exception(wrong)

    def load() -> None:
        games: tuple[Playable, ...] = ()
        wrong: Exception | None = None
        try:
            games = house.games(table.files)
        except Exception as broken:  # told on the loop
            wrong = broken
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody is there to hear
            loop.call_soon_threadsafe(found, games, wrong)

    threading.Thread(target=load, name="games", daemon=True).start()
    try:
        games = await loaded
    except Exception as wrong:
        says(f"Only the table's own game is offered: the others cannot be loaded: {wrong!r}")
        return
    now_ns = table.clock.now_ns()
    table.core.feed(Offered(games, now_ns), now_ns)
    turn()
