"""Where service mode meets the table: who opens it, what it hears, what the table shows then.

A match that is played stands still meanwhile and goes on afterwards; what the camera sees counts
again once it and the match have agreed. Nothing of a session needs to outlive the power but its
report, and that is written after each step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

from firmware_host.rules.kernel import Illegal
from firmware_host.table.gestures import Gesture
from firmware_host.table.scene import Scene, text
from firmware_host.table.signals import Effect, Noticed, Reported, Watch
from hw.ports import Edge

from . import shown
from .chord import HELD_MS, SHOWN_MS, Chord
from .fittings import Fittings
from .report import Report
from .senses import Senses
from .session import Session
from .vigil import Vigil

FIRST_N = 1 << 40
"""No match has so many lines: a choice of service mode is never taken for one of a match."""
USAGE = "say: service, service run STEP, service choose LINE, service clean or service leave"


class Stands(Protocol):
    """What stands still while the table is serviced."""

    def halt(self, *, halted: bool) -> None:
        """Time stands, or runs again."""


class Desk:
    """At most one session; and, all the time, an eye on the contacts."""

    def __init__(self, fit: Fittings, stands: Stands, now_ns: int) -> None:
        self.fit, self._stands, self._now_ns = fit, stands, now_ns
        self.senses = Senses(len(fit.buttons))
        self.vigil = Vigil(fit, now_ns)
        self._chord = Chord()
        self._session: Session | None = None
        self._sessions = 0
        self._kept: Report | None = None
        self._noticed: dict[int, str] = {}
        self.n = FIRST_N
        """Grows with everything that changes what may be chosen."""

    @property
    def on(self) -> bool:
        """Is the table being serviced?"""
        return self._session is not None

    def edge(self, edge: Edge) -> None:
        """A raw edge."""
        self.vigil.contacts.edge(edge.button, edge.down, edge.at_ns)
        self.senses.contacts.edge(edge.button, edge.down, edge.at_ns)

    def gesture(self, button: int, gesture: Gesture, at_ns: int) -> bool:
        """A thumb said something. True: it was said to service mode, or may come to be."""
        if self._session is None:
            return self._chord.said(button, gesture, at_ns)
        if gesture is not Gesture.PRESS:
            self.n += 1
        self._session.gesture(gesture, at_ns, self._now_ns)
        return True

    def let_go(self, down: frozenset[int]) -> Iterator[tuple[int, int]]:
        """Holds that were kept back and belong to the game after all: button, and since when."""
        yield from self._chord.let_go(down)

    def choose(self, index: int) -> None:
        """Take a line of what is offered.

        :raises Illegal: there is no such line.
        """
        if self._session is not None:
            self._session.choose(index, self._now_ns)
            self.n += 1

    def obey(self, words: str) -> None:
        """A word of staff, after ``service``.

        :raises Illegal: it cannot be done.
        """
        verb, _, rest = words.partition(" ")
        match verb:
            case "":
                self._enter()
            case "run":
                self._enter().run(rest, self._now_ns)
            case "clean" if self._session is None:
                self._enter().clean_and_go(self._now_ns)
            case "clean":
                self._enter().run("clean", self._now_ns)
            case "choose" if rest.isdecimal() and self._session is not None:
                self._session.choose(int(rest), self._now_ns)
            case "leave" if self._session is not None:
                self._session.leave()
            case _:
                raise Illegal("unknown", USAGE)
        self.n += 1

    def settle(self, now_ns: int, seated: frozenset[int]) -> Iterator[Effect]:
        """What goes on by itself; *seated* are the buttons of those who play just now."""
        self._now_ns = now_ns
        self.senses.contacts.settle(now_ns)
        if "buttons" in self.senses.lost:
            self.vigil.blind()
        elif self.on:
            self.vigil.stand(now_ns)
        else:
            self.vigil.reach(now_ns, seated)
        if self._session is None and self._chord.held_ms(now_ns) >= HELD_MS:
            self._enter()
        if self._session is not None:
            yield from self._attend(self._session, now_ns)
        yield from self._notices()

    def scene(self, otherwise: Callable[[], Scene]) -> Scene:
        """What is shown: service mode, or how long its gesture is still to be held."""
        if self._session is not None:
            lines = self.vigil.lines()
            return shown.scene(self._session, self.fit, self.senses, lines, self._now_ns)
        held_ms = self._chord.held_ms(self._now_ns)
        if held_ms < SHOWN_MS:
            return otherwise()
        left_s = max(1, (HELD_MS - held_ms + 999) // 1_000)
        return replace(otherwise(), notice=text("service.keep_holding", s=left_s))

    def watch(self) -> Watch:
        """How the camera should look."""
        ask = self._session.ask if self._session is not None else None
        return Watch("service" if ask is not None and ask.camera else "idle")

    @property
    def wake_ns(self) -> int | None:
        """Settle again by then."""
        times = [self.vigil.wake_ns]
        if self._session is not None:
            times += [self._session.wake_ns, self.senses.contacts.wake_ns]
        else:
            times.append(self._chord.wake_ns(self._now_ns))
        return min((t for t in times if t is not None), default=None)

    # Inside

    def _enter(self) -> Session:
        self._chord.forget()
        if self._session is None:
            self._sessions += 1
            self._session = Session(self.fit, self.senses, self._sessions, self._now_ns)
            self._kept = None
            self._stands.halt(halted=True)
            self.n += 1
        return self._session

    def _attend(self, session: Session, now_ns: int) -> Iterator[Effect]:
        before = session.step, session.ask
        session.settle(now_ns)
        if (session.step, session.ask) != before:
            self.n += 1
        report = session.report(self.vigil.lines())
        if report.findings and report != self._kept:
            self._kept = report
            yield Reported(report)
        if session.over:
            self._session = None
            self.vigil.forgive()
            self._stands.halt(halted=False)
            self.n += 1

    def _notices(self) -> Iterator[Effect]:
        told = self.vigil.told()
        for button in sorted(told.keys() | self._noticed.keys()):
            if told.get(button, "") != self._noticed.get(button, ""):
                yield Noticed(f"button {self.fit.letter(button)}", told.get(button, ""))
        self._noticed = told
