"""What is wired to the table, as far as service mode names it: pins, lengths, drivers."""

from __future__ import annotations

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
class Stretch:
    """LEDs *first* to *last* of one of several strips; backwards if last is less."""

    number: int  #: of its strip: 1 for ``[strip]``, 2 for the first ``[[strips]]``
    key: str  #: of its strip in the table's file: ``strip``, ``strips[0]``
    leds: int  #: how many its strip has
    first: int
    last: int

    def __len__(self) -> int:
        return abs(self.last - self.first) + 1

    def at(self, index: int) -> int:
        """The number on its strip, from 0 at the cable, of its LED *index*."""
        return self.first + (index if self.last >= self.first else -index)


@dataclass(frozen=True, slots=True)
class Strip:
    """The strip along the track."""

    port: str = "none"
    leds: int = 0
    first: int = 0
    per_place: int = 1
    order: str = "rgb"
    reverse: bool = False
    stretches: tuple[Stretch, ...] = ()  #: of several strips, which lies where on the track

    def on(self, led: int) -> tuple[Stretch, int]:
        """Of several strips: where LED *led* of the wire is, and its number on that strip.

        :raises IndexError: there is no such LED.
        """
        for stretch in self.stretches:
            if led < len(stretch):
                return stretch, stretch.at(led)
            led -= len(stretch)
        raise IndexError(led)

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

    def letter(self, button: int) -> str:
        """How a button is called: A, B, ..."""
        return chr(ord("A") + button)

    def called(self, button: int) -> str:
        """``C (Northwest)``."""
        name = self.buttons[button].name if button < len(self.buttons) else ""
        return f"{self.letter(button)} ({name})" if name else self.letter(button)
