"""The loop round the core: one inbox, fed in stamp order, on a real clock.

Threads only put signals in. What is due is done by a timer set to whichever part of the table
wants to be woken first.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from firmware_host.table.signals import Beam
from hw.ports import DeviceLost, Edge, Note

from .clock import Clock
from .core import Core
from .keeper import Done
from .upkeep.notify import Notifier
from .upkeep.standing import standing

SECOND_NS = 1_000_000_000
STUCK_NS = 10 * SECOND_NS
"""A disk that has not taken a line of the journal for so long will not."""
KEPT = 20
"""So many pieces of writing are remembered by how long they took."""


class Writer:
    """Writes in a thread of its own, so that a slow disk holds up no light."""

    def __init__(self, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._now_ns = now_ns
        self._thread = ThreadPoolExecutor(1, "journal")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._then: Callable[[], None] | None = None
        self._begun_ns: int | None = None  # of the job the thread is at
        self._took_ns: deque[int] = deque(maxlen=KEPT)

    @property
    def slowest_s(self) -> float:
        """The longest of the latest pieces of writing, in seconds."""
        return max((*self._took_ns.copy(), 0)) / SECOND_NS

    @property
    def stuck(self) -> bool:
        """Something has been being written for longer than any disk needs."""
        begun_ns = self._begun_ns
        return begun_ns is not None and self._now_ns() - begun_ns > STUCK_NS

    def start(self, then: Callable[[], None]) -> None:
        """Call *then* on the running loop after each piece of writing."""
        self._loop, self._then = asyncio.get_running_loop(), then

    def __call__(self, job: Callable[[], None], done: Done) -> None:
        """Begin with *job*; *done* is called on the loop."""
        loop, then = self._loop, self._then
        assert loop is not None
        assert then is not None

        def on_loop(broken: Exception | None) -> None:
            done(broken)
            then()

        def written(broken: Exception | None) -> None:
            loop.call_soon_threadsafe(on_loop, broken)

        self._thread.submit(self._in_thread, job, written)

    def close(self) -> None:
        """Finish what is begun."""
        self._thread.shutdown()

    def _in_thread(self, job: Callable[[], None], written: Done) -> None:
        """One job after the other comes here: each is timed by itself, its waiting not counted."""
        begun_ns = self._begun_ns = self._now_ns()
        broken: Exception | None = None
        try:
            job()
        except Exception as wrong:  # told to the core, which ends the daemon
            broken = wrong
        self._took_ns.append(self._now_ns() - begun_ns)
        self._begun_ns = None
        written(broken)


class Loop:
    """Runs one core until it is asked to stop."""

    def __init__(
        self,
        core: Core,
        clock: Clock,
        notifier: Notifier,
        changed: Callable[[], None],
        silent: Callable[[], str] = lambda: "",
    ) -> None:
        """*silent* names who of those the watchdog also stands for has stopped; empty: nobody."""
        self._silent, self._stood = silent, -1
        self._core, self._clock, self._notifier, self._changed = core, clock, notifier, changed
        self._inbox: deque[Edge | Beam] = deque()
        self._heard: deque[tuple[str, DeviceLost | Note | None]] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._due: set[Callable[[], None]] = set()  #: asked for, and its turn has not come
        self._line: tuple[int, int] | None = None
        self._ear: int | None = None
        self._alive_ns = 0
        self.stopped: asyncio.Event = asyncio.Event()
        self.broken: BaseException | None = None
        """What broke in a turn: a fault of ours, and the daemon must end."""

    # From any thread

    def edge(self, edge: Edge | Beam) -> None:
        """A button's edge, or a beam's, from whichever thread saw it."""
        self._inbox.append(edge)
        self._soon(self._take)

    def heard(self, device: str, state: DeviceLost | Note | None) -> None:
        """A device's own word on how it is, from whichever thread noticed."""
        self._heard.append((device, state))
        self._soon(self._listen)

    def told(self) -> None:
        """A page has told the table something: what is due next may be due sooner."""
        self._soon(self._listen)

    def changed(self) -> None:
        """A virtual table shows something else, from whichever thread noticed."""
        self._soon(self._changed)

    def _soon(self, then: Callable[[], None]) -> None:
        """Once, however many ask for it before its turn comes: it sees what all of them saw."""
        loop = self._loop
        if loop is not None and then not in self._due:
            self._due.add(then)
            try:
                loop.call_soon_threadsafe(self._do, then)
            except RuntimeError:
                return  # the loop has ended: nobody is there to hear

    def _do(self, then: Callable[[], None]) -> None:
        self._due.discard(then)  # first: who asks from now on may have seen more
        then()

    # On the loop

    def start(self) -> None:
        """Begin, on the running loop."""
        self._loop = asyncio.get_running_loop()
        self._soon(self._take)
        self._soon(self._listen)
        self.turn()

    def stop(self) -> None:
        """End, when what is begun is done."""
        self.stopped.set()

    def turn(self) -> None:
        """Do what is due, and be woken for the next."""
        now_ns = self._clock.now_ns()
        self._core.tick(now_ns)
        self._core.lights.took(self._clock.now_ns() - now_ns)
        self._after(now_ns)

    def written(self) -> None:
        """Something has reached the disk: go on with what waited for it."""
        if self._core.broken is not None:
            self.stop()
            return
        now_ns = self._clock.now_ns()
        self._core.drain(now_ns)
        self._after(now_ns)

    def failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Something broke on the loop: after a turn that was not finished there is no next."""
        if "handle" in context and self.broken is None:
            self.broken = context.get("exception")
            self.stop()
        else:
            loop.default_exception_handler(context)

    def broke(self, broken: BaseException) -> None:
        """Something broke in the midst of what a page had asked for: there is no next turn."""
        if self.broken is None:
            self.broken = broken
            self.stop()

    def close(self) -> None:
        """No more turns."""
        if self._timer is not None:
            self._timer.cancel()
        self._watch_line(None)
        self._loop = None

    def _take(self) -> None:
        if self._loop is None:
            return  # closed: nothing is written any more
        now_ns = self._clock.now_ns()
        edges = sorted((self._inbox.popleft() for _ in range(len(self._inbox))), key=_stamp)
        for edge in edges:
            self._core.feed(edge, max(now_ns, edge.at_ns))
        if edges:
            self._after(now_ns)

    def _listen(self) -> None:
        if self._loop is None:
            return
        now_ns = self._clock.now_ns()
        while self._heard:
            device, state = self._heard.popleft()
            if isinstance(state, Note):
                self._core.device(device, state.well, str(state), now_ns)
            else:
                self._core.device(device, state is None, str(state or ""), now_ns)
        self._after(now_ns)

    def _look(self) -> None:
        now_ns = self._clock.now_ns()
        self._core.arrived(now_ns)
        self._after(now_ns)

    def _after(self, now_ns: int) -> None:
        """What comes last each time: the slow display, the pages, the camera's line, the timer."""
        self._core.draw(now_ns)
        self._changed()
        self._watch_line(self._core.eye.line if self._core.eye is not None else None)
        self._tell_manager(now_ns)
        self._set_timer(now_ns)

    def _tell_manager(self, now_ns: int) -> None:
        """How we stand, and that we are alive: the latter only while nobody has stopped."""
        silent = ""
        watchdog_ns = self._notifier.watchdog_ns
        if watchdog_ns is not None and now_ns >= self._alive_ns:
            self._alive_ns = now_ns + watchdog_ns
            silent = self._silent()
            if silent:
                self._notifier.status(
                    f"{silent}: what minds it does not answer; about to start anew"
                )
            else:
                self._notifier.alive()
        if not silent and self._notifier.listened and self._stood != self._core.changes:
            self._stood = self._core.changes
            self._notifier.status(standing(self._core))

    def _set_timer(self, now_ns: int) -> None:
        loop = self._loop
        if loop is None:
            return
        if self._timer is not None:
            self._timer.cancel()
        times = [self._core.wake_ns]
        if self._notifier.watchdog_ns is not None:
            times.append(self._alive_ns)
        wake_ns = min((t for t in times if t is not None), default=None)
        self._timer = None
        if wake_ns is not None:
            self._timer = loop.call_later(max(0, wake_ns - now_ns) / SECOND_NS, self.turn)

    def _watch_line(self, line: tuple[int, int] | None) -> None:
        """Hear *line*: a new child may have the file number of the one before it.

        The loop hears by a file number of its own: the line may be closed long before this is
        called, and its number be that of something else the loop hears by then.
        """
        loop = self._loop
        if line == self._line or loop is None:
            return
        if self._ear is not None:
            loop.remove_reader(self._ear)
            os.close(self._ear)
        self._ear = os.dup(line[1]) if line is not None else None
        if self._ear is not None:
            loop.add_reader(self._ear, self._look)
        self._line = line


def _stamp(edge: Edge | Beam) -> int:
    return edge.at_ns
