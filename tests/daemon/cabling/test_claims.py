"""Two things on one pin, or a pin that a bus needs, are told before anything is soldered."""

from __future__ import annotations

import gpiozero
import pytest

from firmware_host.daemon.cabling import claims
from firmware_host.daemon.cabling.header import HEADER, MODELS, PHYSICAL
from firmware_host.daemon.settings.config import TableConfig

from .tables import SHIPPED, pinned, shipped, table


def told(of: TableConfig) -> list[str]:
    return [f"{fault.path}: {fault.says}. {fault.write}" for fault in claims.faults(of)]


def warned(of: TableConfig) -> list[str]:
    return [f"{fault.path}: {fault.says}" for fault in claims.warnings(of)]


@pytest.mark.parametrize("revision", ["a02082", "c03111", "c04170"])  # 3B, 4B, 5
def test_the_header_is_that_of_gpiozeros_boards(revision: str) -> None:
    names = {"3.3 V": "3V3", "5 V": "5V", "GND": "GND"}
    pins = gpiozero.pi_info(revision).headers["J8"].pins
    for number, pin in pins.items():
        what = HEADER[number - 1]
        assert pin.name == (f"GPIO{what}" if isinstance(what, int) else names[what])


def test_every_gpio_is_on_one_pin() -> None:
    assert sorted(PHYSICAL) == list(range(28))
    assert [PHYSICAL[gpio] for gpio in (2, 17, 26, 21)] == [3, 11, 37, 40]


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_tables_have_no_conflict(name: str) -> None:
    assert told(shipped(name)) == []


CASES: dict[str, tuple[TableConfig, str]] = {
    "a button where the OLED's I2C is": (
        pinned(table(), 1, button=2),
        "seats[1].button: GPIO 2 (pin 3) belongs to I2C, which the OLED uses. a free pin: 7, 8, 9",
    ),
    "a lamp where the strip's SPI is": (
        pinned(table("pi-spi"), 0, lamp=8),
        "seats[0].lamp: GPIO 8 (pin 24) belongs to SPI, which the strip uses",
    ),
    "a button where the display wants its reset": (
        pinned(table("rig"), 2, button=25),
        "seats[2].button: GPIO 25 (pin 22) belongs to SPI, which the OLED uses",
    ),
    "a button where the serial port is": (
        pinned(table(strip={"port": "/dev/serial0"}), 0, button=15),
        "seats[0].button: GPIO 15 (pin 10) belongs to the serial port, which the strip uses",
    ),
    "one pin twice": (
        pinned(table(), 3, lamp=17),
        "seats[3].lamp: GPIO 17 (pin 11) is seats[0].button already",
    ),
    "the pins that ask for a HAT": (
        pinned(table(), 0, button=0),
        "seats[0].button: GPIO 0 (pin 27) belongs to the Pi's own (HAT identification)",
    ),
    "a pin that sound by PWM has": (
        table(pi={"config_txt": ("dtoverlay=audremap,pins_18_19", "dtoverlay=audremap")}),
        'seats[2].lamp: GPIO 12 (pin 32) belongs to analogue sound by PWM, by "dtoverlay=audremap"',
    ),
    "a pin that an overlay was given": (
        table(pi={"config_txt": ("dtoverlay=w1-gpio,gpiopin=17",)}),
        'seats[0].button: GPIO 17 (pin 11) belongs to 1-wire, by "dtoverlay=w1-gpio,gpiopin=17"',
    ),
    "a sound card on I2S and a display on SPI 1": (
        table("rig", oled={"bus": 1}, pi={"config_txt": ("dtoverlay=hifiberry-dac",)}),
        'oled.bus: GPIO 18 (pin 12) belongs to I2S, by "dtoverlay=hifiberry-dac"',
    ),
    "what is no line of config.txt": (
        table(pi={"config_txt": ("w1-gpio",)}),
        'pi.config_txt[0]: "w1-gpio" is no line of config.txt. a line such as "dtoverlay=w1-gpio"',
    ),
    "an overlay with a pin that is not there": (
        table(pi={"config_txt": ("dtoverlay=w1-gpio,gpiopin=44",)}),
        "names a GPIO that is not on the header. a GPIO number (BCM) from 0 to 27",
    ),
    "an I2C bus that this Pi has not": (
        table(oled={"bus": 3}, pi={"model": "3"}),
        "oled.bus: I2C 3 is not on the header of a Raspberry Pi 3. 1",
    ),
    "an I2C bus on pins in use": (
        table(oled={"bus": 5}),
        "seats[2].lamp: GPIO 12 (pin 32) belongs to I2C, which the OLED uses",
    ),
    "a SPI bus nobody can wire": (
        table("rig", oled={"bus": 4}),
        "oled.bus: SPI 4 is none that this program can wire. 0 or 1",
    ),
    "LEDs and a display on one SPI": (
        table("rig", strip={"port": "/dev/spidev0.0"}),
        "oled.bus: LEDs take all that is said on SPI 0 for theirs, the OLED's words too. 1, the",
    ),
    "a chip select that is not there": (
        table("pi-spi", strip={"port": "/dev/spidev0.2"}),
        'strip.port: /dev/spidev0.2 is none that this program can wire. "/dev/spidev0.0"',
    ),
    "LEDs by PIO": (
        table("pi5-wled", strip={"port": "/dev/leds0"}),
        "strip.port: strips are driven over a serial port or SPI, not by PWM, PCM or PIO",
    ),
    "the Pi 5's debug connector": (
        table("pi5-wled", strip={"port": "/dev/serial0"}),
        "strip.port: on a Raspberry Pi 5 /dev/serial0 is the debug connector, not the header. "
        '"/dev/ttyAMA0"',
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_conflict_is_told_with_its_key_and_what_to_write(case: str) -> None:
    of, words = CASES[case]
    assert any(words in line for line in told(of)), told(of)


def test_what_two_of_one_bus_share_is_no_conflict() -> None:
    lines = ("dtparam=i2c_arm=on", "dtparam=spi=off", "camera_auto_detect=1", "enable_uart=0")
    assert told(table(pi={"config_txt": lines})) == []
    assert told(table("rig", pi={"config_txt": ("dtparam=spi=on",)})) == []


def test_a_button_may_be_on_a_pin_of_i2c_where_there_is_none() -> None:
    assert told(pinned(table(oled={"port": "none"}), 0, button=3)) == []


WARNED: dict[str, tuple[TableConfig, str]] = {
    "a lamp that the board pulls up": (
        pinned(table(oled={"port": "none"}), 0, lamp=2),
        "seats[0].lamp: the board pulls GPIO 2 (pin 3) up: the lamp glows while no program runs",
    ),
    "a lamp that is lit while the Pi starts": (
        pinned(table("pi5-wled"), 0, lamp=4),
        "seats[0].lamp: the Pi pulls GPIO 4 (pin 7) up while it starts: the lamp is lit until then",
    ),
    "a button on the console's pin": (
        pinned(table(), 0, button=14),
        "seats[0]: GPIO 14 (pin 8) is the serial console's, unless that is off (raspi-config)",
    ),
    "an overlay nobody knows": (
        table(pi={"config_txt": ("dtoverlay=flux-capacitor",)}),
        "pi.config_txt[0]: whether flux-capacitor takes pins of the header is not known here",
    ),
    "the small UART": (
        table(strip={"port": "/dev/ttyS0"}),
        "strip.port: the small UART's speed follows the processor's",
    ),
}


@pytest.mark.parametrize("case", WARNED)
def test_what_works_otherwise_than_one_thinks_is_a_warning(case: str) -> None:
    of, words = WARNED[case]
    assert words in warned(of)
    assert all(not fault.grave for fault in claims.warnings(of))


def test_the_other_shipped_tables_are_no_reason_to_warn() -> None:
    for name in set(SHIPPED) - {"pi-spi"}:
        assert warned(shipped(name)) == []


@pytest.mark.parametrize("model", MODELS)
def test_each_model_has_the_first_i2c_bus_where_all_have_it(model: str) -> None:
    assert MODELS[model].i2c[1] == (2, 3)
