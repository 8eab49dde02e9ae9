"""The service, installed in the guest as the README has it, and what systemd says of it."""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.bed.places import ROOT, libraries

PROGRAM = Path("/opt/lava-table")
LIBRARIES = Path("/opt/lava-libraries")
TABLE = Path("/etc/lava-table/table.toml")
DROP_INS = Path("/etc/systemd/system/lava-table.service.d")
PATIENCE_S = 100.0
CGROUP = Path("/sys/fs/cgroup/system.slice/lava-table.service")
NAME = "lava-table"
UNIT = Path("/etc/systemd/system/lava-table.service")
SAID = Path("/run/lava-probe")
PROBE = UNIT.with_name("lava-probe.service")
OTHER = r"(?m)^(Type|NotifyAccess|WatchdogSec|Restart|ExecStart)=.*\n"
HIDDEN = ("/root", "/home", "/tmp", "/var/tmp")
"""What ProtectHome and PrivateTmp take away."""
TRIES = """
import os, sys
for node in sys.argv[1:]:
    try:
        os.close(os.open(node, os.O_RDWR | os.O_NONBLOCK))
        print(node)
    except OSError as wrong:
        print(node, wrong.strerror)
"""
TEXT = """
name = "Bed"
game = "lava_land"
[buttons]
port = "gpio"
{seats}
[strip]
port = "{strip}"
chip = "{chip}"
leds = 60
per_place = 2
baud = 115200
[oled]
port = "i2c"
[camera]
port = "none"
[console]
port = 8123
"""
SEAT = """[[seats]]
name = "S{number}"
button = {button}
lamp = {lamp}
side_deg = {side}
"""


def table(strip: str = "/dev/ttyUSB0", chip: str = "ws2812") -> None:
    """Its file."""
    seats = "".join(
        SEAT.format(number=n, button=22 + n, lamp=16 + n, side=90 * n) for n in range(4)
    )
    TABLE.write_text(TEXT.format(seats=seats, strip=strip, chip=chip))


def told(*command: str) -> str:
    """What a command says; it must work."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout.strip()


def install() -> None:
    """Everything but the environment, which is this machine's own."""
    PROGRAM.mkdir(parents=True)
    for part in ("firmware_host", "hw", "config", "systemd", "requirements"):
        shutil.copytree(ROOT / part, PROGRAM / part)
    shutil.copy(ROOT / "table", PROGRAM)
    shutil.copytree(libraries(), LIBRARIES)
    for source, place in (
        ("lava-table.sysusers", "/etc/sysusers.d/lava-table.conf"),
        ("lava-table.tmpfiles", "/etc/tmpfiles.d/lava-table.conf"),
        ("lava-table.rules", "/etc/udev/rules.d/70-lava-table.rules"),
        ("lava-table.service", "/etc/systemd/system/lava-table.service"),
    ):
        Path(place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "systemd" / source, place)
    told("systemd-sysusers")
    told("systemd-tmpfiles", "--create", "/etc/tmpfiles.d/lava-table.conf")
    told("udevadm", "control", "--reload")
    kinds = ("gpio", "i2c-dev", "spidev", "tty", "video4linux")
    told("udevadm", "trigger", *(f"--subsystem-match={kind}" for kind in kinds))
    told("udevadm", "settle", "--timeout=30")
    table()
    _environment()


def _environment() -> None:
    """This machine's Python, though the unit may hide where it lies, and a Pi's revision."""
    hidden = [one for one in (sys.base_prefix, sys.prefix) if one.startswith(HIDDEN)]
    bound = "".join(f"BindReadOnlyPaths={one}\n" for one in hidden)
    drop_in(
        "10-here",
        f"Environment=TABLE_VENV={sys.prefix} PYTHONPATH={LIBRARIES}\n"
        "BindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo\n"
        + (f"ProtectHome=tmpfs\n{bound}" if bound else ""),
    )


def drop_in(name: str, words: str = "") -> None:
    """More words for its [Service], and for the probe's."""
    for folder in (DROP_INS, PROBE.with_name(f"{PROBE.name}.d")):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.conf").write_text(f"[Service]\n{words}")
    told("systemctl", "daemon-reload")


def probed(*nodes: str) -> dict[str, str]:
    """What comes of opening each node in the service's own cage, by another program: or empty.

    The cage is the unit's, word by word; only what runs in it is another.
    """
    words = re.sub(OTHER, "", UNIT.read_text())
    tries = Path("/opt/lava-probe.py")
    tries.write_text(TRIES)
    run = f"Type=oneshot\nStandardOutput=truncate:{SAID}\n"
    run += f"ExecStart={sys.executable} -S {tries} {' '.join(nodes)}\n"
    PROBE.write_text(words.replace("[Service]\n", f"[Service]\n{run}"))
    told("systemctl", "daemon-reload")
    told("systemctl", "start", PROBE.name)
    lines = (line.partition(" ") for line in SAID.read_text().splitlines())
    return {node: what for node, _, what in lines}


def shown(key: str) -> str:
    """What systemd has of it."""
    return told("systemctl", "show", NAME, "--property", key, "--value")


def restart() -> None:
    """Stop it, if it runs, and start it; it says itself when it is ready."""
    told("systemctl", "restart", NAME)


def opened() -> set[str]:
    """The devices that its processes have open just now."""
    found = set[str]()
    for process in (CGROUP / "cgroup.procs").read_text().split():
        with contextlib.suppress(OSError):  # it has ended
            for link in Path("/proc", process, "fd").iterdir():
                with contextlib.suppress(OSError):  # that file is closed meanwhile
                    node = str(link.readlink())  # seen from another root
                    found.add(node[max(0, node.find("/dev/")) :])
    return found


def log() -> str:
    """What it has said since it was last started."""
    return told("journalctl", "-o", "cat", f"_SYSTEMD_INVOCATION_ID={shown('InvocationID')}")


def comes_to(true: Callable[[], bool]) -> bool:
    """Whether it comes to be so; an emulated machine takes its time."""
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        if true():
            return True
        time.sleep(0.3)
    return False
