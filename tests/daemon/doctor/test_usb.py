"""What a table draws through USB is held against what this Pi's sockets give."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.daemon.cabling import parts, sheet
from firmware_host.daemon.doctor.finding import Level
from firmware_host.daemon.doctor.usb import usb
from tests.daemon.cabling.tables import table

from .made_up import MadeUp, healthy

POWER = "proc/device-tree/chosen/power"
GREEDY = table("pi5-wled", camera={"port": "/dev/video0"})


def device(pi: MadeUp, name: str, draws: str, kind: str = "00") -> None:
    pi.write(f"sys/bus/usb/devices/{name}/bMaxPower", f"{draws}\n")
    pi.write(f"sys/bus/usb/devices/{name}/bDeviceClass", f"{kind}\n")


def promised(pi: MadeUp, milliamps: int, *, more: bool = False) -> None:
    pi.write(f"{POWER}/max_current")
    pi.at(f"{POWER}/max_current").write_bytes(milliamps.to_bytes(4, "big"))
    pi.write(f"{POWER}/usb_max_current_enable")
    pi.at(f"{POWER}/usb_max_current_enable").write_bytes(int(more).to_bytes(4, "big"))


def test_controller_and_usb_camera_are_what_a_table_draws_through_usb() -> None:
    both = parts.CONTROLLER_MA + parts.USB_CAMERA_MA
    assert parts.budget(GREEDY).usb_ma == both
    assert parts.budget(table("pi4-wled")).usb_ma == parts.CONTROLLER_MA
    assert parts.budget(table("pi4-wled", strip={"port": "/dev/serial0"})).usb_ma == 0
    assert parts.budget(table("pi-spi")).usb_ma == 0
    assert f"Of that through USB: {both} mA of 1600 mA, at most." in sheet.shopping(GREEDY)


def test_more_than_the_sockets_give_is_too_much_though_the_supply_is_enough() -> None:
    sums = parts.budget(GREEDY)
    assert sums.enough
    assert not replace(sums, usb_ma=sums.usb_limit_ma + 1).enough


def test_it_is_told_beside_what_is_plugged_in_without_hubs(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    device(pi, "usb1", "0mA", "09")
    device(pi, "1-1", "100mA", "09")
    device(pi, "1-1.2", "500mA")
    device(pi, "1-1.3", "96mA")
    (one,) = usb(pi.machine(), table("pi4-wled"))
    assert one.level is Level.OK
    assert one.says == (
        "USB: about 250 mA for this table, of 1200 mA in all; what is plugged in says 596 mA "
        "at most"
    )


@pytest.mark.parametrize(
    ("milliamps", "more", "level"),
    [(3000, False, Level.WARNING), (3000, True, Level.OK), (5000, False, Level.OK)],
)
def test_a_pi_5_with_a_weak_supply_gives_its_sockets_little(
    milliamps: int, more: bool, level: Level, tmp_path: Path
) -> None:
    pi = healthy(tmp_path)
    device(pi, "1-1", "500mA")
    device(pi, "3-1", "500mA")
    promised(pi, milliamps, more=more)
    (one,) = usb(pi.machine(), GREEDY)
    assert one.level is level
    if level is Level.WARNING:
        assert one.says.endswith("for the supply promises 3000 mA")
        assert "its maker's own supply" in one.mend
