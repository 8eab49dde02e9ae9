"""Bringing a controller from the speed it starts with to the one the table wants (WLED)."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hw.ports import Note
from hw.wire.greeting import ABOUT
from hw.wire.pace import BITS_A_BYTE
from hw.wire.wled import ASK_VERSION, Answers, Version, set_baud

ANSWER_S = 0.3
"""WLED answers within a few milliseconds; a USB adapter may hold that for 16."""
SETTLE_S = 0.05
"""So long after its last byte the line may change its speed: what is on its way has arrived."""
RECALLS = 3
"""A line that loses some bytes may let one of these through."""


@dataclass(frozen=True, slots=True)
class Speed:
    """What came of it. *lost*: the controller took the new speed, and is not heard of since."""

    baud: int
    wanted: int
    tried: bool = False
    lost: bool = False

    @property
    def remark(self) -> Note | None:
        """What is to be said where it is not as wanted."""
        if self.lost:
            says = f"it was to go to {self.wanted} baud and is not heard of since"
            mend = f"Switch its power off and on, and write baud = {self.baud}"
            return Note(ABOUT, says, False, mend)
        if self.baud != self.wanted:
            return Note(ABOUT, f"it does not go to {self.wanted} baud, so {self.baud} is used")
        return None


def agreed(
    line: Any, wanted: int, start: int, resync: bytes, sleep: Callable[[float], None] = time.sleep
) -> Speed:
    """Bring *line* and its controller to *wanted*, or leave both at *start*.

    The controller may be there already, where only this program has started anew. Where it
    answers at neither speed nothing is changed: nobody could see whether that worked.

    :raises OSError: the line broke.
    """
    line.baudrate = wanted
    if _answers(line, resync):
        return Speed(wanted, wanted)
    line.baudrate = start
    if not _answers(line, resync):
        return Speed(start, wanted)
    line.write(set_baud(wanted))
    sleep(SETTLE_S)
    line.baudrate = wanted
    if _answers(line, resync):
        return Speed(wanted, wanted)
    for _ in range(RECALLS):  # it may be there, and only its answers get lost
        line.write(resync + set_baud(start))
    sleep(SETTLE_S)
    line.baudrate = start
    return Speed(start, wanted, tried=True, lost=not _answers(line, resync))


def _answers(line: Any, resync: bytes) -> bool:
    """Whether WLED says its version at this speed.

    :raises OSError: the line broke.
    """
    line.reset_input_buffer()
    line.write(resync + ASK_VERSION)
    heard, air_s = Answers(), len(resync) * BITS_A_BYTE / line.baudrate
    until_s = time.monotonic() + air_s + ANSWER_S
    line.timeout = 0.02
    while time.monotonic() < until_s:
        if any(isinstance(one, Version) for one in heard.feed(line.read(256))):
            return True
    return False
