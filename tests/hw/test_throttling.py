"""What the firmware says of supply and heat is read by the way that this kernel has."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from hw.pi.throttling import bits


def nobody(command: Sequence[str]) -> str | None:
    return None


def write(root: Path, path: str, words: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(words)


@pytest.mark.parametrize(
    "path",
    [
        "soc/soc:firmware/get_throttled",
        "soc@107c000000/soc@107c000000:firmware/get_throttled",
        "soc:firmware/get_throttled",
        "scb/scb:raspberrypi-firmware/get_throttled",
    ],
)
def test_the_kernels_file_goes_first_whatever_it_hangs_on(path: str, tmp_path: Path) -> None:
    write(tmp_path, f"sys/devices/platform/{path}", "50005\n")
    assert bits(lambda command: "throttled=0x0", tmp_path) == 0x50005


@pytest.mark.parametrize(("alarm", "found"), [("1", 0x10001), ("0", 0)])
def test_a_kernel_that_has_but_a_sensor_tells_of_the_voltage(
    alarm: str, found: int, tmp_path: Path
) -> None:
    write(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    write(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    write(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", f"{alarm}\n")
    assert bits(nobody, tmp_path) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [("throttled=0x50005\n", 0x50005), ("VCHI initialization failed", None), ("", None)],
)
def test_else_the_command_is_asked(said: str, found: int | None, tmp_path: Path) -> None:
    write(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")  # and no alarm
    assert bits(lambda command: said, tmp_path) == found
    assert bits(nobody, tmp_path) is None
