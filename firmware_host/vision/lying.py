"""The dice that lie in the tray, as they are followed: hidden, missing, gone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from firmware_host.vision.facts import GoneDie, SeenDie
from firmware_host.vision.plane import Tray
from firmware_host.vision.reaches import Reaches
from firmware_host.vision.reading import Die
from firmware_host.vision.still import FEW, Bits, Still
from firmware_host.vision.tracks import Patience, Track, match

MS = 1_000_000  #: nanoseconds
OVER_EDGES = 0.6
"""A hand this close to a die's middle, in edges, may hide it."""
BARE_SHARE = 0.6
"""A die's place is empty when so much of it is bare floor, or another die lies there."""
ON_PLACE = 0.8


class Lying:
    """All dice known, over what is to be seen in *still*."""

    def __init__(
        self, tray: Tray, symbols: tuple[str, ...], still: Still, patience: Patience
    ) -> None:
        self._tray, self._symbols = tray, symbols
        self._still, self._patience = still, patience
        self._next = 1
        self._reaches = Reaches(tray)
        self.tracks: tuple[Track, ...] = ()
        self.gone: tuple[GoneDie, ...] = ()

    def read(self, dice: tuple[Die, ...], unread: Bits, at_ns: int, resting: bool) -> None:
        """The *dice* as just read; *unread* pixels had changed before."""
        still = self._still
        tracks = tuple(replace(t, dirty=t.dirty or self._changed(t, unread)) for t in self.tracks)
        matched = match(tracks, dice, self._next, at_ns, shaky=bool(still.hands.deg))
        lost = (replace(t, lost=not self._hand_over(t), dirty=True) for t in matched.lost)
        here = matched.tracks
        if resting:
            here = tuple(replace(t, rested=True) for t in here)
        self.tracks = (*here, *lost)
        self._next = max(self._next, *(t.number + 1 for t in self.tracks), 1)
        still.read([(d.x_mm, d.y_mm, d.angle_deg) for d in dice], resting)

    def facts(self, blind: bool) -> tuple[SeenDie, ...]:
        """Each die known, by number; all hidden where the camera is *blind*."""
        return tuple(
            replace(t.reading(self._symbols), hidden=blind or t.hidden or t.missed > 0)
            for t in sorted(self.tracks, key=lambda t: t.number)
        )

    def follow(self, at_ns: int, pending: bool) -> None:
        """Which dice are hidden, which are missing, which have gone."""
        self._reaches.see(at_ns, self._still.hands, self._still.covered)
        followed = [self._place(t, at_ns, pending) for t in self.tracks]
        gone = [t for t in followed if t.missed >= self._patience.gone_frames]
        self.tracks = tuple(t for t in followed if t not in gone)
        recent = at_ns - self._patience.recent_ms * MS
        self.gone = tuple(g for g in self.gone if g.missed_ns >= recent)
        # what only seemed a die while dice of any colour rolled has not gone: it never was
        known = (t for t in gone if t.rested or not self._still.wary)
        self.gone += tuple(self._told(t, at_ns) for t in known)

    def _place(self, track: Track, at_ns: int, pending: bool) -> Track:
        """*track* by what is to be seen at its place."""
        still, die = self._still, track.die
        if self._hand_over(track) and track.seen_ns < at_ns:
            return replace(track, hidden=True, missed=0, missed_ns=None)
        if (track.seen_ns == at_ns and not track.lost) or pending:
            return replace(track, hidden=False)
        place = still.footprint(die.x_mm, die.y_mm, die.angle_deg)
        bare = float(still.bare()[place].mean()) >= BARE_SHARE
        if (bare and (track.lost or not still.wary)) or self._taken_up(track):
            first = at_ns if track.missed_ns is None else track.missed_ns
            return replace(track, hidden=False, missed=track.missed + 1, missed_ns=first)
        return replace(track, hidden=False, missed=0, missed_ns=None, seen_ns=at_ns)

    def _hand_over(self, track: Track) -> bool:
        """May a hand hide *track*?"""
        tray = self._tray
        around = OVER_EDGES * tray.die_mm
        return self._still.hands.over(track.die.x_mm, track.die.y_mm, tray, around)

    def _changed(self, track: Track, unread: Bits) -> bool:
        place = self._still.footprint(track.die.x_mm, track.die.y_mm, track.die.angle_deg)
        return int((place & unread).sum()) > FEW

    def _taken_up(self, track: Track) -> bool:
        """Does another die lie where *track* lay?"""
        edge = self._tray.die_mm
        return track.lost and any(
            np.hypot(t.die.x_mm - track.die.x_mm, t.die.y_mm - track.die.y_mm) < ON_PLACE * edge
            for t in self.tracks
            if t.number != track.number and not t.lost
        )

    def _told(self, track: Track, at_ns: int) -> GoneDie:
        missed_ns = at_ns if track.missed_ns is None else track.missed_ns
        where = track.die.x_mm, track.die.y_mm
        return GoneDie(
            number=track.number,
            colour=track.die.colour,
            symbol=track.reading(self._symbols).symbol,
            seen_ns=track.seen_ns,
            missed_ns=missed_ns,
            off_deg=self._reaches.off_deg(*where, track.seen_ns, missed_ns),
        )
