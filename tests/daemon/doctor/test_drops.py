"""Devices that leave USB, and a card that fails, are told from the kernel's own record."""

from __future__ import annotations

from pathlib import Path

from firmware_host.daemon.doctor.drops import FED, HUB, PLUGS, drops
from firmware_host.daemon.doctor.finding import Finding, Level
from tests.daemon.cabling.tables import shipped

from .made_up import MadeUp, healthy

LEFT = "[ 63.1] usb 1-1.3: USB disconnect, device number 5\n"


def found(pi: MadeUp, said: str) -> list[Finding]:
    pi.commands["dmesg"] = said
    return list(drops(pi.machine(), shipped("pi4-wled")))


def test_one_that_left_once_is_nothing(tmp_path: Path) -> None:
    assert found(healthy(tmp_path), f"[ 1.0] usb 1-1: new device\n{LEFT}") == []


def test_many_that_left_are_told_with_what_else_was_seen_and_the_likeliest_cure(
    tmp_path: Path,
) -> None:
    pi = healthy(tmp_path)
    (one,) = found(pi, 3 * LEFT)
    assert one.level is Level.WARNING
    assert one.says.startswith("devices left USB 3 times")
    assert one.mend == PLUGS
    low = "[ 60.0] hwmon hwmon1: Undervoltage detected!\n"
    over = "[ 61.0] usb usb1-port2: over-current change #1\n"
    (one,) = found(pi, 2 * LEFT + over)
    assert one.mend == HUB
    (one,) = found(pi, 2 * LEFT + over + 4 * low)
    assert one.mend == FED
    assert "too little voltage (4 times); more current on USB than it gives" in one.says


def test_a_busy_machine_is_seen(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    pi.write("proc/cpuinfo", "processor\t: 0\nprocessor\t: 1\n")
    pi.write("proc/loadavg", "6.20 5.00 4.00 9/120 4711")
    (one,) = found(pi, 2 * LEFT)
    assert "load 6.20 on 2 cores" in one.says


def test_a_card_that_fails_is_a_fault(tmp_path: Path) -> None:
    words = "[ 99.0] mmc0: Timeout waiting for hardware interrupt."
    for said in (words, "[ 99.0] I/O error, dev mmcblk0, sector 4711 op 0x1:(WRITE)"):
        (one,) = found(healthy(tmp_path / said[-3:]), said)
        assert (one.topic, one.level) == ("card", Level.FAULT)
        assert said[8:-20] in one.says


def test_a_record_that_may_not_be_read_says_how_to(tmp_path: Path) -> None:
    said = "dmesg: read kernel buffer failed: Operation not permitted"
    (one,) = found(healthy(tmp_path), said)
    assert one.level is Level.OK
    assert "sudo ./table doctor" in one.says
