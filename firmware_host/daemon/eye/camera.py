"""The daemon's side of the camera: starts its process, paces it, and ends it when it hangs.

Sans-IO but for the one line to that process: time comes in with every call. A real clock calls
:meth:`Eye.tick` at :attr:`Eye.wake_ns` and :meth:`Eye.arrived` when the line has something; a
virtual one uses :meth:`Eye.wait` in between.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from firmware_host.daemon.backoff import Backoff
from firmware_host.table.signals import NO_THROW, Thrown
from firmware_host.vision.facts import Look, Optics

from .frames import Frames, new_memory
from .packets import BadPacket, Packets
from .words import (
    Again,
    Answered,
    Asked,
    KeepRoll,
    LearnDie,
    Learnt,
    LookAt,
    Open,
    Opened,
    Roll,
    RollDie,
    Seen,
    Trouble,
    answered,
    spoken,
)

COMMAND = (sys.executable, "-m", "firmware_host.daemon.eye.child")
LOOK_DEADLINE_NS = 2_000_000_000  # 2 s: a driver that needs longer will never answer
OPEN_DEADLINE_NS = 20_000_000_000  # 20 s: OpenCV's first import on a cold card takes several
NUMBERS_AN_OPENING = 1_000_000  # more dice than are seen before the camera is opened again
PIECE_BYTES = 1 << 16
ENDED = "its process has ended. It is started again"
STDERR = 2  # stdout is for what a verb prints
SECOND_NS = 1_000_000_000
NEVER_NS = 1 << 62
MEASURED = "service"
"""The way of looking in which every picture is measured."""


@dataclass(frozen=True, slots=True)
class EyeSays:
    """The camera has begun to work, or to fail: *says* what is wrong, in words."""

    ok: bool
    says: str


@dataclass(frozen=True, slots=True)
class RollSeen:
    """The crater as it lay at the end of a roll, and how its dice were read."""

    name: str
    jpeg: bytes
    dice: tuple[RollDie, ...]
    told: tuple[str, ...] = ()  #: of it, where the state says no longer what lay there


@dataclass(frozen=True, slots=True)
class Pace:
    """How often to look."""

    idle_fps: float = 1.0
    fps: float = 20.0

    def period_ns(self, mode: str) -> int:
        """Time from one look to the next."""
        return int(SECOND_NS / (self.idle_fps if mode == "idle" else self.fps))


EyeNews = Look | EyeSays | RollSeen | Optics


class _Process:
    """One child and the line to it."""

    def __init__(self, command: Sequence[str], memory: int) -> None:
        ours, theirs = socket.socketpair()
        self.line = ours
        self.line.setblocking(False)
        self.packets = Packets()
        with theirs:
            self._child = subprocess.Popen(
                [*command, str(theirs.fileno()), str(memory)],
                pass_fds=(theirs.fileno(), memory),
                stdin=subprocess.DEVNULL,
                stdout=STDERR,
                process_group=0,  # Ctrl-C at the terminal is the daemon's to answer
            )

    @property
    def pid(self) -> int:
        """Its process."""
        return self._child.pid

    def end(self) -> int:
        """Kill it, and give its exit status."""
        self.line.close()
        self._child.kill()
        return self._child.wait()


class Eye:
    """Looks into the crater, through a process that may die at any time."""

    def __init__(self, order: Open, pace: Pace, command: Sequence[str] = COMMAND) -> None:
        self._order, self.pace, self._command = order, pace, command
        self.ordered = order  #: by the table's file as it is by now; holds from the next match on
        self._memory = new_memory()
        self._frames = Frames(self._memory)
        self._process: _Process | None = None
        self._backoff = Backoff()
        self._open, self._resting, self._next_ns = False, False, 0
        self._asked_ns: int | None = None  # when the question it has not answered was put
        self._last_ns: int | None = None
        self._mode, self._throw = "idle", NO_THROW
        self._said, self._errands = EyeSays(False, "starting"), deque[KeepRoll | LearnDie](maxlen=4)
        self._picture, self.about = (0, 0, 0), 0  # number, slot, length; the die shown larger, or 0
        self.pictures = True  #: make a JPEG of each look: a page is watching
        self.keeps_rolls = False  #: cut rolls out of pictures where that is asked for

    @property
    def line(self) -> tuple[int, int] | None:
        """The child's process and the file number of the line to it; another when it is another."""
        return (self._process.pid, self._process.line.fileno()) if self._process else None

    @property
    def waiting(self) -> bool:
        """A question is out."""
        return self._asked_ns is not None

    @property
    def picture_number(self) -> int:
        """Number of the newest picture; 0 while there is none."""
        return self._picture[0]

    def picture(self) -> tuple[int, bytes]:
        """Number and JPEG of the newest picture; ``(0, b"")`` while there is none."""
        number, slot, length = self._picture
        return (number, self._frames.read(slot, length)) if number else (0, b"")

    def keep_roll(self, name: str, told: tuple[str, ...] = ()) -> None:
        """Have the crater cut out of the latest picture, before the next one is taken."""
        if self._open and self.keeps_rolls:
            self._errands.append(KeepRoll(name, told))

    def learn(self, die: int, face: str) -> None:
        """Somebody who was asked says what a die shows: a shot more, of the latest picture."""
        if self._open and self._order.asked:
            self._errands.append(LearnDie(die, face))

    def watch(
        self, mode: str, name: str = "", *, told: bool = True, throw: Thrown = NO_THROW
    ) -> None:
        """Look in this way from now on: ``idle`` slowly, else fast. A new *throw* is kept.

        So is the end of a ``roll``; not *told*, it was broken off, and there is none to *name*.
        """
        if told and self._mode == "roll" != mode:  # so its dice lie
            self.keep_roll(name)
        if throw not in (NO_THROW, self._throw):
            self.keep_roll(name, throw.faces)
            self._throw = throw
        if mode != self._mode and self._last_ns is not None:
            self._next_ns = min(self._next_ns, self._last_ns + self.pace.period_ns(mode))
        self._mode = mode

    def rest(self) -> None:
        """Let the camera go: somebody else needs it."""
        if self._process:
            self._process.end()
        self._process, self._open, self._asked_ns, self._resting = None, False, None, True
        self._number_afresh()
        self._said = EyeSays(ok=False, says="resting")

    def rise(self, now_ns: int, profile: str) -> None:
        """Open it again, and read by *profile* from now on."""
        self._order = msgspec.structs.replace(self._order, profile=profile)
        self._backoff, self._resting, self._next_ns = Backoff(), False, now_ns

    def read_by(self, now_ns: int, profile: str) -> None:
        """Read by *profile* from now on, opened again if anything is other than before."""
        again = {"profile": profile, "first_number": self._order.first_number}
        order = msgspec.structs.replace(self.ordered, **again)
        if order != self._order and not self._resting:
            self._order, self.pace = order, Pace(self.pace.idle_fps, order.fps)
            self.rest()
            self.rise(now_ns, profile)

    @property
    def wake_ns(self) -> int:
        """Call :meth:`tick` by then."""
        if self._resting:
            return NEVER_NS
        if self._asked_ns is not None:
            return self._asked_ns + (LOOK_DEADLINE_NS if self._open else OPEN_DEADLINE_NS)
        if self._open and self._errands:
            return 0
        return self._next_ns if self._open else self._backoff.again_ns

    def tick(self, now_ns: int) -> tuple[EyeSays, ...]:
        """Do what is due: start the child, ask it, end it."""
        if now_ns < self.wake_ns:
            return ()
        if self._asked_ns is not None:
            return self._lost(now_ns, "it does not answer. It is started again")
        if not self._open:
            self._process = self._process or _Process(self._command, self._memory)
            return self._ask(self._order, now_ns)
        if self._errands:
            return self._ask(self._errands.popleft(), now_ns)
        self._last_ns = now_ns
        return self._ask(LookAt(now_ns, self.pictures, self._mode == MEASURED, self.about), now_ns)

    def arrived(self, now_ns: int) -> tuple[EyeNews, ...]:
        """What the child has answered since."""
        if self._process is None:
            return ()
        try:
            piece = self._process.line.recv(PIECE_BYTES)
            if not piece:
                return self._lost(now_ns, ENDED)
            news: list[EyeNews] = []
            for message in answered(self._process.packets, piece):
                news += self._hear(message, now_ns)
            return tuple(news)
        except BlockingIOError:
            return ()
        except OSError:
            return self._lost(now_ns, ENDED)
        except BadPacket as wrong:
            return self._lost(now_ns, str(wrong))

    def wait(self, seconds: float) -> bool:
        """Block until the child has answered, at most so long. For virtual clocks only."""
        return bool(self._process and select.select([self._process.line], [], [], seconds)[0])

    def close(self) -> None:
        """End the child and let go of the pictures."""
        if self._process:
            self._process.end()
            self._process = None
        self._frames.close()
        with contextlib.suppress(OSError):
            os.close(self._memory)

    def _ask(self, question: Asked, now_ns: int) -> tuple[EyeSays, ...]:
        assert self._process is not None
        self._asked_ns = now_ns
        try:
            self._process.line.sendall(spoken(question))
        except OSError:
            return self._lost(now_ns, ENDED)
        return ()

    def _hear(self, message: Answered, now_ns: int) -> tuple[EyeNews, ...]:
        asked_ns, self._asked_ns = self._asked_ns, None
        match message:
            case Opened():
                self._open, self._next_ns = True, now_ns
            case Seen():
                self._backoff.worked()
                self._next_ns = self._due_ns(asked_ns, now_ns)
                if message.length:
                    self._picture = (self._picture[0] + 1, message.slot, message.length)
                measured = () if message.optics is None else (message.optics,)
                return (message.look, *measured, *self._say(ok=True, says=""))
            case Again():
                self._next_ns = self._due_ns(asked_ns, now_ns)
            case Learnt():
                pass
            case Roll():
                jpeg = self._frames.read(message.slot, message.length)
                return (RollSeen(message.name, jpeg, message.dice, message.told),) if jpeg else ()
            case Trouble():
                self._open = False
                self._number_afresh()
                self._backoff.failed(now_ns)
                return self._say(ok=False, says=message.says)
        return ()

    def _due_ns(self, asked_ns: int | None, now_ns: int) -> int:
        """When to look next, after a look that was asked for at *asked_ns*."""
        return max(now_ns, (asked_ns or 0) + self.pace.period_ns(self._mode))

    def _lost(self, now_ns: int, says: str) -> tuple[EyeSays, ...]:
        if self._process:
            self._process.end()
        self._process, self._open, self._asked_ns = None, False, None
        self._number_afresh()
        self._backoff.failed(now_ns)
        return self._say(ok=False, says=f"camera at {self._order.port}: {says}")

    def _number_afresh(self) -> None:
        """Whoever looks next knows no die that was seen so far: none may bear its number."""
        first = self._order.first_number + NUMBERS_AN_OPENING
        self._order = msgspec.structs.replace(self._order, first_number=first)

    def _say(self, *, ok: bool, says: str) -> tuple[EyeSays, ...]:
        before, self._said = self._said, EyeSays(ok, says)
        return () if self._said == before else (self._said,)
