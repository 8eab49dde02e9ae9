"""In which order wires run down between the header and the devices, so that few of them cross."""

from __future__ import annotations

from collections.abc import Sequence

CLOSE_PX = 8
"""Two level wires nearer than this look like one."""
WORSE = 20
"""Two wires that look like one are as bad as so many crossings."""

Span = tuple[float, float]
"""Where a wire comes in from the left, and where it leaves to the right: both heights."""


def ordered(spans: Sequence[Span]) -> list[int]:
    """The lane of each wire, counted from the left; no two share one."""
    down = sorted((i for i, (a, b) in enumerate(spans) if b >= a), key=lambda i: -spans[i][0])
    up = sorted((i for i, (a, b) in enumerate(spans) if b < a), key=lambda i: spans[i][0])
    order = [*up, *down]
    best = muddle(spans, order)
    better = True
    while better:
        better = False
        for i in range(len(order)):
            for j in range(i):
                order[i], order[j] = order[j], order[i]
                now = muddle(spans, order)
                if now < best:
                    best, better = now, True
                else:
                    order[i], order[j] = order[j], order[i]
    lanes = [0] * len(spans)
    for lane, wire in enumerate(order):
        lanes[wire] = lane
    return lanes


def muddle(spans: Sequence[Span], order: Sequence[int]) -> int:
    """How often wires cross with lanes in this *order*, and how often two look like one."""
    count = 0
    for place, wire in enumerate(order):
        low, high = sorted(spans[wire])
        for later in order[place + 1 :]:
            source, target = spans[later][0], spans[wire][1]
            count += low < source < high
            count += WORSE * (abs(source - target) < CLOSE_PX)
        count += sum(low < spans[earlier][1] < high for earlier in order[:place])
    return count
