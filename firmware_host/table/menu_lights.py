"""Menus on the strip, while the display does not work: an LED a line, and where the thumb is.

They lie over the strip's first LEDs, each seat's in its own colour: a glow for every line, in the
order of the menu, and the line under the thumb bright and blinking. What is under a thumb on the
track itself is shown there, and needs no more.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware_host.table.bars import Point, fill
from firmware_host.table.lending import NOT_PLAYED
from firmware_host.table.scene import Scene, SeatScene

DISPLAY = "oled"
GLOW = 10
"""A line that is not under the thumb keeps one part in so many."""


def walked(scene: Scene) -> tuple[SeatScene, ...]:
    """The seats whose menus the strip has to show, as nothing else at the table does."""
    if DISPLAY not in scene.missing or scene.service is not None or scene.phase in NOT_PLAYED:
        return ()
    on_track = {place.thumb for place in scene.places}
    return tuple(s for s in scene.seats if len(s.menu) > 1 and s.seat not in on_track)


def draw_menus(
    frame: bytearray, leds: Sequence[int], scene: Scene, point: Point, *, blink: bool
) -> None:
    """One menu after the other, from the first of *leds* on, a dark LED behind each."""
    at = 0
    for seat in walked(scene):
        colour = point(seat.tint)
        glow = bytes(v // GLOW for v in colour)
        for choice in seat.menu:
            bright = colour if blink else bytes(3)
            fill(frame, leds[at : at + 1], bright if choice.under_thumb else glow)
            at += 1
        fill(frame, leds[at : at + 1], bytes(3))
        at += 1
