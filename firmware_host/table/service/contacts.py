"""How good the contacts are, told from their raw edges.

Edges closer together than :data:`APART_NS` belong to one movement, but no thumb makes more than
:data:`MOST_EDGES`: then the wire hums, until it rests. A movement that ends otherwise than
it began is a press or a release with its bounces; one that ends as it began is a spike while the
button is up, and a gap in the contact while it is down. Not the length of a bounce makes two
presses of one but the longest *rest* in it: a contact is believed once it has rested for the
debounce time.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import pairwise

MS = 1_000_000
APART_NS = 20 * MS
"""A thumb does not press and let go within so little; worn contacts bounce for less."""
MOST_EDGES = 64
"""A worn contact makes a few dozen; mains hum never ends."""
LATE_NS = 80 * MS
"""Edges may be under way for so long, on a busy machine; one that comes counts by its own time."""
BINS_US = (1, 500, 1_000, 2_000, 3_000, 5_000, 8_000, 12_000)
"""Bounces by their length: none at all, below 0.5 ms, below 1 ms, ..., 12 ms and more."""
LEAST_MS, MOST_MS = 3, 50
"""What the key ``debounce_ms`` may sensibly be."""
MARGIN = 1.5


@dataclass(frozen=True, slots=True)
class Contact:
    """What is known of one button's contact."""

    down: bool = False
    since_ns: int = 0  #: so long it has been up or down
    edges: int = 0
    presses: int = 0
    bounces: int = 0  #: openings and closings beyond what a thumb did
    longest_us: int = 0  #: the longest bounce, from its first edge to its last
    rest_us: int = 0  #: the longest rest within a bounce
    spikes: int = 0  #: short closings nobody made: noise
    gaps: int = 0  #: short openings under a thumb that pressed
    histogram: tuple[int, ...] = (0,) * (len(BINS_US) + 1)  #: movements by their bounce's length
    pressed_ns: int = -1  #: the latest press; -1: none yet
    hums: bool = False  #: its edges do not end: whether it is down says nothing

    @property
    def debounce_ms(self) -> int:
        """What ``debounce_ms`` should at least be for this contact."""
        return min(MOST_MS, max(LEAST_MS, math.ceil(MARGIN * self.rest_us / 1_000) + 1))

    @property
    def closed(self) -> bool:
        """It is down, and that is no noise."""
        return self.down and not self.hums


class _Track:
    """One contact, as its edges come."""

    def __init__(self) -> None:
        self.down, self.since_ns = False, 0
        self.burst: list[int] = []  # times of the edges of the movement that goes on
        self.known, self.hums = Contact(), False

    def edge(self, down: bool, at_ns: int) -> None:
        if down == self.down:
            return
        self.settle(at_ns)
        self.down, self.since_ns = down, at_ns
        self.burst.append(at_ns)
        if len(self.burst) >= MOST_EDGES:
            self.hums = True
            self._end()

    def settle(self, now_ns: int) -> None:
        """The movement is over if it has rested for so long."""
        if now_ns - self.since_ns >= APART_NS:
            self._end()
            self.hums = False

    def _end(self) -> None:
        burst, self.burst = self.burst, []
        if burst and self.hums:
            self.known = _hummed(self.known, len(burst))
        elif burst:
            self.known = _with(self.known, burst, down=self.down)

    def told(self) -> Contact:
        k = self.known
        return Contact(
            self.down, self.since_ns, k.edges, k.presses, k.bounces, k.longest_us, k.rest_us,
            k.spikes, k.gaps, k.histogram, k.pressed_ns, self.hums,
        )  # fmt: skip


def _hummed(known: Contact, edges: int) -> Contact:
    """*known* and so many edges more that nobody made."""
    return replace(known, edges=known.edges + edges, spikes=known.spikes + edges // 2)


def quietened(wired: str) -> str:
    """What to do about noise on a wire."""
    return (
        f"twist the wire of {wired} with its ground wire, away from the strip's supply; if "
        "that is not enough, 100 nF across the button"
    )


def _with(known: Contact, burst: list[int], *, down: bool) -> Contact:
    """*known* and one movement more, that ended *down*."""
    moved = len(burst) % 2 == 1
    long_us = (burst[-1] - burst[0]) // 1_000 if moved else 0
    rests = [(b - a) // 1_000 for a, b in pairwise(burst)] if moved else []
    histogram = list(known.histogram)
    if moved:
        histogram[bisect_right(BINS_US, long_us)] += 1
    pressed = moved and down
    return Contact(
        edges=known.edges + len(burst),
        presses=known.presses + pressed,
        bounces=known.bounces + (len(burst) // 2 if moved else 0),
        longest_us=max(known.longest_us, long_us),
        rest_us=max([known.rest_us, *rests]),
        spikes=known.spikes + (0 if moved or down else len(burst) // 2),
        gaps=known.gaps + (len(burst) // 2 if down and not moved else 0),
        histogram=tuple(histogram),
        pressed_ns=burst[0] if pressed else known.pressed_ns,
    )


class Contacts:
    """All contacts of a table, since they were last :meth:`forgotten`."""

    def __init__(self, buttons: int) -> None:
        self._tracks = [_Track() for _ in range(buttons)]
        self.edge_ns = 0
        """The latest edge of any."""

    def edge(self, button: int, down: bool, at_ns: int) -> None:
        """One raw edge; one that changes nothing is none."""
        if 0 <= button < len(self._tracks):
            self._tracks[button].edge(down, at_ns)
            self.edge_ns = max(self.edge_ns, at_ns)

    def settle(self, now_ns: int) -> None:
        """It is so late now, and edges older than :data:`LATE_NS` have come."""
        for track in self._tracks:
            track.settle(now_ns - LATE_NS)

    @property
    def wake_ns(self) -> int | None:
        """Settle by then."""
        ends = [t.burst[-1] + APART_NS + LATE_NS for t in self._tracks if t.burst]
        return min(ends, default=None)

    def told(self) -> tuple[Contact, ...]:
        """What is known of each."""
        return tuple(track.told() for track in self._tracks)

    def forget(self) -> None:
        """Count anew; which are down stays known."""
        for track in self._tracks:
            track.known, track.burst = Contact(), []
