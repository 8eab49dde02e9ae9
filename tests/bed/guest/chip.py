"""A simulated GPIO chip of the kernel's own (gpio-sim), and fingers on its lines."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from tests.bed.guest.modules import load

CONFIG = Path("/sys/kernel/config/gpio-sim")
PI_4B = 0xC03115
UP, DOWN = b"pull-up", b"pull-down"


class SimulatedChip:
    """``/dev/gpiochip0`` with as many lines as a Pi's header has; buttons pull them down."""

    def __init__(self, lines: int = 28, name: str = "table") -> None:
        load("gpio-sim")
        if not CONFIG.is_dir():
            subprocess.run(["mount", "-t", "configfs", "configfs", str(CONFIG.parent)], check=True)
        self._folder = CONFIG / name
        (self._folder / "bank").mkdir(parents=True)
        (self._folder / "bank/num_lines").write_text(str(lines))
        (self._folder / "bank/label").write_text("pinctrl-bcm2711")
        self._lines = lines
        self._pulls: list[int] = []
        self.plug()

    def plug(self) -> None:
        """Be there (again), all lines up."""
        (self._folder / "live").write_text("1")
        device = (self._folder / "dev_name").read_text().strip()
        self.name = (self._folder / "bank/chip_name").read_text().strip()
        self._sys = Path("/sys/devices/platform") / device / self.name
        self._pulls = [
            os.open(self._sys / f"sim_gpio{line}/pull", os.O_WRONLY) for line in range(self._lines)
        ]
        for line in range(self._lines):
            self.release(line)

    def unplug(self) -> None:
        """Be gone; this may wait until nobody holds a line."""
        while self._pulls:
            os.close(self._pulls.pop())
        (self._folder / "live").write_text("0")

    @property
    def there(self) -> bool:
        """Whether it is plugged in."""
        return bool(self._pulls)

    def press(self, line: int) -> tuple[int, int]:
        """A finger closes the contact; CLOCK_MONOTONIC before and after it did."""
        before_ns = time.monotonic_ns()
        os.pwrite(self._pulls[line], DOWN, 0)
        return before_ns, time.monotonic_ns()

    def release(self, line: int) -> tuple[int, int]:
        """The finger lets go; CLOCK_MONOTONIC before and after it did."""
        before_ns = time.monotonic_ns()
        os.pwrite(self._pulls[line], UP, 0)
        return before_ns, time.monotonic_ns()

    def pull_file(self, line: int) -> Path:
        """Where another process may press and release."""
        return self._sys / f"sim_gpio{line}/pull"

    def high(self, line: int) -> bool:
        """The level on the line, whoever drives it."""
        return (self._sys / f"sim_gpio{line}/value").read_text().strip() == "1"


def look_like_a_pi(revision: int = PI_4B) -> None:
    """Let this kernel say it is a Pi: gpiozero reads the revision out of /proc/cpuinfo."""
    words = Path("/proc/cpuinfo").read_text()
    if "\nRevision" in words:
        return
    told = Path("/run/cpuinfo")
    told.write_text(f"{words}\nHardware\t: BCM2835\nRevision\t: {revision:x}\n")
    subprocess.run(["mount", "--bind", str(told), "/proc/cpuinfo"], check=True)
