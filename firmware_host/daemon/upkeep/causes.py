"""Why a device is lost again and again: what the machine shows, the likeliest first."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from firmware_host.daemon.core import Core
from firmware_host.daemon.relay import Told
from hw.ports import DeviceLost, Note

HOUR_S = 3600.0
AGAIN = 2
"""Once is somebody's foot; from the second time in an hour on there is a cause to look for."""
BUSY = 1.5
"""Load for each core, above which programs wait for each other."""
SLOW_S = 1.0
"""A line of the journal that took longer: the card holds everything up."""


@dataclass(slots=True)
class Causes:
    """Counts losses of devices, and adds to what is told of them what else is seen."""

    weak: Callable[[], bool] = lambda: False  #: whether the voltage falls, or has just fallen
    slow_s: Callable[[], float] = lambda: 0.0  #: the longest that a line of the journal took
    load: Callable[[], float] = lambda: os.getloadavg()[0] / (os.cpu_count() or 1)
    now_s: Callable[[], float] = time.monotonic
    _lost: dict[str, deque[float]] = field(default_factory=dict)
    _away: set[str] = field(default_factory=set)

    def ranked(self, device: str, state: DeviceLost) -> DeviceLost:
        """*state*, with what is likely behind it where the device was lost before.

        One that is away already is told in other words, but is not lost once more.
        """
        now_s = self.now_s()
        times = self._lost.setdefault(device, deque())
        if device not in self._away:
            self._away.add(device)
            times.append(now_s)
        while times and now_s - times[0] > HOUR_S:
            times.popleft()
        if len(times) < AGAIN:
            return state
        causes = "; ".join(self._causes())
        words = f"{len(times)} times in an hour. Likely, in this order: {causes}"
        hint = f"{state.hint}. Lost {words}" if state.hint else f"Lost {words}"
        return DeviceLost(state.device, state.where, state.says, hint)

    def back(self, device: str) -> None:
        """It is there again."""
        self._away.discard(device)

    def _causes(self) -> Iterator[str]:
        if self.weak():
            yield "too little voltage, which is told of the power"
        yield "its cable or its plug"
        load, slow_s = self.load(), self.slow_s()
        if load > BUSY:
            yield f"a machine that is too busy (load {load:.1f} for each core)"
        if slow_s > SLOW_S:
            yield f"a card that is too slow (a line of the journal took {slow_s:.1f} s)"


def eared(core: Core, slow_s: Callable[[], float], heard: Told) -> Told:
    """*heard*, where a device that is lost again and again is told with likely causes."""

    def weak() -> bool:
        power = core.devices.get("power")
        return power is not None and not power.ok

    causes = Causes(weak, slow_s)

    def told(device: str, state: DeviceLost | Note | None) -> None:
        if isinstance(state, DeviceLost):
            state = causes.ranked(device, state)
        elif state is None:
            causes.back(device)
        heard(device, state)

    return told
