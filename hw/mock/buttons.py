"""Contacts that bounce, chatter and stick, and the fingers on them.

The buttons themselves are the real ``hw.pi.buttons.GpioButtons`` on a pin factory whose pins
:class:`Contacts` drives. gpiozero's mock pins know no bounce; these do, from a seed, so that the
same evening bounces the same way twice.
"""

from __future__ import annotations

import enum
import errno
import heapq
import itertools
import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin


class ContactPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin whose edges can be dated by whoever drives it.

    It keeps no list of what it was, as gpiozero's does: an evening would fill the memory.
    """

    at_ns: int | None = None  # of the edge just being driven; None: now
    _state: bool

    def _change_state(self, value: bool) -> bool:
        changed = self._state != value
        self._state = value
        return changed

    def _get_state(self) -> bool:
        self._there()
        return self._state

    def _set_state(self, value: bool) -> None:
        self._there()
        super()._set_state(value)

    def _there(self) -> None:
        """:raises OSError: the chip is gone."""
        if getattr(self.factory, "gone", False):
            raise OSError(errno.ENODEV, "No such device")

    def _call_when_changed(self) -> None:
        at_ns = time.monotonic_ns() if self.at_ns is None else self.at_ns
        super(MockPin, self)._call_when_changed(at_ns / 1_000_000_000, self._state)


class ContactFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """A chip of such pins that can be gone."""

    gone = False

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._found: dict[object, ContactPin] = {}

    def pin(self, name: object, *given: Any, **named: Any) -> ContactPin:
        """As gpiozero's, which looks through all there are: slow, at ten thousand edges a second.

        :raises PinInvalidPin: there is no such pin.
        """
        pin = self._found.get(name)
        if pin is None or given or named or self.pins.get(pin.info) is not pin:
            pin = self._found[name] = super().pin(name, *given, **named)
        return pin

    def ail(self, fault: str) -> None:
        """From now on: ``pull``, no pin answers; ``none``: they do again.

        :raises ValueError: it cannot fail so.
        """
        if fault not in ("none", "pull"):
            raise ValueError(f"the pins cannot be {fault!r}: write none or pull")
        self.gone = fault == "pull"


def contact_factory() -> ContactFactory:
    """A pin factory of :class:`ContactPin` pins, for ``GpioButtons`` and :class:`Contacts`."""
    return ContactFactory(pin_class=ContactPin)


@dataclass(frozen=True, slots=True)
class Feel:
    """How bad the contacts are. A good microswitch settles in 1 to 3 ms."""

    bounces: int = 4  #: at most so many openings and closings after each change
    within_us: int = 3_000  #: and all of them in this time


WORN = Feel(bounces=3, within_us=18_000)
"""Of contacts that have closed a million times."""
LATE_NS = 1_000_000
"""On a busy machine the thread is late. Bounces that are later than this are left out: a contact
bounces less there, but not for longer than contacts do."""
CHATTER_S = 0.7
"""A noisy wire picks something up so often."""
FLOOD_NS = 100_000
"""And one that picks up a radio, ten thousand times a second."""
AHEAD_NS = 10_000_000
"""So much of that is made at once."""


class Ailing(enum.StrEnum):
    """What may be wrong with a button."""

    NONE = "none"
    DEAD = "dead"  #: its wire is off: it never closes
    STUCK = "stuck"  #: it stays closed
    NOISY = "noisy"  #: its wire picks up short closings
    BOUNCING = "bouncing"  #: its contact is worn
    FLOOD = "flood"  #: its wire picks up 10,000 closings a second


@dataclass(frozen=True, slots=True)
class _Move:
    button: int
    down: bool
    at_ns: int
    strays: bool = False  #: away from where it belongs, for a moment
    returns: bool = False  #: and back again


class Contacts:
    """Fingers on the contacts of *pins* of a :func:`contact_factory`, bouncing from *seed*.

    With *virtual* time an edge is driven at once and dated as told. Else the first edge is driven
    and dated now, and its bounces follow from a thread in their own time.
    """

    def __init__(
        self,
        factory: ContactFactory,
        pins: Sequence[int],
        *,
        seed: int = 0,
        feel: Feel | None = None,
        virtual: bool = False,
    ) -> None:
        self._factory, self._numbers = factory, tuple(pins)
        self._luck = random.Random(seed)
        self._feel = feel or Feel()
        self._virtual = virtual
        self._stuck: set[int] = set()
        self._ailing: dict[int, Ailing] = {}
        self._stamp_ns = 0  # of the latest edge that was driven on a real clock
        self._left_out: set[int] = set()  # buttons that did not stray, and need not return
        self._held: set[int] = set()
        self._last_ns = [0] * len(self._numbers)  # when the latest move of each button is due
        self._moves: list[tuple[int, int, _Move]] = []  # a heap: due, order told, move
        self._told = itertools.count()
        self._change = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closing = False

    def press(self, button: int, at_ns: int) -> None:
        """A finger closes the contact."""
        self._held.add(button)
        self._settle(button, True, at_ns)

    def release(self, button: int, at_ns: int) -> None:
        """The finger lets go; a stuck contact stays closed."""
        self._held.discard(button)
        self._settle(button, False, at_ns)

    def blink(self, button: int, at_ns: int, long_ns: int) -> None:
        """Something goes by: closed, and open again after *long_ns*; not where it is dead or stuck.

        For beams of light, whose outputs do not bounce.
        """
        if button not in self._stuck and self._ailing.get(button) is not Ailing.DEAD:
            ends = _Move(button, False, at_ns + long_ns)
            self._schedule([_Move(button, True, at_ns), ends])

    def noise(self, button: int, at_ns: int, spikes: int = 5) -> None:
        """A burst picked up by a long wire: *spikes* short closings, 200 us apart or less."""
        self._schedule(self._spikes(button, at_ns, spikes))

    def flood(self, button: int, at_ns: int, presses: int) -> None:
        """So many closings that nobody made, 0.1 ms apart."""
        self._schedule(_flooding(button, at_ns, presses))

    def _spikes(self, button: int, at_ns: int, spikes: int) -> list[_Move]:
        moves, due_ns = [], at_ns
        rest = button in self._held or button in self._stuck
        for _ in range(spikes):
            for down in (not rest, rest):
                moves.append(_Move(button, down, due_ns, down is not rest, down is rest))
                due_ns += 1_000 * self._luck.randint(5, 100)
        return moves

    def stick(self, button: int, at_ns: int) -> None:
        """The contact welds shut."""
        self._stuck.add(button)
        self._schedule([_Move(button, True, at_ns)])

    def unstick(self, button: int, at_ns: int) -> None:
        """Somebody knocks it loose."""
        self._stuck.discard(button)
        self._settle(button, button in self._held, at_ns)

    def ail(self, button: int, fault: str, at_ns: int) -> None:
        """From now on this is wrong with a button; ``none`` mends it.

        With virtual time nothing chatters by itself: it is called again for the next burst.

        :raises ValueError: it cannot fail so.
        """
        ailing = Ailing(fault)
        was = self._ailing.pop(button, Ailing.NONE)
        if was is Ailing.STUCK:
            self.unstick(button, at_ns)
        self._ailing[button] = ailing
        if ailing is Ailing.STUCK:
            self.stick(button, at_ns)
        elif ailing is Ailing.DEAD:
            self._schedule([_Move(button, False, at_ns)])  # whoever holds it holds nothing
        elif ailing is Ailing.NOISY:
            self.noise(button, at_ns)
        elif ailing is Ailing.FLOOD:
            self.flood(button, at_ns, AHEAD_NS // FLOOD_NS)

    def lit(self, pin: int) -> bool:
        """Whether a lamp at this pin shines."""
        return bool(self._factory.pin(pin).state)

    def still(self, timeout_s: float = 5.0) -> bool:
        """Whether all bounces have been driven, now or within *timeout_s*."""
        with self._change:
            return self._change.wait_for(lambda: not self._moves, timeout_s)

    def close(self) -> None:
        """Take the fingers away; bounces still due are forgotten."""
        with self._change:
            self._closing = True
            self._moves.clear()
            self._change.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _settle(self, button: int, down: bool, at_ns: int) -> None:
        """The contact changes to *down*, with its bounces; a stuck one does not change."""
        ailing = self._ailing.get(button)
        if self._factory.gone or button in self._stuck or ailing is Ailing.DEAD:
            return
        feel = WORN if ailing is Ailing.BOUNCING else self._feel
        pairs = self._luck.randint(0, feel.bounces)
        span_us = max(2 * pairs, feel.within_us)
        offsets = sorted(self._luck.sample(range(1, span_us + 1), 2 * pairs))
        moves = [_Move(button, down, at_ns)]
        for number, offset_us in enumerate(offsets):
            back = number % 2 == 1
            moves.append(_Move(button, down is back, at_ns + 1_000 * offset_us, not back, back))
        self._schedule(moves)

    def _schedule(self, moves: list[_Move]) -> None:
        if self._virtual:
            for move in moves:
                self._drive(move, self._after(move, move.at_ns))
            return
        with self._change:
            shift_ns = time.monotonic_ns() - moves[0].at_ns
            for move in moves:
                due_ns = self._after(move, move.at_ns + shift_ns)
                heapq.heappush(self._moves, (due_ns, next(self._told), move))
            self._drive_due()
            if self._moves and self._thread is None:
                self._thread = threading.Thread(target=self._run, name="contacts", daemon=True)
                self._thread.start()
            self._change.notify_all()

    def _after(self, move: _Move, due_ns: int) -> int:
        """When *move* happens: what is told later of a button comes later, bounces or not."""
        later_ns = max(due_ns, self._last_ns[move.button] + 1)
        self._last_ns[move.button] = later_ns
        return later_ns

    def _run(self) -> None:
        with self._change:
            while not self._closing:
                self._drive_due()
                self._chatter()
                self._change.notify_all()
                now_ns = time.monotonic_ns()
                wait_s = (self._moves[0][0] - now_ns) / 1e9 if self._moves else None
                if wait_s is None or wait_s > 0:
                    self._change.wait(wait_s)

    def _chatter(self) -> None:
        """Noisy wires pick something up from time to time, as long as they are."""
        now_ns, moves = time.monotonic_ns(), list[_Move]()
        for button in [b for b, ailing in self._ailing.items() if ailing is Ailing.FLOOD]:
            due_ns = max(self._last_ns[button] + FLOOD_NS // 2, now_ns)
            if due_ns < now_ns + AHEAD_NS:
                moves += _flooding(button, due_ns, AHEAD_NS // FLOOD_NS)
        noisy = [b for b, ailing in self._ailing.items() if ailing is Ailing.NOISY]
        for button in noisy if not self._moves else ():
            moves += self._spikes(button, now_ns + round(CHATTER_S * 1e9), 3)
        for move in moves:
            heapq.heappush(self._moves, (self._after(move, move.at_ns), next(self._told), move))

    def _drive_due(self) -> None:
        while self._moves and self._moves[0][0] <= (now_ns := time.monotonic_ns()):
            due_ns, _, move = heapq.heappop(self._moves)
            if move.strays and now_ns - due_ns > LATE_NS:
                self._left_out.add(move.button)
            elif move.returns and move.button in self._left_out:
                self._left_out.discard(move.button)
            else:
                bounces = move.strays or move.returns
                self._stamp_ns = max(due_ns, self._stamp_ns + 1) if bounces else now_ns
                self._drive(move, self._stamp_ns)

    def _drive(self, move: _Move, at_ns: int | None) -> None:
        pin = self._factory.pin(self._numbers[move.button])
        pin.at_ns = at_ns
        try:
            (pin.drive_low if move.down else pin.drive_high)()
        finally:
            pin.at_ns = None


def _flooding(button: int, at_ns: int, presses: int) -> list[_Move]:
    """So many closings from then on, as quick as they can be."""
    starts = range(at_ns, at_ns + presses * FLOOD_NS, FLOOD_NS)
    halves = ((True, 0), (False, FLOOD_NS // 2))
    return [_Move(button, down, start + later) for start in starts for down, later in halves]
