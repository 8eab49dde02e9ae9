"""Each thing the doctor looks at is told when it is ill, and let be when it is well."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec import structs

from firmware_host.daemon.doctor import rounds
from firmware_host.daemon.doctor.finding import Finding, Level
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings.config import BeamsSection, TableConfig
from firmware_host.daemon.verbs.doctor import main
from tests.daemon.cabling.tables import shipped, table

from .made_up import MadeUp, healthy

TABLES = config_folder() / "tables"


def found(pi: MadeUp, of: TableConfig | None = None) -> list[Finding]:
    return rounds.found(pi.machine(), of or shipped("pi4-wled"))


def test_a_healthy_pi_has_nothing_to_mend(tmp_path: Path) -> None:
    findings = found(healthy(tmp_path))
    assert [one for one in findings if one.level is not Level.OK] == []
    assert rounds.worst(findings) is Level.OK
    topics = {one.topic for one in findings}
    assert topics >= {"system", "power", "groups", "buttons", "pin factory", "strip", "oled"}
    assert topics >= {"camera", "storage", "canary", "clock", "service"}


def test_beams_are_listed_with_their_pins(tmp_path: Path) -> None:
    beams = BeamsSection(pins=(12, 6))
    of = structs.replace(shipped("pi4-wled"), beams=beams)
    (said,) = [one for one in found(healthy(tmp_path), of) if one.topic == "beams"]
    assert said.level is Level.OK
    assert "chute 1 GPIO 12 (pin 32), chute 2 GPIO 6 (pin 31)" in said.says
    laptop = structs.replace(shipped("demo"), beams=beams)
    (said,) = [one for one in found(MadeUp(tmp_path / "l"), laptop) if one.topic == "beams"]
    assert said.level is Level.ABSENT
    assert [one for one in found(healthy(tmp_path / "n")) if one.topic == "beams"] == []


def test_a_laptop_is_told_what_is_not_there_without_alarm(tmp_path: Path) -> None:
    laptop = MadeUp(tmp_path)
    laptop.write("etc/os-release", 'PRETTY_NAME="Ubuntu 24.04"')
    laptop.write("dev/video0")
    laptop.write("sys/class/video4linux/video0/name", "Integrated Camera")
    findings = found(laptop, shipped("demo"))
    assert rounds.worst(findings) is Level.OK
    absent = {one.topic: one.says for one in findings if one.level is Level.ABSENT}
    assert absent["pi"] == "this is no Raspberry Pi"
    assert "there is no GPIO here" in absent["buttons"]
    assert "/dev/video0 (Integrated Camera)" in absent["camera"]


def test_ports_that_are_not_the_strips_are_told_with_why(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    pi.usb_port("ttyACM0", "2341:0043", "usb-Arduino-if00")
    pi.usb_port("ttyUSB1", "10c4:ea60")
    pi.usb_port("ttyUSB2", "0403:6001")
    pi.locked.add("dev/ttyUSB1")
    pi.held("dev/ttyUSB2", 99, "picocom")
    pi.write("sys/class/tty/ttyS1/type", "0")
    told = [one.says for one in found(pi) if one.topic == "serial ports"]
    assert told == [
        "/dev/ttyUSB1 (10c4:ea60): skipped, ann may not open it",
        "/dev/ttyUSB2 (0403:6001): skipped, picocom (process 99) has it",
        "/dev/serial/by-id/usb-Arduino-if00 (2341:0043): skipped, the table's file names another",
    ]


def test_a_strip_that_the_table_has_open_is_not_spoken_to(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    pi.held("dev/ttyUSB0", 812, "python3")
    pi.write("proc/812/cmdline", "python\0-m\0firmware_host\0run")
    pi.serial = OSError("spoken to")
    (one,) = [one for one in found(pi) if one.topic == "strip"]
    assert one.level is Level.OK
    assert "python3 (process 812) has it: it was not spoken to" in one.says


def test_a_serial_console_on_the_strips_port_is_told(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    pi.write("dev/serial0")
    pi.write("proc/cmdline", "console=serial0,115200 root=/dev/mmcblk0p2")
    of = table(strip={"port": "/dev/serial0"})
    assert any("the kernel talks on this port too" in one.says for one in found(pi, of))
    pi.write("proc/cmdline", "console=tty1 root=/dev/mmcblk0p2")
    assert not any("the kernel talks" in one.says for one in found(pi, of))


def test_leds_on_spi_want_the_bus_and_a_buffer_that_is_long_enough(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    pi.groups |= {"spi"}
    of = table("pi-spi", strip={"leds": 1200})
    strip = [one for one in found(pi, of) if one.topic == "strip"]
    assert [one.mend for one in strip] == ["sudo raspi-config nonint do_spi 0"]
    pi.write("dev/spidev0.0")
    pi.write("sys/module/spidev/parameters/bufsiz", "4096")
    strip = [one for one in found(pi, of) if one.topic == "strip"]
    assert "spidev takes 4096 bytes at once" in strip[-1].says
    pi.write("sys/module/spidev/parameters/bufsiz", "65536")
    strip = [one for one in found(pi, of) if one.topic == "strip"]
    assert [one.level for one in strip] == [Level.OK]
    pi.locked.add("dev/spidev0.0")
    assert "usermod -aG spi" in next(one for one in found(pi, of) if one.topic == "strip").mend


@pytest.mark.parametrize(("chip", "leds", "well"), [("ws2812", 331, False), ("apa102", 400, True)])
def test_the_buffer_is_measured_against_the_picture_of_the_very_strip(
    chip: str, leds: int, well: bool, tmp_path: Path
) -> None:
    pi = healthy(tmp_path)
    pi.groups |= {"spi"}
    pi.write("dev/spidev0.0")
    pi.write("sys/module/spidev/parameters/bufsiz", "4096")
    of = table("pi-spi", strip={"leds": leds, "chip": chip, "sacrificial": 0})
    strip = [one for one in found(pi, of) if one.topic == "strip"]
    assert all(one.level is Level.OK for one in strip) is well


def test_a_display_on_spi_needs_the_library_that_moves_its_pins(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    pi.write("dev/spidev0.0")
    oled = [one for one in found(pi, shipped("rig")) if one.topic == "oled"]
    assert [one.level for one in oled] == [Level.OK, Level.FAULT]
    assert "python3-rpi-lgpio" in oled[1].mend
    pi.modules["RPi.GPIO"] = ""
    oled = [one for one in found(pi, shipped("rig")) if one.topic == "oled"]
    assert [one.level for one in oled] == [Level.OK]


def test_a_usb_camera_is_there_or_missing_or_somebody_elses(tmp_path: Path) -> None:
    pi = healthy(tmp_path)

    def camera() -> Finding:
        return next(one for one in found(pi, shipped("rig")) if one.topic == "camera")

    assert camera().mend == "Plug it in"
    pi.write("dev/video2")
    assert camera().mend == 'Write port = "/dev/video2" in [camera]'
    pi.write("dev/video0")
    pi.write("sys/class/video4linux/video0/name", "C920")
    assert camera().says == "/dev/video0 (C920) may be opened"
    pi.locked.add("dev/video0")
    assert "usermod -aG video" in camera().mend
    pi.locked.clear()
    pi.held("dev/video0", 5, "motion")
    assert camera().level is Level.FAULT
    assert camera().says == "motion (process 5) has /dev/video0: the table cannot"
    assert camera().mend == "sudo kill 5"
    pi.write("proc/5/cgroup", "0::/system.slice/motion.service")
    assert camera().mend == "sudo systemctl stop motion.service"
    pi.write("proc/5/cmdline", "python\0-m\0firmware_host\0run")
    assert camera().says == "/dev/video0 (C920) is there; motion (process 5) has it"


def test_the_state_on_a_partition_of_its_own_outlasts_an_overlay(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    lines = "overlay / overlay rw 0 0\n/dev/mmcblk0p3 /var/lib/lava-table ext4 rw 0 0\n"
    pi.write("proc/self/mounts", lines)
    (one,) = [one for one in found(pi) if one.topic == "storage"]
    assert one.says.endswith("games are kept, though the rest is an overlay")


def test_the_exit_status_is_that_of_the_worst_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pi = healthy(tmp_path)
    asked = ["--config", str(TABLES / "pi4-wled.toml")]
    assert main(asked, pi.machine()) == 0
    assert capsys.readouterr().out.endswith("\nAll is well.\n")
    pi.serial = b""
    assert main(asked, pi.machine()) == 1
    pi.i2c = ()
    assert main(asked, pi.machine()) == 2
    said = capsys.readouterr().out
    assert "WRONG    oled" in said
    assert "-> Look at its four wires" in said
    assert said.endswith("1 wrong, 1 to look at.\n")


def test_machines_get_one_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pi = healthy(tmp_path)
    pi.i2c = ()
    assert main(["--config", str(TABLES / "pi4-wled.toml"), "--json"], pi.machine()) == 2
    told = json.loads(capsys.readouterr().out)
    assert told["worst"] == "fault"
    assert {"topic", "level", "says", "mend", "then"} == set(told["findings"][0])
    assert [one["topic"] for one in told["findings"] if one["level"] == "fault"] == ["oled"]


def test_a_faulty_table_is_told_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    file.write_text((TABLES / "rig.toml").read_text().replace("leds = 25", "leds = 5"))
    assert main(["--config", str(file)], healthy(tmp_path / "pi").machine()) == 78
    assert "strip.leds" in capsys.readouterr().err


def test_this_very_machine_can_be_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "none"))
    assert main(["--config", str(TABLES / "demo.toml")]) in (0, 1, 2)
    assert "system" in capsys.readouterr().out


def test_who_has_a_device_is_found_also_where_files_are_closed_meanwhile(tmp_path: Path) -> None:
    """Whoever looks through the open files of this very process opens one to do so."""
    pi = MadeUp(tmp_path)
    device = pi.write("dev/ttyUSB0")
    pi.write("proc/12/comm", "picocom")
    pi.write("proc/12/fd/1")  # no link: it cannot be read as one
    pi.link("proc/12/fd/3", str(device))
    assert pi.machine().holder("/dev/ttyUSB0") == "picocom (process 12)"


def test_the_pins_library_that_the_file_names_is_looked_for_and_no_other(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    of = table(buttons={"pins": "rpigpio"})
    (one,) = [one for one in found(pi, of) if one.topic == "pin factory"]
    assert "sees no RPi.GPIO" in one.says
    assert one.mend == "sudo apt install python3-rpi-lgpio"
    pi.modules["RPi.GPIO"] = ""
    (one,) = [one for one in found(pi, of) if one.topic == "pin factory"]
    assert one.says.endswith("edges are stamped when heard of")
