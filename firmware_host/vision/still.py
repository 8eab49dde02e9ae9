"""What has changed since the dice were last read, and what of that needs reading again.

All on the small view (the flat view at a quarter of its size). It is compared with the *known*
picture: what was there when the dice were last read, with bare floor filled in where a die has
been taken since. So nothing can change slowly enough, or in two steps, to go unnoticed.
"""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_host.vision.hands import NONE, SCALE, UNLIKE, Hands, Rim, Usual
from firmware_host.vision.plane import PX_PER_MM, Floats, Picture, Tray, square

Bits = NDArray[np.bool_]

CHANGED = 9.0
"""Grey levels, after smoothing, beyond what noise does: its deviation there is below 2."""
FEW = 3
"""So many changed pixels (each 1.6 mm wide) are still nothing."""
BARE = 12.0
"""Bare floor that has been seen before looks as it did to within so many grey levels."""
LARGE = 1.5
"""While a hand is in the tray, what is new in it and larger than so many faces is hand too."""


class Still:
    """Remembers one tray: its bare floor, its bare rim, and what was last read in it.

    *wary*: dice may look like bare floor, so that whatever has changed is to be read again, and no
    die has gone by its looks alone.
    """

    def __init__(self, rim: Rim, tray: Tray, wary: bool = False) -> None:
        self._rim, self._tray, self.wary = rim, tray, wary
        shape = rim.floor.shape
        self._floor: Floats = np.zeros((*shape, 3), np.float32)
        self._floor_seen: Bits = np.zeros(shape, np.bool_)
        self._usual_rim: Usual | None = None
        self._known: Floats | None = None
        self._before: Floats | None = None
        self.now: Floats = np.zeros((*shape, 3), np.float32)
        self._small: Picture = np.zeros((*shape, 3), np.uint8)
        self._bare: Bits | None = None
        self._ground: Floats = np.zeros(3, np.float32)
        self.hands = NONE
        self.covered: Bits = np.zeros(shape, np.bool_)

    def see(self, small: Picture) -> None:
        """The next frame's small view."""
        self._before = self.now if self._known is not None else None
        self._small = small
        self.now = cast(Floats, cv2.blur(small.astype(np.float32), (3, 3)))
        # the colour most of the floor has; each seventh pixel tells it well enough
        self._ground = cast(Floats, np.median(self.now[self._rim.floor][::7], axis=0))
        self.hands = self._rim.hands(small, self._strange(), self._usual_rim)
        self._bare = None
        self.hands = self._with_islands(self.hands)
        self.covered = np.zeros(self._rim.floor.shape, np.bool_)
        for mask in self.hands.masks:
            self.covered |= mask

    def _with_islands(self, hands: Hands) -> Hands:
        """*hands* with what is new and larger than a die: fingers past a dark sleeve."""
        if self._known is None or not hands.masks:
            return hands
        new = (_most(np.abs(self.now - self._known)) > CHANGED) & self._strange()
        _, labels, stats, _ = cv2.connectedComponentsWithStats(new.astype(np.uint8))
        face = (self._tray.die_mm * PX_PER_MM / SCALE) ** 2
        large = [i for i in range(1, len(stats)) if stats[i, cv2.CC_STAT_AREA] > LARGE * face]
        masks = list(hands.masks)
        for i in large:
            island = cv2.dilate((labels == i).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
            nearest = min(range(len(masks)), key=lambda m: _apart(masks[m], island))
            masks[nearest] = masks[nearest] | island
        return Hands(hands.deg, hands.wide_deg, tuple(masks))

    def bare(self) -> Bits:
        """Where the floor is to be seen, as far as that can be told."""
        if self._bare is None:
            ground = self._ground
            high, low = _most(self.now), -_most(-self.now)
            dull = (high - low) < (ground.max() - ground.min()) + UNLIKE
            plain = dull & (high < ground.max() + UNLIKE)
            # floor seen before is as it was, in the shadow of something, or no longer in it
            as_before = _most(np.abs(self.now - self._floor)) < BARE
            darker = _most(self.now - self._floor) < 2.0
            seen = as_before | (plain & (darker | (high < ground.max() + BARE)))
            self._bare = np.where(self._floor_seen, seen, plain)
        return self._bare

    def moved(self, under_hands: bool = False) -> bool:
        """Has anything in the tray changed since the frame before?"""
        if self._before is None:
            return True
        change = _most(np.abs(self.now - self._before)) > CHANGED
        looked_at = self._rim.floor if under_hands else self._rim.floor & ~self.covered
        return int((change & looked_at).sum()) > FEW

    def unread(self) -> Bits:
        """Pixels that look other than known, under no hand, and not because they are bare now."""
        if self._known is None:
            return self._rim.floor & ~self.covered
        other = _most(np.abs(self.now - self._known)) > CHANGED
        if self.wary:
            return other & ~self.covered & self._rim.floor
        bare = self.bare()
        taken = other & bare & ~self.covered
        self._known[taken] = self.now[taken]
        return other & ~bare & ~self.covered & self._rim.floor

    def read(self, places: list[tuple[float, float, float]], resting: bool) -> None:
        """The dice were read in this frame and lie at *places* (mm, mm, degrees).

        While *resting*, with nothing moving for some time, floor and rim are learnt as well.
        """
        if self._known is None:
            self._known = self.now.copy()
        self._known[~self.covered] = self.now[~self.covered]
        if self.hands.deg or not resting:
            return
        if self._usual_rim is None:
            self._usual_rim = self._rim.usual(self._small)
        dice = np.zeros(self._rim.floor.shape, np.uint8)
        for x, y, angle in places:
            cv2.fillPoly(dice, [self._corners(x, y, angle, 1.9)], 1)
        floor = self._rim.floor & (dice == 0) & self.bare()
        self._floor[floor] = self.now[floor]
        self._floor_seen |= floor

    def relearn(self) -> None:
        """Whatever is over the rim now belongs there, and the floor is learnt anew."""
        self._usual_rim = self._rim.usual(self._small)
        self._floor_seen[:] = False

    def footprint(self, x_mm: float, y_mm: float, angle_deg: float) -> Bits:
        """The pixels of a die's top face."""
        mask = np.zeros(self._rim.floor.shape, np.uint8)
        cv2.fillPoly(mask, [self._corners(x_mm, y_mm, angle_deg, 0.9)], 1)
        return mask > 0

    def _corners(self, x: float, y: float, angle: float, size: float) -> NDArray[np.int32]:
        scale = PX_PER_MM / SCALE
        column, row = ((v + self._tray.reach_mm) * scale - 0.5 for v in (x, y))
        edge = self._tray.die_mm * scale * size
        return cast(NDArray[np.int32], np.rint(square(column, row, edge, angle)).astype(np.int32))

    def _strange(self) -> Bits:
        plainly = _most(np.abs(self.now - self._ground))
        known = _most(np.abs(self.now - self._floor)) > BARE
        strange = np.where(self._floor_seen, known, plainly > UNLIKE)
        return strange & self._rim.floor


def _most(values: Floats) -> Floats:
    """The largest of the three colours of each pixel; numpy's own is slow along a short axis."""
    return np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2])


def _apart(one: Bits, other: Bits) -> float:
    """Pixels between two masks."""
    away = cv2.distanceTransform((~one).astype(np.uint8), cv2.DIST_L2, 3)
    return float(away[other].min()) if other.any() else np.inf
