"""The demo's company: bots at the buttons you do not press, on the real clock."""

from __future__ import annotations

import asyncio
import logging
import random
import traceback
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from firmware_host.bots import catalog
from firmware_host.bots.bot import Bot
from firmware_host.bots.whim import Whim
from firmware_host.daemon.assembly import Assembly
from firmware_host.rules.kernel import Answer, Decision, Seat
from firmware_host.table.chairs import Chairs

from .crowd import People
from .fingers import Pace, Person
from .glimpse import Glimpse

LOG = logging.getLogger("lava-table.bot")
ARRIVING_S = 0.2
SHORTEST_S = 0.01
"""Between two looks round the table, however much there is to do."""


class Faults:
    """What a bot raises is told, once each, and ends no demo: a whim chooses for it."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def bot(self, seed: str) -> Bot:
        """A bot at one button."""
        return self.forgiving(catalog.Versatile("heuristic", seed), seed)

    def forgiving(self, thinks: Bot, seed: str) -> Bot:
        """The same bot, for which a whim chooses where it cannot."""
        return _Forgiven(thinks, Whim(seed), self)

    @contextmanager
    def told(self) -> Iterator[None]:
        """Nothing that is raised gets out of here."""
        try:
            yield
        except Exception as wrong:  # a game's own code
            log = "".join(traceback.format_exception(wrong)).rstrip()
            if log not in self._told:
                self._told.add(log)
                LOG.error(log)


@dataclass(frozen=True, slots=True)
class _Forgiven:
    """Chooses as *bot* does; where that cannot, as the whim does."""

    thinks: Bot
    whim: Bot
    faults: Faults

    def choose(self, state: Any, decision: Decision[Any], seat: Seat) -> Answer:
        """One of the options of *seat*."""
        with self.faults.told():
            return self.thinks.choose(state, decision, seat)
        return self.whim.choose(state, decision, seat)


def company(
    bots: Sequence[int], people: Sequence[int], seed: str
) -> Callable[[Assembly], Coroutine[Any, Any, None]]:
    """Bots at some buttons, whims and tempers from *seed*, for as long as the table stands.

    At the buttons of *people* they play nothing: they say what lies in that virtual hand when the
    table asks whose a die was, as a page's hand cannot feel what it holds. Who gets up is played
    by one of them, and whose seat a person takes plays no more.
    """

    async def sit(table: Assembly) -> None:
        said = Faults()
        hands = table.devices.hands
        assert hands is not None, "only a virtual table has hands"
        hold_ms = table.files.table.buttons.hold_ms
        pace = Pace(hold_ms=hold_ms, in_turn=True)  # polite: a newcomer's hand finds room
        persons = [
            Person(b, said.bot(f"{seed}/{b}"), random.Random(f"{seed}/{b}"))
            for b in (*bots, *people)
        ]
        for person in persons:
            person.witness = person.button in people
        begins = not people  # else who sits at the page begins
        everyone = People(Glimpse(table.core), hands, persons, pace, begins)
        while not table.feed.visited:  # nobody begins before you sit down
            await asyncio.sleep(ARRIVING_S)
        while persons:
            now_ns = table.clock.now_ns()
            _seated(persons, table.core.table.evening.at_play)
            with said.told():
                everyone.act(now_ns)
            await asyncio.sleep(max(SHORTEST_S, (everyone.wake_ns - now_ns) / 1e9))
        await asyncio.Event().wait()  # nobody: an empty chair waits as well

    return sit


def _seated(persons: Sequence[Person], chairs: Chairs | None) -> None:
    """Each plays where a bot is to, and is a witness elsewhere."""
    if chairs is None:
        return
    buttons = chairs.bot_buttons
    for person in persons:
        person.witness = person.button not in buttons
