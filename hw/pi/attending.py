"""Turns at a device that comes and goes: one after the other, ever more slowly while it is away."""

from __future__ import annotations

import threading
from collections.abc import Callable

from .pulse import Beating


def attend(
    turn: Callable[[], bool],
    closing: Callable[[], bool],
    change: threading.Condition,
    back_off_s: tuple[float, float],
) -> None:
    """Take turns until *closing*, which *change* tells of.

    A turn ends when the device is lost, and says whether it was there at all. Then the wait before
    the next one is the first of *back_off_s* again; else it doubles, up to the second. A *change*
    that beats is this thread's pulse from now on.
    """
    if isinstance(change, Beating):
        change.belongs()
    wait_s, longest_s = back_off_s
    while not closing():
        if turn():
            wait_s = back_off_s[0]
        with change:
            change.wait_for(closing, timeout=wait_s)
        wait_s = min(longest_s, 2 * wait_s)
