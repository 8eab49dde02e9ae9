"""Whatever is ill is told once, as bad as it is, with what mends it."""

from __future__ import annotations

import errno
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_host.daemon.doctor import rounds
from firmware_host.daemon.doctor.finding import Level
from tests.daemon.cabling.tables import shipped

from .made_up import MadeUp, healthy

PORT = "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"


def gone(path: str) -> Callable[[MadeUp], None]:
    def do(pi: MadeUp) -> None:
        (pi.root / path).unlink()

    return do


def says(path: str, words: str) -> Callable[[MadeUp], None]:
    def do(pi: MadeUp) -> None:
        pi.write(path, words)

    return do


def locked(path: str) -> Callable[[MadeUp], None]:
    def do(pi: MadeUp) -> None:
        pi.locked.add(path)

    return do


def with_(**kept: object) -> Callable[[MadeUp], None]:
    def do(pi: MadeUp) -> None:
        for name, value in kept.items():
            setattr(pi, name, value)

    return do


def unplugged(pi: MadeUp) -> None:
    (pi.root / "dev/ttyUSB0").unlink()
    (pi.root / "dev/serial/by-id/usb-1a86_USB_Serial-if00-port0").unlink()
    (pi.root / "sys/class/tty/ttyUSB0/device").unlink()
    (pi.root / "sys/class/tty/ttyUSB0").rmdir()


def other_controller(pi: MadeUp) -> None:
    unplugged(pi)
    pi.usb_port("ttyACM0", "303a:1001", "usb-Espressif_X-if00")


def brltty(pi: MadeUp) -> None:
    unplugged(pi)
    pi.write("usr/lib/udev/rules.d/85-brltty.rules")


def modem_manager(pi: MadeUp) -> None:
    pi.write("proc/777/comm", "ModemManager\n")


FIRM = "sys/devices/platform/soc/soc:firmware/get_throttled"
VENV = "include-system-site-packages = false\n"
Ill = tuple[Callable[[MadeUp], None], str, Level, str, str]
ILL: dict[str, Ill] = {
    "another Pi than the file says": (
        says("proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0"),
        "pi",
        Level.WARNING,
        'this is a Raspberry Pi 5 Model B Rev 1.0, the table\'s file says model = "4"',
        'Write model = "5" in [pi]',
    ),
    "no Pi at all": (gone("proc/device-tree/model"), "pi", Level.FAULT, "no Raspberry Pi", "./t"),
    "too little voltage now": (
        says(FIRM, "50005"),
        "power",
        Level.FAULT,
        "just now: too little voltage, slowed down much (0x50005)",
        "Give the Pi its maker's own supply",
    ),
    "too hot some time ago": (
        says(FIRM, "80000"),
        "power",
        Level.WARNING,
        "since it was switched on: too hot",
        "Give it air",
    ),
    "nobody who knows of voltage": (
        gone(FIRM),
        "power",
        Level.WARNING,
        "does not say how it is fed",
        "sudo apt install raspi-utils",
    ),
    "a hot processor": (
        says("sys/class/thermal/thermal_zone0/temp", "83000"),
        "power",
        Level.WARNING,
        "the processor is at 83 degrees",
        "cooler",
    ),
    "a user in no group": (
        lambda pi: (with_(groups=frozenset({"gpio", "i2c"}))(pi), says("etc/group", "")(pi))[0],
        "groups",
        Level.FAULT,
        "there is no group dialout, video",
        "sudo groupadd -rf dialout; sudo groupadd -rf video; sudo usermod -aG dialout,video ann",
    ),
    "a user missing from a group": (
        lambda pi: (
            with_(groups=frozenset({"gpio", "i2c", "video"}))(pi),
            says("etc/group", "dialout:x:20:bob\n")(pi),
        )[0],
        "groups",
        Level.FAULT,
        "ann is not in dialout",
        "sudo usermod -aG dialout ann",
    ),
    "a login older than its group": (
        with_(groups=frozenset({"gpio", "i2c", "video"})),
        "groups",
        Level.FAULT,
        "ann was added to dialout, but this login is older",
        "Log out and in again",
    ),
    "no pins": (gone("dev/gpiochip0"), "buttons", Level.FAULT, "no /dev/gpiochip*", "GPIO_CDEV"),
    "pins that may not be opened": (
        locked("dev/gpiochip0"),
        "buttons",
        Level.FAULT,
        "ann may not open /dev/gpiochip0",
        "sudo usermod -aG gpio ann",
    ),
    "no lgpio in this Python": (
        lambda pi: (
            with_(modules={"picamera2": ""})(pi),
            says("venv/pyvenv.cfg", VENV)(pi),
            locked("venv")(pi),  # as where it was installed by root
        )[0],
        "pin factory",
        Level.FAULT,
        "sees no lgpio",
        "sudo apt install python3-lgpio; sudo sed -i 's/^include-system-site-packages.*/",
    ),
    "an empty package of lgpio's name": (
        with_(modules={"lgpio": "", "picamera2": ""}),
        "pin factory",
        Level.FAULT,
        "is an empty package of lgpio's name",
        "pip uninstall -y lgpio; sudo apt install python3-lgpio",
    ),
    "no strip": (
        unplugged,
        "strip",
        Level.FAULT,
        f"there is no {PORT}; no serial port is there",
        "Plug it in",
    ),
    "another controller": (
        other_controller,
        "strip",
        Level.FAULT,
        "usb-Espressif_X-if00 (303a:1001): skipped, the table's file names another",
        'Plug it in; if it is, write port = "/dev/serial/by-id/usb-Espressif_X-if00" in [strip]',
    ),
    "a strip that may not be opened": (
        locked(PORT[1:]),
        "strip",
        Level.FAULT,
        f"ann may not open {PORT}",
        "sudo usermod -aG dialout ann",
    ),
    "a mute controller": (
        with_(serial=b""),
        "strip",
        Level.WARNING,
        "at 1000000 baud, and never answers",
        "in WLED, Sync Interfaces, Serial, baud rate 1000000",
    ),
    "a controller at another speed": (
        with_(serial=b"\xf0\x80~~~"),
        "strip",
        Level.WARNING,
        "neither WLED nor Adalight",
        "Set its baud rate to 1000000",
    ),
    "a port that breaks": (
        with_(serial=OSError(errno.EIO, "Input/output error")),
        "strip",
        Level.FAULT,
        "cannot be opened",
        f"sudo fuser -v {PORT}",
    ),
    "brltty, which has taken it": (
        brltty,
        "brltty",
        Level.FAULT,
        "brltty has taken 1a86:7523 for a braille display",
        "sudo apt remove brltty",
    ),
    "brltty, which may": (
        says("usr/lib/udev/rules.d/85-brltty.rules", ""),
        "brltty",
        Level.WARNING,
        "takes some LED controllers",
        "sudo apt remove brltty",
    ),
    "ModemManager": (
        modem_manager,
        "ModemManager",
        Level.WARNING,
        "talks to an LED controller as to a modem",
        "sudo cp systemd/lava-table.rules /etc/udev/rules.d/70-lava-table.rules",
    ),
    "no I2C": (
        gone("dev/i2c-1"),
        "oled",
        Level.FAULT,
        "there is no /dev/i2c-1",
        "sudo raspi-config nonint do_i2c 0",
    ),
    "an I2C that may not be opened": (
        locked("dev/i2c-1"),
        "oled",
        Level.FAULT,
        "ann may not open /dev/i2c-1",
        "sudo usermod -aG i2c ann",
    ),
    "a display at its other address": (
        with_(i2c=(0x3D, 0x68)),
        "oled",
        Level.FAULT,
        "nothing answers at 0x3c on /dev/i2c-1; on the bus: 0x3d, 0x68",
        "Write address = 0x3d in [oled]",
    ),
    "no display": (with_(i2c=()), "oled", Level.FAULT, "on the bus: nothing", "four wires"),
    "a bus that is held low": (
        with_(i2c=tuple(n for n in range(8, 0x78) if n not in (0x3C, 0x3D))),
        "oled",
        Level.FAULT,
        "nothing answers at 0x3c",
        "SDA is held low",
    ),
    "a bus that hangs": (
        with_(i2c=OSError(errno.ETIMEDOUT, "Connection timed out")),
        "oled",
        Level.FAULT,
        "cannot be asked: Connection timed out",
        "Switch the table off and on",
    ),
    "no picamera2": (
        with_(modules={"lgpio": "SET_PULL_NONE"}),
        "camera",
        Level.FAULT,
        "sees no picamera2",
        "sudo apt install python3-picamera2",
    ),
    "a picamera2 for another NumPy": (
        with_(broken={"picamera2": "ValueError: numpy.dtype size changed, may indicate binary"}),
        "camera",
        Level.FAULT,
        "picamera2 cannot be loaded: ValueError: numpy.dtype size changed",
        "bin/pip install --ignore-installed --no-deps simplejpeg",
    ),
    "a picamera2 without libcamera": (
        with_(broken={"picamera2": "ModuleNotFoundError: No module named 'libcamera'"}),
        "camera",
        Level.FAULT,
        "No module named 'libcamera'",
        "sudo apt install --reinstall python3-picamera2 python3-libcamera",
    ),
    "an lgpio for another Python": (
        with_(broken={"lgpio": "ModuleNotFoundError: No module named '_lgpio'"}),
        "pin factory",
        Level.FAULT,
        "cannot be loaded: ModuleNotFoundError: No module named '_lgpio'",
        "sudo apt install --reinstall python3-lgpio",
    ),
    "no camera on the ribbon": (
        with_(commands={"rpicam-hello": "No cameras available!\n", "systemctl": "active"}),
        "camera",
        Level.FAULT,
        "no camera on the ribbon",
        "push the ribbon in straight",
    ),
    "nothing that lists cameras": (
        with_(commands={"systemctl": "active"}),
        "camera",
        Level.FAULT,
        "no program can list cameras",
        "sudo apt install rpicam-apps",
    ),
    "too little memory in one piece": (
        says("proc/meminfo", "CmaFree: 9000 kB\n"),
        "camera",
        Level.WARNING,
        "9 MB of memory in one piece",
        "cma-256",
    ),
    "a state folder in memory": (
        says("proc/self/mounts", "overlay / overlay rw 0 0\n"),
        "storage",
        Level.FAULT,
        "/var/lib/lava-table is on overlay: every game is forgotten when the power goes",
        "overlayroot=tmpfs:recurse=0",
    ),
    "a disk that has become read-only": (
        says("proc/self/mounts", "/dev/root / ext4 ro 0 0\n"),
        "storage",
        Level.FAULT,
        "is on /, which is read-only",
        "sudo mount -o remount,rw /",
    ),
    "no time": (
        gone("run/systemd/timesync/synchronized"),
        "clock",
        Level.WARNING,
        "no clock with a battery",
        "sudo timedatectl set-ntp true",
    ),
    "a time long ago": (with_(now_s=1e9), "clock", Level.FAULT, "wrong by years", "timedatectl"),
    "a watchdog the Pi does not bear": (
        says("etc/systemd/system.conf", "[Manager]\nRuntimeWatchdogSec=20\n"),
        "watchdog",
        Level.FAULT,
        "a Pi bears 15 s",
        "Write RuntimeWatchdogSec=15",
    ),
    "a service that has failed": (
        with_(commands={"rpicam-hello": "0 : imx708", "systemctl": "failed\n"}),
        "service",
        Level.FAULT,
        "lava-table is failed",
        "; sudo systemctl restart lava-table",
    ),
}


@pytest.mark.parametrize("case", ILL)
def test_what_is_ill_is_told_with_what_mends_it(case: str, tmp_path: Path) -> None:
    spoil, topic, level, words, mend = ILL[case]
    pi = healthy(tmp_path)
    spoil(pi)
    found = rounds.found(pi.machine(), shipped("pi4-wled"))
    matching = [one for one in found if one.topic == topic and words in one.says]
    assert len(matching) == 1, [one for one in found if one.level is not Level.OK]
    assert matching[0].level is level
    assert mend in matching[0].mend


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("case", ILL)
def test_every_command_that_mends_stands_alone_and_can_be_pasted(case: str, tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    ILL[case][0](pi)
    for one in rounds.found(pi.machine(), shipped("pi4-wled")):
        done = subprocess.run(
            ("bash", "-n", "-c", one.command), capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        for step in filter(None, one.command.split("; ")):
            assert step.split()[0] == "sudo", step
