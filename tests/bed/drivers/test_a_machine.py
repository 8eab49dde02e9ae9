"""What the service is allowed, and what the doctor asks, on a real kernel."""

from __future__ import annotations

import os
import re
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.daemon.doctor import ports, rounds
from firmware_host.daemon.doctor.finding import Level
from firmware_host.daemon.doctor.machine import Machine
from firmware_host.daemon.settings.config import TableConfig
from firmware_host.daemon.wiring import i2c_answers, serial_answer
from tests.bed.guest.chip import SimulatedChip
from tests.bed.guest.modules import load
from tests.bed.guest.plug import PORT, UsbSerial
from tests.bed.guest.tape import Tape
from tests.daemon.cabling.tables import table

pytestmark = pytest.mark.bed
UNIT = Path(__file__).parents[3] / "systemd" / "lava-table.service"
VERSION = b"WLED 2409100\r\n"


def test_the_kernel_calls_the_devices_what_the_unit_allows(
    chip: SimulatedChip, usb: UsbSerial, spi: Tape, i2c: Tape
) -> None:
    load("dummy_hcd", "cdc-acm", "g_serial", "vivid")
    lines = Path("/proc/devices").read_text().partition("Block devices")[0].splitlines()
    known = {line.split()[1] for line in lines if re.match(r"\s*\d", line)}
    allowed = set(re.findall(r"^DeviceAllow=char-(\S+) rw$", UNIT.read_text(), re.MULTILINE))
    assert allowed - known <= {"ttyAMA", "dma_heap"}  # a Pi's own
    assert {"gpiochip", "i2c", "spi", "ttyUSB", "ttyACM", "video4linux"} <= known & allowed


def test_who_is_on_the_bus_is_found_and_nothing_is_written_to_it(i2c: Tape) -> None:
    i2c.new()
    assert i2c_answers(Path("/dev/i2c-1")) == (0x3C, 0x3D)
    assert i2c.new() == []


def answer(usb: UsbSerial, stop: threading.Event) -> None:
    """A controller that says its version whenever it is asked."""
    while not stop.wait(0.01):
        if b"v" in usb.heard():
            os.write(usb.far, VERSION)


def test_the_doctor_finds_each_device_and_who_has_it(
    chip: SimulatedChip, usb: UsbSerial, i2c: Tape
) -> None:
    stop = threading.Event()
    far = threading.Thread(target=answer, args=(usb, stop))
    far.start()
    machine = replace(Machine(), scan=i2c_answers, greet=serial_answer)
    of: TableConfig = table(strip={"port": PORT}, camera={"port": "none"})
    try:
        found = {one.topic: one for one in rounds.found(machine, of)}
    finally:
        stop.set()
        far.join()
    assert found["buttons"].says == "/dev/gpiochip0 may be opened"
    who = "WLED (build 2409100) answers, and does not say how many LEDs"
    assert found["strip"].says == f"{PORT}: {who}"
    assert "/dev/i2c-1 answers at 0x3c" in found["oled"].says
    assert found["pin factory"].level is Level.OK
    assert [str(port) for port in ports.ports(machine) if port.node == PORT] == [
        f"{PORT} (0403:6001)"
    ]
    with Path(PORT).open("rb", buffering=0):
        assert machine.holder(PORT).endswith(f"(process {os.getpid()})")
