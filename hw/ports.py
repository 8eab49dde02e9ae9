"""What a table's devices are to the rest of the program: values and protocols.

A port of ``hw.pi`` and its twin of ``hw.mock`` keep the same manners. Every method that touches a
wire raises :class:`DeviceLost` when the wire does not answer, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

FULL_MA = 20.0
"""What one colour of an LED draws at 255, by the book (WS2812, SK6812, APA102, SK9822)."""
IDLE_MA = 1.0
"""And an LED that is dark."""


class Rgb(NamedTuple):
    """Red, green, blue, each 0..255."""

    r: int
    g: int
    b: int


class DeviceLost(OSError):
    """A wire does not answer. *device* as configured, *where* its address, *hint* what to do."""

    def __init__(self, device: str, where: str, says: str, hint: str = "") -> None:
        super().__init__(f"{device} at {where}: {says}" + (f". {hint}" if hint else ""))
        self.device, self.where, self.says, self.hint = device, where, says, hint


@dataclass(frozen=True, slots=True)
class Note:
    """What is to be said of a device that works: *well*, or so that somebody should see to it."""

    about: str  #: ``controller``, ``supply``
    says: str
    well: bool = True
    mend: str = ""  #: what to do, in a sentence

    def __str__(self) -> str:
        return f"{self.says}. {self.mend}" if self.mend else self.says


@dataclass(frozen=True, slots=True)
class Edge:
    """A button's contact closed (*down*) or opened, raw: bounces and noise are edges too.

    *at_ns* is CLOCK_MONOTONIC, taken where the edge was seen.
    """

    button: int
    down: bool
    at_ns: int


class Buttons(Protocol):
    """The grab buttons and their lamps, counted from 0 as configured."""

    def open(self, sink: Callable[[Edge], None]) -> None:
        """Edges come from another thread from now on; *sink* must only pass them on."""

    def level(self, button: int) -> bool:
        """Is it down just now? Read, not remembered."""

    def lamp(self, button: int, lit: bool) -> None: ...
    def close(self) -> None: ...


class Strip(Protocol):
    """A run of LEDs."""

    @property
    def length(self) -> int: ...
    def show(self, pixels: bytes) -> None:
        """*pixels* is ``3 * length`` bytes, red, green, blue of LED 0 first."""

    def close(self) -> None: ...


class Oled(Protocol):
    """A small display."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    def show(self, picture: bytes) -> None:
        """*picture* is ``width * height`` bytes, one a pixel, 0 dark to 255 lit, row by row."""

    def wake(self) -> None:
        """Somebody is there: as bright as after a new picture, though there is none."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the crater: *bgr* is a (height, width, 3) uint8 array."""

    bgr: Any
    at_ns: int
    number: int
    stamp_ns: int = 0  #: the camera's own stamp, on a clock of its own; 0: it gives none


HOLDABLE = ("exposure", "white_balance", "focus")
"""What a camera changes by itself, and is not to change while it reads dice."""


@dataclass(frozen=True, slots=True)
class Held:
    """At what a camera is held, by names and in units of its own, and what it cannot hold."""

    values: Mapping[str, float]
    lacks: tuple[str, ...] = ()  #: of :data:`HOLDABLE`


class Camera(Protocol):
    """Looks into the crater."""

    @property
    def model(self) -> str:
        """What it calls itself: a profile is for one camera. Known once it is open."""

    def open(self) -> None: ...
    def hold(self, values: Mapping[str, float]) -> Held:
        """Hold exposure, white balance and focus at *values*; with none, where they are now."""

    def capture(self, at_ns: int) -> Frame:
        """The picture now. *at_ns* is what the caller's clock shows; a twin renders that moment."""

    def close(self) -> None: ...


class Hands(Protocol):
    """Hands at the virtual table: what a person could do at a real one. No daemon has any."""

    def press(self, button: int, at_ns: int) -> None: ...
    def release(self, button: int, at_ns: int) -> None: ...
    def throw(self, button: int, at_ns: int) -> None:
        """All dice into the crater; the side of *button* throws."""

    def empty(self, button: int, at_ns: int) -> None:
        """All dice out of the crater, and up from beside it, before *button*."""

    def take(self, button: int, die: int, at_ns: int) -> None:
        """Reach in and take die number *die* out of the crater."""

    def put_back(self, button: int, die: int, at_ns: int) -> None: ...
    def knock(self, die: int, at_ns: int) -> None:
        """Turn a die in the crater over to another face."""

    def lose(self, die: int, at_ns: int) -> None:
        """A die lands outside the crater."""

    def spoil(self, fault: str, part: str = "camera") -> None:
        """*part* fails in this way from now on; ``none`` mends it.

        ``camera``: ``dim``, ``silent``; ``button 2``: ``dead``, ``stuck``; ``strip``: ``grb``,
        ``short``; ``oled``: ``sh1106``.

        :raises ValueError: there is no such part, or it cannot fail so.
        """

    def die_at(self, x_px: float, y_px: float) -> int | None:
        """The die shown at this point of the latest picture."""

    def truth(self) -> Mapping[int, tuple[str, str]]:
        """What a person sees with their own eyes: (place, face) of each die.

        A place is ``crater``, ``outside`` or ``hand N`` (in front of button N); a face ``Yb``.
        """
