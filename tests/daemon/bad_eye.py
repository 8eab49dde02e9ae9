"""A camera's process with a fault of its own, for the tests: ``bad_eye.py FAULT LINE MEMORY``."""

from __future__ import annotations

import itertools
import os
import sys
import threading
from collections.abc import Mapping
from typing import Any

import numpy as np

from firmware_host.daemon.eye.child import run
from firmware_host.daemon.eye.words import Open, RollDie
from firmware_host.vision.facts import Guess, Look, SeenDie, Tray
from hw.ports import DeviceLost, Frame, Held

FAULT = sys.argv.pop(1)
SHADES = itertools.count()  # no two pictures of a live camera are the same


class Lens:
    model = "bad"

    def hold(self, values: Mapping[str, float]) -> Held:
        return Held(values)

    def __init__(self) -> None:
        self.count = 0

    def open(self) -> None:
        if FAULT == "absent":
            raise DeviceLost("camera", "/dev/video9", "no camera is there", "Reseat its ribbon")

    def capture(self, at_ns: int) -> Frame:
        self.count += 1
        if FAULT == "hangs":
            threading.Event().wait()
        if FAULT == "dies":
            os._exit(3)
        if FAULT == "junk":
            os.write(int(sys.argv[1]), b"\xff\xff\xff\xffjunk")
        if FAULT == "slips" and self.count == 2:
            raise DeviceLost("camera", "/dev/video9", "no answer")
        shade = 7 if FAULT == "freezes" else next(SHADES) % 256
        picture = np.full((48, 64, 3), shade, np.uint8)
        picture[0, 0] = 255 - shade  # there is something to be seen
        return Frame(picture, at_ns, self.count)

    def close(self) -> None: ...


class Mind:
    def __init__(self, first_number: int) -> None:
        self._die = SeenDie(first_number, "Y", (Guess("b", 0.9),), True, 0.0, 0.0, 0.0)

    def look(self, frame: Frame) -> Look:
        self.frame = frame
        return Look(frame.at_ns, frame.number, Tray.SETTLED, (self._die,))

    def shown(self, bgr: Any, about: int) -> Any:
        return bgr + about

    def learn(self, die: int, face: str) -> str:
        return ""

    def roll(self) -> tuple[Any, tuple[RollDie, ...]] | None:
        return self.frame.bgr, (RollDie("Yb", True, 3.0, 4.0),)


def make(order: Open) -> tuple[Lens, Mind, bool]:
    return Lens(), Mind(order.first_number), True


run(make)
