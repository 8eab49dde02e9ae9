"""What else is wrong with a table's file that lacks, or misspells, what every table needs.

What must agree between its parts can be looked at only when the parts are there. So what is
missing is stood in for, twice and differently: a fault that is found both times is the file's own.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from typing import Any

from .config import TableConfig
from .shape import Shaped

STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
ROUNDS = 3
"""A section that is missing, and then what it needs."""
LISTS = ("seats", "strips")
Needs = Mapping[str, Any]
ONE: Needs = {
    "name": "one",
    "game": "lava_land",
    "buttons": {"port": "mock"},
    "strip": {"port": "mock", "leds": 1999, "per_place": 1},
    "oled": {"port": "mock"},
    "camera": {"port": "none"},
    "seats": {"name": "seat one {}", "button": 4, "side_deg": 0.0, "leds": []},
    "strips": {"port": "none", "leds": 1},
}
OTHER: Needs = {
    "name": "other",
    "game": "oh_no_volcano",
    "buttons": {"port": "none"},
    "strip": {"port": "none", "leds": 1500, "per_place": 2},
    "oled": {"port": "none"},
    "camera": {"port": "none"},
    "seats": {"name": "seat other {}", "button": 27, "side_deg": 180.0, "leds": []},
    "strips": {"port": "mock", "leds": 2},
}


def stood_in(document: Mapping[str, Any], needs: Needs) -> TableConfig | None:
    """The table of *document*, with something of *needs* wherever it cannot be used."""
    filled = copy.deepcopy({**document})
    for _ in range(ROUNDS):
        shaped = Shaped()
        table = shaped.struct(filled, TableConfig)
        if table is not None:
            return table
        _fill(filled, (fault.path for fault in shaped.faults), needs)
    return None


def _fill(document: dict[str, Any], paths: Iterable[str], needs: Needs) -> None:
    for path in paths:
        steps = [word or int(number) for word, number in STEP.findall(path)]
        if steps and steps[0] == "segments":
            document.pop("segments", None)  # then all LEDs are the track's
        elif steps:
            _put(document, steps, needs)


def _put(document: dict[str, Any], steps: list[str | int], needs: Needs) -> None:
    """The value at *steps* becomes one that can be used, or goes."""
    place: Any = document
    for step in steps[:-1]:
        try:
            place = place[step]
        except (KeyError, IndexError, TypeError):  # what it is in cannot be used either
            return
    value, last = _needed(steps, needs), steps[-1]
    if value is None and isinstance(place, dict):
        place.pop(last, None)
    elif isinstance(place, dict):
        place[last] = [] if last in LISTS else value
    elif isinstance(place, list) and isinstance(last, int):
        place[last] = value


def _needed(steps: list[str | int], needs: Needs) -> Any:
    """What there is for the key at *steps*; None: it may be left out."""
    value: Any = needs
    for step in steps:
        if isinstance(step, str):
            value = value.get(step) if isinstance(value, Mapping) else None
    if isinstance(value, str) and len(steps) > 1:
        return value.format(steps[1])
    return copy.deepcopy(value)
