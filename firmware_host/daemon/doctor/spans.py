"""Lengths of time as systemd's files spell them: ``90``, ``1min 30s``, ``1.5h``, ``infinity``."""

from __future__ import annotations

import math
import re

_S = {"s": 1.0, "min": 60.0, "h": 3600.0, "d": 86_400.0, "w": 604_800.0}
UNITS = {
    **dict.fromkeys(("us", "usec", "µs", "μs"), 1e-6),
    **dict.fromkeys(("ms", "msec"), 1e-3),
    **dict.fromkeys(("", "s", "sec", "second", "seconds"), _S["s"]),
    **dict.fromkeys(("m", "min", "minute", "minutes"), _S["min"]),
    **dict.fromkeys(("h", "hr", "hour", "hours"), _S["h"]),
    **dict.fromkeys(("d", "day", "days"), _S["d"]),
    **dict.fromkeys(("w", "week", "weeks"), _S["w"]),
    **dict.fromkeys(("M", "month", "months"), 30.44 * _S["d"]),
    **dict.fromkeys(("y", "year", "years"), 365.25 * _S["d"]),
}
"""Seconds in each; a number alone is seconds. From systemd.time(7)."""
PART = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*([a-zA-Zµμ]*)")


def seconds(words: str) -> float | None:
    """So many seconds; None where that is no length of time."""
    words = words.strip()
    if words == "infinity":
        return math.inf
    at, sum_s = 0, 0.0
    while at < len(words):
        part = PART.match(words, at)
        if part is None or part[2] not in UNITS:
            return None
        sum_s += float(part[1]) * UNITS[part[2]]
        at = part.end()
    return sum_s if words else None
