"""Games one after another under random faults, on a clock that jumps; what must hold is checked."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.daemon.settings.house import Files

from .checks import Broken, Checks
from .fingers import CALM, MS
from .rough import SECOND_NS, RoughTable, Setting, Stands

HOUR_NS = 3_600 * SECOND_NS
SAMPLE_NS = 600 * SECOND_NS
LOOK_NS = 20 * SECOND_NS  # lamps, strip and display are compared with the state so often
PAUSE_NS = (20 * SECOND_NS, 3_600 * SECOND_NS)  # between two games
EVERY_S = 75.0  # of virtual time, between two faults, on average
LASTS_S = (3.0, 90.0)
SHORT_S = (4.0, 12.0)
SPARED = frozenset({("camera", "slow"), ("strip", "short"), ("strip", "grb")})
"""What people would only see, or what takes real time alone."""
HELD = (
    "no answer lost or doubled, states conserve, lights agree with the state, every question is "
    "asked again, every device comes back, memory and handles are flat"
)
BRIEF = frozenset({("disk", "full"), ("camera", "hangs")})
KILL = ("daemon", "kill")
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
    broken: str = ""
    at: str = ""


class Soak:
    """One soak. :meth:`run` goes on until its hours are over, or something does not hold."""

    def __init__(self, wanted: Wanted, files: Files, folder: Path) -> None:
        self.wanted, self.soaked = wanted, Soaked(wanted)
        self._luck = random.Random(f"{wanted.seed} faults")
        self.rough = RoughTable(Setting(files, folder, wanted.seed, wanted.players))
        self.rough.people.pace = CALM
        self.checks = Checks(self.rough)
        self._ends: list[tuple[int, str]] = []
        self._next_ns = self._later()
        self._sample_ns = self._look_ns = 0
        self._over_ns: int | None = None
        self._game = ""

    def run(self, progress: Callable[[str], None]) -> Soaked:
        """All of it."""
        hour = 0
        try:
            self._new_game()
            while (now_ns := self.rough.clock.now_ns()) < self.wanted.hours * HOUR_NS + SECOND_NS:
                self._turn(now_ns)
                if now_ns // HOUR_NS > hour:
                    hour = now_ns // HOUR_NS
                    progress(self._line(hour))
            self._mend_all()
            self.checks.at_the_end()
        except (Broken, Stands) as wrong:
            self.soaked.broken, self.soaked.at = str(wrong), stamp(self.rough.clock.now_ns())
        soaked = self.soaked
        soaked.simulated_ns, soaked.restarts = self.rough.clock.now_ns(), self.rough.starts - 1
        soaked.presses = self.rough.presses + self.rough.people.presses
        return soaked

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
        if now_ns >= self._look_ns:
            self._look_ns = now_ns + LOOK_NS
            self.checks.lights()
        if now_ns >= self._sample_ns:
            self._sample_ns = now_ns + SAMPLE_NS
            self.checks.flat()
            self.checks.journal()
        self._go_on(now_ns)

    def _restart(self) -> None:
        self.soaked.page += self.rough.people.page.chosen
        self.rough.kill()
        self.rough.people.pace = CALM
        self.checks.restarted()

    def _go_on(self, now_ns: int) -> None:
        """After a game a pause, and another one."""
        if self.rough.over is None:
            self._over_ns = None
        elif self._over_ns is None:
            self.checks.journal()
            self.soaked.games[self._game] += 1
            self._over_ns = now_ns + self._luck.randint(*PAUSE_NS)
        elif now_ns >= self._over_ns:
            self._new_game()

    def _new_game(self) -> None:
        self._game = self._luck.choice(self.wanted.games)
        self.rough.step()
        self.rough.command(f"games {self._game}")

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
            return KILL
        names = [a.name for a in ailing[part].ailments if (part, a.name) not in SPARED]
        if "stuck" in wrong.values():  # two that are held for long are service mode's
            names = [name for name in names if name != "stuck"]
        return part, self._luck.choice(names or ["none"])

    def _fail(self, part: str, fault: str, now_ns: int) -> None:
        self.soaked.faults[f"{part.partition(' ')[0]} {fault}"] += 1
        if (part, fault) == KILL:
            self._restart()
            return
        self.checks.spoilt(part)
        self.rough.spoil(part, fault)
        if part in self.rough.wrong.parts:
            low, high = SHORT_S if (part, fault) in BRIEF else LASTS_S
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
        self.checks.lights()
        self.checks.flat()

    def _line(self, hour: int) -> str:
        checks, soaked = self.checks, self.soaked
        took_s = time.monotonic() - soaked.began_s
        return (
            f"{hour:3} h  {soaked.games.total():4} games  {checks.answers:6} answers  "
            f"{soaked.faults.total():5} faults  {self.rough.starts - 1:3} new starts  "
            f"{checks.memory_mb[-1]:6.1f} MB  {checks.handles[-1]:3} handles  {took_s:6.0f} s"
        )


def stamp(now_ns: int) -> str:
    """A moment of virtual time: ``03:14:07.210``."""
    ms = now_ns // MS
    return f"{ms // 3_600_000:02}:{ms // 60_000 % 60:02}:{ms // 1_000 % 60:02}.{ms % 1_000:03}"


def report(soak: Soak) -> str:
    """What there is to tell, for people."""
    soaked, checks = soak.soaked, soak.checks
    hours, took_s = soaked.simulated_ns / HOUR_NS, time.monotonic() - soaked.began_s
    growth = checks.growth_mb
    grown = "too short a run to judge" if growth is None else f"{growth:+.1f} MB once warm"
    first, last = (checks.memory_mb or [0.0])[0], (checks.memory_mb or [0.0])[-1]
    back = ", ".join(f"{d} {checks.back[d]}/{n}" for d, n in sorted(checks.lost.items()))
    lines = [
        f"{hours:.2f} simulated hours in {took_s:.0f} s, seed {soaked.wanted.seed}",
        f"games      {soaked.games.total()}: {_counted(soaked.games)}",
        f"answers    {checks.answers}, {soaked.presses} presses, "
        f"{soaked.page + soak.rough.people.page.chosen} choices on the page",
        f"faults     {soaked.faults.total()}: {_counted(soaked.faults)}",
        f"new starts {soaked.restarts}, of these {soaked.full} after a full disk",
        f"back/lost  {back or 'nothing was lost'}",
        f"memory     {first:.1f} MB at first, {last:.1f} MB at last: {grown}",
        f"handles    {(checks.handles or [0])[0]} at first, {(checks.handles or [0])[-1]} at last",
    ]
    if soaked.broken:
        again = f"./table soak --hours {hours + 0.05:.2f} --seed {soaked.wanted.seed}"
        lines.append(f"BROKEN     at {soaked.at}, seed {soaked.wanted.seed}: {soaked.broken}")
        lines.append(f"           {again}{' --faults' if soaked.wanted.faults else ''}")
    else:
        lines.append(f"all held   {HELD}")
    return "\n".join(lines)


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"
