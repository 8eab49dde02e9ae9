"""Which Pi it is, and whether it knows the time after a power cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_host.daemon.doctor.finding import Level
from firmware_host.daemon.doctor.system import clock, system
from tests.daemon.cabling.tables import shipped

from .made_up import healthy


@pytest.mark.parametrize(
    ("battery", "level"),
    [("0", Level.WARNING), ("3012345", Level.OK), ("", Level.OK)],
)
def test_a_clock_without_a_battery_does_not_last(
    battery: str, level: Level, tmp_path: Path
) -> None:
    pi = healthy(tmp_path)
    (pi.root / "run/systemd/timesync/synchronized").unlink()
    pi.write("sys/class/rtc/rtc0/name", "rpi-rtc")
    if battery:
        pi.write("sys/class/rtc/rtc0/battery_voltage", battery)
    assert [one.level for one in clock(pi.machine(), shipped("pi4-wled"))] == [level]


def test_a_compute_module_is_the_pi_it_is_made_of(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    pi.write("proc/device-tree/model", "Raspberry Pi Compute Module 4 Rev 1.1")
    found = [*system(pi.machine(), shipped("pi4-wled"))]
    assert [one.level for one in found] == [Level.OK]


def test_a_pi_that_no_table_knows_is_never_told_to_write_nothing(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    pi.write("proc/device-tree/model", "Raspberry Pi Model B Rev 2")
    found = [*system(pi.machine(), shipped("pi4-wled"))]
    assert found[-1].mend == "Run it on a Pi 3, 4, 5 or Zero 2"
