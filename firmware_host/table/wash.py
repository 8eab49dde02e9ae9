"""Parts of a strip in equal shares, beside the LEDs that are seats' own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

PULSE_NS = 600_000_000  # half a pulse: well below what may harm
DIMMED = 6  #: what pulses is one part in so many between its pulses


def fitting(wash: Sequence[str], shorter: Iterable[Sequence[str]], leds: int) -> Sequence[str]:
    """The longest of these whose parts have an LED each; else the shortest."""
    for last in (wash, *shorter):
        if len(last) <= leds:
            break
    return last


@lru_cache(maxsize=64)
def share(length: int, own: tuple[tuple[int, ...], ...], parts: int) -> tuple[int, ...]:
    """For each of *length* LEDs the part it is of, 0 to *parts* - 1; each part has as many.

    LEDs of seats lie between and count for none: they have the part of the LED before them.
    """
    taken = {led for leds in own for led in leds}
    free = max(1, length - len(taken & set(range(length))))
    found, before = [], 0
    for led in range(length):
        found.append(min(before, free - 1) * parts // free)
        before += led not in taken
    return tuple(found)
