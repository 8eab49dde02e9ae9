"""The daemon as its page knows it: see :mod:`firmware_host.console.feed`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from firmware_host.console.feed import Configuration, Failures, Furniture, Hand, Said, Snapshot
from firmware_host.rules.kernel import Seat
from firmware_host.table.asking import seats_of
from firmware_host.table.host import Host
from firmware_host.table.scene import Text
from firmware_host.table.secrets import named, numbered
from firmware_host.table.signals import Command
from hw.ports import Hands

from .clock import Clock
from .core import Core
from .eye.lessons import Lessons, School
from .eye.records import Records
from .twins import Twins
from .upkeep.serviced import Serviced

RELOAD = "reload"
"""Staff say so: read the configuration again."""
WATCHED_NS = 5_000_000_000  # 5 s: pictures are made for a page so long after it last asked


class PageFeed:
    """Feeds pages from *core*. :meth:`changed` is to be called after anything may have changed."""

    def __init__(
        self,
        core: Core,
        clock: Clock,
        furniture: Furniture,
        hands: Hands | None,
        words: Callable[[Text], str],
        school: School | None = None,
        records: Records | None = None,
    ) -> None:
        self._core, self._clock, self._words = core, clock, words
        self.furniture, self.hands = furniture, hands
        self.records = records
        self.service: Serviced | None = None
        self.configuration: Configuration | None = None
        self.crashes: Failures | None = None
        self.broke: Callable[[BaseException], None] = lambda broken: None
        """Hears of a fault of ours in the midst of a command: the daemon must end."""
        self.heard: Callable[[], None] = lambda: None
        """A page has told something: what follows from it by the clock is due anew."""
        self.twins = Twins()
        """What of the table is virtual: a page shows it as eyes see it."""
        self.lessons = None
        if school is not None:
            self.lessons = Lessons(replace(school, changed=self.changed))
        self._seen: tuple[int, bytes, int, int] = (0, b"", 0, 0)
        self._number = 1
        self._news: asyncio.Event | None = None
        self._asked_ns: int | None = None
        self._old_picture = 0
        self._claims: dict[Seat, object] = {}  #: which page shows whose secrets
        self._claimed_in: Host[Any, Any] | None = None

    def furnish(self, furniture: Furniture, words: Callable[[Text], str], table: str) -> None:
        """What stands there, what it is called and which language is spoken are others now."""
        self.furniture, self._words = furniture, words
        if self.service is not None:
            self.service.called(table)

    def now_ns(self) -> int:
        """The daemon's clock."""
        return self._clock.now_ns()

    @property
    def visited(self) -> bool:
        """Has a page ever asked for news?"""
        return self._asked_ns is not None

    def changed(self) -> None:
        """Wake the pages up if anything has changed."""
        core = self._core
        lesson = self.lessons.number if self.lessons is not None else 0
        seen = (core.changes, core.lights.pixels, lesson, self.twins.changes)
        if core.eye is not None:
            asked = self._asked_ns
            core.eye.pictures = asked is not None and self.now_ns() - asked < WATCHED_NS
            if not core.eye.pictures:
                self._old_picture = core.eye.picture_number
        if seen != self._seen:
            self._seen = seen
            self._number += 1
            if self._news is not None:
                self._news.set()
                self._news = None

    def snapshot(self, seat: Seat | None = None, page: object = None) -> Snapshot:
        """The newest of everything: public, but for the hand of *seat* where *page* shows it."""
        core, display = self._core, self._core.display
        veiled = b"" if display is None else display.veiled
        shown = b"" if display is None else self.twins.oled_seen(display.picture)
        return Snapshot(
            number=self._number,
            scene=core.scene,
            pixels=self.twins.strip_seen(core.lights.pixels),
            oled=veiled or shown,
            secret=shown if veiled else b"",
            crater=core.eye.picture_number if core.eye is not None else 0,
            devices=tuple(core.devices.values()),
            state=core.state,
            told=tuple(core.told),
            hand=None if seat is None else self._hand(seat, page),
        )

    def claim(self, seat: Seat, page: object) -> Said:
        """Show what *seat* holds on *page* alone."""
        if self._claims.setdefault(seat, page) is not page:
            says = f"The cards of {seat} are shown on another page: hide them there first."
            says += " One that has gone away lets go of them within half a minute."
            return Said(False, "shown", says)
        return Said(ok=True)

    def release(self, page: object) -> None:
        """*page* shows nobody's secrets any more."""
        self._claims = {seat: by for seat, by in self._claims.items() if by is not page}

    def _hand(self, seat: Seat, page: object) -> Hand | None:
        """The hand of *seat*, named only to the page that shows it; in a new match none does."""
        host = self._core.table.evening.playing
        if host is not self._claimed_in:
            self._claimed_in, self._claims = host, {}
        if host is None or seat not in seats_of(host.ledger.match):
            return None
        try:
            cards = named(host.ledger.match, self._core.table.evening.game.view, seat)
        except Exception:  # of a game from outside: it is told where the menu is made
            cards = ()
        shown = page is not None and self._claims.get(seat) is page
        if not cards and not shown:
            return None
        if not shown:
            return Hand(seat, shown)
        return Hand(seat, shown, cards, tuple(self._playing(seat, len(cards))))

    def _playing(self, seat: Seat, cards: int) -> Iterator[int | None]:
        """The lines of the seat's menu that play the cards of its hand."""
        seats = self._core.scene.seats if self._core.scene is not None else ()
        menu = [choice.label for one in seats if one.seat == seat for choice in one.menu]
        for number in range(1, cards + 1):
            line = numbered(number)
            yield menu.index(line) if line in menu else None

    async def news(self, seen: int) -> Snapshot:
        """The newest of everything, as soon as its number is higher than *seen*."""
        while self._number <= seen:
            self._asked_ns = self.now_ns()
            self._news = self._news or asyncio.Event()
            await self._news.wait()
        self._asked_ns = self.now_ns()
        return self.snapshot()

    def crater(self) -> tuple[int, bytes]:
        """Number and JPEG of the newest picture; none is made while nobody asks for any."""
        self._asked_ns = self.now_ns()
        eye = self._core.eye
        if eye is None or eye.picture_number == self._old_picture:
            return 0, b""
        return eye.picture()

    def words(self, line: Text) -> str:
        """A line in the table's language."""
        return self._words(line)

    async def command(self, seat: Seat | None, role: str, words: str) -> Said:
        """Tell the table *words*; refused at once, or carried out."""
        if words == RELOAD and role == "staff" and self.configuration is not None:
            return self.configuration.ask()
        now_ns = self.now_ns()
        try:
            refused = self._core.feed(Command(seat, role, words, now_ns), now_ns)
        except Exception as broken:  # half done: the table must not go on from there
            self.broke(broken)
            raise
        self.changed()
        self.heard()
        return Said(ok=True) if refused is None else Said(False, refused.code, refused.says)
