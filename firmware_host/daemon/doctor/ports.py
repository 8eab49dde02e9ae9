"""The LED strip: its port, who else wants that, and what the controller says."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

from firmware_host.daemon.cabling.claims import UARTS, spi_of
from firmware_host.daemon.cabling.settings import CMDLINE, LONGER, frame_bytes
from firmware_host.daemon.settings.config import StripPart, TableConfig, asking, strip_name
from hw.wire import greeting
from hw.wire.greeting import Expected
from hw.wire.serial_ports import Asker, SerialPort, Unfound, meant, missing, sought, why_not
from hw.wire.wled import Answers

from .finding import Finding, absent, fault, forbidden, ok, unasked, warning
from .machine import Machine

KINDS = ("ttyUSB*", "ttyACM*", "ttyAMA*", "ttyS*")
CLAIMED_BY_BRLTTY = ("1a86:7523", "10c4:ea60", "0403:6001")
"""USB chips that brltty before 6.5 takes for braille displays."""
RULES = "etc/udev/rules.d/70-lava-table.rules"
RELOAD = "sudo udevadm control --reload; sudo udevadm trigger"
BUFFER = "sys/module/spidev/parameters/bufsiz"


def ports(machine: Machine) -> list[SerialPort]:
    """All that are really there."""
    found = []
    for kind in KINDS:
        for entry in machine.named("sys/class/tty", kind):
            kept = machine.read(f"sys/class/tty/{entry.name}/type")
            if entry.name.startswith("ttyS") and kept in ("", "0"):
                continue  # a name the kernel keeps for a port that nobody has
            node = f"/dev/{entry.name}"
            by_id, by_path = (_link(machine, f, entry.name) for f in ("by-id", "by-path"))
            chip, number = _usb(entry)
            blocked = _blocked(machine, node)
            found.append(SerialPort(node, by_id, by_path, chip, number, blocked))
    return found


def _link(machine: Machine, folder: str, name: str) -> str:
    for link in machine.named(f"dev/serial/{folder}"):
        if os.path.realpath(link).endswith(f"/{name}"):
            return f"/dev/serial/{folder}/{link.name}"
    return ""


def _usb(entry: Path) -> tuple[str, str]:
    """Chip and serial number, from whichever folder above the port's own says them."""
    folder = (entry / "device").resolve()
    for above in (folder, *folder.parents):
        try:
            pair = [(above / key).read_text().strip() for key in ("idVendor", "idProduct")]
        except OSError:
            continue
        number = above / "serial"
        return ":".join(pair), number.read_text().strip() if number.is_file() else ""
    return "", ""


def _blocked(machine: Machine, node: str) -> str:
    if not machine.openable(node):
        return f"{machine.user} may not open it"
    holder = machine.holder(node)
    return f"{holder} has it" if holder else ""


def strip(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """The strips of this table, and every other port with why it is none of theirs."""
    found, used = ports(machine), set[str]()
    for number, one in enumerate(table.every_strip):
        name = strip_name(number)
        if not one.real:
            yield absent(name, f"this table's strip is {one.port}")
        elif spi_of(one.port) is not None:
            yield from _spi(machine, one, name)
        else:
            section, others = asking(table, number)
            nodes = (os.path.realpath(machine.at(o)) for o in others if not sought(o))
            links = {n.node for at in nodes for n in found if _same_at(machine, n, at)}
            asker = Asker(section, (*others, *links))
            node = yield from _serial(machine, one, name, found, asker)
            used.add(node)
    if any(one.serial for one in table.every_strip):
        yield from _thieves(machine)
    wanted = table.strip.port if len(table.every_strip) == 1 else "/dev/none of these"
    for port in found:
        if port.node not in used:
            yield ok("serial ports", f"{port}: skipped, {why_not(wanted, port)}")


def _spi(machine: Machine, of: StripPart, name: str) -> Iterator[Finding]:
    port, bus = of.port, (spi_of(of.port) or (0, 0))[0]
    if not machine.there(port):
        mend = "sudo raspi-config nonint do_spi 0" if bus == 0 else "The lines of ./table wiring"
        yield fault(name, f"there is no {port}", mend)
        return
    if not machine.openable(port):
        yield forbidden(name, machine.user, port, "spi")
        return
    yield ok(name, f"{port} may be opened; whether LEDs are there, SPI cannot tell")
    kept, wanted = machine.read(BUFFER), frame_bytes(of)
    if kept.isdigit() and int(kept) < wanted:
        says = f"spidev takes {kept} bytes at once, a picture of {of.wired} LEDs has {wanted}"
        yield fault(name, says, f"In {CMDLINE}: {LONGER}")


def _serial(
    machine: Machine, of: StripPart, name: str, found: Sequence[SerialPort], asker: Asker
) -> Generator[Finding, None, str]:
    """What there is to say of its port; gives the node of that, as far as it is known."""
    try:
        port = meant(of.port, found, asker).node if sought(of.port) else of.port
        if not machine.there(port):
            raise missing(port, found, asker)
        if not _terminal(machine, port):  # whoever has /dev/null open is to be let alone
            says = f"{port} is no serial port"
            raise Unfound(says, f"Write the name of one in {asker.section}: they are told below")
    except Unfound as wrong:
        yield fault(name, wrong.says, wrong.mend)
        return ""
    yield from _console(machine, port, name)
    if not machine.openable(port):
        yield forbidden(name, machine.user, port, "dialout")
    elif (stranger := machine.stranger(port))[0]:
        yield fault(name, f"{stranger[0]} has {port}: the table cannot", stranger[1])
    elif holder := machine.holder(port):
        yield ok(name, f"{port} is there, and {holder} has it: it was not spoken to")
    else:
        yield _greeted(machine, port, of, name)
    return next((one.node for one in found if _same(machine, one, port)), port)


def _terminal(machine: Machine, port: str) -> bool:
    real = Path(os.path.realpath(machine.at(port)))
    return port in UARTS or real.name.startswith(("tty", "rfcomm")) or real.parent.name == "pts"


def _same(machine: Machine, one: SerialPort, port: str) -> bool:
    return one.node == port or _same_at(machine, one, os.path.realpath(machine.at(port)))


def _same_at(machine: Machine, one: SerialPort, real: str) -> bool:
    return real == os.path.realpath(machine.at(one.node))


def _console(machine: Machine, port: str, name: str) -> Iterator[Finding]:
    """The kernel may talk on the header's port."""
    for console in ("console=serial0", "console=ttyAMA0", "console=ttyS0"):
        if port in UARTS and console in machine.read("proc/cmdline"):
            says = f"the kernel talks on this port too ({console})"
            mend = "sudo raspi-config nonint do_serial_cons 1"
            yield fault(name, says, mend, "Then restart the Pi")


def _greeted(machine: Machine, port: str, of: StripPart, name: str) -> Finding:
    """What the controller says, in the words the table itself has for it."""
    if not machine.tried(port):
        return unasked(name, machine.user, port, machine.asker)
    where, said = str(machine.at(port)), b""
    try:
        for baud in dict.fromkeys((of.baud, of.start_baud or of.baud)):
            said = said or machine.greet(where, baud)
    except OSError as wrong:
        why = os.strerror(wrong.errno) if wrong.errno else str(wrong)
        return fault(name, f"{port} cannot be opened: {why}", f"sudo fuser -v {port}")
    told = greeting.said(
        Answers().feed(said + b"\n"), Expected(of.wired, of.milliamps, of.start_baud or of.baud)
    )
    if told is None:
        mute = greeting.mute(of.start_baud or of.baud)
        return warning(name, f"{port} is open: {mute.says}", mute.mend)
    if told.well:
        return ok(name, f"{port}: {told.says}")
    return warning(name, f"{port}: {told.says}", told.mend)


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
