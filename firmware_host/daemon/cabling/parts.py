"""What to buy for a table, and what it draws."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from firmware_host.daemon.settings.config import StripPart, TableConfig
from hw.ports import FULL_MA

from .claims import CLOCKED, UARTS, on_cable, spi_of
from .header import model

FUSES_A = (1, 2, 3, 5, 7.5, 10, 15, 20, 25, 30, 40, 50, 60, 80)
"""Blade fuses that every shop for cars has."""
WIRES = ((3, "0.5"), (6, "0.75"), (10, "1.5"), (16, "2.5"), (25, "4"), (40, "6"), (80, "16"))
"""Up to so many amperes, so many square millimetres of copper: short leads in a table."""
SUPPLIES_A = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 60, 80)
RESERVE = 1.25
"""A supply and a fuse live longer when a quarter is left."""
LAMP_OHM = 330
LAMP_MA = {"direct": 5, "transistor": 20}
"""A 2 V LED at 3.3 V through 330 ohms draws 4 mA; the LED of a 5 V arcade button about 20 mA."""
OLED_MA = {"ssd1306": 25, "sh1106": 25, "ssd1309": 60, "ssd1322": 250}
"""About, with everything lit; by their sellers' sheets."""
CONTROLLER_MA, RIBBON_MA, USB_CAMERA_MA = 250, 250, 300
"""About: an ESP32 with its radio on, a camera module, a USB camera."""
SOCKET_MA = 500 - CONTROLLER_MA
"""What is left for LEDs of what a USB 2 socket promises one device."""
BEAM_MA = 15
"""About: an emitter at 3.3 V, and its receiver; by their sellers' sheets."""
INJECT_MA = 2000
"""From so much on a strip is fed at both ends: else its far end turns red."""


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the list.

    *pi_ma* is drawn from the Pi, *usb_ma* of that through its USB sockets, *strip_ma* from the
    strip's supply.
    """

    count: int
    what: str
    note: str = ""
    pi_ma: int = 0
    strip_ma: int = 0
    usb_ma: int = 0


def at_least(steps: tuple[float, ...], wanted: float) -> float:
    """The first of *steps* that is enough, or the last."""
    return next((step for step in steps if step >= wanted), steps[-1])


def fuse_a(strip: StripPart) -> float:
    """The fuse in the strip's 5 V."""
    return at_least(FUSES_A, strip.milliamps * RESERVE / 1000)


def supply_a(strip: StripPart) -> float:
    """What the strip's supply must give."""
    return max(
        at_least(SUPPLIES_A, (strip.milliamps + 100) / 1000),
        at_least(SUPPLIES_A, fuse_a(strip)),
    )


def wire_mm2(amperes: float) -> str:
    """Square millimetres of copper for a fuse of so much."""
    return next((size for limit, size in WIRES if amperes <= limit), WIRES[-1][1])


def full_ma(strip: StripPart) -> int:
    """What the strip would draw with all LEDs white; the program never lets it."""
    return math.ceil(strip.leds * 3 * FULL_MA)


def fed_apart(strip: StripPart) -> bool:
    """Whether it has a supply of its own."""
    return strip.real and strip.supply == "own"


def injected(strip: StripPart) -> bool:
    """Whether the far end of the strip needs feeding too."""
    return strip.supply == "own" and strip.milliamps >= INJECT_MA


def parts(table: TableConfig) -> tuple[Part, ...]:
    """All there is to buy; the table and its screws are not in it."""
    many = len(table.every_strip) > 1
    strips = [
        part
        for number, strip in enumerate(table.every_strip, 1)
        for part in _strip(strip, f"strip {number}" if many else "a strip")
    ]
    return (*_pi(table), *_seats(table), *_beams(table), *_oled(table), *_camera(table), *strips)


def _pi(table: TableConfig) -> Iterator[Part]:
    pi = model(table.pi.model)
    yield Part(1, pi.name, "by itself", pi_ma=pi.board_ma)
    yield Part(1, f"supply for it, 5.1 V {pi.supply_ma / 1000:g} A, {pi.plug}", "its maker's own")
    yield Part(1, "microSD card, 32 GB, for endurance", "or an SSD")
    on_usb = [on_cable(strip) for strip in table.every_strip]
    if table.pi.model == "zero2" and any([*on_usb, table.camera.port.startswith("/dev/")]):
        yield Part(1, "USB hub with a supply of its own, and a micro-USB adapter (OTG)")


def _seats(table: TableConfig) -> Iterator[Part]:
    if table.pi.power_button:
        yield Part(1, "push button, one make contact, sunk", "to switch off")
    if table.buttons.port != "gpio":
        return
    count = sum(bool(seat.lamp) for seat in table.seats)
    draws = LAMP_MA[table.buttons.lamps]
    wire = "10 m of wire for all, 0.25 mm²"
    yield Part(len(table.seats), "push button, one make contact", wire)
    if not count:
        yield Part(1, "terminal block for ground", "of the Pi")
        return
    if table.buttons.lamps == "direct":
        yield Part(count, "LED, red, yellow or green (2 V)", "in the button", pi_ma=draws * count)
        yield Part(count, f"resistor {LAMP_OHM} Ω, 0.25 W", "one for each lamp")
    else:
        yield Part(count, "lamp for 5 V, LED", "in the button", pi_ma=draws * count)
        yield Part(count, "transistor BC337 (NPN)", "one for each lamp")
        yield Part(count, "resistor 1 kΩ, 0.25 W", "one for each transistor")
        yield Part(1, "terminal block for 5 V", "of the Pi, for the lamps alone")
    yield Part(1, "terminal block for ground", "of the Pi")


def _beams(table: TableConfig) -> Iterator[Part]:
    if table.buttons.port != "gpio" or not table.beams.pins:
        return
    count = len(table.beams.pins)
    note = "emitter and receiver, NPN output with an open collector, for 3.3 V"
    yield Part(count, "IR break-beam sensor, 3 mm", note, pi_ma=BEAM_MA * count)


def _oled(table: TableConfig) -> Iterator[Part]:
    oled = table.oled
    if oled.port in ("i2c", "spi"):
        name = f"OLED {oled.driver.upper()}, {oled.size}, {oled.port.upper().replace('I2C', 'I²C')}"
        yield Part(1, name, "for 3.3 V", pi_ma=OLED_MA[oled.driver])


def _camera(table: TableConfig) -> Iterator[Part]:
    if table.camera.port == "picamera":
        pi = table.pi.model
        ribbon = "22 pins at the Pi" if pi in ("5", "zero2") else "15 pins"
        yield Part(1, "Pi camera module", f"and its ribbon ({ribbon})", pi_ma=RIBBON_MA)
    elif table.camera.port.startswith("/dev/video"):
        draws = USB_CAMERA_MA
        yield Part(1, "USB camera", "one whose focus can be held", pi_ma=draws, usb_ma=draws)


def _strip(strip: StripPart, which: str) -> Iterator[Part]:
    if not strip.real:
        return
    amperes, chip = fuse_a(strip), strip.chip.upper()
    note = f"never more than {strip.milliamps / 1000:g} A; all white would be "
    note += f"{full_ma(strip) / 1000:g} A"
    by_usb, own = (strip.milliamps, 0) if strip.supply == "usb" else (0, strip.milliamps)
    name = f"LEDs {chip}, 5 V, on {which}"
    yield Part(strip.wired, name, note, pi_ma=by_usb, usb_ma=by_usb, strip_ma=own)
    source = "controller"
    if own:
        source = "supply"
        yield Part(1, f"supply, 5 V {supply_a(strip):g} A", "for the LEDs alone")
        yield Part(1, f"blade fuse {amperes:g} A and its holder", "in the 5 V, close to the supply")
    wire = wire_mm2(amperes)
    yield Part(1, f"wire {wire} mm², red and black", f"from the {source} to the strip")
    if own:  # a USB socket switches off at what a capacitor takes as it is plugged in
        yield Part(1, "capacitor 1000 µF, 10 V", "across 5 V and ground where the strip begins")
    wires = 2 if strip.chip in CLOCKED else 1
    yield Part(1, "level shifter 74AHCT125, and 100 nF", "at its supply pins; 3.3 V to 5 V")
    yield Part(wires, f"resistor {LAMP_OHM} Ω, 0.25 W", "in each wire to the strip")
    if spi_of(strip.port) is None:
        cable = "three wires to the header" if strip.port in UARTS else "a USB cable that has data"
        draws = CONTROLLER_MA
        usb_ma = draws if on_cable(strip) else 0
        yield Part(1, "ESP32 board with WLED", f"and {cable}", pi_ma=draws, usb_ma=usb_ma)


@dataclass(frozen=True, slots=True)
class Budget:
    """What is drawn of the Pi, of its USB sockets and of the LEDs' supply, and what each gives."""

    pi_ma: int
    pi_supply_ma: int
    usb_ma: int
    usb_limit_ma: int
    strip_ma: int
    strip_supply_ma: int

    @property
    def enough(self) -> bool:
        """Whether all of them can give what is drawn."""
        return (
            self.pi_ma <= self.pi_supply_ma
            and self.usb_ma <= self.usb_limit_ma
            and self.strip_ma <= self.strip_supply_ma
        )


def budget(table: TableConfig) -> Budget:
    """The sums over all parts."""
    every = parts(table)
    return Budget(
        sum(part.pi_ma for part in every),
        model(table.pi.model).supply_ma,
        sum(part.usb_ma for part in every),
        model(table.pi.model).usb_ma,
        sum(part.strip_ma for part in every),
        round(sum(1000 * supply_a(strip) for strip in table.every_strip if fed_apart(strip))),
    )
