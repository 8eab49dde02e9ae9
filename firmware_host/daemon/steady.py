"""Keeps a device showing what it should, though it may be lost and found again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from hw.ports import DeviceLost

from .backoff import Backoff

T = TypeVar("T")

Heard = Callable[[str, bool, str], None]
"""Hears of a device: its name, whether it works, and what is wrong in words."""


class Steady(Generic[T]):
    """One device that is sent values. The newest is what counts; one it has is not sent again."""

    def __init__(self, name: str, send: Callable[[T], None], heard: Heard) -> None:
        self._name, self._send, self._heard = name, send, heard
        self._wanted: T | None = None
        self._sent: T | None = None
        self._backoff = Backoff()
        self._lost = ""  # the words it was told lost with

    @property
    def wanted(self) -> T | None:
        """The newest value; None before the first."""
        return self._wanted

    @property
    def wake_ns(self) -> int | None:
        """Call :meth:`tick` by then."""
        return self._backoff.again_ns if self._wanted != self._sent else None

    def show(self, value: T, now_ns: int) -> None:
        """Have the device show *value*, now or when it is back."""
        self._wanted = value
        self.tick(now_ns)

    def tick(self, now_ns: int) -> None:
        """Send what has not arrived, if the device may be tried."""
        if self._wanted is None or self._wanted == self._sent or not self._backoff.due(now_ns):
            return
        try:
            self._send(self._wanted)
        except DeviceLost as lost:
            self._sent = None
            self._backoff.failed(now_ns)
            if str(lost) != self._lost:
                self._lost = str(lost)
                self._heard(self._name, False, self._lost)
            return
        self._sent = self._wanted
        self._backoff.worked()
        if self._lost:
            self._lost = ""
            self._heard(self._name, True, "")
