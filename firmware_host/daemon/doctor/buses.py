"""The display: its bus, who may open it, and whether it answers."""

from __future__ import annotations

import errno
from collections.abc import Iterator

from firmware_host.daemon.cabling.settings import CONFIG_TXT
from firmware_host.daemon.settings.config import OledSection, TableConfig

from .finding import ON_A_PI, Finding, absent, fault, forbidden, ok, unasked, warning
from .machine import Machine


def display(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """The OLED of this table."""
    oled = table.oled
    if oled.port not in ("i2c", "spi"):
        nodes = [f"/dev/{n.name}" for n in machine.named("dev", "i2c-*")]
        there = f"; {', '.join(nodes)} are there" if nodes else ""
        yield absent("oled", f"this table's display is {oled.port}{there}")
        return
    node = f"/dev/i2c-{oled.bus}" if oled.port == "i2c" else f"/dev/spidev{oled.bus}.0"
    if not machine.there(node):
        yield fault("oled", f"there is no {node}", _switch_on(oled) if machine.pi else ON_A_PI)
    elif not machine.openable(node):
        yield forbidden("oled", machine.user, node, oled.port)
    elif not machine.tried(node):
        yield unasked("oled", machine.user, node, machine.asker)
    elif oled.port == "i2c":
        yield from _scanned(machine, oled, node)
    else:
        yield ok("oled", f"{node} may be opened; whether a display is there, SPI cannot tell")
        says = "luma drives the display's D/C and RES pins through RPi.GPIO, which"
        if machine.module("RPi.GPIO") is None:
            yield fault("oled", f"{says} is missing", machine.install("python3-rpi-lgpio"))
        elif words := machine.loads("RPi.GPIO"):
            mend = "sudo apt install python3-rpi-lgpio"
            yield fault("oled", f"{says} cannot be loaded: {words}", mend)


def _switch_on(oled: OledSection) -> str:
    if (oled.port, oled.bus) == ("i2c", 1):
        return "sudo raspi-config nonint do_i2c 0"
    if (oled.port, oled.bus) == ("spi", 0):
        return "sudo raspi-config nonint do_spi 0"
    return f"Add the lines of ./table wiring FILE to {CONFIG_TXT}, load i2c-dev (README), restart"


def _scanned(machine: Machine, oled: OledSection, node: str) -> Iterator[Finding]:
    try:
        found = machine.scan(machine.at(node))
    except OSError as wrong:
        hangs = wrong.errno in (errno.ETIMEDOUT, errno.EAGAIN)
        mend = "Switch the table off and on" if hangs else "Look at SDA and SCL: ./table wiring"
        yield fault("oled", f"{node} cannot be asked: {wrong.strerror or wrong}", mend)
        return
    every = ", ".join(f"{address:#04x}" for address in found) or "nothing"
    if oled.address in found:
        yield ok("oled", f"{node} answers at {oled.address:#04x} (on the bus: {every})")
        return
    says = f"nothing answers at {oled.address:#04x} on {node}; on the bus: {every}"
    likely = [address for address in found if address in (0x3C, 0x3D)]
    mend = "Look at its four wires: ./table wiring FILE --out FOLDER"
    if likely:
        mend = f"Write address = {likely[0]:#04x} in [oled]"
    elif len(found) > 100:
        mend = "SDA is held low: a short, or a display that hangs; switch the table off and on"
    yield fault("oled", says, mend)


def memory(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """The memory that the ribbon camera needs in one piece."""
    if table.camera.port != "picamera":
        return
    words = dict(line.partition(":")[::2] for line in machine.read("proc/meminfo").splitlines())
    free_mb, all_mb = _mb(words.get("CmaFree", "")), _mb(words.get("CmaTotal", ""))
    if free_mb is None:
        return
    of = f" of {all_mb} MB" if all_mb else ""
    says = f"{free_mb} MB{of} of memory in one piece are free for the camera"
    if free_mb < LITTLE_MB:
        yield warning("camera", says, f"Write dtoverlay=vc4-kms-v3d,cma-256 in {CONFIG_TXT}")
    else:
        yield ok("camera", says)


def _mb(value: str) -> int | None:
    """Megabytes of a number in kB, as in ``/proc/meminfo``; None: it is none."""
    number = value.split()[:1]
    return int(number[0]) // 1000 if number and number[0].isdigit() else None


LITTLE_MB = 16
"""A picture of 1640x1232 and its copies, and something to spare."""
