"""A virtual person's fingers: what they press now, and let go of a moment later."""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from firmware_host.bots.bot import Bot
from firmware_host.rules.kernel import Answer, Decision, Source
from hw.ports import Hands

MS = 1_000_000
TAP_MS = 90  # a finger's quick press
SPARE_MS = 120  # so much longer than it must is a hold held


@dataclass(frozen=True, slots=True)
class Pace:
    """How quick people are: the shortest and the longest it takes them, in milliseconds."""

    react_ms: tuple[int, int] = (350, 900)  #: to see what is shown, and to think of it
    grab_ms: tuple[int, int] = (1_500, 3_000)  #: from one die to the next
    race_ms: tuple[int, int] = (6_000, 14_000)
    """Where whoever presses first has it: so long others leave to people who must read first."""
    hold_ms: int = 600  #: what the table takes for a hold
    in_turn: bool = False  #: nobody reaches in before the last one's die is shown as theirs


CALM = Pace(react_ms=(500, 1_500), grab_ms=(1_000, 2_000), race_ms=(0, 800), in_turn=True)
"""People who take their time."""


@dataclass(slots=True)
class Person:
    """Somebody at a button."""

    button: int
    bot: Bot
    luck: random.Random
    free_ns: int = 0  #: before then it is busy
    mind: tuple[object, Answer] | None = None  #: what it has made up its mind to, and for what
    reached_ns: int | None = None  #: when it last reached for a die
    race_ns: int | None = None  #: when it presses, where the first to press has it
    asked_ns: int | None = None  #: since when it is asked about a die that is not its own
    witness: bool = False
    """Somebody else plays here: it only says, when asked, what this hand has taken or thrown."""
    helps: bool = False
    """The table's own bot plays here: it throws, moves and tells for it, and chooses nothing."""

    def leaves_it(self, asked: Decision[Any], pace: Pace, now_ns: int) -> bool:
        """Whether it leaves it to others: to a bot, or for a while, as who presses first has it."""
        if self.helps and asked.source is Source.PLAYER:
            return True
        if not _race(asked):
            self.race_ns = None
            return False
        if self.race_ns is None:
            self.race_ns = now_ns + self.luck.randint(*pace.race_ms) * MS
        return now_ns < self.race_ns


def _race(asked: Decision[Any]) -> bool:
    """Is there one answer for each of several seats, of which the first counts?"""
    seats = {option.seat for option in asked.options}
    each = None not in seats and len(asked.options) == len(seats) > 1
    return asked.source is Source.TABLE and each and asked.topic != "take"


class Fingers:
    """What hands do in a moment, and a moment later."""

    def __init__(self, hands: Hands, pace: Pace) -> None:
        self._hands, self._pace = hands, pace
        self._moves: list[tuple[int, int, Callable[[int], None]]] = []
        self._order = itertools.count()
        self.presses = 0
        """Of all buttons, taps and holds alike."""

    @property
    def wake_ns(self) -> int | None:
        """Call :meth:`act` by then."""
        return self._moves[0][0] if self._moves else None

    def act(self, now_ns: int) -> None:
        """Do what is due."""
        while self._moves and self._moves[0][0] <= now_ns:
            heapq.heappop(self._moves)[2](now_ns)

    def tap(self, person: Person, now_ns: int) -> None:
        """A quick press."""
        self._press(person, now_ns, TAP_MS)

    def hold(self, person: Person, now_ns: int) -> None:
        """A press long enough to be a hold."""
        self._press(person, now_ns, self._pace.hold_ms + SPARE_MS)

    def later(self, at_ns: int, move: Callable[[int], None]) -> None:
        """Do *move* then."""
        heapq.heappush(self._moves, (at_ns, next(self._order), move))

    def react_ns(self, person: Person) -> int:
        """How long it takes a person to see what is shown."""
        return person.luck.randint(*self._pace.react_ms) * MS

    def _press(self, person: Person, now_ns: int, long_ms: int) -> None:
        self._hands.press(person.button, now_ns)
        self.presses += 1
        end_ns = now_ns + long_ms * MS
        self.later(end_ns, lambda at_ns: self._hands.release(person.button, at_ns))
        person.free_ns = max(person.free_ns, end_ns + self.react_ns(person))
