"""What hangs on the Pi's USB sockets, and what those can give in all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from firmware_host.daemon.cabling.header import model
from firmware_host.daemon.cabling.parts import budget
from firmware_host.daemon.settings.config import TableConfig

from .finding import Finding, ok, warning
from .machine import Machine

POWER = "proc/device-tree/chosen/power"
FULL_SUPPLY_MA = 5000
"""A Pi 5 that was promised less by its supply gives its sockets less."""
WEAK_USB_MA = 600
HUB = "A USB hub with a supply of its own for the camera or the LED controller"
CLASS_HUB = "09"


def usb(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """Whether what is on USB, by the list of parts or by its own word, is more than it gives."""
    if not machine.pi:
        return
    wanted, gives = budget(table).usb_ma, model(table.pi.model).usb_ma
    promised = _cells(machine, "max_current")
    weak = table.pi.model == "5" and 0 < promised < FULL_SUPPLY_MA
    if weak and not _cells(machine, "usb_max_current_enable"):
        gives = WEAK_USB_MA
    claimed = claims_ma(machine)
    sums = f"about {wanted} mA for this table, of {gives} mA in all"
    if claimed:
        sums += f"; what is plugged in says {claimed} mA at most"
    most = max(wanted, claimed)
    if most > gives and weak:
        says = f"USB: {sums}, for the supply promises {promised} mA"
        yield warning("usb", says, "Give the Pi its maker's own supply (5.1 V, 5 A)")
    elif most > gives:
        yield warning("usb", f"USB: {sums}", HUB)
    elif most:
        yield ok("usb", f"USB: {sums}")


def claims_ma(machine: Machine) -> int:
    """What all devices that are plugged in say of themselves; hubs and the Pi's own left out."""
    every = 0
    for device in machine.named("sys/bus/usb/devices"):
        folder = f"sys/bus/usb/devices/{device.name}"
        own = re.fullmatch(r"(\d+) ?mA", machine.read(f"{folder}/bMaxPower"))
        if own and machine.read(f"{folder}/bDeviceClass") != CLASS_HUB:
            every += int(own[1])
    return every


def _cells(machine: Machine, name: str) -> int:
    """A number of the device tree; 0 where there is none."""
    try:
        return int.from_bytes(machine.at(f"{POWER}/{name}").read_bytes()[:4], "big")
    except OSError:
        return 0
