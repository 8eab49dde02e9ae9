"""The Pi's watchdog is not asked for more than it can, however that is spelled and wherever."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_host.daemon.doctor.finding import Level
from firmware_host.daemon.doctor.spans import seconds
from firmware_host.daemon.doctor.watchdog import watchdog
from tests.daemon.cabling.tables import shipped

from .made_up import MadeUp, healthy

SPELLED = {
    "15": 15.0,
    "15s": 15.0,
    "1min 30s": 90.0,
    "1min30s": 90.0,
    "1.5min": 90.0,
    "2h": 7200.0,
    "14000ms": 14.0,
    "500us": 0.0005,
    "1 m": 60.0,
    "1d 1w": 691_200.0,
}


@pytest.mark.parametrize("words", SPELLED)
def test_lengths_of_time_are_read_as_systemd_reads_them(words: str) -> None:
    assert seconds(words) == pytest.approx(SPELLED[words])
    if shutil.which("systemd-analyze"):
        said = subprocess.run(
            ["systemd-analyze", "timespan", words], capture_output=True, text=True, check=True
        )
        micros = re.search(r"[uµμ]s: (\d+)", said.stdout)
        assert micros is not None
        assert int(micros[1]) == pytest.approx(SPELLED[words] * 1e6)


@pytest.mark.parametrize("words", ["", "soon", "15 apples", "1min-", "s", "--"])
def test_what_is_no_length_of_time_is_none(words: str) -> None:
    assert seconds(words) is None


def test_infinity_is_one() -> None:
    assert seconds("infinity") == math.inf


def level(pi: MadeUp) -> Level | None:
    found = list(watchdog(pi.machine(), shipped("pi4-wled")))
    assert len(found) <= 1
    return found[0].level if found else None


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("15s", Level.OK),
        ("10000ms", Level.OK),
        ("infinity", Level.OK),
        ("20s", Level.FAULT),  # 4 s to a kernel that takes it modulo 16
        ("1min 40s", Level.FAULT),
        ("1min", Level.WARNING),  # 12 s: Raspberry Pi OS has had this
        ("2min", Level.WARNING),
        ("a while", Level.WARNING),
        ("off", None),
        ("0", None),
        ("default", None),
    ],
)
def test_a_wait_is_judged_by_what_kernels_make_of_it(
    words: str, wanted: Level | None, tmp_path: Path
) -> None:
    pi = healthy(tmp_path)
    pi.write("etc/systemd/system.conf", f"[Manager]\nRuntimeWatchdogSec={words}\n")
    assert level(pi) == wanted


def test_the_last_word_of_all_files_counts(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    pi.write("usr/lib/systemd/system.conf.d/40-vendor.conf", "[Manager]\nRuntimeWatchdogSec=20\n")
    (found,) = watchdog(pi.machine(), shipped("pi4-wled"))
    assert found.says.startswith("/usr/lib/systemd/system.conf.d/40-vendor.conf says")
    assert found.mend.endswith("in /etc/systemd/system.conf.d/40-vendor.conf")
    pi.write("etc/systemd/system.conf.d/40-vendor.conf", "[Manager]\nRuntimeWatchdogSec=14\n")
    assert level(pi) is Level.OK  # a file of its name in /etc stands in its place
    pi.write("run/systemd/system.conf.d/90-x.conf", "[Manager]\nRuntimeWatchdogSec=1min 36s\n")
    assert level(pi) is Level.FAULT
    pi.write("run/systemd/system.conf.d/90-x.conf", "[Other]\nRuntimeWatchdogSec=1min 36s\n")
    assert level(pi) is Level.OK


def test_on_another_machine_nothing_is_said(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    (pi.root / "proc/device-tree/model").unlink()
    pi.write("etc/systemd/system.conf", "[Manager]\nRuntimeWatchdogSec=1h\n")
    assert level(pi) is None
