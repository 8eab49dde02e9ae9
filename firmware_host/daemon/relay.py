"""Passes on what devices say of themselves, from any thread, once somebody listens."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from hw.ports import DeviceLost, Note

from .settings import stretches
from .settings.config import TableConfig, strip_name

Told = Callable[[str, DeviceLost | Note | None], None]
"""Hears, from any thread, that a device was lost or is back, or what is to be said of it."""


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


def with_what_is_dark(table: TableConfig, told: Told) -> Told:
    """*told*, but of one of several strips with what is dark without it."""
    if len(table.every_strip) == 1:
        return told
    numbers = {strip_name(number): number for number in range(len(table.every_strip))}

    def tell(device: str, state: DeviceLost | Note | None) -> None:
        if isinstance(state, DeviceLost) and device in numbers:
            dark = f"Dark meanwhile: {stretches.dark_without(table, numbers[device])}"
            hint = f"{state.hint}. {dark}" if state.hint else dark
            state = DeviceLost(state.device, state.where, state.says, hint)
        told(device, state)

    return tell
