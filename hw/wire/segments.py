"""Several strips as one run of LEDs: which LED of which strip is where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Segment:
    """LEDs *first* to *last* of strip number *strip*, both included; backwards if last is less."""

    strip: int
    first: int
    last: int

    def __len__(self) -> int:
        return abs(self.last - self.first) + 1

    @property
    def low(self) -> int:
        """Its LED with the smallest number."""
        return min(self.first, self.last)


def whole(lengths: Sequence[int]) -> tuple[Segment, ...]:
    """All LEDs of strips of these lengths, one strip after the other."""
    return tuple(Segment(i, 0, length - 1) for i, length in enumerate(lengths))


class Run:
    """Cuts a picture of the whole into one for each strip. LEDs in no segment are dark."""

    def __init__(self, segments: Sequence[Segment], lengths: Sequence[int]) -> None:
        """*lengths* are of the strips.

        :raises ValueError: a segment lies off its strip, or two have an LED in common.
        """
        owned: set[tuple[int, int]] = set()
        for one in segments:
            if not 0 <= one.strip < len(lengths) or one.low + len(one) > lengths[one.strip]:
                raise ValueError(f"{one} is not on a strip")
            leds = {(one.strip, led) for led in range(one.low, one.low + len(one))}
            if owned & leds:
                raise ValueError(f"{one} has LEDs of another segment")
            owned |= leds
        self._segments, self._lengths = tuple(segments), tuple(lengths)
        self.length = sum(map(len, segments))

    def cut(self, pixels: bytes) -> tuple[bytes, ...]:
        """``3 * length`` bytes to as many for each strip.

        :raises ValueError: not three bytes for each LED.
        """
        if len(pixels) != 3 * self.length:
            raise ValueError(f"{len(pixels)} bytes of pixels; the run takes {3 * self.length}")
        parts = [bytearray(3 * length) for length in self._lengths]
        at = 0
        for one in self._segments:
            end = at + 3 * len(one)
            low, high = 3 * one.low, 3 * (one.low + len(one))
            part, piece = parts[one.strip], pixels[at:end]
            if one.last < one.first:
                for channel in range(3):
                    part[low + channel : high : 3] = piece[channel::3][::-1]
            else:
                part[low:high] = piece
            at = end
        return tuple(map(bytes, parts))

    def of(self, strip: int) -> tuple[range, ...]:
        """Which LEDs of the whole are on *strip*."""
        found, at = [], 0
        for one in self._segments:
            if one.strip == strip:
                found.append(range(at, at + len(one)))
            at += len(one)
        return tuple(found)
