"""Frames over time: what lies in the tray, what is going on, and which die has gone."""

from __future__ import annotations

from firmware_host.vision import marks
from firmware_host.vision.facts import Look, Tray
from firmware_host.vision.hands import small_view
from firmware_host.vision.lying import MS, Lying
from firmware_host.vision.plane import Picture, Plane
from firmware_host.vision.reading import CraterReader, View, exposure
from firmware_host.vision.still import FEW, Bits, Still
from firmware_host.vision.tracks import Patience

OUTSIDE_NS = 1_000 * MS
"""Dice beside the tray are counted so often."""


class Tracker:
    """Follows the dice of one tray. It reads no clock: every frame says when it was taken.

    Not for two threads at once. After a restart it begins with no die known.
    """

    def __init__(self, reader: CraterReader, patience: Patience | None = None) -> None:
        self._reader, self._patience = reader, patience or Patience()
        self._still = Still(reader.rim, reader.profile.tray, wary=reader.of_any_colour)
        self._plane: Plane | None = None
        self._without_marks = 0
        tray = reader.profile.tray
        self._lying = Lying(tray, reader.symbols, self._still, self._patience)
        self._quiet, self._quiet_ns = 0, 0  #: frames without a change, and since when
        self._read_ns: int | None = None
        self._sure_of_rest = False  #: read twice since the last change
        self._outside, self._outside_ns = 0, -OUTSIDE_NS
        self._leaning_ns: int | None = None  #: since when something over the rim has not moved

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
            self._read(picture, at_ns, unread, resting=True)
            self._sure_of_rest = True
        self._lying.follow(at_ns, pending)
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

    def _read(self, picture: Picture, at_ns: int, unread: Bits, resting: bool = False) -> None:
        """Read the dice anew and match them with those known."""
        assert self._plane is not None
        self._read_ns = at_ns
        dice = self._reader.dice(View.of(picture, self._plane), self._still.hands)
        self._lying.read(dice, unread, at_ns, resting)

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

    def _beside(self, picture: Picture, at_ns: int) -> None:
        if self._quiet and at_ns - self._outside_ns >= OUTSIDE_NS:
            assert self._plane is not None
            self._outside, self._outside_ns = self._reader.outside(picture, self._plane), at_ns

    def _state(self, at_ns: int) -> Tray:
        if self._still.hands.deg:
            return Tray.HAND
        if not self._rested(at_ns) or any(t.missed for t in self._lying.tracks):
            return Tray.MOVING
        return Tray.SETTLED if self._lying.tracks else Tray.EMPTY

    def _look(self, at_ns: int, frame: int, tray: Tray, trouble: str = "") -> Look:
        blind = tray is Tray.BLIND
        return Look(
            at_ns=at_ns,
            frame=frame,
            tray=tray,
            dice=self._lying.facts(blind),
            gone=self._lying.gone,
            outside=self._outside,
            hands_deg=() if blind else self._still.hands.deg,
            trouble=trouble,
        )
