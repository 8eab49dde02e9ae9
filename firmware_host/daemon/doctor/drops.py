"""What the kernel has noted of devices that left and of a card that fails, with likely causes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from firmware_host.daemon.settings.config import TableConfig
from firmware_host.daemon.upkeep.causes import AGAIN, BUSY

from .finding import Finding, fault, ok, warning
from .machine import Machine

LEFT = re.compile(r"usb [\d.-]+: USB disconnect", re.IGNORECASE)
TOO_MUCH = re.compile(r"over-?current", re.IGNORECASE)
TOO_LOW = re.compile(r"under-?voltage detected", re.IGNORECASE)
CARD = re.compile(r"(mmc\d: .*(timeout|error)|I/O error, dev (mmcblk|sd)\w+).*", re.IGNORECASE)
FORBIDDEN = "not permitted"
FED = "Give the Pi its maker's own supply and a short cable, and the strip one of its own"
HUB = "Give what hangs on USB a hub with a supply of its own"
PLUGS = "Change its cable, and look at its plugs"


def drops(machine: Machine, _: TableConfig) -> Iterator[Finding]:
    """The kernel's own record of this start, where it may be read."""
    said = machine.run(("dmesg",))
    if said is None or not machine.pi:
        return
    if FORBIDDEN in said:
        yield ok("kernel", "only root may read what the kernel has noted: sudo ./table doctor")
        return
    if bad := CARD.search(said):
        says = f"the kernel cannot read or write the card: {bad[0].strip()}"
        yield fault("card", says, "Copy it to a new one, made for endurance")
    left = len(LEFT.findall(said))
    if left < AGAIN:
        return
    causes = list(_causes(machine, said))
    says = f"devices left USB {left} times since it was switched on"
    yield warning(
        "kernel", f"{says}; seen beside it: {'; '.join(w for w, _ in causes)}", causes[0][1]
    )


def _causes(machine: Machine, said: str) -> Iterator[tuple[str, str]]:
    """What was seen and what mends it, the likeliest first."""
    if low := len(TOO_LOW.findall(said)):
        yield f"too little voltage ({low} times)", FED
    if TOO_MUCH.search(said):
        yield "more current on USB than it gives", HUB
    cores = machine.read("proc/cpuinfo").count("processor\t") or 1
    load = machine.read("proc/loadavg").split()
    if load and float(load[0]) / cores > BUSY:
        yield f"load {load[0]} on {cores} cores", "End what else runs on the Pi"
    yield "nothing else: a cable or a plug", PLUGS
