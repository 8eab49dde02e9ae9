"""Grab buttons and their lamps on GPIO pins, through gpiozero's pins.

Only pins are used, not gpiozero's ``Button``: its debounce loses edges and its hold timer fires
after release. What passes through here is every raw edge with the stamp the pin factory gives.
The factory is always passed in; gpiozero's process-wide default is never asked, so nothing can
fall back silently to another library.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from hw.ports import DeviceLost, Edge

FACTORIES = ("lgpio", "rpigpio")
DEVICE = "buttons"


def open_factory(name: str) -> Any:
    """The pin factory *name*, and no other.

    ``lgpio`` stamps edges in the kernel; ``rpigpio`` has no stamps of its own, so an edge is dated
    when its callback runs.

    :raises ValueError: no factory has this name.
    :raises DeviceLost: its library is not there, or finds no GPIO.
    """
    if name not in FACTORIES:
        raise ValueError(f"{name!r} is no pin factory; write one of {', '.join(FACTORIES)}")
    try:
        if name == "lgpio":
            from gpiozero.pins.lgpio import LGPIOFactory

            return LGPIOFactory()
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        return RPiGPIOFactory()
    except ImportError as missing:
        package = {"lgpio": "python3-lgpio", "rpigpio": "python3-rpi-lgpio"}[name]
        hint = f"sudo apt install {package}, and let the environment see the system's packages"
        raise DeviceLost(DEVICE, name, str(missing), hint) from missing
    except Exception as broken:  # lgpio.error, gpiozero's and OSError have no common root
        hint = "is this a Pi, and may this user open /dev/gpiochip*? (group gpio)"
        raise DeviceLost(DEVICE, name, str(broken), hint) from broken


def _on_wire(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method, with whatever its library raises told as DeviceLost."""

    @functools.wraps(method)
    def guarded(self: GpioButtons, *arguments: Any) -> Any:
        try:
            return method(self, *arguments)
        except DeviceLost:
            raise
        except Exception as broken:  # as above: the libraries' errors have no common root
            raise DeviceLost(DEVICE, self.where, str(broken)) from broken

    return guarded


class GpioButtons:
    """Buttons between a GPIO pin and ground, lamps from a GPIO pin; BCM numbers.

    *pins* and *lamps* are in the order of the buttons; a button without a lamp has None.
    """

    def __init__(self, factory: Any, pins: Sequence[int], lamps: Sequence[int | None] = ()) -> None:
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

        :raises DeviceLost: a pin is not there, or is taken.
        """
        from gpiozero import LED

        for button, number in enumerate(self._numbers):
            pin = self.factory.pin(number)
            self.factory.reserve_pins(self, number)
            pin.input_with_pull("up")
            pin.bounce = None
            pin.edges = "both"
            heard = functools.partial(self._edge, sink, button)
            self._heard.append(heard)  # a pin keeps only a weak reference
            pin.when_changed = heard
            self._pins.append(pin)
        self._lamps = [
            None if number is None else LED(number, pin_factory=self.factory)
            for number in self._lamp_numbers
        ]

    def _conflicts_with(self, other: object) -> bool:
        """Asked by the factory when another device wants one of our pins."""
        return True

    def _edge(self, sink: Callable[[Edge], None], button: int, ticks: float, high: bool) -> None:
        """Pass one edge on. Nothing may be raised: it would end lgpio's thread for good."""
        try:
            sink(Edge(button, not high, round(ticks * 1_000_000_000)))
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
            lamp.value = lit

    def close(self) -> None:
        """Let the pins go; the factory stays open, it was not ours."""
        for pin in self._pins:
            pin.when_changed = None
            pin.close()
        self.factory.release_all(self)
        for lamp in self._lamps:
            if lamp is not None:
                lamp.close()
        self._pins, self._lamps, self._heard = [], [], []
