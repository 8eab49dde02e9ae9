"""The threads that mind devices: each must go on, whether its device is there or lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Minders:
    """Remembers which threads each device began, its library's among them.

    A library ends its thread without a word when something in it goes wrong: then the buttons
    are dead though the daemon looks well. So the service's watchdog is fed only while
    :meth:`silent` names nobody.
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
        """A device one of whose threads has ended; empty while all go on."""
        for device, threads in self._threads.items():
            if not all(thread.is_alive() for thread in threads):
                return device
        return ""
