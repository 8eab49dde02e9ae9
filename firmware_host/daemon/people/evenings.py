"""Whole games through the complete virtual table, on a virtual clock, as fast as it goes.

Every part is the daemon's own: presses come from mock pins with their bounces, dice are read by
the camera's process out of rendered frames, the strip is driven over its wire, the journal is on
the disk. Only time is virtual: it jumps to whatever is due next, and stands still while the
camera's process looks.
"""

from __future__ import annotations

import heapq
import itertools
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from firmware_host.bots import catalog
from firmware_host.daemon.assembly import Assembly, Here
from firmware_host.daemon.clock import VirtualClock, wall_clock
from firmware_host.daemon.keeper import at_once
from firmware_host.daemon.settings.house import Files
from firmware_host.rules.kernel import Decision, Over
from firmware_host.session.match import Match
from firmware_host.table.signals import Beam
from hw.ports import Edge

from . import judging
from .crowd import People
from .fingers import Pace, Person
from .glimpse import Glimpse

MS = 1_000_000
SECOND_NS = 1_000 * MS
STEP_NS = 2 * MS  # what happens closer together is done together, as a busy loop does
LOOK_PATIENCE_S = 20.0  # real time the camera's process has for one answer
LONGEST_NS = 3 * 3_600 * SECOND_NS  # virtual time: no evening takes longer
AT_ONCE_MS = (0, 500)  # nobody has to read first
POLITE = Pace(react_ms=(120, 350), grab_ms=(700, 1_500), race_ms=AT_ONCE_MS, in_turn=True)
"""Quick, but one after another."""
RUSHED = Pace(react_ms=(120, 350), grab_ms=(1_000, 2_000), race_ms=AT_ONCE_MS)
"""Everybody grabs at once."""


class Stuck(Exception):
    """A game that does not end."""


@dataclass(frozen=True, slots=True)
class Evening:
    """How one game went."""

    seed: str
    players: int
    answers: int
    presses: int  #: of all buttons
    ranking: tuple[tuple[str, ...], ...]
    figures: Mapping[str, int]
    """The game's own, and what was told otherwise than it was."""
    wall_s: float

    def plain(self) -> dict[str, object]:
        """As JSON has it."""
        told = asdict(self)
        return {key: told[key] for key in ("seed", "players", "answers", "presses", "ranking")} | {
            **self.figures,
            "wall_s": self.wall_s,
        }


class Player:
    """One game, driven."""

    def __init__(
        self, files: Files, folder: Path, seed: str, players: int, bot: str, pace: Pace = POLITE
    ) -> None:
        self._seed, self._players = seed, players
        self._clock = VirtualClock(SECOND_NS)
        here = Here(
            journal=folder / "journal",
            world=folder / "world.json",
            seed=lambda: seed,
            wall=wall_clock,
            says=lambda line: None,
            world_seed=random.Random(seed).randrange(1 << 30),
            virtual_time=True,
            players=players,
        )
        self._table = Assembly(files, here, self._clock, at_once)
        self._edges: list[tuple[int, int, Edge | Beam]] = []
        self._order = itertools.count()
        hands = self._table.devices.hands
        assert hands is not None
        self._hands = hands
        persons = [
            Person(
                button,
                catalog.bot(files.box.game.name, bot, f"{seed}/{button}"),
                random.Random(f"{seed}/{button}"),
            )
            for button in range(players)
        ]
        self._people = People(Glimpse(self._table.core), hands, persons, pace)
        self._say = files.texts.say
        self._judge = judging.judge(files.box.game.name, self._table.core.table.evening.game.view)
        self._reported = 0

    def play(self, progress: Callable[[str], None] = lambda line: None) -> Evening:
        """The whole game.

        :raises Stuck: it does not end.
        """
        began_s = time.monotonic()
        self._table.open(self._heard)
        if self._table.core.eye is not None:
            self._table.core.eye.pictures = False  # there is no page to look at any
        while (over := self._over()) is None:
            self._step()
            self._report(progress)
            if self._clock.now_ns() > LONGEST_NS:
                raise Stuck(f"no end after 3 hours: {self._where()}")
        match = self._match()
        assert match is not None
        return Evening(
            seed=self._seed,
            players=self._players,
            answers=match.length,
            presses=self._people.presses,
            ranking=tuple(tuple(map(str, rank)) for rank in over.ranking),
            figures=self._judge.figures(match, self._people.count.asked),
            wall_s=round(time.monotonic() - began_s, 2),
        )

    def close(self) -> None:
        """Everything let go of."""
        self._table.close()

    def _step(self) -> None:
        """Everything that is due now, then on to whatever is due next."""
        core, now_ns = self._table.core, self._clock.now_ns()
        self._people.act(now_ns)
        while self._edges and self._edges[0][0] <= now_ns:
            core.feed(heapq.heappop(self._edges)[2], now_ns)
        core.tick(now_ns)
        self._look(now_ns)
        core.draw(now_ns)
        if (match := self._match()) is not None:
            self._judge.look(match, self._hands)
        times = [core.wake_ns, self._people.wake_ns, *(at for at, _, _ in self._edges[:1])]
        due_ns = min(t for t in times if t is not None)
        self._clock.reach(max(due_ns, now_ns + STEP_NS))

    def _look(self, now_ns: int) -> None:
        """Time stands still until the camera's process has answered."""
        eye = self._table.core.eye
        while eye is not None and eye.waiting:
            if not eye.wait(LOOK_PATIENCE_S):
                raise Stuck("the camera's process does not answer")
            self._table.core.arrived(now_ns)

    def _heard(self, edge: Edge | Beam) -> None:
        heapq.heappush(self._edges, (edge.at_ns, next(self._order), edge))

    def _match(self) -> Match[Any, Any] | None:
        host = self._table.core.table.evening.host
        return None if host is None else host.ledger.match

    def _over(self) -> Over | None:
        match = self._match()
        pending = None if match is None else match.pending
        return pending if isinstance(pending, Over) else None

    def _report(self, progress: Callable[[str], None]) -> None:
        told = self._table.core.told
        if told and told[-1].number > self._reported:
            news = [line for line in told if line.number > self._reported]
            self._reported = told[-1].number
            for line in news:
                progress(f"{self._clock.now_ns() / SECOND_NS:7.1f} s  {self._say(line.line)}")

    def _where(self) -> str:
        scene = self._table.core.scene
        match = self._match()
        asked = match.pending.topic if match and isinstance(match.pending, Decision) else "nothing"
        return f"{scene.phase if scene else 'no scene'}, {asked} is asked"
