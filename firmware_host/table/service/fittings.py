"""What is wired to the table, as far as service mode names it: pins, lengths, drivers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.table.scene import Place
from hw.ports import Rgb

WHITE = Rgb(200, 200, 200)


@dataclass(frozen=True, slots=True)
class Button:
    """One seat's button and lamp."""

    name: str = ""  #: the seat's, as configured
    button: str = ""  #: where it is wired: ``GPIO 5 (pin 29)``
    lamp: str = ""
    leds: tuple[int, ...] = ()  #: its own LEDs of the strip
    debounce_ms: int = 5
    colour: Rgb = WHITE


@dataclass(frozen=True, slots=True)
class Part:
    """One of several strips that make up the track."""

    number: int  #: 1 for ``[strip]``, 2 for the first ``[[strips]]``
    key: str  #: of it in the table's file: ``strip``, ``strips[0]``
    port: str
    order: str
    leds: int  #: how many it has
    on_wire: Mapping[int, int]
    """Which LED of the wire, that is of all strips together, each of its LEDs on the track is;
    its own are counted from 0 at its cable."""

    @property
    def name(self) -> str:
        """``strip 2 (strips[0])``."""
        return f"strip {self.number} ({self.key})"


@dataclass(frozen=True, slots=True)
class Strip:
    """The strip along the track."""

    port: str = "none"
    leds: int = 0
    first: int = 0
    per_place: int = 1
    order: str = "rgb"
    reverse: bool = False
    parts: tuple[Part, ...] = ()  #: several strips, in their order; none: it is one

    def at(self, led: int) -> int:
        """Where on the wire an LED of the track is."""
        return self.leds - 1 - led if self.reverse else led


@dataclass(frozen=True, slots=True)
class Oled:
    """The display."""

    port: str = "none"
    driver: str = "ssd1306"
    wires: str = ""  #: ``GPIO 2 (pin 3) and GPIO 3 (pin 5)``


@dataclass(frozen=True, slots=True)
class Fittings:
    """All of it."""

    buttons: tuple[Button, ...] = ()
    stamped: bool = True  #: edges bear the kernel's time, not a library's
    strip: Strip = field(default_factory=Strip)
    places: tuple[Place, ...] = ()  #: the track, as the game lays it
    oled: Oled = field(default_factory=Oled)
    camera: str = "none"
    beams: tuple[str, ...] = ()  #: where their receivers are wired, chute 1 first

    def letter(self, button: int) -> str:
        """How a button is called: A, B, ..."""
        return chr(ord("A") + button)

    def called(self, button: int) -> str:
        """``C (Northwest)``."""
        name = self.buttons[button].name if button < len(self.buttons) else ""
        return f"{self.letter(button)} ({name})" if name else self.letter(button)
