"""Which library holds the GPIO pins: named, opened, and never silently another one.

gpiozero's process-wide default is never asked. lgpio is the default; RPi.GPIO (or rpi-lgpio, which
stands in for it) is taken only where the table's configuration names it.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hw.ports import DeviceLost

DEVICE = "buttons"
FACTORIES = {
    "lgpio": "pins through lgpio; the kernel dates each edge",
    "rpigpio": "pins through RPi.GPIO, as configured; it gives no stamps, so an edge is dated "
    "when its callback runs",
}
"""Names, and what is said of each at start."""
HEADER = "pinctrl-"  # pinctrl-bcm2835 and -bcm2711 up to a Pi 4, pinctrl-rp1 on a Pi 5
PACKAGES = {"lgpio": "python3-lgpio", "rpigpio": "python3-rpi-lgpio"}


def open_factory(name: str, device: str = DEVICE) -> Any:
    """The pin factory *name*, and no other, for *device*.

    :raises ValueError: no factory has this name.
    :raises DeviceLost: its library is not there, or finds no GPIO.
    """
    if name not in FACTORIES:
        raise ValueError(f"{name!r} is no pin factory; write one of {', '.join(FACTORIES)}")
    try:
        return _lgpio() if name == "lgpio" else _rpigpio()
    except ImportError as missing:
        hint = f"sudo apt install {PACKAGES[name]}, and let the environment see its packages"
        raise DeviceLost(device, name, str(missing), hint) from missing
    except Exception as broken:  # lgpio.error, gpiozero's and OSError have no common root
        hint = "is this a Pi, and may this user open /dev/gpiochip*? (group gpio)"
        raise DeviceLost(device, name, str(broken), hint) from broken


def hears(factory: Any) -> bool:
    """Whether the thread that brings *factory*'s edges still runs; without such a one, yes.

    lgpio ends it without a word at the first exception in any callback.
    """
    notifying = getattr(sys.modules.get("lgpio"), "_notify_thread", None)
    return notifying is None or not _by_lgpio(factory) or bool(notifying.is_alive())


def _by_lgpio(factory: Any) -> bool:
    """Whether *factory*'s edges come through lgpio: as RPi.GPIO's do where rpi-lgpio is that."""
    names = {kind.__name__ for kind in type(factory).__mro__}
    stand_in = hasattr(sys.modules.get("RPi.GPIO"), "lgpio")
    return "LGPIOFactory" in names or ("RPiGPIOFactory" in names and stand_in)


def _lgpio() -> Any:
    with _elsewhere():
        import lgpio  # an old stub of this name on PyPI has nothing in it
    if not hasattr(lgpio, "gpiochip_open"):
        raise ImportError("the lgpio that Python finds is an empty package")
    from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

    class StampedPin(LGPIOPin):  # type: ignore[misc]  # gpiozero has no types
        """Gives the kernel's stamp whole: seconds as a float lose nanoseconds in 50 days."""

        def _call_when_changed(self, chip: int, gpio: int, level: int, at_ns: int) -> None:
            # An edge may be under way to a pin that is being closed; gpiozero fails then, and
            # whatever is raised here ends lgpio's thread, for every button and for good.
            with contextlib.suppress(Exception):
                super(LGPIOPin, self)._call_when_changed(at_ns, level)

    class Lgpio(LGPIOFactory):  # type: ignore[misc]  # gpiozero has no types
        """Lets go of its chip even where that has gone: else lgpio's reader never rests."""

        def __init__(self) -> None:
            self._handle: Any = None
            super().__init__(_pis_own_chip(lgpio))
            self.pin_class = StampedPin

        def close(self) -> None:
            try:
                super().close()
            except lgpio.error:
                handle, self._handle = self._handle, None
                with contextlib.suppress(lgpio.error):
                    lgpio.gpiochip_close(handle)

    return Lgpio()


def _pis_own_chip(lgpio: Any) -> int:
    """The number of the chip behind the header: a Pi has others too, and numbers change.

    :raises OSError: no chip calls itself so.
    """
    numbers = sorted(int(node.name[8:]) for node in Path("/dev").glob("gpiochip[0-9]*"))
    seen = []
    for number in numbers:
        handle = lgpio.gpiochip_open(number)
        _, lines, _, label = lgpio.gpio_get_chip_info(handle)
        lgpio.gpiochip_close(handle)
        if label.startswith(HEADER):
            return number
        seen.append(f"gpiochip{number} is {label!r} with {lines} lines")
    raise OSError("; ".join(seen) or "there is no /dev/gpiochip*")


def _rpigpio() -> Any:
    with _elsewhere():  # rpi-lgpio imports lgpio
        from gpiozero.pins.rpigpio import RPiGPIOFactory, RPiGPIOPin

    class CalmPin(RPiGPIOPin):  # type: ignore[misc]  # gpiozero has no types
        """Raises nothing into the library's thread, whatever becomes of the pin meanwhile."""

        def _call_when_changed(self, channel: int) -> None:
            with contextlib.suppress(Exception):  # as with lgpio's own pins
                super()._call_when_changed(channel)

    class Rpigpio(RPiGPIOFactory):  # type: ignore[misc]  # gpiozero has no types
        """The same, with such pins."""

        def __init__(self) -> None:
            super().__init__()
            self.pin_class = CalmPin

        def close(self) -> None:
            # Pin by pin: gpiozero's own cleans up every pin of the process, those of another
            # factory too, and beams that are lost would take the buttons with them.
            super(RPiGPIOFactory, self).close()

    return Rpigpio()


@contextlib.contextmanager
def _elsewhere() -> Iterator[None]:
    """Work in a folder of our own for a moment.

    lgpio makes a pipe file in the working folder as it is imported, for itself alone: in one
    that cannot be written that fails, and another program's there would be overwritten.

    :raises OSError: there is no folder that can be written.
    """
    try:
        back = os.getcwd()  # noqa: PTH109  # only to go back there
    except OSError:  # somebody removed it
        back = "/"
    with tempfile.TemporaryDirectory(dir=os.environ.get("RUNTIME_DIRECTORY")) as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(back)
