"""What the camera's process makes of frames: dice followed, pictures watched, rolls cut out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from firmware_host.vision import Health, Tracker
from firmware_host.vision.annotate import doubted, enlarged
from firmware_host.vision.crop import crater
from firmware_host.vision.facts import Look, Tray
from firmware_host.vision.learnt import ASKED_FOR, Learnt
from firmware_host.vision.plane import PX_PER_MM
from firmware_host.vision.squares import Square
from firmware_host.vision.symbols import cut
from hw.ports import Frame

from .words import RollDie


class MindedTracks:
    """A tracker whose pictures are watched too, by *health*.

    Its dice count from *first*: a new child's dice are none of the old one's.
    """

    def __init__(
        self, tracker: Tracker, health: Health, first: int, learnt: Learnt | None = None
    ) -> None:
        self._tracker, self._health, self._more = tracker, health, first - 1
        self._learnt = learnt
        self._last: tuple[Any, Look] | None = None

    def look(self, frame: Frame) -> Look:
        """Everything that lies there."""
        look = self._tracker.feed(frame.bgr, frame.at_ns, frame.number)
        look = self._health.minded(look, frame.bgr, self._tracker.plane)
        self._last = frame.bgr, look
        if not self._more:
            return look
        return replace(
            look,
            dice=tuple(replace(d, number=d.number + self._more) for d in look.dice),
            gone=tuple(replace(g, number=g.number + self._more) for g in look.gone),
        )

    def shown(self, bgr: Any, about: int = 0) -> Any:
        """*bgr*, with a frame round each die that is not sure at rest.

        The one that people are asked *about*, by its number, is shown larger beside the dice.
        """
        plane = self._tracker.plane
        if self._last is None or plane is None or self._last[1].tray is not Tray.SETTLED:
            return bgr
        seen = [d for d in self._last[1].dice if not d.hidden]
        doubtful = [d for d in seen if not d.sure]
        if not doubtful:
            return bgr
        asked = next((d for d in doubtful if d.number + self._more == about), None)
        others = [d for d in doubtful if d is not asked]
        shown = doubted(bgr, plane, others)
        return shown if asked is None else enlarged(bgr, shown, plane, asked, seen)

    def roll(self) -> tuple[Any, tuple[RollDie, ...]] | None:
        """The crater of the latest frame, cut out, with its dice."""
        plane = self._tracker.plane
        if self._last is None or plane is None or self._last[1].trouble:
            return None
        picture, look = self._last
        shown, (left, top) = crater(picture, plane)
        dice = []
        for die in look.dice:
            x, y = plane.seen_at(np.array([(die.x_mm, die.y_mm)], np.float32))[0]
            place = round(float(x) - left, 1), round(float(y) - top, 1)
            dice.append(RollDie(die.colour + die.symbol, die.sure, *place))
        return shown, tuple(dice)

    def learn(self, die: int, face: str) -> str:
        """A die of the latest look shows *face*; why that cannot be learnt, or nothing."""
        plane = self._tracker.plane
        if self._last is None or plane is None or self._learnt is None:
            return "there is no picture"
        picture, look = self._last
        found = next((d for d in look.dice if d.number + self._more == die and not d.hidden), None)
        if found is None or look.trouble:
            return "it is not seen any more"
        if look.warnings:
            return "the picture is not good enough to learn from"
        if found.sure or found.why not in ASKED_FOR or found.colour != face[:1]:
            return "it was not for its symbol that it was asked about"
        x, y = ((v + plane.tray.reach_mm) * PX_PER_MM for v in (found.x_mm, found.y_mm))
        place = Square(x, y, float(np.radians(found.angle_deg)), 1.0, 0.0, 1.0, 0.0)
        try:
            known = self._learnt.told(cut(picture, plane, place), face[:1], face[1:])
        except OSError as wrong:
            return f"{wrong.filename}: {wrong.strerror}"
        return "" if known else f"no die of this profile shows {face}"
