"""Passes on what devices say of themselves, from any thread, once somebody listens."""

from __future__ import annotations

from collections import deque

from hw.ports import DeviceLost, Note

from .wiring import Told


class Relay:
    """What is told before anybody listens is kept, and told then."""

    def __init__(self) -> None:
        self._told: Told | None = None
        self._untold: deque[tuple[str, DeviceLost | Note | None]] = deque()

    def listen(self, told: Told) -> None:
        """Have *told* hear which devices are lost or back, also what came before it listened."""
        self._told = told
        self._tell_all()

    def tell(self, device: str, state: DeviceLost | Note | None) -> None:
        """Pass it on; from any thread."""
        self._untold.append((device, state))
        self._tell_all()

    def _tell_all(self) -> None:
        """A device's own words stay in their order, for it has one thread."""
        while self._told is not None and self._untold:
            try:
                device, state = self._untold.popleft()
            except IndexError:  # another thread has told it
                return
            self._told(device, state)
