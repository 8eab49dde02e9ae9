"""Grab buttons and their lamps on GPIO pins, through gpiozero's pins.

Only pins are used, not gpiozero's ``Button``: its debounce loses edges and its hold timer fires
after release. What passes through here is every raw edge with the stamp the pin factory gives.
The factory is always passed in; gpiozero's process-wide default is never asked, so nothing can
fall back silently to another library.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Sequence
from typing import Any

from hw.ports import DeviceLost, Edge

from .pins import DEVICE

Ticks = float
"""Seconds, as gpiozero has them; or whole nanoseconds, from a pin that knows them."""


def _on_wire(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method, with whatever its library raises told as DeviceLost."""

    @functools.wraps(method)
    def guarded(self: GpioButtons, *arguments: Any) -> Any:
        try:
            return method(self, *arguments)
        except DeviceLost:
            raise
        except Exception as broken:  # the libraries' errors have no common root
            raise DeviceLost(self.device, self.where, str(broken)) from broken

    return guarded


class GpioButtons:
    """Buttons between a GPIO pin and ground, lamps from a GPIO pin; BCM numbers.

    *pins* and *lamps* are in the order of the buttons; a button without a lamp has None. Beams of
    light are wired as buttons are: an output with an open collector, closed to ground while the
    beam is broken; *device* is what they are called where they are lost.
    """

    def __init__(
        self,
        factory: Any,
        pins: Sequence[int],
        lamps: Sequence[int | None] = (),
        device: str = DEVICE,
    ) -> None:
        self.device = device
        self.factory = factory
        """Whose pins these are; a virtual table's fingers drive the same ones."""
        self._numbers = tuple(pins)
        self._lamp_numbers = tuple(lamps) or (None,) * len(self._numbers)
        if len(self._lamp_numbers) != len(self._numbers):
            raise ValueError(f"{len(self._numbers)} buttons but {len(self._lamp_numbers)} lamps")
        used = [n for n in (*self._numbers, *self._lamp_numbers) if n is not None]
        if twice := sorted({n for n in used if used.count(n) > 1}):
            raise ValueError(f"GPIO{twice[0]} is wired to two things")
        self.where = f"{type(factory).__name__} GPIO{', '.join(map(str, self._numbers))}"
        self._pins: list[Any] = []
        self._lamps: list[Any] = []
        self._heard: list[Callable[[float, bool], None]] = []
        self.sink_failures = 0
        """How often the sink raised: always 0 in a sound program; the edge was lost."""

    @_on_wire
    def open(self, sink: Callable[[Edge], None]) -> None:
        """Claim the pins; edges come from the factory's thread from now on.

        :raises DeviceLost: a pin is not there, or is taken; then none is claimed.
        """
        try:
            self._claim(sink)
        except BaseException:
            with contextlib.suppress(Exception):  # whatever broke breaks here too
                self.close()
            raise

    def _claim(self, sink: Callable[[Edge], None]) -> None:
        for button, number in enumerate(self._numbers):
            pin = self._claimed(number)
            pin.input_with_pull("up")
            pin.bounce = None
            pin.edges = "both"
            heard = functools.partial(self._edge, sink, button)
            self._heard.append(heard)  # a pin keeps only a weak reference
            pin.when_changed = heard
            self._pins.append(pin)
        for lamp_number in self._lamp_numbers:
            lamp = None if lamp_number is None else self._claimed(lamp_number)
            if lamp is not None:
                lamp.output_with_state(False)
            self._lamps.append(lamp)

    def _claimed(self, number: int) -> Any:
        """The pin, and nobody else's until :meth:`close`."""
        pin = self.factory.pin(number)
        self.factory.reserve_pins(self, number)
        return pin

    def _conflicts_with(self, other: object) -> bool:
        """Asked by the factory when another device wants one of our pins."""
        return True

    def _edge(self, sink: Callable[[Edge], None], button: int, ticks: Ticks, high: bool) -> None:
        """Pass one edge on. Nothing may be raised: it would end lgpio's thread for good."""
        at_ns = ticks if isinstance(ticks, int) else round(ticks * 1_000_000_000)
        try:
            sink(Edge(button, not high, at_ns))
        except Exception:
            self.sink_failures += 1

    @_on_wire
    def level(self, button: int) -> bool:
        """Is it down just now? Read, not remembered.

        :raises DeviceLost: the pin cannot be read.
        """
        return not self._pins[button].state

    @_on_wire
    def lamp(self, button: int, lit: bool) -> None:
        """Light the button's lamp, or put it out; a button without one stays as it is.

        :raises DeviceLost: the pin cannot be written.
        """
        lamp = self._lamps[button]
        if lamp is not None:
            lamp.state = lit

    @_on_wire
    def close(self) -> None:
        """Let the pins go; the factory stays open, it was not ours.

        :raises DeviceLost: the chip has gone; then nothing is held any more either.
        """
        pins, lamps = self._pins, self._lamps
        self._pins, self._lamps, self._heard = [], [], []
        self.factory.release_all(self)
        for pin in pins:
            pin.when_changed = None
            pin.close()
        for lamp in lamps:
            if lamp is not None:
                lamp.close()
