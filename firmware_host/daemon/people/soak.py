"""Games one after another under random faults, on a clock that jumps; what must hold is checked."""

from __future__ import annotations

import random
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.daemon.settings.house import Files

from .checks import Checks
from .fingers import CALM, MS
from .footprint import SAMPLES_AN_HOUR
from .looking import Looker
from .meddling import meddle
from .resuming import Broken
from .rough import SECOND_NS, RoughTable, Setting, Stands

HOUR_NS = 3_600 * SECOND_NS
SAMPLE_NS = HOUR_NS // SAMPLES_AN_HOUR
LOOK_NS = 20 * SECOND_NS  # lamps, strip and display are compared with the state so often
PAUSE_NS, PAUSES = (20 * SECOND_NS, 60 * SECOND_NS), 12
"""Between two games nobody is there for so long, or up to such a part of the whole soak."""
EVERY_S = 75.0  # of virtual time, between two faults, on average
LASTS_S = (3.0, 90.0)
SHORT_S = (4.0, 12.0)
SPARED = frozenset({("camera", "slow"), ("strip", "short"), ("strip", "grb")})
"""What people would only see, or what takes real time alone."""
BRIEF = frozenset({"disk full", "camera hangs", "button flood"})
"""What costs much real time, or is a rare minute at any table."""
KILL, POWER = ("daemon", "kill"), ("daemon", "power cut")
MEDDLED = 0.4  # so often a die lies otherwise after a power cut, where dice are being taken
WEIGHTS = {"button": 1, "camera": 2, "strip": 2, "oled": 2, "disk": 3, "daemon": 2, "supply": 3}
"""Where there are several of a kind, each by itself."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of a soak."""

    hours: float
    seed: str
    faults: bool
    games: tuple[str, ...]
    players: int = 4


@dataclass(slots=True)
class Soaked:
    """How it went."""

    wanted: Wanted
    began_s: float = field(default_factory=time.monotonic)
    games: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    simulated_ns: int = 0
    restarts: int = 0
    full: int = 0
    presses: int = 0
    page: int = 0
    meddled: int = 0
    broken: str = ""
    stopped: bool = False
    at: str = ""


class Soak:
    """One soak. :meth:`run` goes on until its hours are over, or something does not hold."""

    def __init__(self, wanted: Wanted, files: Files, folder: Path) -> None:
        self.wanted, self.soaked = wanted, Soaked(wanted)
        self._luck = random.Random(f"{wanted.seed} faults")
        self.rough = RoughTable(Setting(files, folder, wanted.seed, wanted.players, spare=True))
        self.rough.people.pace = CALM
        self.checks = Checks(self.rough)
        self._ends: list[tuple[int, str]] = []
        self._next_ns = self._later()
        self._sample_ns = self._look_ns = 0
        self._away_ns: int | None = None
        self._ended = ""  # the seed of the last match that was played to its end
        self._people_begin()

    def run(self, progress: Callable[[str], None]) -> Soaked:
        """All of it, or as far as it comes until :meth:`stop`."""
        soaked, hour = self.soaked, 0
        until_ns = round(self.wanted.hours * HOUR_NS) + SECOND_NS
        try:
            self._new_game()
            while (now_ns := self.rough.clock.now_ns()) < until_ns and not soaked.stopped:
                self._turn(now_ns)
                if now_ns // HOUR_NS > hour:
                    hour = now_ns // HOUR_NS
                    progress(self._line(hour))
            self._mend_all()
            self.checks.footprint.judged()
        except (Broken, Stands) as wrong:
            soaked.broken, soaked.at = str(wrong), stamp(self.rough.clock.now_ns())
        except Exception as wrong:  # a fault of ours: told with its seed and moment, as all else
            soaked.broken, soaked.at = failed(wrong), stamp(self.rough.clock.now_ns())
        soaked.simulated_ns, soaked.restarts = self.rough.clock.now_ns(), self.rough.starts - 1
        soaked.presses = self.rough.presses + self.rough.people.presses
        return soaked

    def stop(self) -> None:
        """Come to an end now: everything is mended and looked at as at any end."""
        self.soaked.stopped = True

    def close(self) -> None:
        """Everything let go of."""
        self.rough.close()

    # Inside

    def _turn(self, now_ns: int) -> None:
        self._fail_and_mend(now_ns)
        self.rough.step()
        if self.rough.core.broken is not None:  # the disk is full: it ends, and somebody sees to it
            self.soaked.full += 1
            self._mend("disk")
            self._restart()
        self.checks.look()
        if now_ns >= self._look_ns and self.checks.lights():
            self._look_ns = now_ns + LOOK_NS
        if now_ns >= self._sample_ns:
            self._sample_ns = now_ns + SAMPLE_NS
            self.checks.footprint.sample(self.rough.core.eye)
            self.checks.journal()
        self._go_on(now_ns)

    def _restart(self, *, power: bool = False) -> None:
        self.soaked.page += self.rough.people.page.chosen
        self.checks.resuming.whole()
        self.rough.kill(power=power)
        match = self.rough.match
        back = match is not None and match.seed == self._ended and self.rough.over is None
        if self._away_ns is not None and match is not None and back:
            self._away_ns = None  # its end was in memory alone, on a full disk: they come back
            self.soaked.games[match.game.name] -= 1
        self._people_begin()
        self.checks.restarted()
        if power and self._luck.random() < MEDDLED:
            self.soaked.meddled += meddle(self.rough, self._luck)

    def _people_begin(self) -> None:
        people = self.rough.people
        people.pace, people.away_until_ns = CALM, self._away_ns or 0
        people.looker = Looker(random.Random(f"{self.wanted.seed} looks {self.rough.starts}"))

    def _go_on(self, now_ns: int) -> None:
        """After a game a pause, in which everybody is away, and another one."""
        match = self.rough.match
        if self._away_ns is not None:
            if now_ns >= self._away_ns:
                self._away_ns = None
                self._new_game()
        elif match is not None and self.rough.over is not None:
            self.checks.journal()
            self.soaked.games[match.game.name] += 1
            self._ended = match.seed
            least_ns, most_ns = PAUSE_NS
            most_ns = max(most_ns, round(self.wanted.hours * HOUR_NS) // PAUSES)
            self._away_ns = now_ns + self._luck.randint(least_ns, most_ns)
            self.rough.people.away_until_ns = self._away_ns

    def _new_game(self) -> None:
        self.rough.step()
        self.rough.command(f"games {self._luck.choice(self.wanted.games)}")

    # Faults

    def _later(self) -> int:
        return self.rough.clock.now_ns() + round(self._luck.expovariate(1 / EVERY_S) * SECOND_NS)

    def _fail_and_mend(self, now_ns: int) -> None:
        for at_ns, part in [*self._ends]:
            if now_ns >= at_ns:
                self._mend(part)
        if self.wanted.faults and now_ns >= self._next_ns:
            self._next_ns = self._later()
            self._fail(*self._drawn(), now_ns)

    def _drawn(self) -> tuple[str, str]:
        """A part that works, and how it is to fail."""
        ailing = {one.part: one for one in self.rough.faults.ailing()}
        wrong = self.rough.wrong.parts
        free = [part for part in (*ailing, KILL[0]) if part not in wrong]
        part = self._luck.choices(free, [WEIGHTS.get(p.partition(" ")[0], 1) for p in free])[0]
        if part == KILL[0]:
            return self._luck.choice((KILL, POWER))
        names = [a.name for a in ailing[part].ailments if (part, a.name) not in SPARED]
        if "stuck" in wrong.values():  # two that are held for long are service mode's
            names = [name for name in names if name != "stuck"]
        return part, self._luck.choice(names or ["none"])

    def _fail(self, part: str, fault: str, now_ns: int) -> None:
        kind = f"{part.partition(' ')[0]} {fault}"
        self.soaked.faults[kind] += 1
        if (part, fault) in (KILL, POWER):
            self._restart(power=(part, fault) == POWER)
            return
        self.checks.spoilt(part)
        self.rough.spoil(part, fault)
        if part in self.rough.wrong.parts:
            low, high = SHORT_S if kind in BRIEF else LASTS_S
            lasts_ns = round(self._luck.uniform(low, high) * 1_000) * MS
            self._ends.append((now_ns + lasts_ns, part))

    def _mend(self, part: str) -> None:
        self._ends = [(at_ns, other) for at_ns, other in self._ends if other != part]
        if part in self.rough.wrong.parts:
            self.rough.spoil(part, "none")
            self.checks.mended(part)

    def _mend_all(self) -> None:
        """Each device comes back, and what is shown is as it should be."""
        for part in [*self.rough.wrong.parts]:
            self._mend(part)
        for device in ("strip", "oled", "camera", "buttons"):
            if not self.rough.hears(device, ok=True, within_s=90.0):
                raise Broken(f"{device} was mended at the end, and is not back")
        self.checks.look()
        while not self.checks.lights():
            self.rough.step()
        self.checks.footprint.sample(self.rough.core.eye)

    def _line(self, hour: int) -> str:
        checks, soaked, feet = self.checks, self.soaked, self.checks.footprint
        took_s = time.monotonic() - soaked.began_s
        return (
            f"{hour:3} h  {soaked.games.total():4} games  {checks.answers:6} answers  "
            f"{soaked.faults.total():5} faults  {self.rough.starts - 1:3} new starts  "
            f"{feet.memory_mb[-1]:6.1f} MB  {feet.handles[-1]:3} handles  {took_s:6.0f} s"
        )


def failed(wrong: Exception) -> str:
    """What the program raised, in words, and where."""
    trace = "".join(traceback.format_exception(wrong)).rstrip()
    return f"the program failed: {type(wrong).__name__}: {wrong}\n{trace}"


def stamp(now_ns: int) -> str:
    """A moment of virtual time: ``03:14:07.210``."""
    ms = now_ns // MS
    return f"{ms // 3_600_000:02}:{ms // 60_000 % 60:02}:{ms // 1_000 % 60:02}.{ms % 1_000:03}"
