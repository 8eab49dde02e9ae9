"""The installed service under a real systemd: its devices, its cage, its watchdog."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bed.guest.chip import SimulatedChip, look_like_a_pi
from tests.bed.guest.modules import load, wait_for
from tests.bed.guest.plug import UsbSerial

from . import installed
from .installed import comes_to, drop_in, log, opened, probed, restart, shown, told

pytestmark = [
    pytest.mark.bed,
    pytest.mark.timeout(240),
    pytest.mark.skipif(
        "BED" not in os.environ or Path("/proc/1/comm").read_text() != "systemd\n",
        reason="only in the kernel bed, under systemd: ./table test tests/bed",
    ),
]
NODES = ("/dev/gpiochip0", "/dev/i2c-1", "/dev/spidev0.0", "/dev/ttyUSB0", "/dev/video0")


@pytest.fixture(scope="module", autouse=True)
def _service() -> Iterator[None]:
    look_like_a_pi()
    SimulatedChip()
    load("i2c-dev", "tape-i2c", "tape-spi")
    usb = UsbSerial()

    def read() -> None:
        while usb.there:  # else the line fills up, and the strip is lost
            usb.heard()
            time.sleep(0.05)

    threading.Thread(target=read, daemon=True).start()
    told("modprobe", "vivid", "n_devs=1", "node_types=0x1", "num_inputs=1", "input_types=0")
    for node in ("/dev/i2c-1", "/dev/spidev0.0", "/dev/ttyUSB0", "/dev/video0"):
        wait_for(node)
    installed.install()
    yield
    subprocess.run(["systemctl", "stop", installed.NAME], check=False)


@pytest.mark.parametrize(
    ("node", "group"),
    [
        ("/dev/gpiochip0", "gpio"),
        ("/dev/i2c-1", "i2c"),
        ("/dev/spidev0.0", "spi"),
        ("/dev/ttyUSB0", "dialout"),
        ("/dev/video0", "video"),
    ],
)
def test_udev_gives_each_device_to_its_group(node: str, group: str) -> None:
    assert Path(node).group() == group
    assert Path(node).stat().st_mode & 0o777 == 0o660


def test_an_led_controller_is_not_given_to_modem_manager() -> None:
    assert "ID_MM_DEVICE_IGNORE=1" in told("udevadm", "info", "--query=property", "/dev/ttyUSB0")


def test_every_kind_of_device_may_be_opened_in_its_cage_and_no_other() -> None:
    other = Path("/dev/bed-other")  # the kernel's log, for everybody to open
    os.mknod(other, 0o020666, os.makedev(1, 11))
    other.chmod(0o666)
    found = probed(*NODES, str(other))
    assert found == {**dict.fromkeys(NODES, ""), str(other): "Operation not permitted"}


def test_a_kind_of_device_that_the_unit_does_not_allow_cannot_be_opened() -> None:
    unit = installed.UNIT.read_text()
    left = re.findall(r"(?m)^DeviceAllow=char-(?!i2c|video4linux).*$", unit)
    drop_in("20-less", "\n".join(["DeviceAllow=", *left, ""]))
    found = probed(*NODES)
    drop_in("20-less")
    lost = {"/dev/i2c-1", "/dev/video0"}
    assert found == {n: "Operation not permitted" if n in lost else "" for n in NODES}


def test_a_user_without_the_groups_cannot_either() -> None:
    drop_in("20-less", "SupplementaryGroups=\nUser=nobody\nGroup=nogroup\n")
    found = probed(*NODES)
    drop_in("20-less")
    assert found == dict.fromkeys(NODES, "Permission denied")


def test_in_its_cage_the_daemon_reaches_its_devices() -> None:
    restart()
    seen = set[str]()

    def all_of_them() -> bool:
        seen.update(opened())
        return seen >= {"/dev/gpiochip0", "/dev/i2c-1", "/dev/ttyUSB0"}

    assert comes_to(all_of_them), (seen, log())
    assert (shown("ActiveState"), shown("SubState")) == ("active", "running")
    assert shown("StatusText").startswith("waits for players")
    assert "not permitted" not in log()


def test_it_may_do_little_else() -> None:
    status = Path(f"/proc/{shown('MainPID')}/status").read_text()
    lines = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert lines["CapEff"] == lines["CapBnd"] == "0" * 16
    assert lines["NoNewPrivs"] == "1"
    assert lines["Seccomp"] == "2"
    assert int(lines["Uid"].split()[0]) == int(told("id", "-u", "lava-table"))


def test_the_strip_on_spi_is_reached_as_well() -> None:
    installed.table("/dev/spidev0.0", "sk9822")
    restart()
    assert comes_to(lambda: "/dev/spidev0.0" in opened()), log()
    installed.table()


def test_one_that_hangs_is_started_anew_by_its_watchdog() -> None:
    drop_in("20-less", "WatchdogSec=8\n")
    restart()
    process = int(shown("MainPID"))
    os.kill(process, signal.SIGSTOP)
    assert comes_to(lambda: shown("MainPID") not in ("0", str(process)))
    assert int(shown("NRestarts")) >= 1
    assert comes_to(lambda: shown("ActiveState") == "active"), log()
    drop_in("20-less")


def test_it_ends_well_when_it_is_asked_to() -> None:
    restart()
    told("systemctl", "stop", installed.NAME)
    assert shown("Result") == "success"
    assert list(Path("/var/lib/lava-table").glob("*.journal"))
