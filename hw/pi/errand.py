"""Work on a wire that may never come back, in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable


class Late(TimeoutError):
    """A step took longer than it may: the wire hangs."""


class Errand(threading.Thread):
    """*steps* one after the other. Each has a deadline; an errand that missed one is given up.

    A thread that waits in the kernel cannot be ended: one that is given up is left to itself, takes
    no further step should it ever come back, and calls *left* then.
    """

    may_end = True
    """Whoever minds threads need not miss it."""

    def __init__(
        self, name: str, steps: Iterable[Callable[[], object]], left: Callable[[], object]
    ) -> None:
        super().__init__(name=name, daemon=True)
        self._steps, self._left = steps, left
        self._change = threading.Condition()
        self._done, self._given_up = False, False
        self._began = time.monotonic()
        self._broken: Exception | None = None

    def run(self) -> None:
        """Take the steps."""
        try:
            for step in self._steps:
                with self._change:
                    if self._given_up:
                        break
                    self._began = time.monotonic()
                step()
        except Exception as broken:  # for :meth:`waited` to raise
            self._broken = broken
        with self._change:
            self._done = True
            self._change.notify()
            alone = self._given_up
        if alone:
            self._left()

    def waited(self, deadline_s: float, beat: Callable[[], None] = lambda: None) -> None:
        """Wait until it is done, with a *beat* for each wait. Raises what went wrong.

        :raises Late: a step took longer than *deadline_s*; the errand is given up.
        """
        with self._change:
            while not self._done:
                beat()
                rest_s = self._began + deadline_s - time.monotonic()
                if rest_s <= 0:
                    self._given_up = True
                    raise Late(f"no answer within {deadline_s:g} s")
                self._change.wait(rest_s)
        if self._broken is not None:
            raise self._broken
