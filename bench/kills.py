"""Daemons killed by ``kill -9`` at random moments of whole games: what is lost of what was told.

Two ways. *In the midst*: the daemon as it runs - loop, writer's thread, page, mock buttons, strip
and display, journal on a real disk, no camera - in a process forked from one that has everything
loaded, so that thousands of kills are minutes; whims choose as fast as it goes. *Whole*: the
command ``./table demo`` with its camera's process and rendered dice, from exec on, played by bots
on the real clock. How soon these can be played at again is told, from the signal
on and from exec on, for a program that is compiled as the front door leaves it.

``BENCH_KILLS`` is the share of the kills that is made: 1 for all, 0.1 for a tenth. Folders are
made in ``BENCH_FOLDER`` (/var/tmp).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from bench.daemon import compiled
from bench.figure import Figure

ROOT = Path(__file__).parent.parent
KILLS = {"lava_land": 2000, "table_is_lava": 200, "oh_no_volcano": 200, "lost_island": 200}
WHOLE = 40
"""Of those of Lava Land, as many; of the others a tenth of that."""
RESTART_S = 0.2
"""``RestartSec`` of the service: so long systemd waits, and the bound is for all of it."""
AT_MOST = 250
"""Kills of one table: then another begins, with other luck."""


@dataclass(frozen=True, slots=True)
class Order:
    """So many kills of one table."""

    game: str
    kills: int
    seed: str
    whole: bool = False

    def run(self) -> dict[str, Any]:
        """What they have cost, as :class:`tests.kills.reaper.Toll` has it."""
        command = [sys.executable, "-m", "tests.kills", "--game", self.game]
        command += ["--kills", str(self.kills), "--seed", self.seed]
        command += ["--whole"] if self.whole else []
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        if not done.stdout:
            raise RuntimeError(f"{self}: it ended with {done.returncode} and told nothing")
        toll: dict[str, Any] = json.loads(done.stdout)
        for says in toll["says"]:
            print(f"{self.game}: {says}", file=sys.stderr)
        return toll


def orders(share: float) -> list[Order]:
    """Who is killed how often, in pieces that can go on beside each other."""
    made: list[Order] = []
    for game, kills in KILLS.items():
        whole = max(1, round(share * WHOLE * (1 if game == "lava_land" else 0.1)))
        made.append(Order(game, whole, "whole", whole=True))
        left = max(1, round(share * kills) - whole)
        while left > 0:
            made.append(Order(game, min(left, AT_MOST), f"{game}/{left}"))
            left -= AT_MOST
    return made


def measure() -> list[Figure]:
    share = float(os.environ.get("BENCH_KILLS", "1"))
    compiled()
    asked = orders(share)
    midst, whole = [o for o in asked if not o.whole], [o for o in asked if o.whole]
    with ThreadPoolExecutor(os.cpu_count() or 1) as beside:
        tolls = [*beside.map(Order.run, midst)]
    tolls_whole = [one.run() for one in whole]  # by themselves: their start is timed
    figures: list[Figure] = []
    for game in KILLS:
        mine = [t for o, t in zip(midst, tolls, strict=True) if o.game == game]
        mine_whole = [t for o, t in zip(whole, tolls_whole, strict=True) if o.game == game]
        figures += _figures(game, mine, mine_whole)
    return [*figures, *_starts(tolls_whole)]


def _starts(tolls: list[dict[str, Any]]) -> list[Figure]:
    """How soon a whole process can be played at; what the harness looks at between is left out."""
    starts = sorted(s for toll in tolls for s in toll["playable_s"])
    again = sorted(
        gone + start
        for toll in tolls
        for gone, start in zip(toll["gone_s"], toll["playable_s"][1:], strict=False)
    )
    name = "kill -9 to the question on the page again"
    told = [Figure("exec to the question on the page", median(starts), "s", note=_worst(starts))]
    if again:
        note = f"{_worst(again)}; systemd waits {RESTART_S} s more"
        told.append(Figure(name, median(again), "s", target=f"<= {1.5 - RESTART_S}", note=note))
    return told


def _worst(times: list[float]) -> str:
    return f"median of {len(times)}, worst {times[-1]:.2f} s; whole processes"


def _figures(game: str, midst: list[dict[str, Any]], whole: list[dict[str, Any]]) -> list[Figure]:
    def total(key: str, tolls: list[dict[str, Any]] | None = None) -> int:
        return sum(int(toll[key]) for toll in tolls or [*midst, *whole])

    note = (
        f"{total('kills')} kills, {total('kills', whole)} of them whole processes; "
        f"{total('answers')} answers in {total('matches')} matches; "
        f"{total('while_starting')} while it started, {total('while_writing')} in a write"
    )
    return [
        Figure(f"{game}: answers lost", total("lost"), "", target="<= 0", note=note),
        Figure(f"{game}: answers doubled", total("doubled"), "", target="<= 0"),
        Figure(f"{game}: wrong resumes", total("wrong"), "", target="<= 0"),
    ]
