"""The threads that mind devices: each must go round, whether its device is there or lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Pulse(Protocol):
    """What a thread has as its ``pulse`` that can tell that it goes round."""

    @property
    def late(self) -> bool:
        """It has not for too long."""


class Minders:
    """Remembers which threads each device began, its library's among them.

    A library ends its thread without a word when something in it goes wrong: then the buttons
    are dead though the daemon looks well. A thread that hangs is no better. So the service's
    watchdog is fed only while :meth:`silent` names nobody.
    """

    def __init__(self) -> None:
        self._threads: dict[str, tuple[threading.Thread, ...]] = {}

    def begun(self, device: str, begin: Callable[[], T]) -> T:
        """What *begin* gives; the threads it starts are *device*'s from now on.

        Not those that say they ``may_end``.
        Also those of a beginning that failed: a library's own thread starts with the first try.
        """
        before = set(threading.enumerate())
        try:
            return begin()
        finally:
            new = {one for one in threading.enumerate() if not getattr(one, "may_end", False)}
            new -= before
            self._threads[device] = (*self._threads.get(device, ()), *new)

    def silent(self) -> str:
        """A device one of whose threads has ended or hangs; empty while all go round."""
        for device, threads in self._threads.items():
            if not all(map(_goes_round, threads)):
                return device
        return ""


def _goes_round(thread: threading.Thread) -> bool:
    pulse: Pulse | None = getattr(thread, "pulse", None)
    return thread.is_alive() and not (pulse is not None and pulse.late)
