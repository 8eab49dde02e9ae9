"""How a soak went, for people."""

from __future__ import annotations

import shlex
import time
from collections import Counter
from collections.abc import Sequence

from .footprint import SAMPLES_AN_HOUR, Footprint
from .soak import HOUR_NS, Soak

HELD = (
    "no answer lost or doubled, states conserve, lights agree with the state, every question is "
    "asked again, every device comes back, nothing failed unseen"
)
WARM_H = 3
"""Memory is told at first, after so many hours, and at last."""


def report(soak: Soak) -> str:
    """What there is to tell, for people."""
    soaked, checks = soak.soaked, soak.checks
    hours, took_s = soaked.simulated_ns / HOUR_NS, time.monotonic() - soaked.began_s
    back = ", ".join(f"{d} {checks.back[d]}/{n}" for d, n in sorted(checks.lost.items()))
    resuming = checks.resuming
    lines = [
        f"{hours:.2f} simulated hours in {took_s:.0f} s, seed {soaked.wanted.seed}",
        f"games      {soaked.games.total()}: {_counted(soaked.games)}",
        f"answers    {checks.answers}, {soaked.presses} presses, "
        f"{soaked.page + soak.rough.people.page.chosen} choices on the page",
        f"faults     {soaked.faults.total()}: {_counted(soaked.faults)}",
        f"new starts {soaked.restarts}, of these {soaked.full} after a full disk",
        f"looks      {resuming.asked} matches to be looked at after a break: "
        f"{_counted(resuming.looks)}; a die lay otherwise {soaked.meddled} times",
        f"back/lost  {back or 'nothing was lost'}",
        f"memory     {_memory(checks.footprint)}",
        f"camera     its process, anew with each start: {_span(checks.footprint.eye_mb)}",
        f"handles    {_span(checks.footprint.handles, '')}",
    ]
    return "\n".join([*lines, *_verdict(soak, hours)])


def _verdict(soak: Soak, hours: float) -> list[str]:
    soaked = soak.soaked
    if not soaked.broken:
        flat = (
            ", memory and handles are flat" if soak.checks.footprint.growth_mb is not None else ""
        )
        short = f"stopped    after {hours:.2f} of {soaked.wanted.hours:g} hours: so far"
        return [f"{short if soaked.stopped else 'all held  '} {HELD}{flat}"]
    again = f"./table soak --hours {soaked.wanted.hours:g} --seed {shlex.quote(soaked.wanted.seed)}"
    return [
        f"BROKEN     at {soaked.at}, seed {soaked.wanted.seed}: {soaked.broken}",
        f"           {again}{' --faults' if soaked.wanted.faults else ''}",
    ]


def _memory(footprint: Footprint) -> str:
    """The daemon's: at first, when it is warm, at last, and what that says."""
    growth, all_mb = footprint.growth_mb, footprint.memory_mb or [0.0]
    warm = WARM_H * SAMPLES_AN_HOUR
    later = f"{all_mb[warm]:.1f} MB at {WARM_H} h, " if len(all_mb) > warm else ""
    grown = "too short a run to judge" if growth is None else f"{growth:+.1f} MB once warm"
    return f"{all_mb[0]:.1f} MB at first, {later}{all_mb[-1]:.1f} MB at last: {grown}"


def _span(values: Sequence[float], unit: str = " MB") -> str:
    if not values:
        return "none"
    first, last, least, most = (
        f"{value:.4g}{unit}" for value in (values[0], values[-1], min(values), max(values))
    )
    return f"{first} at first, {last} at last, from {least} to {most}"


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"
