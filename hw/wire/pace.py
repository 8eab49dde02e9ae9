"""How many pictures a second a line and its LEDs can carry."""

from __future__ import annotations

from .adalight import GAP, HEADER_BYTES

BITS_A_BYTE = 10  # start, eight, stop
LED_S = {"ws2812": 30e-6, "sk6812": 30e-6, "apa102": 16e-6, "sk9822": 16e-6}
"""An LED's share of a frame: 24 bits at 800 kHz; 32 at 2 MHz, as WLED clocks them by itself."""
LATCH_S = {"ws2812": 300e-6, "sk6812": 300e-6, "apa102": 0.0, "sk9822": 0.0}
"""Low between frames, or the LEDs take two for one: newer WS2812B want 280 us (data sheet)."""


def air_s(leds: int, baud: int) -> float:
    """Seconds that a frame is on a serial line."""
    return (HEADER_BYTES + 3 * leds + len(GAP)) * BITS_A_BYTE / baud


def strip_s(leds: int, chip: str) -> float:
    """Seconds that it takes to go down the strip."""
    return leds * LED_S[chip] + LATCH_S[chip]


def frame_s(leds: int, baud: int, chip: str) -> float:
    """Seconds from one frame to the next: whichever is slower."""
    return max(air_s(leds, baud), strip_s(leds, chip))
