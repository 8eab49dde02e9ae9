"""What the camera answers for a match, and whether it may: blind, out of step, or unsure."""

from __future__ import annotations

from typing import Generic, TypeVar

from firmware_host.rules.kernel import Answer, Decision, Over, Seat, Source
from firmware_host.session.clock import NS_PER_MS
from firmware_host.vision.facts import Look, Tray

from .reading import Fact, Reader, Report
from .scene import Cue, Due, Text, text
from .signals import Learn

A = TypeVar("A", bound=Answer)
S = TypeVar("S")


class Sight(Generic[S, A]):
    """One match's eye: a reader, and how far it is to be trusted just now."""

    def __init__(
        self, reader: Reader[S, A], blind_ms: int, *, camera: bool, out_of_step: bool
    ) -> None:
        self.reader = reader
        self.asked: tuple[Fact, ...] = ()
        """The question it is not sure of; at most one at a time."""
        self.blind_after_ns = blind_ms * NS_PER_MS
        self._camera_ok = camera
        self._blind_ns: int | None = None
        self._reached_ns = 0
        self._out_of_step = out_of_step
        self._outdated = False
        self._report = Report()
        self._learnt: tuple[Learn, ...] = ()

    def looked(self, look: Look) -> None:
        """The camera has looked."""
        self._camera_ok = True
        self._outdated = False
        if look.tray is not Tray.BLIND:
            self._blind_ns = None
        elif self._blind_ns is None:
            self._blind_ns = look.at_ns
        self.reader.looked(look)

    def camera(self, ok: bool) -> None:
        """The camera was lost, or is back."""
        self._camera_ok = ok

    @property
    def about(self) -> int | None:
        """The die that is asked about, by the look's number; None: no question is about one."""
        return self.asked[0].die if self.asked else None

    def learn(self, words: str) -> None:
        """An answer may tell of the die that was asked about."""
        _, _, face = words.partition(" ")
        self._learnt += tuple(
            Learn(fact.die, face)
            for fact in self.asked
            if fact.die is not None and face and words in fact.candidates
        )

    def drain(self) -> tuple[Learn, ...]:
        """What people have said since of dice they were asked about."""
        learnt, self._learnt = self._learnt, ()
        return learnt

    @property
    def due(self) -> Due | None:
        """Dice that somebody is to throw."""
        return self._report.due

    def busy(self, seat: Seat) -> bool:
        """Is *seat* asked while it takes dice? Then a press still says "this one is mine"."""
        return any(fact.busy and seat in fact.asked for fact in self.asked)

    def sees(self, topic: str, now_ns: int) -> bool:
        """Does the camera tell of *topic*: is there a picture, or was there one a moment ago?"""
        blind = self._blind_ns
        if not self.reader.reads(topic):
            return False
        seen = self._camera_ok and not self._outdated
        return seen and (blind is None or now_ns - blind < self.blind_after_ns)

    @property
    def wake_ns(self) -> int | None:
        """Ask again by then."""
        blind = None if self._blind_ns is None else self._blind_ns + self.blind_after_ns
        if blind is not None and blind <= self._reached_ns:
            blind = None  # people are asked already
        times = (self._report.wake_ns, blind)
        return min((t for t in times if t is not None), default=None)

    def reach(self, now_ns: int) -> None:
        """It is so late now."""
        self._reached_ns = now_ns

    def fall_out_of_step(self) -> None:
        """What lies there may differ from the state: it counts once they have agreed."""
        self._out_of_step = True
        self.reader.reset()

    def rearranged(self) -> None:
        """Dice were moved for something else: what was seen last lies there no longer."""
        self.fall_out_of_step()
        self._outdated = True

    def agree(self) -> None:
        """People say crater and state agree."""
        self._out_of_step = False

    def rest(self) -> None:
        """A new question: what was seen for the old one is told."""
        self._report, self.asked = Report(), ()

    def answer(
        self, state: S, pending: Decision[A], now_ns: int
    ) -> tuple[A | None, tuple[Cue, ...]]:
        """What the camera is sure of, and effects to play; what it is not sure of is asked."""
        self.asked = ()
        if not self.sees(pending.topic, now_ns):
            self._report = Report()
            return None, ()
        self._report = report = self.reader.report(state, pending, now_ns)
        self._out_of_step = self._out_of_step and not report.agrees
        if self._out_of_step:
            return None, report.cues
        for fact in report.facts:
            answer = pending.named(fact.candidates[0])
            if len(fact.candidates) == 1 and answer is not None:
                return answer, report.cues
        self.asked = tuple(f for f in report.facts if len(f.candidates) > 1)[:1]
        return None, report.cues

    def notice(self, pending: Decision[A] | Over) -> Text | None:
        """Something people should put right."""
        table = (
            isinstance(pending, Decision)
            and pending.source is Source.TABLE
            and self.reader.reads(pending.topic)
        )
        if table and self._out_of_step and self._camera_ok:
            return self._report.notice or text("notice.out_of_step")
        return self._report.notice
