"""The configuration read again: on SIGHUP, or when staff say so on the page.

Files are read in a thread, and once more until nobody has written to them meanwhile: an editor
may be in the midst of it. Whatever is wrong with them, the table goes on by what it had.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from firmware_host.console.feed import Said
from firmware_host.daemon.assembly import Assembly
from firmware_host.daemon.errors import ConfigError, Wrong
from firmware_host.daemon.settings import anew, config_checks
from firmware_host.daemon.settings import house as houses
from firmware_host.daemon.settings.anew import Anew
from firmware_host.daemon.settings.changes import Change, When
from firmware_host.daemon.settings.house import Files
from firmware_host.rules.kernel import BoxFault
from firmware_host.table.evening import House
from firmware_host.table.scene import Text, text

from .notify import Notifier
from .refreshing import refresh

DEVICE = "configuration"
"""What a faulty file is told as, among the devices."""
SETTLE_S = 0.25
"""A file that was written so shortly before is read again."""
MOST = 20
"""So often at most: five seconds of somebody who writes and writes."""
RESTART = "sudo systemctl restart lava-table"
HOW = {
    When.LIVE: "from now on",
    When.MATCH: "from the next match on",
    When.RESTART: f"needs a restart: {RESTART}",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of reading once."""

    at: str  #: wall clock, ISO 8601
    file: str
    changes: tuple[Change, ...] = ()
    wrong: tuple[Wrong, ...] = ()  #: every fault; then nothing was taken up
    odd: tuple[str, ...] = ()  #: what works, but not as one would think

    def document(self) -> dict[str, Any]:
        """As pages of staff are told."""
        return {
            "at": self.at,
            "file": self.file,
            "changes": [
                {"key": c.path, "was": c.was, "now": c.now, "when": c.when.value}
                for c in self.changes
            ],
            "wrong": [
                {"file": str(w.file), "line": w.line, "key": w.key, "says": w.says}
                | {"write": w.write}
                for w in self.wrong
            ],
            "odd": [*self.odd],
        }


class Reloading:
    """Reads again, one time after the other, and has the table take up what it may."""

    def __init__(
        self,
        table: Assembly,
        reread: Callable[[], Files],
        turn: Callable[[], None],
        notifier: Notifier,
        *,
        settle_s: float = SETTLE_S,
    ) -> None:
        """*reread* gives the files as they are by now; *turn* has what follows carried out."""
        self._table, self._reread, self._turn = table, reread, turn
        self._notifier, self._settle_s = notifier, settle_s
        self._sum = anew.boxes_sum()
        self._going: asyncio.Task[None] | None = None
        self._once_more = self._faulty = False
        self._outcome: Outcome | None = None
        self.number = 0
        """Grows with every reading that is done."""

    def ask(self) -> Said:
        """Read again, soon. One that is asked for while another goes on follows it."""
        if self._going is not None and not self._going.done():
            self._once_more = True
        else:
            self._going = asyncio.create_task(self._read())
        return Said(ok=True)

    def told(self) -> dict[str, Any] | None:
        """What came of the last reading; None before the first."""
        return None if self._outcome is None else self._outcome.document()

    async def settled(self) -> None:
        """Nothing is being read any more."""
        if self._going is not None:
            await self._going

    async def close(self) -> None:
        """Read no more."""
        if self._going is not None:
            self._going.cancel()
            await asyncio.gather(self._going, return_exceptions=True)

    async def _read(self) -> None:
        while True:
            self._once_more = False
            self._notifier.reloading()
            try:
                files = await self._still()
                plan, house = await asyncio.to_thread(self._planned, files)
                self._take_up(plan, house, files)
            except ConfigError as wrong:
                self._refuse(wrong)
            except Exception as broken:  # a fault of ours, but no reason to end a game
                self._broke(broken)
            self.number += 1
            self._table.core.changes += 1
            self._turn()
            self._table.feed.changed()
            self._notifier.ready()
            if not self._once_more:
                return

    async def _still(self) -> Files:
        """The files, read while nobody wrote to them.

        :raises ConfigError: they cannot be used.
        """
        running = anew.named(self._table.files.loaded)
        for _ in range(MOST):
            before = await asyncio.to_thread(anew.mark, running)
            wrong: ConfigError | None = None
            try:
                files = await asyncio.to_thread(self._reread)
            except ConfigError as found:
                wrong = found
            named = running if wrong is not None else anew.named(files.loaded)
            before = before if named == running else await asyncio.to_thread(anew.mark, named)
            await asyncio.sleep(self._settle_s)
            if await asyncio.to_thread(anew.mark, named) == before:
                break
        if wrong is not None:
            raise wrong
        return files

    def _planned(self, files: Files) -> tuple[Anew, House]:
        """What is to be taken up: in a thread, for boxes are read."""
        boxes = anew.boxes_sum()
        plan = anew.planned(self._table.files, files, boxes != self._sum)
        self._sum = boxes
        here = self._table.here
        return plan, houses.house(plan.files, here.seed, here.fixed)

    def _take_up(self, plan: Anew, house: House, read: Files) -> None:
        here, core = self._table.here, self._table.core
        now_ns = self._table.clock.now_ns()
        if plan.those(When.LIVE) or plan.those(When.MATCH):
            refresh(self._table, plan.files, house)
        file = str(read.loaded.file)
        odd = tuple(f"{one.path}: {one.says}" for one in config_checks.warnings(read.table))
        self._outcome = Outcome(here.wall(), file, plan.changes, odd=odd)
        for change in plan.changes:
            here.says(f"{DEVICE}: {change}: {HOW[change.when]}")
        if not plan.changes:
            here.says(f"{DEVICE}: {file} says what it said before")
        if self._faulty:
            self._faulty = False
            core.device(DEVICE, True, f"{file} is good again", now_ns)
        self._table.announcer.tell(_taken(plan), now_ns)
        self._redraw()

    def _refuse(self, error: ConfigError) -> None:
        """Nothing is taken up; every fault is told, the first also where all can see it."""
        here, now_ns = self._table.here, self._table.clock.now_ns()
        self._outcome = Outcome(here.wall(), str(error.file), wrong=error.wrong)
        for wrong in error.wrong:
            here.says(f"{DEVICE}: {wrong}")
        self._faulty = True
        count, first = len(error.wrong), error.wrong[0]
        more = f" ({count - 1} more: Put right, Configuration)" if count > 1 else ""
        brief = replace(first, file=Path(first.file.name))  # all can read it; the log has the path
        says = f"{brief}{more}. The table goes on by what it had"
        self._table.core.device(DEVICE, False, says, now_ns)
        self._table.announcer.tell(_faulty(first, count), now_ns)
        self._redraw()

    def _broke(self, broken: Exception) -> None:
        """The program has failed at it."""
        says = f"reading it has failed, a fault of the program: {type(broken).__name__}: {broken}"
        file = self._table.files.loaded.file
        self._table.core.others.crashed(broken, "reload")
        self._refuse(ConfigError(file, "", (BoxFault("", says, ""),)))

    def _redraw(self) -> None:
        if self._table.core.display is not None:
            self._table.core.display.afresh()


def _taken(plan: Anew) -> Text:
    """A reading in few words."""
    if not plan.changes:
        return text("configuration.same")
    later, waits = len(plan.those(When.MATCH)), plan.those(When.RESTART)
    now = len(plan.those(When.LIVE))
    if waits:
        keys = ", ".join(dict.fromkeys(one.path for one in waits))
        return text("configuration.waits", now=now + later, keys=keys)
    return text("configuration.taken", now=now, later=later)


def _faulty(first: Wrong, count: int) -> Text:
    key = f"{first.key}: " if first.key else ""
    where = f"{first.file.name}:{first.line}" if first.line else first.file.name
    write = f". Write {first.write}" if first.write else ""
    more = f" ({count} faults)" if count > 1 else ""
    says = f"{key}{first.says}{write}"
    return text("configuration.wrong", where=f"{where}{more}", which=first.key, says=says)
