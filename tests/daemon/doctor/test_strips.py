"""The doctor finds strips as the table does, and says the same of their controllers."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from firmware_host.daemon.doctor import ports
from firmware_host.daemon.doctor.finding import Finding, Level
from hw.wire.serial_ports import Unfound, meant
from hw.wire.wled import Info, info_line, version_line
from tests.daemon.cabling.tables import shipped, table

from .made_up import MadeUp

WLED = version_line("2410270")


def machine(root: Path) -> MadeUp:
    pi = MadeUp(root)
    pi.usb_port("ttyUSB0", "1a86:7523", "usb-1a86_USB_Serial-if00-port0")
    pi.usb_port("ttyACM0", "303a:1001", "usb-Espressif_A-if00", "7CDFA1E0A3F4")
    pi.usb_port("ttyACM1", "303a:1001", "usb-Espressif_B-if00", "7CDFA1E0B112")
    pi.serial = WLED + info_line(Info("0.15.0", 150, 120), on=True)
    return pi


def found(pi: MadeUp, port: str) -> list[Finding]:
    return list(ports.strip(pi.machine(), table(strip={"port": port})))


@pytest.mark.parametrize(
    ("port", "node"),
    [("serial:7CDFA1E0B112", "/dev/ttyACM1"), ("usb:1A86:7523", "/dev/ttyUSB0")],
)
def test_a_strip_is_found_by_number_or_chip_and_the_others_are_told_with_why(
    port: str, node: str, tmp_path: Path
) -> None:
    first, *others = found(machine(tmp_path), port)
    assert first.says == f"{node}: WLED 0.15.0 answers; 150 LEDs, 120 mA by its own reckoning"
    assert first.level is Level.OK
    assert len(others) == 2
    assert all("skipped, it" in one.says for one in others)


@pytest.mark.parametrize("port", ["serial:0001", "usb:303a:1001", "usb:0403:6001"])
def test_what_is_not_found_is_told_in_the_words_that_the_table_has(
    port: str, tmp_path: Path
) -> None:
    pi = machine(tmp_path)
    with pytest.raises(Unfound) as wrong:
        meant(port, ports.ports(pi.machine()))
    first = found(pi, port)[0]
    assert (first.level, first.says, first.mend) == (
        Level.FAULT,
        wrong.value.says,
        wrong.value.mend,
    )


def test_a_controller_that_lost_its_number_of_leds_is_a_warning_with_what_to_set(
    tmp_path: Path,
) -> None:
    pi = machine(tmp_path)
    pi.serial = WLED + info_line(Info("0.15.0", 30), on=True)
    first = found(pi, "usb:1a86:7523")[0]
    assert first.level is Level.WARNING
    assert "WLED 0.15.0 has 30 LEDs, the table's file 150" in first.says
    assert first.mend == "In WLED: LED Preferences, length 150, and save"


def test_each_of_several_strips_is_looked_at(tmp_path: Path) -> None:
    pi = machine(tmp_path)
    told = list(ports.strip(pi.machine(), shipped("pi4-two-strips")))
    assert [(one.topic, one.level) for one in told] == [
        ("strip", Level.OK),
        ("strip 2", Level.OK),
        ("serial ports", Level.OK),
    ]
    assert told[2].says.startswith("/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0")


def test_a_controller_may_still_be_at_the_speed_it_starts_with(tmp_path: Path) -> None:
    pi, asked = machine(tmp_path), list[int]()

    def greet(port: str, baud: int) -> bytes:
        asked.append(baud)
        return WLED if baud == 115_200 else b""

    from dataclasses import replace

    of = table(strip={"port": "usb:1a86:7523", "start_baud": 115_200})
    first = next(ports.strip(replace(pi.machine(), greet=greet), of))
    assert asked == [1_000_000, 115_200]
    assert first.level is Level.OK


def test_an_unplugged_second_strip_is_not_sent_to_the_port_of_the_first(tmp_path: Path) -> None:
    pi = MadeUp(tmp_path)
    pi.usb_port("ttyUSB0", "1a86:7523", "usb-1a86_USB_Serial-if00-port0")
    pi.serial = WLED
    first = "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"
    of = table(strip={"port": first})
    second = structs.replace(of.strip, port="/dev/serial/by-id/second")
    told = ports.strip(pi.machine(), structs.replace(of, strips=(second,)))
    (one,) = [one for one in told if one.topic == "strip 2"]
    assert (one.level, one.mend) == (Level.FAULT, "Plug it in")
    pi.usb_port("ttyACM0", "303a:1001", "usb-Espressif_A-if00", "7C")
    told = ports.strip(pi.machine(), structs.replace(of, strips=(second,)))
    (one,) = [one for one in told if one.topic == "strip 2"]
    assert one.mend.startswith("Plug it in; if it is, write port = ")
    assert one.mend.endswith('usb-Espressif_A-if00" in [[strips]]')


@pytest.mark.parametrize("port", ["/dev/null", "/dev/shm"])
def test_what_is_no_serial_port_is_told_and_whoever_has_it_is_let_alone(
    port: str, tmp_path: Path
) -> None:
    pi = machine(tmp_path)
    pi.write(port[1:])
    pi.held(port[1:], 812, "bash")
    first, *others = found(pi, port)
    assert (first.level, first.says) == (Level.FAULT, f"{port} is no serial port")
    assert first.mend == "Write the name of one in [strip]: they are told below"
    assert len(others) == 3
