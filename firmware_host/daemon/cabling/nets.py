"""The wires from the Pi to each device, as a list: what the drawing and the table of pins show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firmware_host.daemon.settings.config import StripPart, TableConfig

from .claims import CLOCKED, UARTS, spi_of
from .header import DISPLAY_PINS, PHYSICAL, SPI_SELECTS, SPI_WIRES, model
from .parts import LAMP_OHM

SEAT_COLOURS = ("#c2185b", "#1565c0", "#2e7d32", "#e65100", "#6a1b9a")
RED, BLACK, ORANGE, BROWN = "#d32f2f", "#1d1d1f", "#ef8a00", "#795548"
BLUE, YELLOW, GREEN, TEAL, PINK = "#0288d1", "#b59a00", "#388e3c", "#00897b", "#ad1457"
GREY = "#607d8b"

USB, RIBBON, POWER = "usb", "ribbon", "power"
FIRST_V3, FIRST_V5, SECOND_V3 = 1, 2, 17
GROUND_PIN = 39
SPI_GROUNDS = (25, 34)
"""The ground of the header that is close to each SPI bus."""


@dataclass(frozen=True, slots=True)
class End:
    """A terminal of a device. *pin* is the header's, *port* one of the Pi's sockets."""

    name: str
    colour: str
    pin: int | None = None
    port: str = ""
    striped: bool = False


@dataclass(frozen=True, slots=True)
class Device:
    """Something that wires go to. *right* names what it needs of the terminal blocks."""

    kind: str  #: ``seat``, ``box``, ``feed`` (where the strip's signals go), ``block``
    name: str
    says: tuple[str, ...]
    ends: tuple[End, ...]
    right: tuple[str, ...] = ()  #: ``GND``, ``5 V``
    strip: int = 0  #: of a ``feed``: whose, counted from 0


def devices(table: TableConfig) -> tuple[Device, ...]:
    """All that is wired to the Pi, from the top of the sheet down."""
    pi = model(table.pi.model)
    found = [*_oled(table), *_seats(table), *_beams(table), *_power(table), *_camera(table)]
    if found and any("5 V" in device.right for device in found):
        end = End("from pin 2", RED, FIRST_V5)
        found.append(Device("block", "5 V terminal block", ("for the lamps alone",), (end,)))
    if any("GND" in device.right for device in found):
        end = End(f"from pin {GROUND_PIN}", BLACK, GROUND_PIN)
        found.append(Device("block", "Ground terminal block", (), (end,)))
    volts = f"5.1 V, {pi.supply_ma / 1000:g} A, {pi.plug}"
    found.append(Device("box", "Supply of the Pi", (volts,), (End("5.1 V", RED, port=POWER),)))
    return (*found, *_feeds(table))


def _seats(table: TableConfig) -> Iterator[Device]:
    if table.buttons.port != "gpio":
        return
    direct = table.buttons.lamps == "direct"
    for i, seat in enumerate(table.seats):
        colour = SEAT_COLOURS[i % len(SEAT_COLOURS)]
        ends = tuple(
            End(_gpio(gpio), colour, PHYSICAL[gpio], striped=key == "lamp")
            for key, gpio in seat.pins
        )
        letter = chr(ord("A") + i)
        right = ("GND",) if direct or not seat.lamp else ("GND", "5 V")
        yield Device("seat", f"Seat {letter}: {seat.name}", (f"{LAMP_OHM}",), ends, right)


def _beams(table: TableConfig) -> Iterator[Device]:
    """Emitters and receivers of all chutes, fed by the 3.3 V pin that the display leaves."""
    pins = table.beams.pins
    if table.buttons.port != "gpio" or not pins:
        return
    volts = SECOND_V3 if table.oled.port == "i2c" else FIRST_V3
    ends = [End(f"+ · 3.3 V, pin {volts}", ORANGE, volts)]
    for number, gpio in enumerate(pins, 1):
        ends.append(End(f"OUT {number} · {_gpio(gpio)}", TEAL, PHYSICAL[gpio]))
    says = (f"{len(pins)} emitters and receivers", "NPN, open collector")
    yield Device("box", "Beams of the chutes", says, tuple(ends), ("GND",))


def _power(table: TableConfig) -> Iterator[Device]:
    gpio = table.pi.power_button
    if gpio:
        end = End(_gpio(gpio), GREY, PHYSICAL[gpio])
        says = ("push button to ground",)
        yield Device("box", "Switches off (hold)", says, (end,), ("GND",))


def _gpio(gpio: int) -> str:
    return f"GPIO {gpio}, pin {PHYSICAL[gpio]}"


def _oled(table: TableConfig) -> Iterator[Device]:
    oled = table.oled
    if oled.port == "i2c":
        data, clock = model(table.pi.model).i2c[oled.bus]
        ends: tuple[End, ...] = (
            End("VCC · 3.3 V, pin 1", ORANGE, FIRST_V3),
            End(f"SDA · {_gpio(data)}", BLUE, PHYSICAL[data]),
            End(f"SCL · {_gpio(clock)}", YELLOW, PHYSICAL[clock]),
        )
        says = (f"{oled.driver.upper()}, {oled.size}, I²C", f"address {oled.address:#04x}")
        yield Device("box", "OLED", says, ends, ("GND",))
    elif oled.port == "spi":
        data, clock = SPI_WIRES[oled.bus]
        select, (chosen, reset) = SPI_SELECTS[oled.bus][0], DISPLAY_PINS
        wires = (
            ("CS", select, TEAL),
            ("DIN (SDI)", data, BLUE),
            ("CLK", clock, YELLOW),
            ("D/C", chosen, PINK),
            ("RES", reset, GREY),
        )
        ends = (
            End("VCC · 3.3 V, pin 17", ORANGE, 17),
            *(End(f"{name} · {_gpio(n)}", colour, PHYSICAL[n]) for name, n, colour in wires),
        )
        says = (f"{oled.driver.upper()}, {oled.size}", "set to 4-wire SPI")
        yield Device("box", "OLED", says, ends, ("GND",))


def _camera(table: TableConfig) -> Iterator[Device]:
    pi = model(table.pi.model)
    if table.camera.port == "picamera":
        end = End("ribbon", BROWN, port=RIBBON)
        yield Device("box", "Camera", (f"into the socket {pi.ribbon}",), (end,))
    elif table.camera.port.startswith("/dev/video"):
        yield Device("box", "USB camera", (table.camera.port,), (End("USB", GREY, port=USB),))


def _feeds(table: TableConfig) -> Iterator[Device]:
    """Where each strip's picture goes."""
    many = len(table.every_strip) > 1
    for number, strip in enumerate(table.every_strip):
        yield from _feed(strip, number, f" {number + 1}" if many else "")


def _feed(strip: StripPart, number: int, which: str) -> Iterator[Device]:
    """A controller, or straight to the level shifter."""
    port, spi = strip.port, spi_of(strip.port)
    if spi is not None:
        data, clock = SPI_WIRES[spi[0]]
        ends = [End(f"1A · {_gpio(data)}", BLUE, PHYSICAL[data])]
        if strip.chip in CLOCKED:
            ends.append(End(f"2A · {_gpio(clock)}", YELLOW, PHYSICAL[clock]))
        ground = SPI_GROUNDS[spi[0]]
        ends.append(End(f"GND, pin {ground}", BLACK, ground))
        name = f"Level shifter{which}"
        yield Device("feed", name, ("74AHCT125",), tuple(ends), strip=number)
    elif port in UARTS:
        uart = (
            End(f"RX · {_gpio(14)}", BLUE, PHYSICAL[14]),
            End(f"TX · {_gpio(15)}", YELLOW, PHYSICAL[15]),
            End("GND, pin 20", BLACK, 20),
        )
        yield Device("feed", f"LED controller{which}", ("ESP32 with WLED",), uart, strip=number)
    elif strip.real:
        power = "powered over USB" + ("" if strip.supply == "own" else ", the LEDs too")
        says = ("ESP32 with WLED", power)
        usb = (End("USB", GREY, port=USB),)
        yield Device("feed", f"LED controller{which}", says, usb, strip=number)
