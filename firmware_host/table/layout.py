"""Where the track lies on the strip, and what light the strip may give."""

from __future__ import annotations

from dataclasses import dataclass

FULL_MA = 20.0  # a channel of a WS2812 at 255
IDLE_MA = 1.0  # an LED of a WS2812 when dark


@dataclass(frozen=True, slots=True)
class Layout:
    """How the track lies on the strip, and what the supply can give."""

    length: int  #: LEDs of the strip
    per_place: int = 6
    first: int = 0  #: the LED where the first place begins
    seat_leds: tuple[tuple[int, ...], ...] = ()  #: LEDs of each button's own, beside the track
    reverse: bool = False  #: the strip begins at the other end; LED 0 above is its last
    milliamps: int = 2_000  #: never more for the whole strip, whatever is shown
    brightness: float = 1.0  #: share of the light
    gamma: float = 2.2

    def own(self, button: int) -> tuple[int, ...]:
        """The LEDs of this button's own."""
        return self.seat_leds[button] if button < len(self.seat_leds) else ()
