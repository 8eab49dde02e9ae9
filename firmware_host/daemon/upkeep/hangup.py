"""What SIGHUP means: read the configuration again, or that the terminal has gone.

A service has no terminal. Who starts a table in one, and closes it, means to end it.
"""

from __future__ import annotations

import os
from collections.abc import Callable

STDERR = 2


def _seen() -> bool:
    """Is there a terminal to speak to?"""
    return os.isatty(STDERR)


class Hangup:
    """Call it when the signal comes."""

    def __init__(
        self,
        stop: Callable[[], None],
        reload: Callable[[], object] | None,
        terminal: Callable[[], bool] = _seen,
    ) -> None:
        """Made at the start: *terminal* says then and now whether there is one."""
        self._stop, self._reload, self._terminal = stop, reload, terminal
        self._had = terminal()

    def __call__(self) -> None:
        """The signal has come."""
        if self._reload is None or (self._had and not self._terminal()):
            self._stop()
        else:
            self._reload()
