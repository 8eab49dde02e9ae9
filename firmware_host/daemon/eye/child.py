"""The camera with the dice reader, as a process of its own. It answers what it is asked.

Started by :mod:`.eye`, with the line to it and the shared pictures as open files. It ends when
that line does, and when the daemon is killed; a daemon may kill it at any time.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from typing import Any, Protocol

from firmware_host.vision.facts import Look, Optics
from hw.ports import Camera, DeviceLost, Frame

from .frames import ROLL_SLOT, SLOTS, Frames
from .packets import Packets
from .stale import Stale
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
    asked,
    spoken,
)

JPEG_QUALITY = 80  # a page's picture: 60-120 kB
PIECE_BYTES = 1 << 16
PR_SET_PDEATHSIG = 1  # <linux/prctl.h>


class Tracks(Protocol):
    """Makes facts of frames."""

    def look(self, frame: Frame) -> Look:
        """Everything that lies there."""

    def shown(self, bgr: Any, about: int) -> Any:
        """The latest frame's picture as people are to see it, asked *about* a die (0: none)."""

    def roll(self) -> tuple[Any, tuple[RollDie, ...]] | None:
        """The crater of the latest frame, cut out, with its dice; None where it is not seen."""

    def learn(self, die: int, face: str) -> str:
        """A die of the latest look shows *face*; why that cannot be learnt, or nothing."""


Make = Callable[[Open], tuple[Camera, Tracks, bool]]
"""The camera and the reader an order asks for; True where the camera is live."""


class Eyeball:
    """An open camera, and what is seen with it."""

    def __init__(self, order: Open, make: Make, stale: Stale) -> None:
        self._camera, self._tracks, live = make(order)
        self._camera.open()
        self._port, self._stale = order.port, stale if live else None
        stale.reopened()
        self._count = 0

    def look(self, order: LookAt, frames: Frames) -> Seen | Again:
        """One look.

        :raises DeviceLost: the camera gives no new picture.
        """
        frame = self._camera.capture(order.at_ns)
        if self._stale and (wrong := self._stale.wrong(frame)):
            raise DeviceLost("camera", self._port, wrong, "Unplug it, and plug it in again")
        if self._stale and self._stale.again:
            return Again()
        look = self._tracks.look(frame)
        self._count += 1
        slot = self._count % SLOTS
        shown = self._tracks.shown(frame.bgr, order.about) if order.picture else None
        length = 0 if shown is None else frames.write(slot, _jpeg(shown))
        return Seen(look, slot, length, _measured(frame.bgr) if order.measure else None)

    def roll(self, order: KeepRoll, frames: Frames) -> Roll:
        """The crater of the latest look."""
        cut = self._tracks.roll()
        if cut is None:
            return Roll(order.name, told=order.told)
        length = frames.write(ROLL_SLOT, _jpeg(cut[0]))
        return Roll(order.name, ROLL_SLOT, length, cut[1], order.told)

    def learn(self, order: LearnDie) -> Learnt:
        """One shot more."""
        return Learnt(self._tracks.learn(order.die, order.face))

    def close(self) -> None:
        """Let the camera go."""
        self._camera.close()


def _measured(bgr: Any) -> Optics:
    from firmware_host.vision.focus import measured

    return measured(bgr)


def _jpeg(bgr: Any) -> bytes:
    import cv2

    ok, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return bytes(data) if ok else b""


class Child:
    """Answers one line until it ends."""

    def __init__(self, frames: Frames, make: Make) -> None:
        self._frames = frames
        self._make = make
        self._eyeball: Eyeball | None = None
        self._stale = Stale()

    def answer(self, message: Asked) -> Answered:
        """What is answered. A camera that failed is closed, and waits to be opened again."""
        try:
            return self._answer(message)
        except (OSError, ValueError) as wrong:
            self._close()
            return Trouble(str(wrong))

    def _answer(self, message: Asked) -> Answered:
        if isinstance(message, Open):
            self._close()
            self._eyeball = Eyeball(message, self._make, self._stale)
            return Opened(message.port)
        if self._eyeball is None:
            return Trouble("no camera is open")
        if isinstance(message, LearnDie):
            return self._eyeball.learn(message)
        if isinstance(message, KeepRoll):
            return self._eyeball.roll(message, self._frames)
        return self._eyeball.look(message, self._frames)

    def _close(self) -> None:
        eyeball, self._eyeball = self._eyeball, None
        if eyeball is not None:
            try:
                eyeball.close()
            except OSError:
                traceback.print_exc()


def serve(line: socket.socket, frames: Frames, make: Make) -> None:
    """Answer until the other side of *line* is gone."""
    packets, child = Packets(), Child(frames, make)
    while piece := line.recv(PIECE_BYTES):
        for message in asked(packets, piece):
            line.sendall(spoken(child.answer(message)))


def die_with_parent() -> None:
    """Have the kernel end this process with the one that started it, even if that is killed."""
    if sys.platform == "linux":
        parent = os.getppid()
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it went in between
            sys.exit(0)


def run(make: Make) -> None:
    """Serve the line and the memory whose file numbers are the arguments."""
    die_with_parent()
    line = socket.socket(fileno=int(sys.argv[1]))
    frames = Frames(int(sys.argv[2]))
    try:
        serve(line, frames, make)
    except (BrokenPipeError, ConnectionResetError):
        pass  # the daemon has gone
    finally:
        frames.close()
        line.close()


def main() -> None:
    """The camera's process."""
    from firmware_host.daemon.wiring import eye

    run(eye)


if __name__ == "__main__":
    main()
