"""Hands whose own button may not work: they press one that is lent to it, or choose on the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from firmware_host.daemon.core import Core
from firmware_host.daemon.page_feed import PageFeed
from firmware_host.rules.kernel import Seat
from firmware_host.table.checked import BY as CHECK
from firmware_host.table.lending import LEND_NS, NOT_PLAYED
from firmware_host.table.scene import Choice, Scene, SeatScene
from hw.ports import Hands

from .crowd import People, put_right
from .fingers import MS, Person
from .looking import Looker

LONG_NS = LEND_NS + 300 * MS
NOBODY = -1
"""Who holds a button only to lend it."""
GET_UP = "lobby.leave"
PATIENCE_NS = 15_000 * MS
"""So long a person waits for a button that is lent, and free, then goes to the page."""


class Shared:
    """*hands*, where the buttons in *deaf* do nothing: theirs are those that are lent to them."""

    def __init__(self, hands: Hands, core: Core, deaf: Callable[[], frozenset[int]]) -> None:
        self._hands, self._core, self.deaf = hands, core, deaf
        self.on_page = frozenset[int]()
        """Buttons whose people choose on the page, and need no other."""
        self._down: dict[int, int] = {}  # a button, and who presses it
        self._until_ns = 0

    def __getattr__(self, name: str) -> Any:
        """All else hands do as ever."""
        return getattr(self._hands, name)

    def press(self, button: int, at_ns: int) -> None:
        """A finger goes down on the own button, or on the one that is lent, once that is free."""
        at: int | None = button
        if button in self.deaf():
            at = self._core.table.lending.lent.get(button)
            if at in _asked(self._core.scene):
                return  # who has lent it answers first
        if at is not None and at not in self._down:
            self._down[at] = button
            self._hands.press(at, at_ns)

    def release(self, button: int, at_ns: int) -> None:
        """And up."""
        for at in [at for at, by in self._down.items() if by == button]:
            del self._down[at]
            self._hands.release(at, at_ns)

    @property
    def wake_ns(self) -> int | None:
        """Call :meth:`lend` by then."""
        return self._until_ns if NOBODY in self._down.values() else None

    def lend(self, scene: Scene | None, buttons: int, now_ns: int) -> None:
        """Whoever is asked and cannot press is lent the first button that nobody needs."""
        if NOBODY in self._down.values():
            if now_ns >= self._until_ns:
                self.release(NOBODY, now_ns)
            return
        needy, lent = _asked(scene) - self.on_page, self._core.table.lending.lent
        deaf = self.deaf()
        if any(button in deaf and button not in lent for button in needy):
            free = [b for b in range(buttons) if b not in needy | deaf and b not in self._down]
            if free:
                self._down[free[0]], self._until_ns = NOBODY, now_ns + LONG_NS
                self._hands.press(free[0], now_ns)


class Page:
    """A page that people choose on whose buttons do nothing, as :class:`PageFeed` lets them."""

    def __init__(self, feed: PageFeed, core: Core, shared: Shared) -> None:
        self._feed, self._core, self._shared = feed, core, shared
        self.there, self.chosen = True, 0
        self._since: dict[int, int] = {}

    def serves(self, button: int, now_ns: int) -> bool:
        """Does whoever sits there choose on it?"""
        if not self.there or button not in self._shared.deaf():
            self._since.pop(button, None)
            return False
        if button in self._shared.on_page:
            return True
        lender = self._core.table.lending.lent.get(button)
        if lender is not None and lender not in _asked(self._core.scene):
            self._since.pop(button, None)
            return False
        return now_ns - self._since.setdefault(button, now_ns) > PATIENCE_NS

    def choose(self, seat: Seat, index: int) -> None:
        """Line *index* of the seat's menu, as the page shows it."""
        said = self._feed.command(seat, "player", f"choose {index} {self._core.state}")
        try:
            said.send(None)
        except StopIteration:
            self.chosen += 1


class Neighbours(People):
    """People who help each other where a button does not work."""

    page: Page
    looker: Looker | None = None
    """Who leads the look after a break; None: all lies as it did."""
    away_until_ns = 0
    """Nobody is there before then."""
    spare: frozenset[int] = frozenset()
    """Buttons of those who only play where a wire has sat down for them, and a match began so."""

    @property
    def wake_ns(self) -> int:
        """Call :meth:`act` by then."""
        free_ns = max(self.away_until_ns, min(person.free_ns for person in self.persons))
        due_ns = self._fingers.wake_ns
        return free_ns if due_ns is None else min(free_ns, due_ns)

    def act(self, now_ns: int) -> None:
        """Everybody does what they want to do now; whoever goes away lets go of the button."""
        if now_ns >= self.away_until_ns:
            super().act(now_ns)
        else:
            self._fingers.act(now_ns)

    def _turn(self, person: Person, now_ns: int) -> None:
        scene = self.sees.scene
        seats = () if scene is None else scene.seats
        person.helps = any(one.bot for one in seats if one.button == person.button)
        if self.looker is not None and scene is not None and scene.phase == CHECK:
            me = next((one for one in scene.seats if one.button == person.button), None)
            if me is not None and scene.service is None:
                self._look(self.looker, person, me, now_ns)
        else:
            super()._turn(person, now_ns)

    def _look(self, looker: Looker, person: Person, me: SeatScene, now_ns: int) -> None:
        """After a break: what lies otherwise is put right by whoever is careful."""
        if looker.careful and put_right(self.sees, self.hands, me, now_ns):
            return
        seated = {seat.button for seat in self.sees.scene.seats} if self.sees.scene else set()
        if person is next((one for one in self.persons if one.button in seated), None):
            line = looker.aims_at(me.menu)
            if self._choose(person, me.menu, line, now_ns, busy=False):
                looker.took(me.menu[line])

    def _join(self, person: Person, scene: Scene, now_ns: int) -> None:
        here = {s.button for s in scene.seats if s.status == "joined"}
        if person.button in self.spare:
            if person.button in here:  # it was no person who sat down there: a wire did
                self._get_up(person, _seat(scene, person.button).menu, now_ns)
            return
        all_here = {one.button for one in self.persons} - self.spare <= here
        begins = self.begins and person is self.persons[0] and all_here and not here & self.spare
        if person.button in here and not begins:
            return
        if self.page.serves(person.button, now_ns):
            self.page.choose(Seat(person.button), 0)
        else:
            (self._fingers.hold if begins else self._fingers.tap)(person, now_ns)

    def _get_up(self, person: Person, menu: Sequence[Choice], now_ns: int) -> None:
        lines = [i for i, one in enumerate(menu) if one.label.key == GET_UP]
        if lines:
            self._choose(person, menu, lines[0], now_ns, busy=False)

    def _choose(
        self, person: Person, menu: Sequence[Choice], index: int, now_ns: int, busy: bool
    ) -> bool:
        scene = self.sees.scene
        if scene is None or not self.page.serves(person.button, now_ns):
            return super()._choose(person, menu, index, now_ns, busy)
        self.page.choose(_seat(scene, person.button).seat, index)
        return True


def _seat(scene: Scene, button: int) -> SeatScene:
    return next(seat for seat in scene.seats if seat.button == button)


def _asked(scene: Scene | None) -> frozenset[int]:
    """The buttons of those who are asked something in a match."""
    if scene is None or scene.phase in NOT_PLAYED or scene.service is not None:
        return frozenset()
    return frozenset(seat.button for seat in scene.seats if seat.menu)
