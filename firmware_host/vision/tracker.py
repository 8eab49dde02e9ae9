"""Frames over time: what lies in the tray, what is going on, and which die has gone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from firmware_host.vision import marks
from firmware_host.vision.facts import GoneDie, Look, SeenDie, Tray
from firmware_host.vision.hands import small_view
from firmware_host.vision.plane import Picture, Plane
from firmware_host.vision.reader import Reader, exposure
from firmware_host.vision.still import FEW, Bits, Still
from firmware_host.vision.tracks import Patience, Track, match

MS = 1_000_000  #: nanoseconds
OVER_EDGES = 0.6
"""A hand this close to a die's middle, in edges, may hide it."""
BARE_SHARE = 0.6
"""A die's place is empty when so much of it is bare floor, or another die lies there."""
ON_PLACE = 0.8
SIDES_DEG = 40.0
"""Hands seen over a die from sides no farther apart than this are one hand."""
SEATED_MM = 400.0
"""People sit about so far from the dice they reach for."""
OUTSIDE_NS = 1_000 * MS
"""Dice beside the tray are counted so often."""


class Tracker:
    """Follows the dice of one tray. It reads no clock: every frame says when it was taken.

    Not for two threads at once. After a restart it begins with no die known.
    """

    def __init__(self, reader: Reader, patience: Patience | None = None) -> None:
        self._reader, self._patience = reader, patience or Patience()
        self._still = Still(reader.rim, reader.profile.tray)
        self._plane: Plane | None = None
        self._without_marks = 0
        self._tracks: tuple[Track, ...] = ()
        self._gone: tuple[GoneDie, ...] = ()
        self._next = 1
        self._quiet, self._quiet_ns = 0, 0  #: frames without a change, and since when
        self._read_ns: int | None = None
        self._sure_of_rest = False  #: read twice since the last change
        self._outside, self._outside_ns = 0, -OUTSIDE_NS
        self._leaning_ns: int | None = None  #: since when something over the rim has not moved
        self._hands: tuple[tuple[int, float], ...] = ()  #: seen of late: when, from which side

    @property
    def plane(self) -> Plane | None:
        """How the tray lies in the latest picture; None: it is not to be found."""
        return self._plane

    def feed(self, picture: Picture | None, at_ns: int, frame: int) -> Look:
        """What *picture*, (height, width, 3) uint8, shows; None stands for a camera with none.

        :raises BadProfile: the profile was taught for pictures of another size.
        """
        trouble = self._trouble(picture)
        if trouble or picture is None or self._plane is None:
            self._quiet = 0
            return self._look(at_ns, frame, Tray.BLIND, trouble or "no_marks")
        still = self._still
        still.see(small_view(picture, self._plane))
        unread = still.unread()
        moved, pending = still.moved(), int(unread.sum()) > FEW
        if pending and (not moved or self._due(at_ns)):
            self._read(picture, at_ns, unread)
            self._sure_of_rest = pending = False
        self._rest(at_ns, moved or pending or bool(still.hands.deg))
        if self._rested(at_ns) and not self._sure_of_rest:
            self._read(picture, at_ns, unread)
            self._sure_of_rest = True
        self._follow(at_ns, pending)
        self._beside(picture, at_ns)
        return self._look(at_ns, frame, self._state(at_ns))

    def _trouble(self, picture: Picture | None) -> str:
        """What keeps the picture from being read; finds the tray in it."""
        if picture is None:
            return "no_picture"
        self._reader.profile.check(*picture.shape[:2])
        bad = exposure(picture)
        return bad or self._locate(picture)

    def _locate(self, picture: Picture) -> str:
        if self._plane is not None:
            seen, self._plane = marks.follow(picture, self._plane)
            if seen >= 2:  # a hand hides two at most; the tray cannot move under the others
                self._without_marks = 0
                return ""
            self._without_marks += 1
            if self._without_marks < self._patience.marks_frames:
                return "no_marks"
        found = marks.find(picture, self._reader.profile.tray)
        self._plane = found or self._plane
        return "" if found else "no_marks"

    def _due(self, at_ns: int) -> bool:
        return self._read_ns is None or at_ns - self._read_ns >= self._patience.look_ms * MS

    def _read(self, picture: Picture, at_ns: int, unread: Bits) -> None:
        """Read the dice anew and match them with those known."""
        assert self._plane is not None
        still, self._read_ns = self._still, at_ns
        view = self._reader.view(picture, self._plane)
        dice = self._reader.dice(view, still.hands)
        tracks = tuple(replace(t, dirty=t.dirty or self._changed(t, unread)) for t in self._tracks)
        shaky = bool(still.hands.deg)
        matched = match(tracks, dice, self._next, at_ns, shaky)
        lost = (replace(t, lost=self._hand_over(t) is None, dirty=True) for t in matched.lost)
        self._tracks = (*matched.tracks, *lost)
        self._next = max(self._next, *(t.number + 1 for t in self._tracks), 1)
        still.read([(d.x_mm, d.y_mm, d.angle_deg) for d in dice])

    def _changed(self, track: Track, unread: Bits) -> bool:
        place = self._still.footprint(track.die.x_mm, track.die.y_mm, track.die.angle_deg)
        return int((place & unread).sum()) > FEW

    def _rest(self, at_ns: int, disturbed: bool) -> None:
        """Count the frames in which nothing happens."""
        if disturbed:
            self._quiet = 0
        elif self._quiet == 0:
            self._quiet, self._quiet_ns = 1, at_ns
        else:
            self._quiet += 1
        still = self._still
        if still.hands.deg and not still.moved(under_hands=True):
            self._leaning_ns = at_ns if self._leaning_ns is None else self._leaning_ns
            if at_ns - self._leaning_ns >= self._patience.rim_ms * MS:
                still.relearn()
        else:
            self._leaning_ns = None

    def _rested(self, at_ns: int) -> bool:
        wait = self._patience
        long_enough = at_ns - self._quiet_ns >= wait.settle_ms * MS
        return self._quiet >= wait.settle_frames and long_enough

    def _follow(self, at_ns: int, pending: bool) -> None:
        """Which dice are hidden, which are missing, which have gone."""
        since = at_ns - self._patience.side_ms * MS
        self._hands = tuple(h for h in self._hands if h[0] >= since)
        self._hands += tuple((at_ns, deg) for deg in self._still.hands.deg)
        followed = [self._place(t, at_ns, pending) for t in self._tracks]
        gone = [t for t in followed if t.missed >= self._patience.gone_frames]
        self._tracks = tuple(t for t in followed if t not in gone)
        recent = at_ns - self._patience.recent_ms * MS
        self._gone = tuple(g for g in self._gone if g.missed_ns >= recent)
        self._gone += tuple(self._told(t, at_ns) for t in gone)

    def _place(self, track: Track, at_ns: int, pending: bool) -> Track:
        """*track* by what is to be seen at its place."""
        still, die = self._still, track.die
        hand = self._hand_over(track)
        if hand is not None and track.seen_ns < at_ns:
            over = (*track.over[-20:], (at_ns, still.hands.deg[hand]))
            return replace(track, hidden=True, missed=0, missed_ns=None, over=over)
        if (track.seen_ns == at_ns and not track.lost) or pending:
            return replace(track, hidden=False)
        place = still.footprint(die.x_mm, die.y_mm, die.angle_deg)
        empty = float(still.bare()[place].mean()) >= BARE_SHARE or self._taken_up(track)
        if empty:
            first = at_ns if track.missed_ns is None else track.missed_ns
            return replace(track, hidden=False, missed=track.missed + 1, missed_ns=first)
        return replace(track, hidden=False, missed=0, missed_ns=None, seen_ns=at_ns, over=())

    def _hand_over(self, track: Track) -> int | None:
        """Which of the hands may hide *track*."""
        tray = self._reader.profile.tray
        around = OVER_EDGES * tray.die_mm
        return self._still.hands.over(track.die.x_mm, track.die.y_mm, tray, around)

    def _taken_up(self, track: Track) -> bool:
        """Does another die lie where *track* lay?"""
        edge = self._reader.profile.tray.die_mm
        return track.lost and any(
            np.hypot(t.die.x_mm - track.die.x_mm, t.die.y_mm - track.die.y_mm) < ON_PLACE * edge
            for t in self._tracks
            if t.number != track.number and not t.lost
        )

    def _told(self, track: Track, at_ns: int) -> GoneDie:
        sides = [deg for _, deg in track.over]
        sides = sides or [deg for when, deg in self._hands if when >= track.seen_ns]
        return GoneDie(
            number=track.number,
            colour=track.die.colour,
            symbol=track.reading(self._reader.profile.symbols).symbol,
            seen_ns=track.seen_ns,
            missed_ns=at_ns if track.missed_ns is None else track.missed_ns,
            side_deg=_one_side([self._seat_side(track, deg) for deg in sides]),
        )

    def _seat_side(self, track: Track, deg: float) -> float:
        """The side of the table from which an arm over the rim at *deg* reaches *track*."""
        x, y = track.die.x_mm, track.die.y_mm
        rim = self._reader.profile.tray.radius_mm
        turn = np.radians(deg)
        ahead = np.array([rim * np.cos(turn) - x, rim * np.sin(turn) - y])
        ahead *= SEATED_MM / (np.linalg.norm(ahead) + 1e-6)
        return float(np.degrees(np.arctan2(y + ahead[1], x + ahead[0])) % 360)

    def _beside(self, picture: Picture, at_ns: int) -> None:
        if self._quiet and at_ns - self._outside_ns >= OUTSIDE_NS:
            assert self._plane is not None
            self._outside, self._outside_ns = self._reader.outside(picture, self._plane), at_ns

    def _state(self, at_ns: int) -> Tray:
        if self._still.hands.deg:
            return Tray.HAND
        if not self._rested(at_ns) or any(t.missed for t in self._tracks):
            return Tray.MOVING
        return Tray.SETTLED if self._tracks else Tray.EMPTY

    def _look(self, at_ns: int, frame: int, tray: Tray, trouble: str = "") -> Look:
        blind = tray is Tray.BLIND
        dice = [self._fact(t, blind) for t in self._tracks]
        return Look(
            at_ns=at_ns,
            frame=frame,
            tray=tray,
            dice=tuple(sorted(dice, key=lambda d: d.number)),
            gone=self._gone,
            outside=self._outside,
            hands_deg=() if blind else self._still.hands.deg,
            trouble=trouble,
        )

    def _fact(self, track: Track, blind: bool) -> SeenDie:
        fact = track.reading(self._reader.profile.symbols)
        return replace(fact, hidden=blind or track.hidden or track.missed > 0)


def _one_side(sides: list[float]) -> float | None:
    """The side they all come from; None where there are several or none."""
    if not sides:
        return None
    middle = np.exp(1j * np.radians(sides)).mean()
    deg = float(np.degrees(np.angle(middle)) % 360)
    away = np.abs((np.array(sides) - deg + 180) % 360 - 180)
    return round(deg, 1) if away.max() <= SIDES_DEG / 2 else None
