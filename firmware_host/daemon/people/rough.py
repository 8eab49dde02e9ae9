"""A virtual table that is put to the test: its parts fail, it is killed and started again.

The daemon's parts are those of a real table, and so are the drivers; only time is virtual. It jumps
to whatever is due next, and stands still while the camera's process looks.
"""

from __future__ import annotations

import heapq
import itertools
import random
import shutil
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from msgspec import structs

from firmware_host.bots import catalog
from firmware_host.daemon.assembly import Assembly, Here
from firmware_host.daemon.clock import VirtualClock, wall_clock
from firmware_host.daemon.eye.camera import Eye
from firmware_host.daemon.keeper import CatchingUp, Done
from firmware_host.daemon.settings.house import Files
from firmware_host.daemon.upkeep.breaks import Breaks, Looks
from firmware_host.rules.kernel import Decision, Over
from firmware_host.session.match import Match
from firmware_host.table.signals import Beam, Command
from hw.ports import DeviceLost, Edge, Hands, Note

from .fingers import MS, Person
from .glimpse import Glimpse
from .sharing import Neighbours, Page, Shared
from .standins import StandIns

SECOND_NS = 1_000 * MS
STEP_NS = 2 * MS
LOOK_S = 120.0  # real time the camera's process has for one answer
HANGING_S = 0.05  # and where it is made to hang
BURSTS_NS = {"noisy": 700 * MS, "flood": 10 * MS}
"""So often wires pick something up."""
DEAF = ("dead", "stuck", "flood")
KEPT = ("journal", "journal-wal", "journal.running", "world.json")
"""The files a daemon that is killed leaves behind."""


class Wrong:
    """What is wrong with which part of a table, also while no daemon runs."""

    def __init__(self, buttons: int) -> None:
        self.parts: dict[str, str] = {}
        self._buttons = buttons
        self._due_ns = dict.fromkeys(BURSTS_NS, 0)
        self._hung: tuple[int, int] | None = None  #: the camera's process that never answers again

    def note(self, part: str, fault: str) -> None:
        """*part* fails so from now on; ``none``: no more."""
        if fault in ("none", "brownout"):
            self.parts.pop(part, None)
        else:
            self.parts[part] = fault

    def answers(self, eye: Eye) -> bool:
        """Wait, in real time, until the camera's process has answered; False: it hangs.

        Whoever mends the camera does not wake that process.

        :raises Stands: it hangs by itself.
        """
        hangs = self.parts.get("camera") == "hangs" or eye.line == self._hung
        if eye.wait(HANGING_S if hangs else LOOK_S):
            return True
        if not hangs:
            raise Stands("the camera's process does not answer")
        self._hung = eye.line
        return False

    @property
    def deaf(self) -> frozenset[int]:
        """Buttons that do nothing."""
        if "buttons" in self.parts:
            return frozenset(range(self._buttons))
        named = (p.partition(" ") for p, fault in self.parts.items() if fault in DEAF)
        return frozenset(int(number) for kind, _, number in named if kind == "button")

    @property
    def wake_ns(self) -> int | None:
        """Wires pick something up by then."""
        picking = set(self.parts.values()) & self._due_ns.keys()
        return min((self._due_ns[fault] for fault in picking), default=None)

    def due(self, now_ns: int) -> list[tuple[str, str]]:
        """Parts whose wires pick something up now, and as what."""
        ripe = {fault for fault, due_ns in self._due_ns.items() if now_ns >= due_ns}
        for fault in ripe:
            self._due_ns[fault] = now_ns + BURSTS_NS[fault]
        return [(part, fault) for part, fault in self.parts.items() if fault in ripe]


class Stands(Exception):
    """The table does not go on."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is put to the test."""

    files: Files
    folder: Path
    seed: str
    players: int = 4
    bots: str = "heuristic"
    buttons: tuple[int, ...] = ()  #: where they sit; (): at the first
    spare: bool = False  #: somebody stands by at every other button

    @property
    def company(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The buttons of those who play, and of those who stand by."""
        sit = self.buttons or tuple(range(self.players))
        seats = len(self.files.table.seats) if self.spare else 0
        return sit, tuple(button for button in range(seats) if button not in sit)


def plain(files: Files) -> Files:
    """The same table, whose strip and display show all as it is told: neither moved nor dimmed."""
    oled = structs.replace(files.table.oled, shift=False, dim_after_s=0, blank_after_s=0)
    strip = structs.replace(files.table.strip, milliamps=60_000)
    table = structs.replace(files.table, oled=oled, strip=strip)
    return replace(files, loaded=structs.replace(files.loaded, table=table))


class Writes:
    """Writes at once; on a slow disk it is told when virtual time has passed."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock, self._slept_s = clock, 0.0
        self.due: deque[tuple[int, Done, Exception | None]] = deque()

    def sleep(self, seconds: float) -> None:
        """The disk takes so long."""
        self._slept_s += seconds

    def __call__(self, job: Callable[[], None], done: Done) -> None:
        """Begin with *job*."""
        broken: Exception | None = None
        try:
            job()
        except Exception as wrong:  # told to the core, which ends the daemon
            broken = wrong
        slept_ns, self._slept_s = round(self._slept_s * SECOND_NS), 0.0
        if slept_ns or self.due:
            self.due.append((self._clock.now_ns() + slept_ns, done, broken))
        else:
            done(broken)


class RoughTable:
    """One table with its people, for as long as it takes, through every new start."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.clock = setting, VirtualClock(SECOND_NS)
        self.starts, self.presses, self.boots = 0, 0, 1
        self._order, self._games = itertools.count(), itertools.count(1)
        self.wrong = Wrong(len(setting.files.table.seats))
        self.table: Assembly
        self.on_page = frozenset[int]()
        self._begin(setting.folder)

    # Starting and ending

    def _begin(self, folder: Path) -> None:
        """The daemon starts, in *folder*; what was wrong with its devices is so still."""
        setting, self.folder, boot = self.setting, folder, f"boot {self.boots}"
        self.starts += 1
        breaks = Breaks(folder / "journal", lambda: boot)
        here = Here(
            journal=folder / "journal",
            world=folder / "world.json",
            seed=lambda: f"{setting.seed}/{next(self._games)}",
            wall=wall_clock,
            says=lambda line: None,
            world_seed=random.Random(setting.seed).randrange(1 << 30),
            virtual_time=True,
            wired=True,
            players=setting.players,
            checks=breaks.broken_off,
        )
        self.writes = Writes(self.clock)
        self.table = Assembly(setting.files, here, self.clock, self.writes)
        self.core, twins = self.table.core, self.table.devices.twins
        self.core.kept.append(Looks(breaks, self.core.table.evening))
        StandIns(self.core)
        assert twins.disk is not None
        assert twins.faults is not None
        twins.disk.sleep = self.writes.sleep
        self.faults = twins.faults
        self._edges: list[tuple[int, int, Edge | Beam]] = []
        self._news: deque[tuple[str, DeviceLost | Note | None]] = deque()
        for part, fault in self.wrong.parts.items():
            if part != "camera":  # the world remembers that
                self.faults.spoil(part, fault)
        self._seat_people()
        self.table.listen(lambda device, state: self._news.append((device, state)))
        self.table.open(self._heard)
        if self.core.eye is not None:
            self.core.eye.pictures = False

    def _seat_people(self) -> None:
        hands = self.table.devices.hands
        assert hands is not None
        self.hands: Hands = hands
        self.shared = Shared(hands, self.core, lambda: self.wrong.deaf)
        self.shared.on_page = self.on_page
        sit, stand_by = self.setting.company
        persons = [
            Person(
                button,
                catalog.Versatile(self.setting.bots, f"{self.setting.seed}/{button}"),
                random.Random(f"{self.setting.seed}/{button}/{self.starts}"),
            )
            for button in (*sit, *stand_by)
        ]
        from .evenings import POLITE

        self.people = Neighbours(
            Glimpse(self.core), cast(Hands, self.shared), persons, replace(POLITE)
        )
        self.people.page = Page(self.table.feed, self.core, self.shared)
        self.people.spare = frozenset(stand_by)

    def kill(self, *, power: bool = False) -> None:
        """``kill -9``: the files as they are this moment are all that is left; then it starts.

        *power*: the whole machine had none, and nobody has seen the table meanwhile.
        """
        self.boots += power
        folder = self.setting.folder / str(self.starts)
        folder.mkdir()
        for name in KEPT:
            if (self.folder / name).exists():
                shutil.copy(self.folder / name, folder / name)
        old, gone = self.table, self.folder
        self.presses += self.people.presses
        old.close()
        if gone != self.setting.folder:
            shutil.rmtree(gone, ignore_errors=True)
        self._begin(folder)

    def close(self) -> None:
        """Everything let go of."""
        self.faults.mend()
        self.table.close()

    def spoil(self, part: str, fault: str) -> None:
        """*part* fails so from now on, whoever starts anew; ``none`` mends it."""
        self.faults.spoil(part, fault)
        self.wrong.note(part, fault)

    # Time

    def step(self) -> None:
        """Everything that is due now, then on to whatever is due next."""
        now_ns = self.clock.now_ns()
        for part, fault in self.wrong.due(now_ns):
            self.faults.spoil(part, fault)
        self.people.act(now_ns)
        self.shared.lend(self.core.scene, len(self.setting.files.table.seats), now_ns)
        while self._edges and self._edges[0][0] <= now_ns:
            self.core.feed(heapq.heappop(self._edges)[2], now_ns)
        self.listen()
        self._written(now_ns)
        if self.core.broken is not None:
            return
        self.core.tick(now_ns)
        self._look(now_ns)
        self.core.draw(now_ns)
        self.clock.reach(max(self._next_ns(now_ns), now_ns + STEP_NS))

    def _next_ns(self, now_ns: int) -> int:
        times = [self.core.wake_ns, self.people.wake_ns, self.shared.wake_ns, self.wrong.wake_ns]
        times += [at for at, _, _ in self._edges[:1]]
        times += [at for at, _, _ in itertools.islice(self.writes.due, 1)]
        return min((t for t in times if t is not None), default=now_ns)

    def listen(self) -> None:
        """What the drivers' threads have said of their devices."""
        while self._news:
            device, state = self._news.popleft()
            ok = state.well if isinstance(state, Note) else state is None
            self.core.device(device, ok, str(state or ""), self.clock.now_ns())

    def hears(self, device: str, ok: bool, within_s: float = 60.0) -> bool:
        """Whether *device* comes to be told lost, or well, in real time; virtual time goes on."""
        until_s = time.monotonic() + within_s
        while (state := self.core.devices.get(device)) is None or state.ok is not ok:
            if ok and state is None:
                return True
            if time.monotonic() > until_s:
                return False
            self.step()
            time.sleep(0.002)
        return True

    def command(self, words: str) -> None:
        """A word of staff."""
        now_ns = self.clock.now_ns()
        self.core.feed(Command(None, "staff", words, now_ns), now_ns)

    def _written(self, now_ns: int) -> None:
        while self.writes.due and self.writes.due[0][0] <= now_ns:
            _, done, broken = self.writes.due.popleft()
            done(broken)
            if self.core.broken is None:
                self.core.drain(now_ns)

    def _look(self, now_ns: int) -> None:
        """Time stands still until the camera's process has answered, but where that hangs."""
        eye = self.core.eye
        while eye is not None and eye.waiting and self.wrong.answers(eye):
            self.core.arrived(now_ns)

    def _heard(self, edge: Edge | Beam) -> None:
        heapq.heappush(self._edges, (edge.at_ns, next(self._order), edge))

    # What goes on

    @property
    def behind(self) -> bool:
        """Does something wait for a full disk? People are told of it with the next tick."""
        return any(isinstance(one, CatchingUp) and one.behind for one in self.core.kept)

    @property
    def match(self) -> Match[Any, Any] | None:
        """The match that is played, or whose result stands."""
        host = self.core.table.evening.host
        return None if host is None else host.ledger.match

    @property
    def over(self) -> Over | None:
        """How it ended, once it has."""
        pending = None if self.match is None else self.match.pending
        return pending if isinstance(pending, Over) else None

    def where(self) -> str:
        """What it waits for, in words."""
        scene, match = self.core.scene, self.match
        asked = match.pending.topic if match and isinstance(match.pending, Decision) else "nothing"
        if scene is None:
            return f"no scene; wrong: {self.wrong.parts}"
        whom = ", ".join(map(str, scene.waiting_for)) or "nobody"
        seats = ", ".join(f"{s.seat}: {'bot' if s.bot else s.button}" for s in scene.seats)
        return f"{scene.phase}, {asked} is asked, of {whom} ({seats}); wrong: {self.wrong.parts}"
