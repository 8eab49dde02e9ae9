"""The Pi's own watchdog, which restarts it: it must not be asked to wait for longer than it can."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from firmware_host.daemon.settings.config import TableConfig

from .finding import Finding, fault, ok, warning
from .machine import Machine
from .spans import seconds
from .units import FOLDERS, drop_ins, settings

KEY = "RuntimeWatchdogSec"
MOST_S = 15
"""The Pi's timer has 20 bits of 1/65536 s: less than 16 s (bcm2835_wdt)."""
WRAPS_S = 16
"""A longer wait is taken modulo this by kernels up to the middle of 2026 (raspberrypi/linux#7432),
by those before 6.8 it is refused, and then none is kept or the Pi restarts at once
(systemd#27427, #21949)."""
SHORTEST_S = WRAPS_S / 2
"""The kernel feeds the timer every half of its 16 s: a wait of less ends in a restart."""
UNSET = ("", "0", "off", "default")


def watchdog(machine: Machine, _: TableConfig) -> Iterator[Finding]:
    """What systemd's own files ask of it; nothing is said where they ask nothing."""
    if not machine.pi:
        return
    file, words = asked(machine)
    if words in UNSET:
        return
    long_s = seconds(words)
    line, mend = f"{file} says {KEY}={words}", f"Write {KEY}={MOST_S} in {_over(file)}"
    if long_s is None:
        yield warning("watchdog", f"{line}, which is no length of time", mend)
    elif math.isinf(long_s) or 0 < long_s <= MOST_S:
        yield ok("watchdog", f"the Pi restarts when systemd hangs: {KEY}={words}")
    elif long_s % WRAPS_S < SHORTEST_S:
        says = f"{line}: a Pi bears {MOST_S} s, and of this many kernels make restart after restart"
        yield fault("watchdog", says, mend)
    else:
        yield warning("watchdog", f"{line}: a Pi bears {MOST_S} s, many kernels take less", mend)


def asked(machine: Machine) -> tuple[Path, str]:
    """The file whose word counts, and the word; empty where none says anything."""
    main = [Path("/", top, "systemd/system.conf") for top in FOLDERS]
    first = [file for file in main if machine.there(file)][:1]
    found = Path("/etc/systemd/system.conf"), ""
    for file in (*first, *drop_ins(machine, "system.conf.d")):
        for key, value in settings(machine.read(file).splitlines(), "Manager"):
            if key == KEY:
                found = file, value
    return found


def _over(file: Path) -> Path:
    """Where a person may write what goes over *file*."""
    own = Path("/etc/systemd")
    if own in file.parents:
        return file
    return own / "system.conf.d" / (file.name if file.name != "system.conf" else "watchdog.conf")
