"""The demo's company: bots at the buttons you do not press, on the real clock."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from firmware_host.bots import catalog

from .assembly import Assembly
from .glimpse import Glimpse
from .people import Pace, People, Person

SHORTEST_S = 0.01
"""Between two looks round the table, however much there is to do."""


def company(buttons: Sequence[int], seed: str) -> Callable[[Assembly], Coroutine[Any, Any, None]]:
    """People at *buttons*, whims and tempers from *seed*, for as long as the table stands."""

    async def sit(table: Assembly) -> None:
        hands = table.devices.hands
        assert hands is not None, "only a virtual table has hands"
        game, pace = table.files.box.game.name, Pace(hold_ms=table.files.table.buttons.hold_ms)
        persons = [
            Person(b, catalog.bot(game, "heuristic", f"{seed}/{b}"), random.Random(f"{seed}/{b}"))
            for b in buttons
        ]
        people = People(Glimpse(table.core), hands, persons, pace)
        while persons:
            now_ns = table.clock.now_ns()
            people.act(now_ns)
            await asyncio.sleep(max(SHORTEST_S, (people.wake_ns - now_ns) / 1e9))
        await asyncio.Event().wait()  # nobody: an empty chair waits as well

    return sit
