"""The service is what it says: good units, little exposed, and all five kinds of device allowed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_host.daemon.cabling import settings

ROOT = Path(__file__).parents[3]
UNITS = ROOT / "systemd"
UNIT = (UNITS / "lava-table.service").read_text()

NUMBERS = {
    "gpiochip": "GPIO",
    "i2c": "I2C",
    "spi": "SPI, whose nodes are /dev/spidev*",
    "ttyUSB": "USB serial",
    "ttyACM": "USB serial of another kind",
    "ttyAMA": "the header's serial port",
    "ttyS": "the small one",
    "video4linux": "cameras",
    "media": "the ribbon's",
    "dma_heap": "and its memory",
}
"""What ``/proc/devices`` calls each: ``DeviceAllow=char-NAME`` goes by that, not by the node."""


def needs(program: str) -> None:
    if shutil.which(program) is None:
        assert not os.environ.get("TABLE_NEEDS_SYSTEMD"), f"{program} must be here"
        pytest.skip(f"{program} is not here")


def said(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit, with its program where it is now."""
    file = tmp_path / "lava-table.service"
    file.write_text(UNIT.replace("/opt/lava-table/table", str(ROOT / "table")))
    return file


def test_systemd_finds_nothing_wrong_with_the_unit(unit: Path) -> None:
    needs("systemd-analyze")
    verified = said("systemd-analyze", "verify", "--man=no", str(unit))
    assert verified.returncode == 0, verified.stderr
    assert "lava-table" not in verified.stderr


def test_the_service_is_exposed_no_more_than_2_0(unit: Path) -> None:
    needs("systemd-analyze")
    asked = said("systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit))
    assert asked.returncode == 0, asked.stdout[-200:]
    found = re.search(r"exposure level for lava-table.service: ([\d.]+)", asked.stdout)
    assert found is not None
    assert float(found[1]) <= 2.0


@pytest.mark.parametrize("name", NUMBERS)
def test_each_kind_of_device_is_allowed_and_no_other(name: str) -> None:
    assert f"DeviceAllow=char-{name} rw\n" in UNIT
    allowed = re.findall(r"^DeviceAllow=char-(\S+) rw$", UNIT, re.MULTILINE)
    assert sorted(allowed) == sorted(NUMBERS)
    assert "DevicePolicy=closed\n" in UNIT
    assert "PrivateDevices" not in UNIT


def test_a_lost_device_neither_holds_the_service_up_nor_ends_it() -> None:
    assert not re.search(r"^(Requires|BindsTo|Wants)=.*\.device", UNIT, re.MULTILINE)
    for line in ("Type=notify", "WatchdogSec=20", "Restart=always", "StartLimitIntervalSec=0"):
        assert f"{line}\n" in UNIT
    assert "WorkingDirectory=/run/lava-table\nRuntimeDirectory=lava-table\n" in UNIT
    assert "ExecReload=/bin/kill -HUP $MAINPID\n" in UNIT
    assert "RestartPreventExitStatus=78\n" in UNIT
    assert "RestartSec=200ms\n" in UNIT  # after kill -9 it is to be played again at once


def test_its_user_is_made_and_is_in_every_group_the_unit_names(tmp_path: Path) -> None:
    needs("systemd-sysusers")
    folder = tmp_path / "etc" / "sysusers.d"
    folder.mkdir(parents=True)
    shutil.copy(UNITS / "lava-table.sysusers", folder / "lava-table.conf")
    made = said("systemd-sysusers", f"--root={tmp_path}")
    assert made.returncode == 0, made.stderr
    lines = (tmp_path / "etc" / "group").read_text().splitlines()
    members = {line.split(":")[0]: line.split(":")[-1] for line in lines}
    named = re.search(r"^SupplementaryGroups=(.*)$", UNIT, re.MULTILINE)
    assert named is not None
    assert {members[group] for group in named[1].split()} == {"lava-table"}
    assert ":/usr/sbin/nologin" in (tmp_path / "etc" / "passwd").read_text()


def test_its_folders_are_made(tmp_path: Path) -> None:
    needs("systemd-tmpfiles")
    for kind, name in (("sysusers", "sysusers.d"), ("tmpfiles", "tmpfiles.d")):
        (tmp_path / "etc" / name).mkdir(parents=True)
        shutil.copy(UNITS / f"lava-table.{kind}", tmp_path / "etc" / name / "lava-table.conf")
    if said("systemd-sysusers", f"--root={tmp_path}").returncode:
        pytest.skip("systemd-sysusers cannot make a user here")
    made = said("systemd-tmpfiles", f"--root={tmp_path}", "--create")
    if "Operation not permitted" in made.stderr:
        pytest.skip("only root can give a folder away")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "var" / "lib" / "lava-table").stat().st_mode & 0o777 == 0o750


def test_every_line_of_the_udev_rules_is_one(tmp_path: Path) -> None:
    pair = r'[A-Z]+(\{\w+\})?(==|=|\+=)"[^"]+"'
    for line in settings.udev_rules().splitlines():
        assert not line or line.startswith("#") or re.fullmatch(rf"{pair}(, {pair})*", line), line
    if shutil.which("udevadm") and said("udevadm", "verify", "--help").returncode == 0:
        file = tmp_path / "70-lava-table.rules"
        file.write_text(settings.udev_rules())
        assert said("udevadm", "verify", str(file)).returncode == 0
