"""What of the track is on which strip, in words: what is dark while that one is lost."""

from __future__ import annotations

from collections.abc import Iterator

from hw.wire.segments import Run

from .config import TableConfig


def run(table: TableConfig) -> Run:
    """The strips of *table* as one."""
    return Run(table.run, [one.leds for one in table.every_strip])


def dark_without(table: TableConfig, number: int) -> str:
    """``LEDs 75 to 149 of the track and the lights of Wall, Piano``: what strip *number* shows."""
    mine = run(table).of(number)
    if table.strip.reverse:  # the painter's LED 0 is the run's last
        mine = tuple(range(table.leds - r.stop, table.leds - r.start) for r in reversed(mine))
    own = {led for seat in table.seats for led in seat.leds}
    spans = [_span(part) for one in mine for part in _without(one, own)]
    seats = [s.name for s in table.seats if any(led in one for one in mine for led in s.leds)]
    parts = [f"LEDs {', '.join(spans)} of the track"] if spans else []
    parts += [f"the lights of {', '.join(seats)}"] if seats else []
    return " and ".join(parts) or "nothing"


def _without(leds: range, own: set[int]) -> Iterator[range]:
    """*leds* but those in *own*, as runs."""
    start: int | None = None
    for led in leds:
        if led in own:
            if start is not None:
                yield range(start, led)
            start = None
        elif start is None:
            start = led
    if start is not None:
        yield range(start, leds.stop)


def _span(leds: range) -> str:
    return f"{leds.start}" if len(leds) == 1 else f"{leds.start} to {leds.stop - 1}"
