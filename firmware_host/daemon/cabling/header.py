"""The Pi's 40-pin header, and what each model puts on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

V3, V5, GND = "3.3 V", "5 V", "GND"

# fmt: off
HEADER: tuple[int | str, ...] = (
    V3, V5,    2, V5,    3, GND,   4, 14,  GND, 15,
    17, 18,   27, GND,  22, 23,   V3, 24,   10, GND,
    9, 25,    11, 8,   GND, 7,     0, 1,     5, GND,
    6, 12,    13, GND,  19, 16,   26, 20,  GND, 21,
)
"""What pins 1 to 40 are, row by row: a GPIO number (BCM), or a supply."""
# fmt: on

PHYSICAL: Mapping[int, int] = {what: i for i, what in enumerate(HEADER, 1) if isinstance(what, int)}
"""The pin of the header by GPIO number."""

GROUNDS = tuple(i for i, what in enumerate(HEADER, 1) if what == GND)

EEPROM = (0, 1)
"""The Pi asks here which HAT it carries: nothing else may be wired to them."""
PULLED_UP = range(9)
"""GPIO that the Pi pulls up until a program says otherwise; 9 to 27 are pulled down."""
HARD_PULLED = (2, 3)
"""GPIO with a resistor of 1.8 kilohms to 3.3 V on the board."""

SPI_BUSES: Mapping[int, tuple[int, ...]] = {0: (7, 8, 9, 10, 11), 1: (16, 17, 18, 19, 20, 21)}
"""All GPIO that a bus takes, its chip selects among them."""
SPI_WIRES: Mapping[int, tuple[int, int]] = {0: (10, 11), 1: (20, 21)}
"""Data out (MOSI) and clock."""
SPI_SELECTS: Mapping[int, tuple[int, ...]] = {0: (8, 7), 1: (18, 17, 16)}
UART = (14, 15)
I2S = (18, 19, 20, 21)
DISPLAY_PINS = (24, 25)
"""Data/command and reset of a display on SPI."""


@dataclass(frozen=True, slots=True)
class Pi:
    """What a model has, as far as a table depends on it."""

    name: str
    i2c: Mapping[int, tuple[int, int]]  #: bus: data, clock
    supply_ma: int  #: what its maker wants of its supply
    board_ma: int  #: what it draws by itself; from its maker's documents, rounded up
    usb_ma: int  #: what its USB sockets can give in all
    plug: str  #: how it is fed
    usb: str
    ribbon: str
    core_mhz: int | None = None  #: its SPI clock follows this one, which must not change


_ONE = {1: (2, 3)}

MODELS: Mapping[str, Pi] = {
    "zero2": Pi(
        "Raspberry Pi Zero 2 W", _ONE, 2500, 400, 1000, "micro-USB, PWR", "micro-USB", "CAM", 250
    ),
    "3": Pi("Raspberry Pi 3", _ONE, 2500, 500, 1200, "micro-USB", "USB", "CAMERA", 250),
    "4": Pi(
        "Raspberry Pi 4",
        {**_ONE, 3: (4, 5), 4: (8, 9), 5: (12, 13), 6: (22, 23)},
        3000,
        600,
        1200,
        "USB-C",
        "USB",
        "CAMERA",
        500,
    ),
    "5": Pi(
        "Raspberry Pi 5",
        {**_ONE, 2: (4, 5), 3: (6, 7)},
        5000,
        800,
        1600,
        "USB-C",
        "USB",
        "CAM/DISP 0",
    ),
}
"""By the names that a table's file has for them."""


def model(name: str) -> Pi:
    """The model called *name*; a Pi 4 where none is named, for most of it is the same."""
    return MODELS[name or "4"]


def spelled(gpio: int) -> str:
    """``GPIO 17 (pin 11)``."""
    return f"GPIO {gpio} (pin {PHYSICAL[gpio]})"
