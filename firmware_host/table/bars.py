"""A strip as bars, one a seat: how high each has come, and from where something falls.

Each seat has an equal share of the strip, as everybody sits along it; its bar grows from the first
LED of the share. The rest of a share keeps a glow of its colour, and a dark LED parts two shares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from firmware_host.table.scene import Bar, Chute, Scene

MS = 1_000_000
CHUTE_NS = 100 * MS  # a pulse has ten pictures a second
PULSE_NS = 1_200 * MS  # from dark to dark: slow enough to harm nobody
GLOW = 14  # what is above a bar keeps one part in so many
Point = Callable[[str], bytes]
Leds = Sequence[int]


def bars_periods(scene: Scene, blink_ns: int) -> set[int]:
    """After how long the picture may differ by itself."""
    periods = {blink_ns} if any(bar.mark is not None for bar in scene.bars) else set[int]()
    if scene.chute is not None and scene.chute.due:
        periods.add(CHUTE_NS)
    return periods


def share(index: int, of: int, leds: Leds) -> Leds:
    """One of several equal shares of the LEDs, but for the dark one at its end."""
    low, high = index * len(leds) // of, (index + 1) * len(leds) // of
    return leds[low : max(low, high - 1)]


def step_leds(bar: Bar, step: int, leds: Leds) -> Leds:
    """The LEDs of one step of a bar, from 1; of step 0 the first LED."""
    if step == 0:
        return leds[:1]
    low, high = ((step - 1) * len(leds) // bar.most, step * len(leds) // bar.most)
    return leds[low : max(high, low + 1)]


def draw_bars(frame: bytearray, leds: Leds, scene: Scene, point: Point, *, blink: bool) -> None:
    """Every seat's bar on *leds*; what is being moved blinks white."""
    tints = {seat.seat: point(seat.tint) for seat in scene.seats}
    frame[:] = bytes(len(frame))
    for i, bar in enumerate(scene.bars):
        own, colour = share(i, len(scene.bars), leds), tints[bar.seat]
        lit = len(own) * bar.height // bar.most
        fill(frame, own[:lit], colour)
        fill(frame, own[lit:], bytes(v // GLOW for v in colour))
        if bar.mark is not None and blink:
            fill(frame, step_leds(bar, bar.mark, own), point("ack"))


def chute_leds(chute: Chute, leds: Leds) -> Leds:
    """The middle half of the chute's part of the strip."""
    part = len(leds) / chute.of
    low = int((chute.number - 0.75) * part)
    return leds[low : max(int((chute.number - 0.25) * part), low + 1)]


def draw_chute(frame: bytearray, leds: Leds, scene: Scene, point: Point, now_ns: int) -> None:
    """A white pulse where a ball is due."""
    if scene.chute is None or not scene.chute.due:
        return
    swing = abs(now_ns // CHUTE_NS * CHUTE_NS % PULSE_NS * 2 / PULSE_NS - 1)
    white = bytes(round(v * (1 - swing)) for v in point("ack"))
    fill(frame, chute_leds(scene.chute, leds), white)


def fill(frame: bytearray, leds: Iterable[int], colour: bytes) -> None:
    """All *leds* of *frame* have *colour* now."""
    for led in leds:
        frame[3 * led : 3 * led + 3] = colour
