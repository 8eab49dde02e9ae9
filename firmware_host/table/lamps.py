"""What the lamps in the buttons do: each pattern is a row of times, lit first."""

from __future__ import annotations

from firmware_host.table.scene import Lamp, Scene

MS = 1_000_000

PATTERN_MS: dict[Lamp, tuple[int, ...]] = {
    Lamp.BLINK: (250, 250),
    Lamp.PULSE: (700, 300),
    Lamp.ONE: (120, 1080),
    Lamp.TWO: (120, 180, 120, 780),
}
"""Lit, dark, lit, ... in turn, again and again; no rhythm looks like another out of the corner
of an eye, and none flashes more than three times a second."""


def lamps(scene: Scene, now_ns: int) -> tuple[bool, ...]:
    """Which lamps are lit, by button; those no seat of the scene has stay dark."""
    lit = [False] * (max((s.button for s in scene.seats), default=-1) + 1)
    for seat in scene.seats:
        lit[seat.button] = _lit(seat.lamp, now_ns)[0]
    return tuple(lit)


def next_lamps_ns(scene: Scene, now_ns: int) -> int | None:
    """When a lamp changes by itself; None if none will."""
    changes = [_lit(s.lamp, now_ns)[1] for s in scene.seats]
    return min((c for c in changes if c is not None), default=None)


def _lit(lamp: Lamp, now_ns: int) -> tuple[bool, int | None]:
    """Is it lit, and when does that change."""
    times = PATTERN_MS.get(lamp)
    if times is None:
        return lamp is Lamp.ON, None
    round_ns = now_ns // (sum(times) * MS) * sum(times) * MS
    end_ns = round_ns
    for number, time_ms in enumerate(times):
        end_ns += time_ms * MS
        if now_ns < end_ns:
            return number % 2 == 0, end_ns
    raise AssertionError("a round is as long as its times")
