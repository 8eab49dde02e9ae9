"""The host of a match: gestures, looks and commands in, a scene out. No wire, no clock.

A question a person can answer is a menu on that person's button. A question the table can answer
is put to the reader; where the camera is missing or unsure, it becomes a menu as well. Silence
and luck answer what is theirs. After undo, put or resume the table is *out of step*: what the
camera sees counts again once crater and state have agreed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from firmware_host.rules.kernel import Answer, Decision, Illegal, Over, Seat, Source
from firmware_host.session.clock import NS_PER_MS, GameClock
from firmware_host.session.match import Match

from . import menus as m
from .asking import Asking, seats_of
from .gestures import Gesture
from .kept import KeptScene
from .ledger import Ledger
from .menu import Menu, Taken, press
from .reading import Correction, Reader
from .scene import Cue, Scene, View
from .sight import Sight
from .signals import Watch
from .taking_back import TakeBack, put_right

A = TypeVar("A", bound=Answer)
S = TypeVar("S")


UNDONE_MS = 20_000
"""Who takes back has a mistake in mind: so long at least silence does not answer the same again."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long silence takes, by topic; ms of game time. A topic not named never lapses."""

    topics: Mapping[str, int] = field(default_factory=lambda: {"go": 3_000, "guard": 20_000})
    confirm_ms: int = 4_000
    """A beat at which something may still be put right: time to say "not mine"."""
    blind_ms: int = 3_000
    """So long without a picture, and the menus take over."""


class Host(Generic[S, A]):
    """Runs one match at one table."""

    checking = False  #: Does it wait for somebody to look at the table?

    def __init__(
        self,
        ledger: Ledger[S, A],
        view: View[S, A],
        reader: Reader[S, A],
        clock: GameClock,
        patience: Patience,
        *,
        camera: bool,
        resumed: bool = False,
    ) -> None:
        self.sight = Sight(reader, patience.blind_ms, camera=camera, out_of_step=resumed)
        self.ledger, self._view, self._reader = ledger, view, reader
        self._steady = KeptScene(view)
        self.patience, self.clock, self.stopped_by = patience, clock, frozenset[str]()
        self.asking, self._since_ms = Asking(view), clock.before_ms

    def gesture(self, seat: Seat, gesture: Gesture, at_ns: int, now_ns: int) -> None:
        """A thumb said something; *at_ns* is when it went down."""
        menu = self.asking.menus.get(seat)
        if self.asking.slipped(seat, gesture):
            return
        if menu is not None and self.sight.busy(seat):
            self._busy_gesture(seat, menu, gesture, at_ns, now_ns)
            return
        free = menu is None or (m.one_line(menu) and gesture is Gesture.HOLD)
        if (free and self._free_gesture(seat, gesture, at_ns)) or menu is None:
            return
        if m.one_line(menu) and gesture is Gesture.TAP:
            gesture = Gesture.HOLD  # with nothing to choose between, any touch goes on
        self._thumbed(seat, press(menu, gesture), now_ns)

    def choose(self, seat: Seat, line: int | str, now_ns: int) -> None:
        """*seat* takes line number *line* of its menu, or what may be done at the spot *line*.

        :raises Illegal: ``not_asked``.
        """
        chosen = self.asking.chosen(seat, line)
        if chosen is None:
            raise Illegal("not_asked", f"{seat} is not asked that now")
        self._after(seat, chosen, now_ns)

    def pause(self, now_ns: int, *, paused: bool, by: str = "staff") -> None:
        """Stop game time, or let it run: silence means nothing while anybody has stopped it."""
        self.stopped_by = self.stopped_by | {by} if paused else self.stopped_by - {by}
        self.clock = self.clock.pause(now_ns) if self.stopped_by else self.clock.resume(now_ns)

    def undo(self, now_ns: int) -> None:
        """Back to the last choice.

        :raises Illegal: nobody has chosen anything yet.
        """
        self.ledger.undo_choice(self.clock.ms(now_ns))
        self.fall_out_of_step(now_ns)

    def put(self, lines: Mapping[str, str], reason: str, now_ns: int) -> None:
        """Put lines of the state right.

        :raises Illegal: they make no state that can be.
        """
        self.ledger.put(lines, reason, self.clock.ms(now_ns))
        self.fall_out_of_step(now_ns)

    def answer(self, answer: A, now_ns: int) -> None:
        """Move the match on.

        :raises Illegal: it does not wait for that.
        """
        before = self.ledger.match.state
        self.ledger.answer(answer, self.clock.ms(now_ns))
        self.sight.learn(str(answer))
        self._reader.told(before, str(answer))
        self._rest(now_ns)

    def fall_out_of_step(self, now_ns: int) -> None:
        """Dice may lie otherwise now: what is seen counts once it and the state have agreed."""
        self.asking.close()
        self.sight.fall_out_of_step()
        self._rest(now_ns)

    def settle(self, now_ns: int) -> None:
        """Let table, luck and silence answer what is theirs; then put the open question."""
        while (answer := self._by_itself(now_ns)) is not None:
            self.answer(answer, now_ns)
        self.asking.put(self.ledger.match, self.sight, now_ns, self.ledger.bots)

    @property
    def pending(self) -> Decision[A] | Over:
        """What the match waits for."""
        return self.ledger.match.pending

    @property
    def wake_ns(self) -> int | None:
        """Settle again by then."""
        lapse_ms = self._lapse_ms()
        times = (self.sight.wake_ns, None if lapse_ms is None else self.clock.ns(lapse_ms))
        return min((t for t in times if t is not None), default=None)

    def watch(self) -> Watch:
        """How the camera should look now."""
        topic = pending.topic if isinstance(pending := self.pending, Decision) else ""
        return replace(self._reader.watch(self.ledger.match.state, topic), about=self.sight.about)

    def scene(self) -> Scene:
        """The table as it is to be shown now."""
        match = self.ledger.match
        base = self._steady.of(match, self.asking.under_thumbs())
        shown = self.asking.shown(base, match.pending, self.sight)
        lapse_ms = self._lapse_ms()
        return shown if lapse_ms is None else _dated(shown, self.pending, self.clock.ns(lapse_ms))

    def _busy_gesture(
        self, seat: Seat, menu: Menu[m.Value[A]], gesture: Gesture, at_ns: int, now_ns: int
    ) -> None:
        """Dice are still being taken: a press claims one, and only a hold answers the question."""
        if gesture is Gesture.PRESS:
            self._reader.pressed(seat, at_ns)
        elif gesture is Gesture.HOLD or not m.one_line(menu):
            if gesture is Gesture.HOLD:  # it answers, and claims nothing besides
                self._reader.withdrawn(seat, at_ns)
            self._thumbed(seat, press(menu, gesture), now_ns)

    def _free_gesture(self, seat: Seat, gesture: Gesture, at_ns: int) -> bool:
        """A press with no menu claims a die; a hold says "not mine". True if it meant that."""
        asked = seat in self.asking.menus
        if gesture is Gesture.PRESS and not asked:
            self._reader.pressed(seat, at_ns)
            return True
        corrections = put_right(self.ledger.match, self._reader, seat, asked=asked)
        if gesture is not Gesture.HOLD or not corrections or self.asking.correcting is not None:
            return False
        self.asking.correct(seat, corrections)
        return True

    def _thumbed(self, seat: Seat, menu: Menu[m.Value[A]] | Taken[m.Value[A]], now_ns: int) -> None:
        try:
            self._after(seat, menu, now_ns)
        except Illegal:  # another thumb, or the camera, was quicker
            self.ledger.light(Cue("refused", seat=seat))

    def _after(self, seat: Seat, menu: Menu[m.Value[A]] | Taken[m.Value[A]], now_ns: int) -> None:
        if isinstance(menu, Menu):
            self.asking.menus[seat] = menu
            return
        try:
            self._take(menu.value, now_ns)
        except Illegal:  # the table has moved on since this menu was put
            self.asking.close()
            self._rest(now_ns)
            raise

    def _take(self, chosen: m.Value[A], now_ns: int) -> None:
        """What was chosen. :raises Illegal: it can be no longer; nothing has changed."""
        match chosen:
            case m.Give() | m.Go():
                for answer in m.given(chosen):
                    self.answer(answer, now_ns)
            case m.Hear(words=words):
                self._reader.told(self.ledger.match.state, words)
            case TakeBack():
                self.ledger.take_back(chosen, self.clock.ms(now_ns))
                self.fall_out_of_step(now_ns)
            case Correction() | m.Close():
                self.asking.close()
                if isinstance(chosen, Correction):
                    self.ledger.put(dict(chosen.lines), chosen.reason, self.clock.ms(now_ns))
                    self._reader.reset()
                self._rest(now_ns)

    def _rest(self, now_ns: int) -> None:
        """The question is a new one: silence begins to count again."""
        self._since_ms = self.clock.ms(now_ns)
        self.sight.rest()

    def _by_itself(self, now_ns: int) -> A | None:
        pending = self.pending
        if isinstance(pending, Over):
            return None
        lapse_ms = self._lapse_ms()
        if lapse_ms is not None and pending.lapse and self.clock.ms(now_ns) >= lapse_ms:
            return pending.lapse.answer
        if pending.source is Source.TABLE:
            answer, cues = self.sight.answer(self.ledger.match.state, pending, now_ns)
            for cue in cues:
                self.ledger.light(cue)
            return answer
        return self.ledger.match.lucky()

    def _lapse_ms(self) -> int | None:
        match = self.ledger.match
        after = _lapses_after(match, self._reader, self.patience)
        if after is None or self.asking.correcting is not None:
            return None
        return self._since_ms + max(after, UNDONE_MS if match is self.ledger.back_at else 0)


def _lapses_after(match: Match[S, A], reader: Reader[S, A], patience: Patience) -> int | None:
    """So many ms of silence are an answer; None: it never is one."""
    pending = match.pending
    if isinstance(pending, Over) or not pending.lapse:
        return None
    after = pending.lapse.after_ms or patience.topics.get(pending.topic)
    slow = after is not None and _correctable(match, reader)
    return max(after or 0, patience.confirm_ms) if slow else after


def agreed(host: Host[Any, Any], patience: Patience) -> None:
    """*host* waits so long from now on."""
    host.patience = patience
    host.sight.blind_after_ns = patience.blind_ms * NS_PER_MS


def _correctable(match: Match[S, A], reader: Reader[S, A]) -> bool:
    return any(reader.corrections(match.state, seat) for seat in seats_of(match))


def _dated(scene: Scene, pending: Decision[A] | Over, until_ns: int | None) -> Scene:
    """*scene*, with *until_ns* at the seat that silence answers for then."""
    if isinstance(pending, Over) or pending.lapse is None:
        return scene
    seat = pending.lapse.answer.seat
    seats = tuple(replace(s, until_ns=until_ns) if s.seat == seat else s for s in scene.seats)
    return replace(scene, seats=seats)
