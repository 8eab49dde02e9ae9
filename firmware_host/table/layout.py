"""Where the track lies on the strip, and how bright it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Layout:
    """How the track lies on the strip. What the supply can give is the strip's to keep to."""

    length: int  #: LEDs of the strip
    per_place: int = 6
    first: int = 0  #: the LED where the first place begins
    seat_leds: tuple[tuple[int, ...], ...] = ()  #: LEDs of each button's own, beside the track
    reverse: bool = False  #: the strip begins at the other end; LED 0 above is its last
    brightness: float = 1.0  #: share of the light
    gamma: float = 2.2

    def spots(self, number: int, places: int) -> tuple[int, ...]:
        """*number* LEDs, from the strip's end, that are neither of a seat nor of the *places*.

        Where there are fewer, the first of the last places, which show nothing but their ground.
        """
        track = range(self.first, self.first + self.per_place * places)
        taken = {*track, *(led for own in self.seat_leds for led in own)}
        spare = [led for led in reversed(range(self.length)) if led not in taken]
        more = [*track[:: self.per_place]][::-1]
        return tuple([*spare[:number], *more][:number])

    @property
    def free(self) -> tuple[int, ...]:
        """The LEDs that are no seat's own."""
        taken = {led for own in self.seat_leds for led in own}
        return tuple(led for led in range(self.length) if led not in taken)

    def own(self, button: int) -> tuple[int, ...]:
        """The LEDs of this button's own."""
        return self.seat_leds[button] if button < len(self.seat_leds) else ()
