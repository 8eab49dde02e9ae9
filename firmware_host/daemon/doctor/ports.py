"""The LED strip: its port, who else wants that, and what the controller says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_host.daemon.cabling.claims import UARTS, spi_of
from firmware_host.daemon.cabling.settings import BUFSIZ, CMDLINE, cmdline
from firmware_host.daemon.config import TableConfig

from .finding import Finding, absent, fault, forbidden, ok, warning
from .machine import Machine

KINDS = ("ttyUSB*", "ttyACM*", "ttyAMA*", "ttyS*")
CLAIMED_BY_BRLTTY = ("1a86:7523", "10c4:ea60", "0403:6001")
"""USB chips that brltty before 6.5 takes for braille displays."""
RULES = "etc/udev/rules.d/70-lava-table.rules"
RELOAD = "sudo udevadm control --reload; sudo udevadm trigger"
BUFFER = "sys/module/spidev/parameters/bufsiz"
SAID = 40
"""Letters of an answer that are told."""


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port of this machine. *chip* is vendor and product of its USB chip, or empty."""

    node: str
    by_id: str
    chip: str

    def __str__(self) -> str:
        return f"{self.by_id or self.node}{f' ({self.chip})' if self.chip else ''}"


def ports(machine: Machine) -> list[Port]:
    """All that are really there."""
    found = []
    for kind in KINDS:
        for entry in machine.named("sys/class/tty", kind):
            kept = machine.read(f"sys/class/tty/{entry.name}/type")
            if entry.name.startswith("ttyS") and kept in ("", "0"):
                continue  # a name the kernel keeps for a port that nobody has
            node = f"/dev/{entry.name}"
            found.append(Port(node, _by_id(machine, entry.name), _chip(entry)))
    return found


def _by_id(machine: Machine, name: str) -> str:
    for link in machine.named("dev/serial/by-id"):
        if os.path.realpath(link).endswith(f"/{name}"):
            return f"/dev/serial/by-id/{link.name}"
    return ""


def _chip(entry: Path) -> str:
    """Vendor and product, from whichever folder above the port's own says them."""
    folder = (entry / "device").resolve()
    for above in (folder, *folder.parents):
        try:
            pair = [(above / key).read_text().strip() for key in ("idVendor", "idProduct")]
        except OSError:
            continue
        return ":".join(pair)
    return ""


def strip(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """The strip of this table, and every other port with why it is not that."""
    port, found = table.strip.port, ports(machine)
    if not port.startswith("/dev/"):
        yield absent("strip", f"this table's strip is {port}")
    elif spi_of(port) is not None:
        yield from _spi(machine, table)
    else:
        yield from _serial(machine, table, found)
        yield from _thieves(machine)
    for one in found:
        if not _same(machine, one, port):
            yield ok("serial ports", f"{one}: skipped, {_why(machine, one, port)}")


def _same(machine: Machine, one: Port, port: str) -> bool:
    real = os.path.realpath(machine.at(port))
    return one.node == port or real == os.path.realpath(machine.at(one.node))


def _why(machine: Machine, one: Port, port: str) -> str:
    if not machine.openable(one.node):
        return f"{machine.user} may not open it"
    if holder := machine.holder(one.node):
        return f"{holder} has it"
    return "the table's file names another" if port.startswith("/dev/") else "the file names none"


def _spi(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    port, bus = table.strip.port, (spi_of(table.strip.port) or (0, 0))[0]
    if not machine.there(port):
        mend = "sudo raspi-config nonint do_spi 0" if bus == 0 else "The lines of ./table wiring"
        yield fault("strip", f"there is no {port}", mend)
        return
    if not machine.openable(port):
        yield forbidden("strip", machine.user, port, "spi")
        return
    yield ok("strip", f"{port} may be opened; whether LEDs are there, SPI cannot tell")
    kept = machine.read(BUFFER)
    if cmdline(table) and kept.isdigit() and int(kept) <= BUFSIZ:
        says = f"spidev takes {kept} bytes at once, a picture of {table.strip.leds} LEDs has more"
        yield fault("strip", says, f"In {CMDLINE}: {cmdline(table)[0]}")


def _serial(machine: Machine, table: TableConfig, found: list[Port]) -> Iterator[Finding]:
    port = table.strip.port
    if port in UARTS and "console=" in machine.read("proc/cmdline"):
        for console in ("console=serial0", "console=ttyAMA0", "console=ttyS0"):
            if console in machine.read("proc/cmdline"):
                says = f"the kernel talks on this port too ({console})"
                mend = "sudo raspi-config nonint do_serial_cons 1"
                yield fault("strip", says, mend, "Then restart the Pi")
    if not machine.there(port):
        usb = [str(one) for one in found if one.chip]
        mend = f'Write port = "{usb[0].split(" (")[0]}" in [strip]' if usb else "Plug it in"
        hint = f"; there are {', '.join(usb)}" if usb else "; no USB serial port is there"
        yield fault("strip", f"there is no {port}{hint}", mend)
    elif not machine.openable(port):
        yield forbidden("strip", machine.user, port, "dialout")
    elif (stranger := machine.stranger(port))[0]:
        yield fault("strip", f"{stranger[0]} has {port}: the table cannot", stranger[1])
    elif holder := machine.holder(port):
        yield ok("strip", f"{port} is there, and {holder} has it: it was not spoken to")
    else:
        yield _greeted(machine, port, table.strip.baud)


def _greeted(machine: Machine, port: str, baud: int) -> Finding:
    try:
        said = machine.greet(str(machine.at(port)), baud)
    except OSError as wrong:
        return fault("strip", f"{port} cannot be opened: {wrong}", f"sudo fuser -v {port}")
    words = "".join(c for c in said.decode("ascii", "replace") if c.isprintable()).strip()[:SAID]
    if "WLED" in words or words.startswith("Ada"):
        return ok("strip", f'{port} answers: "{words}"')
    if words:
        says = f'{port} answers what is neither WLED nor Adalight: "{words}"'
        return warning("strip", says, f"Set its baud rate to {baud}, as in the table's file")
    says = f"{port} is open, and mute"
    mend = f"In WLED: Sync Interfaces, Serial, baud rate {baud}; some 16 and 17 betas hear nothing"
    return warning("strip", says, mend)


def _thieves(machine: Machine) -> Iterator[Finding]:
    """Programs that take LED controllers for something else."""
    folders = ("usr/lib/udev/rules.d", "lib/udev/rules.d")
    rules = [rule for folder in folders for rule in machine.named(folder, "*brltty*")]
    if rules:
        chips = {
            ":".join(machine.read(f"{d}/{key}") for key in ("idVendor", "idProduct"))
            for d in (f"sys/bus/usb/devices/{f.name}" for f in machine.named("sys/bus/usb/devices"))
        }
        taken = sorted(chips & set(CLAIMED_BY_BRLTTY))
        shown = {port.chip for port in ports(machine)}
        if [chip for chip in taken if chip not in shown]:
            says = f"brltty has taken {taken[0]} for a braille display: it has no port any more"
            yield fault("brltty", says, "sudo apt remove brltty", "Then plug it in again")
        else:
            says = "brltty is installed, and takes some LED controllers for braille displays"
            yield warning("brltty", says, "sudo apt remove brltty")
    names = {machine.read(f"proc/{f.name}/comm") for f in machine.named("proc", "[0-9]*")}
    if "ModemManager" in names and not machine.there(RULES):
        says = "ModemManager runs, and talks to an LED controller as to a modem"
        yield warning("ModemManager", says, f"sudo cp systemd/lava-table.rules /{RULES}; {RELOAD}")
