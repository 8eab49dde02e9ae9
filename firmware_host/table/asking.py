"""The menus that stand open at the moment, and how a scene shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from firmware_host.rules.kernel import Answer, Decision, Over, Seat, Source, seen
from firmware_host.session.match import Match

from . import menus as m
from .gestures import Gesture
from .kept import Kept
from .map import Map
from .menu import Item, Menu, Taken, press
from .pointing import at_spot, marked
from .scene import Lamp, Scene, SeatScene, Text, View, text
from .sight import Sight
from .taking_back import NONE, Bots, PutRight, TakeBack

A = TypeVar("A", bound=Answer)
S = TypeVar("S")


def seats_of(match: Match[Any, Any]) -> tuple[Seat, ...]:
    """Everyone who plays, clockwise."""
    return tuple(map(Seat, range(match.setup.seats)))


def _own(pending: Decision[Any] | Over, sight: Sight[Any, Any]) -> bool:
    """Whether somebody chooses: then the game says who it waits for, and the menu asks."""
    player = isinstance(pending, Decision) and pending.source is Source.PLAYER
    return player and not sight.asked


class Asking(Generic[S, A]):
    """Who is asked what. A menu keeps its cursor as long as its lines stay the same."""

    def __init__(self, view: View[S, A]) -> None:
        self.menus: m.Menus[A] = {}
        self.correcting: Seat | None = None
        """The seat that has something put right just now: everyone else waits for it."""
        self._view = view
        self._now = view  #: with the labels of the question that is asked
        self._own: Match[S, A] | None = None  #: whose player's question the menus are
        self._put: Match[S, A] | None = None  #: for which the menus were put last
        self._same: dict[Seat, int] = {}  #: over how many answers of others a menu stayed the same
        self._map = Kept[Map]()
        self._pressed: dict[Seat, Item[m.Value[A]] | None] = {}

    def slipped(self, seat: Seat, gesture: Gesture) -> bool:
        """Has the line changed, or gone, under a thumb that was down? Then it meant another."""
        menu = self.menus.get(seat)
        under = menu.under_thumb if menu is not None else None
        if gesture is Gesture.PRESS:
            self._pressed[seat] = under
        return self._pressed.get(seat) != under

    def correct(self, seat: Seat, corrections: Sequence[PutRight]) -> None:
        """*seat* says that something was not as told."""
        self.correcting, self._own = seat, None
        self.menus = {seat: m.corrections_menu(corrections)}

    def close(self) -> None:
        """Nothing is put right any more."""
        self.correcting = None

    def under_thumbs(self) -> dict[Seat, A]:
        """The answer each seat's thumb is on."""
        return m.under_thumbs(self.menus)

    def chosen(self, seat: Seat, line: int | str) -> Menu[m.Value[A]] | Taken[m.Value[A]] | None:
        """What taking a line of the seat's menu, or pointing at a spot, leads to; None: nothing."""
        menu = self.menus.get(seat)
        if menu is None:
            return None
        if isinstance(line, str):
            return at_spot(menu, line, self._now)
        if not 0 <= line < len(menu.items):
            return None
        return press(replace(menu, cursor=line), Gesture.HOLD)

    def put(self, match: Match[S, A], sight: Sight[S, A], now_ns: int, bots: Bots = NONE) -> None:
        """Put the question the match waits on to whom it concerns.

        A player's question is put once: it stays the same until the match has moved on.
        """
        if self.correcting is not None or self._own is match:
            return
        self._own = None
        pending = match.pending
        self._now = now = self._view.at(seen(match.game, match.position, None).state)
        new: m.Menus[A] = {}
        if isinstance(pending, Over):
            pass
        elif pending.source is Source.PLAYER:
            new = m.own_menus(match, pending, now, seats_of(match), bots)
            self._own = match
        elif sight.asked:
            new = m.question_menus(sight.asked, pending, now)
        elif pending.source is Source.TABLE and not sight.sees(pending.topic, now_ns):
            new = m.table_menus(match, pending, now, sight.reader)
        still = self._still(match)
        if match is not self._put:
            self._same = {s: self._same.get(s, 0) + 1 for s in still if self._alike(s, match, new)}
        self.menus = m.kept(still, new)
        self._put = match

    def _still(self, match: Match[S, A]) -> m.Menus[A]:
        """The menus whose cursors stay; not that of who has answered: it is asked something new."""
        if match is self._put:
            return self.menus
        return {seat: menu for seat, menu in self.menus.items() if seat != match.seat}

    def _alike(self, seat: Seat, match: Match[S, A], new: m.Menus[A]) -> bool:
        """Has another's answer, and that alone, left the menu of *seat* line for line as it was?"""
        last, now = self._put, match.pending
        if last is None or match.before is not last or seat not in new:
            return False
        was = last.pending
        alike = self.menus[seat].outermost.items == new[seat].outermost.items
        topics = {one.topic for one in (was, now) if isinstance(one, Decision)}
        return alike and len(topics) == 1

    def same(self, seat: Seat) -> int:
        """For how many answers, the last ones, the menu of *seat* has been the same."""
        return self._same.get(seat, 0)

    def shown(self, base: Scene, pending: Decision[A] | Over, sight: Sight[S, A]) -> Scene:
        """The scene with the menus in it."""
        question = self._question(pending, sight)
        asked = tuple(seat for seat in self.menus if seat != self.correcting)
        return replace(
            base,
            seats=tuple(self._with_menu(seat, question) for seat in base.seats),
            waiting=base.waiting if _own(pending, sight) else question or base.waiting,
            waiting_for=asked or _thrower(sight) or base.waiting_for,
            notice=sight.notice(pending),
            map=base.map and self._marked(base.map),
            due=sight.due,
        )

    def _marked(self, shown: Map) -> Map:
        """The map with what may be chosen on it."""
        of = (shown, self._put, *self.menus.values())
        return self._map.get(of, lambda: marked(shown, self.menus, self._now))

    def _question(self, pending: Decision[A] | Over, sight: Sight[S, A]) -> Text | None:
        if sight.asked:
            return sight.asked[0].question
        if not self.menus or self.correcting is not None or isinstance(pending, Over):
            return None
        return self._now.question(pending)

    def _with_menu(self, shown: SeatScene, question: Text | None) -> SeatScene:
        menu = self.menus.get(shown.seat)
        if menu is None:
            return shown
        if shown.seat == self.correcting:
            back = any(isinstance(value, TakeBack) for value in menu.values())
            question = text("ask.take_back" if back else "ask.not_mine")
        return replace(shown, menu=menu.choices(), question=question, lamp=Lamp.BLINK)


def _thrower(sight: Sight[Any, Any]) -> tuple[Seat, ...]:
    """Whose dice are waited for."""
    return () if sight.due is None else (sight.due.seat,)
