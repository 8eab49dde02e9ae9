"""The grab buttons, minded: what their edges do not tell is read, and they come back by themselves.

Edges get lost: the kernel keeps a few for a program that is slow, and no more. So after the edges
of a press the level is read again, and where it is not what was told, the missing edge is told,
dated when it was noticed. A chip that does not answer, or a library whose thread has ended, is a
lost device; it is reached for again, from a new factory, until it is there.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from hw.ports import DeviceLost, Edge

from .buttons import GpioButtons
from .pins import DEVICE, hears
from .pulse import Pulse, minded

QUIET_S = 0.012  # after the last edge, before levels are read: longer than an edge is under way
LOOK_S = 0.5  # levels are read so often though nothing happens
BACK_OFF_S = (0.25, 1.0)
CLOSING_S = 2.0  # a chip that hangs must not keep the journal from being closed
LATE_S = 10.0  # a look takes a millisecond, and there are two a second

Sink = Callable[[Edge], None]
Told = Callable[[DeviceLost | None], None]


class MindedButtons:
    """Buttons on *pins* with *lamps*, from factories that *factory* opens.

    *told* hears of every change, from the minding thread: the DeviceLost, or None when the
    buttons are back. It must only pass it on. Beams of light are minded so too: as their *device*.
    """

    def __init__(
        self,
        factory: Callable[[], Any],
        pins: Sequence[int],
        lamps: Sequence[int | None],
        told: Told,
        *,
        look_s: float = LOOK_S,
        back_off_s: tuple[float, float] = BACK_OFF_S,
        device: str = DEVICE,
    ) -> None:
        self._device = device
        self._open_factory, self._pins, self._lamps = factory, tuple(pins), tuple(lamps)
        self._told, self._look_s, self._back_off_s = told, look_s, back_off_s
        self._factory: Any = None
        self._buttons: GpioButtons | None = None
        self._sink: Sink = _nobody
        self._why = DeviceLost(device, "GPIO", "not opened yet")  # while there are no buttons
        self._down = [False] * len(self._pins)  # as last told
        self._edges = [0] * len(self._pins)  # so many were told
        self._lit = [False] * len(self._pins)
        self._lamps_at_once = threading.Lock()
        self._missed: dict[int, int] = {}  # buttons that look wrong, and their edges so far
        self.lost_edges = 0
        """Edges that are known to have happened and were not heard."""
        self._news, self._closing = threading.Event(), threading.Event()
        self._pulse = Pulse(LATE_S)
        self._thread = threading.Thread(target=self._mind, name=device, daemon=True)

    def open(self, sink: Sink) -> None:
        """Claim the pins, and mind them from now on.

        :raises DeviceLost: there are none, or they are taken; open it again, later.
        """
        self._sink = sink
        self._claim()
        minded(self._thread, self._pulse)
        self._thread.start()

    def level(self, button: int) -> bool:
        """Is it down just now? Read, not remembered.

        :raises DeviceLost: the pin cannot be read.
        """
        return bool(self._there().level(button))

    def lamp(self, button: int, lit: bool) -> None:
        """Light a lamp, or put it out; a chip that comes back has it so again.

        :raises DeviceLost: the pin cannot be written.
        """
        with self._lamps_at_once:
            self._lit[button] = lit
            self._there().lamp(button, lit)

    def close(self) -> None:
        """Let the pins go."""
        self._closing.set()
        self._news.set()
        if self._thread.ident is not None:
            self._thread.join(CLOSING_S)
            if self._thread.is_alive():
                return  # it hangs in a call to the chip, and so would we
        self._drop()

    def _there(self) -> GpioButtons:
        buttons = self._buttons
        if buttons is None:
            why = self._why  # anew: one that is raised again and again grows
            raise DeviceLost(why.device, why.where, why.says, why.hint)
        return buttons

    def _claim(self) -> None:
        try:
            self._factory = self._open_factory()
            buttons = GpioButtons(self._factory, self._pins, self._lamps, self._device)
            self._buttons = buttons
            buttons.open(self._heard)
            with self._lamps_at_once:  # else one that is put out meanwhile is lit again
                for button, lit in enumerate(self._lit):
                    buttons.lamp(button, lit)
        except DeviceLost as why:
            self._why = why
            self._drop()
            raise

    def _drop(self) -> None:
        """Let go of everything, whether it answers or not."""
        buttons, self._buttons = self._buttons, None
        factory, self._factory = self._factory, None
        if buttons is not None:
            with contextlib.suppress(DeviceLost):
                buttons.close()
        if factory is not None:
            with contextlib.suppress(Exception):  # the libraries' errors have no common root
                factory.close()

    def _heard(self, edge: Edge) -> None:
        """One edge, from the library's thread."""
        if self._down[edge.button] == edge.down:  # the one between them was lost
            self.lost_edges += 1
        self._down[edge.button] = edge.down
        self._edges[edge.button] += 1
        self._sink(edge)
        self._news.set()

    def _mind(self) -> None:
        while not self._closing.is_set():
            self._pulse.beat()
            try:
                self._look()
            except DeviceLost as lost:
                self._come_back(lost)
            self._news.wait(QUIET_S if self._missed else self._look_s)
            self._news.clear()
            self._closing.wait(QUIET_S)

    def _look(self) -> None:
        """Read every level; tell an edge that has not come from one look to the next.

        :raises DeviceLost: a pin does not answer, or nobody would hear it.
        """
        buttons = self._there()
        if not hears(self._factory):
            says = "the thread of lgpio that hears the pins has ended"
            raise DeviceLost(self._device, buttons.where, says, "Start the table again")
        missed: dict[int, int] = {}
        for button, edges in enumerate(self._edges):
            down = buttons.level(button)
            if down == self._down[button]:
                continue
            if self._missed.get(button) == edges:
                self.lost_edges += 1
                self._tell(button, down)
            else:  # its edge may be under way
                missed[button] = edges
        self._missed = missed

    def _tell(self, button: int, down: bool) -> None:
        """An edge that nobody heard, dated now."""
        self._down[button] = down
        self._sink(Edge(button, down, time.monotonic_ns()))

    def _come_back(self, lost: DeviceLost) -> None:
        """Tell the loss, let every button go, and reach for the chip until it is there."""
        self._why = lost
        self._told(lost)
        self._drop()
        for button, down in enumerate(self._down):
            if down:
                self._tell(button, False)
        self._missed = {}
        wait_s, longest_s = self._back_off_s
        while not self._closing.wait(wait_s):
            self._pulse.beat()
            wait_s = min(longest_s, 2 * wait_s)
            try:
                self._claim()
            except DeviceLost as why:
                if str(why) != str(lost):  # it is there again, but may not be opened, say
                    lost = self._why = why
                    self._told(lost)
                continue
            if hears(self._factory):
                self._told(None)
                return
            self._drop()  # the pins are there, but nobody would hear them


def _nobody(edge: Edge) -> None:
    """Before it is opened nobody hears."""
