"""After a break a match goes on only when somebody has seen that the table lies as it is recorded.

The power was cut, or the table was put away: pieces and dice may lie otherwise. So the question
that was open waits, game time stands, and every button has one short menu: *all lies so* stands
first; a tap walks through what should lie where, an item at a time, and lights it where there is a
light for it. What does not lie so is put as it is told; where it is the record that is wrong, the
last answer can be taken back, or the match be left for another. Staff may put any line right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from firmware_host.rules.kernel import Answer, Illegal, Over, Seat, Source

from .gestures import Gesture
from .host import Host
from .scene import Choice, Lamp, Recall, Scene, Text, text

A = TypeVar("A", bound=Answer)
S = TypeVar("S")

BY = "check"
RIGHT, BACK, LEAVE = "check.right", "check.back", "check.leave"
QUESTION = text("check.question")
"""What the menu asks: people of code know it by that."""


class Checked(Host[S, A]):
    """A host that waits, until its table was looked at; from then on it is any other."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._cursor: int | None = None if isinstance(self.pending, Over) else 0
        self.left = False
        """Has somebody said that it is played no more?"""

    @property
    def checking(self) -> bool:  # type: ignore[override]
        """Not before somebody has looked does it go on."""
        return self._cursor is not None

    def settle(self, now_ns: int) -> None:
        """Nothing answers by itself meanwhile; but the camera says if dice lie otherwise."""
        if self._cursor is None:
            super().settle(now_ns)
            return
        if BY not in self.stopped_by:
            self.pause(now_ns, paused=True, by=BY)
        pending = self.pending
        if not isinstance(pending, Over) and pending.source is Source.TABLE:
            self.sight.answer(self.ledger.match.state, pending, now_ns)

    def gesture(self, seat: Seat, gesture: Gesture, at_ns: int, now_ns: int) -> None:
        """A tap walks, a hold takes: it is the same menu on every button."""
        if self._cursor is None:
            super().gesture(seat, gesture, at_ns, now_ns)
        elif gesture is Gesture.TAP:
            self._cursor = (self._cursor + 1) % len(self._lines())
        elif gesture is Gesture.HOLD:
            self._taken(self._cursor, now_ns)

    def choose(self, seat: Seat, line: int | str, now_ns: int) -> None:
        """The same from a page.

        :raises Illegal: ``not_asked``.
        """
        if self._cursor is None:
            super().choose(seat, line, now_ns)
        elif isinstance(line, str) or not 0 <= line < len(self._lines()):
            raise Illegal("not_asked", "first somebody looks whether the table lies as it shows")
        else:
            self._taken(line, now_ns)

    def answer(self, answer: A, now_ns: int) -> None:
        """Staff who tell an answer have looked."""
        self._looked(now_ns)
        super().answer(answer, now_ns)

    def undo(self, now_ns: int) -> None:
        """Back to the last choice: what should lie there is another thing now, to be looked at.

        :raises Illegal: nobody has chosen anything yet.
        """
        super().undo(now_ns)
        self._cursor = None if self._cursor is None else 0

    def put(self, lines: Mapping[str, str], reason: str, now_ns: int) -> None:
        """Put lines of the state right.

        :raises Illegal: they make no state that can be.
        """
        super().put(lines, reason, now_ns)
        self._cursor = None if self._cursor is None else 0

    @property
    def wake_ns(self) -> int | None:
        """Settle again by then."""
        return super().wake_ns if self._cursor is None else self.sight.wake_ns

    def scene(self) -> Scene:
        """The table as recorded, with the one menu on every button."""
        base = super().scene()
        if self._cursor is None:
            return base
        lines = self._lines()
        here, whose = lines[self._cursor]
        menu = tuple(Choice(line, i == self._cursor) for i, (line, _) in enumerate(lines))
        seats = (
            replace(s, menu=menu, lamp=Lamp.PULSE, question=QUESTION, until_ns=None)
            for s in base.seats
        )
        lit = {s.place for s in base.seats if s.seat == whose}
        return replace(
            base,
            seats=tuple(seats),
            phase=BY,
            waiting=text("check.waiting"),
            waiting_for=tuple(s.seat for s in base.seats),
            notice=self._notice(here),
            places=tuple(replace(p, thumb=whose if p.number in lit else None) for p in base.places),
            due=None,
        )

    def _notice(self, here: Text) -> Text:
        """What is read now: how to begin, an item, or what a hold does."""
        if not self._cursor:
            return text("check.begin")
        does = here.key == LEAVE or here.key.startswith(BACK)
        return text("check.does" if does else "check.shown", what=here)

    def _lines(self) -> tuple[tuple[Text, Seat | None], ...]:
        """Every line of the menu, and whose place it is about."""
        told = self._recalled()
        last = self.ledger.last_choice
        back = text(f"{BACK}_answer") if last is None else text(BACK, what=last)
        takes = [(back, None)] if self.ledger.undoable else []
        return ((text(RIGHT), None), *told, *takes, (text(LEAVE), None))

    def _recalled(self) -> tuple[Recall, ...]:
        return self._view.recall(self._public)

    @property
    def _public(self) -> S:
        match = self.ledger.match
        return match.game.public(match.state, None)

    def _taken(self, line: int, now_ns: int) -> None:
        key = self._lines()[line][0].key
        if key == RIGHT:
            self._looked(now_ns)
        elif key.startswith(BACK):
            self.undo(now_ns)
        elif key == LEAVE:
            self.left = True
        else:
            self._cursor = (line + 1) % len(self._lines())

    def _looked(self, now_ns: int) -> None:
        """It goes on: silence begins to count again."""
        if self._cursor is not None:
            self._cursor = None
            self.pause(now_ns, paused=False, by=BY)
            self._rest(now_ns)
