"""A made-up machine: a folder with what checks read in it, and answers to what they ask."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.daemon.doctor.machine import Machine
from hw.pi.throttling import bits

LATER_S = 1_800_000_000.0


@dataclass
class MadeUp:
    root: Path
    commands: dict[str, str] = field(default_factory=dict)
    modules: dict[str, str] = field(default_factory=dict)  # what their files say
    broken: dict[str, str] = field(default_factory=dict)  # modules, and what importing them says
    nodes: dict[str, tuple[int, int, int]] = field(default_factory=dict)  # mode, user, group
    dropped: bool = False  # the disk keeps what it had
    locked: set[str] = field(default_factory=set)
    i2c: tuple[int, ...] | OSError = ()
    serial: bytes | OSError = b""
    groups: frozenset[str] = frozenset()
    now_s: float = LATER_S

    def at(self, path: str) -> Path:
        return self.root / path

    def write(self, path: str, words: str = "") -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(words)
        return file

    def link(self, path: str, to: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).symlink_to(to)

    def usb_port(self, name: str, chip: str, by_id: str = "", number: str = "") -> None:
        """A USB serial port as the kernel and udev show it."""
        vendor, product = chip.split(":")
        self.write(f"sys/bus/usb/devices/1-1-{name}/idVendor", vendor)
        self.write(f"sys/bus/usb/devices/1-1-{name}/idProduct", product)
        if number:
            self.write(f"sys/bus/usb/devices/1-1-{name}/serial", number)
        (self.root / f"sys/bus/usb/devices/1-1-{name}/interface").mkdir()
        (self.root / f"sys/class/tty/{name}").mkdir(parents=True)
        self.link(f"sys/class/tty/{name}/device", f"../../../bus/usb/devices/1-1-{name}/interface")
        self.write(f"dev/{name}")
        if by_id:
            self.link(f"dev/serial/by-id/{by_id}", f"../../{name}")

    def held(self, device: str, process: int, name: str) -> None:
        """Somebody has it open."""
        self.write(f"proc/{process}/comm", name)
        self.link(f"proc/{process}/fd/3", str(self.root / device))

    def machine(self) -> Machine:
        return Machine(
            root=self.root,
            run=self._run,
            module=self._module,
            loads=lambda name: self.broken.get(name, ""),
            node=self._node,
            throttled=lambda root, run: bits(run, root),
            disk=lambda file: b"old" if self.dropped else file.read_bytes(),
            access=self._access,
            scan=self._scan,
            greet=self._greet,
            user="ann",
            superuser=False,
            groups=self.groups,
            environment=self.root / "venv",
            python="3.11.2",
            now_s=lambda: self.now_s,
        )

    def _run(self, command: Sequence[str]) -> str | None:
        return self.commands.get(command[0])

    def _module(self, name: str) -> Path | None:
        if name not in self.modules:
            return None
        return self.write(f"packages/{name}.py", self.modules[name])

    def _access(self, path: Path, mode: int) -> bool:
        name = str(path.relative_to(self.root))
        return path.exists() and name not in self.locked and bool(mode | os.R_OK)

    def _node(self, path: Path) -> tuple[int, int, int]:
        return self.nodes.get(str(path.relative_to(self.root)), (0o660, 0, 0))

    def _scan(self, node: Path) -> tuple[int, ...]:
        if isinstance(self.i2c, OSError):
            raise self.i2c
        return self.i2c

    def _greet(self, port: str, baud: int) -> bytes:
        if isinstance(self.serial, OSError):
            raise self.serial
        return self.serial


def healthy(root: Path) -> MadeUp:
    """A Pi 4 on which the table of ``pi4-wled.toml`` is well."""
    pi = MadeUp(root)
    pi.write("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    pi.write("etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n')
    pi.write("proc/sys/kernel/osrelease", "6.6.51+rpt-rpi-v8")
    pi.write("proc/sys/kernel/random/boot_id", "second")
    pi.write("proc/self/mounts", "/dev/root / ext4 rw,noatime 0 0\ntmpfs /run tmpfs rw 0 0\n")
    pi.write("proc/meminfo", "MemTotal: 3884376 kB\nCmaTotal: 524288 kB\nCmaFree: 489280 kB\n")
    pi.write("sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
    pi.write("sys/class/thermal/thermal_zone0/temp", "51121")
    pi.write("run/systemd/timesync/synchronized")
    pi.write("etc/group", "gpio:x:986:ann\ni2c:x:988:ann\ndialout:x:20:ann\nvideo:x:44:ann\n")
    pi.groups = frozenset({"gpio", "i2c", "dialout", "video"})
    pi.write("dev/gpiochip0")
    pi.write("dev/i2c-1")
    pi.usb_port("ttyUSB0", "1a86:7523", "usb-1a86_USB_Serial-if00-port0")
    pi.modules = {"lgpio": "SET_PULL_NONE = 128", "picamera2": ""}
    pi.commands = {"rpicam-hello": "Available cameras\n0 : imx708 [4608x2592]\n"}
    pi.i2c, pi.serial = (0x3C,), b"WLED 2409100\r\n"
    pi.write("var/lib/lava-table/canary.json", '{"boot": "first", "at": "2026-11-28 21:14"}')
    pi.write("var/lib/lava-table/canary.written")
    pi.write("var/lib/lava-table/table.journal")
    pi.write("etc/systemd/system/lava-table.service", "[Service]\nUser=ann\n")
    pi.write("etc/passwd", "root:x:0:0::/root:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\n")
    pi.nodes = {
        "dev/gpiochip0": (0o660, 0, 986),
        "dev/i2c-1": (0o660, 0, 988),
        "dev/spidev0.0": (0o660, 0, 989),
        "dev/serial/by-id/usb-1a86_USB_Serial-if00-port0": (0o660, 0, 20),
        "dev/ttyUSB0": (0o660, 0, 20),
        "dev/video0": (0o660, 0, 44),
        "var/lib/lava-table": (0o750, 1000, 1000),
    }
    pi.commands["systemctl"] = "active\n"
    pi.write(
        "etc/systemd/system.conf", "[Manager]\n#RuntimeWatchdogSec=0\nRuntimeWatchdogSec=15s\n"
    )
    return pi
