"""Lines of ``config.txt``, and which pins of the header they take."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .header import I2S, SPI_BUSES, UART

LINE = re.compile(r"(dtparam|dtoverlay|enable_uart|gpio|camera_auto_detect|core_freq\w*)=(\S+)")

PARAMS: Mapping[str, tuple[str, tuple[int, ...]]] = {
    "i2c_arm": ("I2C 1", (2, 3)),
    "i2c": ("I2C 1", (2, 3)),
    "i2c1": ("I2C 1", (2, 3)),
    "spi": ("SPI 0", SPI_BUSES[0]),
    "i2s": ("I2S", I2S),
    "uart0": ("the serial port", UART),
}

OVERLAYS: Mapping[str, tuple[str, tuple[int, ...], tuple[str, ...]]] = {
    "w1-gpio": ("1-wire", (4,), ("gpiopin",)),
    "w1-gpio-pi5": ("1-wire", (4,), ("gpiopin",)),
    "dht11": ("a thermometer", (4,), ("gpiopin",)),
    "audremap": ("analogue sound by PWM", (12, 13), ()),
    "pwm": ("PWM", (18,), ("pin",)),
    "pwm-2chan": ("PWM", (18, 19), ("pin", "pin2")),
    "ws2812-pio": ("LEDs of the kernel's own", (4,), ("gpio",)),
    "gpio-ir": ("an infrared eye", (18,), ("gpio_pin",)),
    "gpio-ir-tx": ("an infrared lamp", (18,), ("gpio_pin",)),
    "gpio-fan": ("a fan", (12,), ("gpiopin",)),
    "gpio-shutdown": ("a switch to shut down", (3,), ("gpio_pin",)),
    "gpio-poweroff": ("a line to switch off", (26,), ("gpiopin",)),
    "gpio-led": ("an LED of the kernel's own", (), ("gpio",)),
    "i2c-gpio": ("I2C by software", (23, 24), ("i2c_gpio_sda", "i2c_gpio_scl")),
    "i2c3": ("I2C 3", (4, 5), ()),
    "i2c4": ("I2C 4", (8, 9), ()),
    "i2c5": ("I2C 5", (12, 13), ()),
    "i2c6": ("I2C 6", (22, 23), ()),
    "i2c2-pi5": ("I2C 2", (4, 5), ()),
    "i2c3-pi5": ("I2C 3", (6, 7), ()),
    "uart2": ("serial port 2", (0, 1), ()),
    "uart3": ("serial port 3", (4, 5), ()),
    "uart4": ("serial port 4", (8, 9), ()),
    "uart5": ("serial port 5", (12, 13), ()),
    "spi1-1cs": ("SPI 1", SPI_BUSES[1], ()),
    "spi1-2cs": ("SPI 1", SPI_BUSES[1], ()),
    "spi1-3cs": ("SPI 1", SPI_BUSES[1], ()),
    "i2s-mmap": ("I2S", I2S, ()),
    "max98357a": ("I2S", I2S, ()),
    "googlevoicehat-soundcard": ("I2S", I2S, ()),
}
"""What an overlay is for, the pins it takes by itself, and its parameters that name others."""

SOUND = ("hifiberry-", "iqaudio-", "justboom-", "allo-", "rpi-dac")
NO_PINS = ("vc4-", "disable-", "miniuart-bt", "dwc2", "cma", "imx", "ov", "rpivid", "i2c-rtc")
"""How overlays begin that take no pin of the header, or only a bus that is told of elsewhere."""
RANGE = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")
PINS = re.compile(r"pins_(\d+)_(\d+)")


@dataclass(frozen=True, slots=True)
class Taken:
    """What a line takes. *known* is False where that cannot be said."""

    use: str
    pins: tuple[int, ...]
    known: bool = True


def taken(line: str) -> tuple[Taken, ...] | None:
    """All that *line* takes; None where it is no line of ``config.txt``."""
    match = LINE.fullmatch(line.strip())
    if match is None:
        return None
    kind, rest = match.groups()
    name, *given = rest.split(",")
    if kind == "enable_uart":
        return (Taken("the serial port", UART if rest == "1" else ()),)
    if kind == "dtparam":
        return tuple(_param(one) for one in (name, *given))
    if kind == "dtoverlay":
        return (_overlay(name, given),)
    if kind == "gpio":
        return (Taken("a pin set at the start", _listed(rest.partition("=")[0])),)
    return ()


def _param(given: str) -> Taken:
    key, _, value = given.partition("=")
    use, pins = PARAMS.get(key, ("", ()))
    return Taken(use, () if value in ("off", "0", "false", "no") else pins)


def _listed(words: str) -> tuple[int, ...]:
    """The pins of ``17``, ``17,27`` or ``4-7``."""
    pins: list[int] = []
    for one in words.split(","):
        if match := RANGE.fullmatch(one):
            first, last = int(match[1]), int(match[2] or match[1])
            pins += range(first, last + 1)
    return tuple(pins)


def _overlay(name: str, given: list[str]) -> Taken:
    if name.startswith(SOUND):
        return Taken("I2S", I2S)
    if name.startswith(NO_PINS):
        return Taken("", ())
    if name not in OVERLAYS:
        return Taken(name, (), known=False)
    use, pins, keys = OVERLAYS[name]
    values = dict(one.partition("=")[::2] for one in given)
    chosen = list(pins)
    for i, key in enumerate(keys):
        if values.get(key, "").isdigit():
            chosen[i : i + 1] = [int(values[key])]
    for one in given:
        if pair := PINS.fullmatch(one):
            chosen = [int(pair[1]), int(pair[2])]
    return Taken(use, tuple(chosen))
