"""A table that nobody touches: asks again, and at last keeps the match and goes back to its lobby.

A question that nobody answers is asked again after a while, and then less and less often, for as
long as it stands: the light of whoever is waited for swells, and the display wakes and says who.
Every other time it says instead how another button answers: nobody can see that one is dead.
Where an event wants it, a match that nobody plays any more is kept (``table/parking.py``).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

from firmware_host.daemon.core import Core
from firmware_host.daemon.settings.manners import IdleSection
from firmware_host.session.record import Kept
from firmware_host.table.scene import Cue, Scene, Text, text
from firmware_host.table.signals import Command, Looked, Signal, Tick
from firmware_host.vision.facts import Tray

from .announcer import SHOWN_NS, Announcer
from .quiet import KNOWN_S

SECOND_NS = 1_000_000_000
MINUTE_NS = 60 * SECOND_NS
LONGEST_NS = 10 * MINUTE_NS
"""So often at least, however long nobody answers."""
WARNED_NS = MINUTE_NS
"""So long before people are told what is about to happen; half of a time that is shorter."""
SAID_NS = 5 * SECOND_NS
ALIVE = (Tray.HAND, Tray.MOVING)

Asked = tuple[object, ...]


class Idle:
    """Does what is due by the clock alone: one of ``Core.kept``."""

    def __init__(
        self,
        core: Core,
        section: Callable[[], IdleSection],
        announcer: Announcer,
        hour: Callable[[], str],
        wake: Callable[[], None],
    ) -> None:
        """*section* is read each time; *hour* gives ``14:05``; *wake* brightens the display."""
        self._core, self._section, self._announcer = core, section, announcer
        self._hour, self._wake = hour, wake
        self._asked: Asked = ()
        self._since_ns = self._touched_ns = 0
        self._touched_at = hour()
        self._reminded = 0
        self._warned = False
        self._seen: Scene | None = None
        self._due_ns: int | None = 0

    @property
    def wake_ns(self) -> int | None:
        """Call :meth:`tick` by then; at once, where something is shown that it has not seen."""
        return self._due_ns if self._core.scene is self._seen else 0

    def fed(self, signal: Signal, now_ns: int) -> None:
        """Something happened: what only people do counts as somebody who is there."""
        moved = isinstance(signal, Looked) and signal.look.tray in ALIVE
        if moved or isinstance(signal, Command):
            self.touched(now_ns)

    def touched(self, now_ns: int) -> None:
        """Somebody is at the table."""
        self._touched_ns, self._touched_at = now_ns, self._hour()
        self._since_ns, self._reminded = now_ns, 0
        if self._warned:
            self._warned = False
            self._announcer.hush()
            self._redraw()
        self._due_ns = now_ns

    def tick(self, now_ns: int) -> None:
        """Look whether anything is due."""
        scene = self._seen = self._core.scene
        if scene is None:
            return
        asked = _asked(scene, self._core.state)
        if asked != self._asked:
            self._asked, self._since_ns, self._reminded = asked, now_ns, 0
        times = [self._remind(scene, now_ns), self._leave(scene, now_ns)]
        self._due_ns = min((t for t in times if t is not None), default=None)

    def _remind(self, scene: Scene, now_ns: int) -> int | None:
        """Ask again if it is time; when it is next."""
        remind_ns = self._section().remind_s * SECOND_NS
        if not remind_ns or scene.service is not None or scene.phase in ("lobby", "over"):
            return None
        due_ns = self._since_ns + reminders_ns(remind_ns, self._reminded)
        if now_ns < due_ns:
            return due_ns
        while self._since_ns + reminders_ns(remind_ns, self._reminded) <= now_ns:
            self._reminded += 1
        for seat in scene.waiting_for:
            self._core.lights.play(Cue("remind", seat=seat), now_ns)
        if not self._warned:
            helps = dead_button(scene) if self._reminded % 2 == 0 else None
            long_ns = SAID_NS if helps is None else SHOWN_NS
            self._announcer.tell(helps or reminder(scene), now_ns, long_ns)
        self._wake()
        self._redraw()
        return self._since_ns + reminders_ns(remind_ns, self._reminded)

    def _leave(self, scene: Scene, now_ns: int) -> int | None:
        """Keep the match if nobody has been there for too long; when that is."""
        away_ns = self._section().away_min * MINUTE_NS
        evening = self._core.table.evening
        sat = evening.playing is not None or (evening.host is None and bool(evening.lobby.joined))
        if scene.service is not None:
            self._touched_ns = now_ns  # whoever tries the table is there
        if not away_ns or not sat or scene.service is not None or evening.house.fixed is not None:
            return None
        at_ns = self._touched_ns + away_ns
        warn_ns = at_ns - min(WARNED_NS, away_ns // 2)
        if now_ns >= at_ns:
            self._warned = False
            self._announcer.hush()
            evening.parking.ask(self._touched_at)
            self._touched_ns = now_ns
            self._core.feed(Tick(now_ns), now_ns)
            return now_ns + away_ns
        if now_ns < warn_ns:
            return warn_ns
        if not self._warned and evening.playing is not None:
            self._warned = True
            self._announcer.tell(text("idle.leaving"), now_ns, at_ns - now_ns)
            self._wake()
            self._redraw()
        return at_ns

    def _redraw(self) -> None:
        if self._core.display is not None:
            self._core.display.afresh()


def reminders_ns(remind_ns: int, count: int) -> int:
    """How long after a question the reminder number *count* (from 0) comes: ever less often."""
    total = 0
    for number in range(count + 1):
        total += min(remind_ns << min(number, 20), max(remind_ns, LONGEST_NS))
    return total


def reminder(scene: Scene) -> Text:
    """Who is waited for, and what for."""
    if not scene.waiting_for:
        return text("idle.waiting", what=scene.waiting)
    who: Text | str = str(scene.waiting_for[0])
    for seat in scene.waiting_for[1:]:
        who = text("idle.and", first=who, then=str(seat))
    return text("idle.waiting_for", who=who, what=scene.waiting)


def dead_button(scene: Scene) -> Text | None:
    """What to do where a button may not work; None: no button could answer for another's."""
    asked = [seat for seat in scene.seats if seat.menu]
    if not asked or len(asked) == len(scene.seats):
        return None
    return text("idle.dead_button", who=str(asked[0].seat))


def _asked(scene: Scene, state: int) -> Asked:
    """What the table waits for: another, when anybody has answered."""
    return (state, scene.phase, scene.waiting, scene.waiting_for, scene.notice)


def hour(now_s: float) -> str:
    """The time of day, as people here say it."""
    return time.strftime("%H:%M", time.localtime(now_s)) if now_s >= KNOWN_S else "--:--"


def left_at(kept: Kept, away_min: int, now_s: float) -> str:
    """When a match was left that is too old to be thrust upon whoever comes; empty: it goes on.

    It is judged by the clocks on the wall of then and now, if both knew the time.
    """
    if not away_min or not kept.lines or now_s < KNOWN_S:
        return ""
    stamp_s = datetime.fromisoformat(kept.lines[-1].stamp).timestamp()
    return hour(stamp_s) if KNOWN_S <= stamp_s <= now_s - 60 * away_min else ""
