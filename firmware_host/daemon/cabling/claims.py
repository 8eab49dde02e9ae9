"""Which pin of the header is whose, and what cannot be together on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from firmware_host.daemon.settings.config import StripPart, TableConfig, strip_name, strip_path
from firmware_host.rules.kernel import BoxFault as Fault

from . import overlays
from .header import (
    DISPLAY_PINS,
    EEPROM,
    HARD_PULLED,
    PHYSICAL,
    PULLED_UP,
    SPI_BUSES,
    SPI_SELECTS,
    UART,
    model,
    spelled,
)

UARTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
"""The serial port on the header, by its names."""
SPIDEV = re.compile(r"/dev/spidev(\d+)\.(\d+)")
CLOCKED = ("apa102", "sk9822")
"""Chips with a clock wire."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody wants a GPIO: *path* is the key that says so, *use* what for."""

    gpio: int
    path: str
    use: str
    whose: str


def spi_of(port: str) -> tuple[int, int] | None:
    """Bus and chip select of a strip on SPI."""
    match = SPIDEV.fullmatch(port)
    return (int(match[1]), int(match[2])) if match else None


def on_cable(strip: StripPart) -> bool:
    """Whether its controller hangs on one of the Pi's USB sockets."""
    return strip.serial and strip.port not in UARTS


def buses(table: TableConfig) -> Iterator[Claim]:
    """What belongs to buses, and to what else ``config.txt`` switches on."""
    for gpio in EEPROM:
        yield Claim(gpio, "", "EEPROM", "the Pi's own (HAT identification)")
    yield from _other(table)
    if table.pi.power_button:
        whose = "the button that switches off"
        yield Claim(table.pi.power_button, "pi.power_button", whose, whose)
    for number, strip in enumerate(table.every_strip):
        yield from _strip(strip, f"{strip_path(number)}.port", strip_name(number))
    yield from _display(table)


def _strip(strip: StripPart, path: str, name: str) -> Iterator[Claim]:
    if strip.port in UARTS:
        for gpio in UART:
            use = "the serial port"
            yield Claim(gpio, path, use, f"{use}, which the {name} uses")
    spi = spi_of(strip.port)
    if spi is not None:
        for gpio in SPI_BUSES.get(spi[0], ()):
            yield Claim(gpio, path, f"SPI {spi[0]}", f"SPI, which the {name} uses")


def _other(table: TableConfig) -> Iterator[Claim]:
    for i, line in enumerate(table.pi.config_txt):
        for found in overlays.taken(line) or ():
            for gpio in found.pins:
                whose = f'{found.use}, by "{line}"'
                yield Claim(gpio, f"pi.config_txt[{i}]", found.use, whose)


def _display(table: TableConfig) -> Iterator[Claim]:
    oled, pi = table.oled, model(table.pi.model)
    if oled.port == "i2c":
        for gpio in pi.i2c.get(oled.bus, ()):
            yield Claim(gpio, "oled.bus", f"I2C {oled.bus}", "I2C, which the OLED uses")
    if oled.port == "spi":
        for gpio in SPI_BUSES.get(oled.bus, ()):
            yield Claim(gpio, "oled.bus", f"SPI {oled.bus}", "SPI, which the OLED uses")
        for gpio in DISPLAY_PINS:
            yield Claim(gpio, "oled.port", "the OLED", "SPI, which the OLED uses")


def fitted(table: TableConfig) -> Iterator[Claim]:
    """Buttons and lamps, and the beams of chutes."""
    for i, seat in enumerate(table.seats):
        for part, gpio in seat.pins:
            path = f"seats[{i}].{part}"
            yield Claim(gpio, path, path, path)
    for i, gpio in enumerate(table.beams.pins):
        path = f"beams.pins[{i}]"
        yield Claim(gpio, path, path, path)


def free(table: TableConfig) -> tuple[int, ...]:
    """GPIO that nobody wants, in order."""
    used = {claim.gpio for claim in (*buses(table), *fitted(table))}
    return tuple(gpio for gpio in range(2, 28) if gpio not in used)


def faults(table: TableConfig) -> Iterator[Fault]:
    """What cannot be together, or cannot be at all."""
    yield from _lines(table)
    yield from _ports(table)
    owners: dict[int, Claim] = {}
    told: set[tuple[str, str]] = set()
    for claim in buses(table):
        owner = owners.setdefault(claim.gpio, claim)
        pair = (claim.path, owner.path)
        if owner.use != claim.use and pair not in told:
            told.add(pair)
            says = f"{spelled(claim.gpio)} belongs to {owner.whose}"
            yield Fault(claim.path or owner.path, says, "another bus, or leave one of them out")
    for claim in fitted(table):
        owner = owners.setdefault(claim.gpio, claim)
        if owner is not claim:
            ours = owner.path.startswith(("seats", "beams"))
            says = f"is {owner.path} already" if ours else f"belongs to {owner.whose}"
            lamp = claim.path.endswith(".lamp")
            yield Fault(claim.path, f"{spelled(claim.gpio)} {says}", _free(table, lamp=lamp))


def _free(table: TableConfig, *, lamp: bool) -> str:
    """The likeliest first: one that is nobody's at start, nor lights a *lamp* before that."""
    pins = sorted(free(table), key=lambda gpio: gpio in UART or (lamp and gpio in PULLED_UP))
    if not pins:
        return "less on the header: no pin is free"
    return f"a free pin: {', '.join(map(str, pins[:6]))}{', ...' if pins[6:] else ''}"


def _lines(table: TableConfig) -> Iterator[Fault]:
    for i, line in enumerate(table.pi.config_txt):
        found = overlays.taken(line)
        if found is None:
            write = 'a line such as "dtoverlay=w1-gpio" or "dtparam=i2s=on"'
            yield Fault(f"pi.config_txt[{i}]", f'"{line}" is no line of config.txt', write)
        elif any(gpio not in PHYSICAL for one in found for gpio in one.pins):
            says = f'"{line}" names a GPIO that is not on the header'
            yield Fault(f"pi.config_txt[{i}]", says, "a GPIO number (BCM) from 0 to 27")


def _ports(table: TableConfig) -> Iterator[Fault]:
    """Ports that this Pi does not have, or not where one would think."""
    oled, pi = table.oled, model(table.pi.model)
    if oled.port == "i2c" and oled.bus not in pi.i2c:
        known = " or ".join(map(str, sorted(pi.i2c)))
        yield Fault("oled.bus", f"I2C {oled.bus} is not on the header of a {pi.name}", known)
    if oled.port == "spi" and oled.bus not in SPI_BUSES:
        yield Fault("oled.bus", f"SPI {oled.bus} is none that this program can wire", "0 or 1")
    for number, strip in enumerate(table.every_strip):
        yield from _strip_port(table, strip, f"{strip_path(number)}.port")


def _strip_port(table: TableConfig, strip: StripPart, path: str) -> Iterator[Fault]:
    oled, spi = table.oled, spi_of(strip.port)
    if spi is not None and spi[1] >= len(SPI_SELECTS.get(spi[0], ())):
        write = '"/dev/spidev0.0" or "/dev/spidev1.0"'
        yield Fault(path, f"{strip.port} is none that this program can wire", write)
    if spi is not None and oled.port == "spi" and oled.bus == spi[0]:
        says = f"LEDs take all that is said on SPI {oled.bus} for theirs, the OLED's words too"
        yield Fault("oled.bus", says, f"{1 - min(oled.bus, 1)}, the other bus")
    if strip.port.startswith("/dev/leds"):
        says = "strips are driven over a serial port or SPI, not by PWM, PCM or PIO"
        yield Fault(path, says, 'a serial port, or "/dev/spidev0.0"')
    if table.pi.model == "5" and strip.port in ("/dev/serial0", "/dev/ttyS0"):
        says = f"on a Raspberry Pi 5 {strip.port} is the debug connector, not the header"
        yield Fault(path, says, '"/dev/ttyAMA0"')


def warnings(table: TableConfig) -> Iterator[Fault]:
    """What works, but not as one would think."""
    if table.buttons.port == "gpio":
        yield from _fitted(table)
    for i, line in enumerate(table.pi.config_txt):
        for found in overlays.taken(line) or ():
            if not found.known:
                says = f"whether {found.use} takes pins of the header is not known here"
                yield Fault(f"pi.config_txt[{i}]", says, "", grave=False)
    for number, strip in enumerate(table.every_strip):
        if strip.port == "/dev/ttyS0":
            says = "the small UART's speed follows the processor's"
            path = f"{strip_path(number)}.port"
            yield Fault(path, says, '"/dev/serial0", after the lines of ./table wiring', False)


def _fitted(table: TableConfig) -> Iterator[Fault]:
    for i, seat in enumerate(table.seats):
        yield from _lamp(table, f"seats[{i}].lamp", seat.lamp)
        yield from _console(table, f"seats[{i}]", *(gpio for _, gpio in seat.pins))
    for i, gpio in enumerate(table.beams.pins):
        yield from _console(table, f"beams.pins[{i}]", gpio)


def _lamp(table: TableConfig, path: str, gpio: int) -> Iterator[Fault]:
    if not gpio:
        return
    free_low = ", ".join(str(one) for one in free(table) if one not in PULLED_UP)
    if gpio in HARD_PULLED:
        says = f"the board pulls {spelled(gpio)} up: the lamp glows while no program runs"
        yield Fault(path, says, f"one of {free_low}", grave=False)
    elif gpio in PULLED_UP and table.buttons.lamps == "transistor":
        says = f"the Pi pulls {spelled(gpio)} up while it starts: the lamp is lit until then"
        yield Fault(path, says, f"one of {free_low}", grave=False)


def _console(table: TableConfig, path: str, *pins: int) -> Iterator[Fault]:
    used = any(strip.port in UARTS for strip in table.every_strip)
    for gpio in pins:
        if gpio in UART and not used:
            says = f"{spelled(gpio)} is the serial console's, unless that is off (raspi-config)"
            yield Fault(path, says, "", grave=False)
