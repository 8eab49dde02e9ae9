"""Beams across chutes are wired, bought and set up as the table's file has them."""

from __future__ import annotations

import re

from firmware_host.daemon.cabling import claims, diagram, sheet
from firmware_host.daemon.cabling.parts import BEAM_MA, parts
from firmware_host.daemon.cabling.settings import config_txt
from firmware_host.daemon.settings.config import TableConfig

from .tables import table

PINS = (7, 8, 9, 10, 11, 18)


def beamed(name: str = "pi4-wled", pins: tuple[int, ...] = PINS) -> TableConfig:
    return table(name, beams={"pins": pins})


def test_each_has_its_wire_and_all_of_them_power_from_3_3_volts() -> None:
    rows = "\n".join(sheet.pins(beamed()))
    for number, (gpio, pin) in enumerate(zip(PINS, (26, 24, 21, 19, 23, 12), strict=True), 1):
        assert any(
            row.startswith(str(pin)) and f"OUT {number} · GPIO {gpio}" in row
            for row in rows.splitlines()
        )
    assert re.search(r"^17 +\+ · 3.3 V +Beams of the chutes$", rows, re.MULTILINE)
    rows = "\n".join(sheet.pins(beamed("rig", (4, 6, 13, 14, 15, 16))))
    assert re.search(r"^1 +\+ · 3.3 V +Beams of the chutes$", rows, re.MULTILINE), "17 is taken"


def test_they_are_bought_reckoned_and_pulled_up_from_the_start() -> None:
    sensors = next(part for part in parts(beamed()) if "break-beam" in part.what)
    assert (sensors.count, sensors.pi_ma) == (6, 6 * BEAM_MA)
    assert "gpio=7,8,9,10,11,18=ip,pu" in config_txt(beamed())
    assert not any("beam" in line for line in config_txt(table()))


def test_the_sheet_tells_how_a_receiver_is_wired() -> None:
    words = diagram.drawn(beamed())
    assert "open collector" in words
    assert "never to 5 V" in words.replace("\n", " ")
    assert "Beams:" not in diagram.drawn(table())


def test_pins_that_others_need_are_refused() -> None:
    lines = ("dtoverlay=w1-gpio,gpiopin=18",)
    of = table("pi-spi", beams={"pins": (9, 17, 18)}, pi={"config_txt": lines})
    told = [f"{fault.path}: {fault.says}" for fault in claims.faults(of)]
    assert "beams.pins[0]: GPIO 9 (pin 21) belongs to SPI, which the strip uses" in told
    assert "beams.pins[1]: GPIO 17 (pin 11) is seats[0].button already" in told
    assert any(
        line.startswith("beams.pins[2]: GPIO 18 (pin 12) belongs to 1-wire") for line in told
    )


def test_a_pin_of_a_beam_is_not_advised_for_anything_else() -> None:
    assert not set(PINS) & set(claims.free(beamed()))


def test_the_consoles_pins_are_warned_of() -> None:
    warned = [f"{one.path}: {one.says}" for one in claims.warnings(beamed(pins=(14,)))]
    assert any("beams.pins[0]: GPIO 14 (pin 8) is the serial console's" in line for line in warned)
