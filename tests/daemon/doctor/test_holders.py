"""A port that another program holds is a fault, told with what stops it."""

from __future__ import annotations

from pathlib import Path

from firmware_host.daemon.doctor import rounds
from firmware_host.daemon.doctor.finding import Level
from tests.daemon.cabling.tables import shipped

from .made_up import healthy


def test_a_strip_that_a_stranger_holds_is_a_fault_with_what_stops_it(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    pi.held("dev/ttyUSB0", 99, "picocom")
    found = rounds.found(pi.machine(), shipped("pi4-wled"))
    (one,) = [one for one in found if one.topic == "strip"]
    assert one.level is Level.FAULT
    assert one.says.startswith("picocom (process 99) has /dev/serial/by-id/")
    assert one.mend == "sudo kill 99"
