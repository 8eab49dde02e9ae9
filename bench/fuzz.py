"""Wrong inputs of every kind: none may reach a user as a traceback, hang, or change anything.

``./table bench fuzz`` tries a twentieth; ``--long`` all 200,000. Each is made by a seed, and one
that breaks something is told with its seed and number.
"""

from __future__ import annotations

import sys

from bench.figure import Figure
from tests.fuzz.run import Report, run, shares

FEW, ALL = 10_000, 200_000


def measure() -> list[Figure]:
    return _figures(FEW)


def measure_long() -> list[Figure]:
    return _figures(ALL)


def _figures(count: int) -> list[Figure]:
    reports: list[Report] = []
    broken = 0
    for kind, number in shares(count).items():
        try:
            reports.append(run(kind, number))
        except AssertionError as wrong:
            broken += 1
            print(wrong, file=sys.stderr)
        else:
            print(f"  {reports[-1]}", file=sys.stderr)
    told = ", ".join(f"{one.inputs} {one.kind}" for one in reports)
    refused = sum(one.refused for one in reports)
    slowest = max((one.slowest_s for one in reports), default=0.0)
    note = f"{told}; {refused} refused in words, the others were right; slowest {slowest:.2f} s"
    total = sum(one.inputs for one in reports)
    return [
        Figure("wrong inputs that broke something", broken, "kinds", target="<= 0", note=note),
        Figure("wrong inputs", total, "inputs"),
    ]
