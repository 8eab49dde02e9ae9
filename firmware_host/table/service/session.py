"""One visit to service mode: a list of steps, the step that goes on, and what came of it.

Buttons are all alike here, so a dead one keeps nobody out: a tap anywhere is for the next line, a
hold takes it. Time comes in with every call.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware_host.rules.kernel import Illegal
from firmware_host.table.gestures import NS_PER_MS, Gesture

from .ask import Ask, Moment, Steps
from .fittings import Fittings
from .report import Finding, Report, Verdict
from .senses import Senses
from .steps import STEPS

IDLE_MS = 600_000
"""So long nobody did anything: whoever looked after the table has gone."""
CLEAN_MS = 60_000
ON_MS = 2_000
"""A step that passed is shown so long before the next, where all are gone through."""


class Session:
    """From entering to leaving."""

    def __init__(self, fit: Fittings, senses: Senses, number: int, now_ns: int) -> None:
        self._fit, self._senses, self.number = fit, senses, number
        self.findings: dict[str, Finding] = {}
        self.step = ""
        """Which one goes on, or has just ended; ``clean``; empty at the list."""
        self.over = False
        self.cursor = 0
        self._all = False
        self._steps: Steps | None = None
        self._ask: Ask | None = None
        self._since_ns = self._heard_ns = self._now_ns = now_ns
        self._leaves = False  # when it is clean

    # What is said to it

    def gesture(self, gesture: Gesture, at_ns: int, now_ns: int) -> None:
        """A thumb said something, at any button; it went down at *at_ns*."""
        self._heard_ns = now_ns
        if at_ns < self._since_ns:
            return  # before this was asked: it meant something else
        tried = self._ask is not None and self._ask.presses
        options = self.options
        if tried or not options or gesture is Gesture.PRESS:
            return
        if gesture is Gesture.TAP:
            self.cursor = (self.cursor + 1) % len(options)
        else:
            self.choose(self.cursor, now_ns)

    def choose(self, index: int, now_ns: int) -> None:
        """Take line *index* of what is offered.

        :raises Illegal: there is no such line.
        """
        options = self.options
        if not 0 <= index < len(options):
            raise Illegal("not_asked", "that is not to be chosen now")
        self._heard_ns = now_ns
        self._take(options[index], now_ns)

    def run(self, name: str, now_ns: int) -> None:
        """Begin with one step, ``all`` of them, or ``clean`` in peace.

        :raises Illegal: there is no such step.
        """
        self._heard_ns = now_ns
        if name == "clean":
            self._stop()
            self.step, self._since_ns = "clean", now_ns
            return
        if name != "all" and name not in STEPS:
            raise Illegal("unknown", f"{name!r} is no step; say {', '.join(STEPS)}, all or clean")
        self._stop()
        self._all = name == "all"
        self._begin(next(iter(STEPS)) if self._all else name, now_ns)

    def clean_and_go(self, now_ns: int) -> None:
        """Cleaning alone: afterwards the table is as it was."""
        self.run("clean", now_ns)
        self._leaves = True

    def leave(self) -> None:
        """The table is for playing again."""
        self._stop()
        self.over = True

    def settle(self, now_ns: int) -> None:
        """What goes on by itself."""
        self._now_ns = now_ns
        if self.step == "clean" and self._age_ms(now_ns) >= CLEAN_MS:
            self._heard_ns = now_ns
            self._to_list(now_ns)
            self.over = self._leaves
        while self._ask is not None and (answer := self._ask.until(self._age_ms(now_ns))):
            self._send(answer, now_ns)
        passed = self.ended and self.findings[self.step].verdict in (Verdict.PASS, Verdict.NONE)
        if self._all and passed and self._age_ms(now_ns) >= ON_MS:
            self._take("next", now_ns)
        if now_ns - self._heard_ns >= IDLE_MS * NS_PER_MS:
            self.leave()

    # What it shows

    @property
    def ask(self) -> Ask | None:
        """What the step that goes on asks."""
        return self._ask

    @property
    def ended(self) -> bool:
        """A step has just ended, and its finding is shown."""
        return self._ask is None and self.step in self.findings

    @property
    def options(self) -> Sequence[str]:
        """What may be chosen now."""
        if self._ask is not None:
            return self._ask.options
        if self.step == "clean":
            return ()
        if self.ended:
            return (
                ("next", "again", "list")
                if self._all and _following(self.step)
                else ("list", "again")
            )
        return ("all", *STEPS, "clean", "leave")

    def moment(self, now_ns: int) -> Moment:
        """What the step shows just now."""
        return Moment() if self._ask is None else self._ask.film(self._age_ms(now_ns))

    def left_s(self, now_ns: int) -> int | None:
        """Seconds of cleaning that are left."""
        if self.step != "clean":
            return None
        return max(0, (CLEAN_MS - self._age_ms(now_ns) + 999) // 1_000)

    @property
    def wake_ns(self) -> int:
        """Settle by then."""
        times = [self._heard_ns + IDLE_MS * NS_PER_MS]
        if self.step == "clean":
            times.append(self._next_ns(1_000))
        if self._all and self.ended:
            times.append(self._since_ns + ON_MS * NS_PER_MS)
        if self._ask is not None and self._ask.every_ms:
            times.append(self._next_ns(self._ask.every_ms))
        return min(times)

    def report(self, play: Sequence[str]) -> Report:
        """What was found so far, in the order of the steps."""
        return Report(
            self.number, tuple(self.findings[n] for n in STEPS if n in self.findings), tuple(play)
        )

    # Inside

    def _take(self, option: str, now_ns: int) -> None:
        if self._ask is not None:
            self._send(option, now_ns)
            return
        match option:
            case "leave":
                self.leave()
            case "list":
                self._to_list(now_ns)
            case "again":
                self._begin(self.step, now_ns)
            case "next":
                following = _following(self.step)
                if following:
                    self._begin(following, now_ns)
                else:
                    self._to_list(now_ns)
            case name:
                self.run(name, now_ns)

    def _begin(self, name: str, now_ns: int) -> None:
        self.step = name
        self._steps = STEPS[name](self._fit, self._senses)
        self._send(None, now_ns)

    def _send(self, answer: str | None, now_ns: int) -> None:
        assert self._steps is not None
        self._since_ns, self.cursor = now_ns, 0
        try:
            self._ask = next(self._steps) if answer is None else self._steps.send(answer)
        except StopIteration as end:
            self._ask = self._steps = None
            self.findings[self.step] = end.value

    def _stop(self) -> None:
        """A step that is not at its end is left."""
        if self._ask is not None:
            self.findings[self.step] = Finding(self.step, Verdict.LEFT)
        self._ask = self._steps = None
        self.step, self.cursor = "", 0

    def _to_list(self, now_ns: int) -> None:
        name = self.step
        self._stop()
        self._all = False
        self._since_ns = now_ns
        names = list(self.options)
        self.cursor = names.index(name) if name in names else 0

    def _age_ms(self, now_ns: int) -> int:
        return max(0, now_ns - self._since_ns) // NS_PER_MS

    def _next_ns(self, every_ms: int) -> int:
        """When a picture that changes so often does so next."""
        every_ns = every_ms * NS_PER_MS
        return self._since_ns + ((self._now_ns - self._since_ns) // every_ns + 1) * every_ns


def _following(step: str) -> str:
    """The step after this one; empty after the last."""
    names = [*STEPS]
    at = names.index(step) + 1 if step in names else 0
    return names[at] if at < len(names) else ""
