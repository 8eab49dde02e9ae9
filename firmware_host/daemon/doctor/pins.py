"""Buttons and lamps: chips, permission, and the library that drives them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from firmware_host.daemon.cabling.claims import spi_of
from firmware_host.daemon.cabling.header import spelled
from firmware_host.daemon.settings.config import TableConfig

from .finding import LOGIN, ON_A_PI, Finding, absent, fault, forbidden, ok
from .machine import Machine

LIBRARIES = {"lgpio": ("lgpio", "python3-lgpio"), "rpigpio": ("RPi.GPIO", "python3-rpi-lgpio")}
"""By pin factory: the module, and the package that has it."""
REAL_LGPIO = "SET_PULL_NONE"
"""A word in lgpio itself; an empty package of its name lacks it."""


def buttons(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """The header's pins."""
    chips = machine.named("dev", "gpiochip*")
    if table.buttons.port != "gpio":
        how = f"{len(chips)} GPIO chips are there" if chips else "there is no GPIO here"
        yield absent("buttons", f"this table's buttons are virtual; {how}")
        return
    if not chips:
        mend = "Run it on the Pi; on one: a kernel with GPIO_CDEV, sudo apt full-upgrade"
        yield fault("buttons", "there is no /dev/gpiochip*", mend)
    elif not any(machine.openable(f"/dev/{chip.name}") for chip in chips):
        yield forbidden("buttons", machine.user, f"/dev/{chips[0].name}", "gpio")
    else:
        names = ", ".join(f"/dev/{chip.name}" for chip in chips)
        yield ok("buttons", f"{names} may be opened")
    yield from _factory(machine, table)


def beams(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """The receivers of beams across chutes: the same pins, by the same library."""
    pins = table.beam_pins
    if not pins:
        return
    said = ", ".join(f"chute {n} {spelled(pin)}" for n, pin in enumerate(pins, 1))
    if table.buttons.port != "gpio":
        yield absent("beams", f"virtual, as the buttons are: {said}")
    elif not machine.named("dev", "gpiochip*"):
        yield fault("beams", f"there is no /dev/gpiochip* for {said}", ON_A_PI)
    else:
        yield ok("beams", f"{said}; service mode tries them (./table service, or the page)")


def _factory(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """The library behind gpiozero, in this very interpreter."""
    name = table.buttons.pins
    module, package = LIBRARIES[name]
    file = machine.module(module)
    again = machine.install(package)
    if file is None:
        says = f"pin factory {name}: this Python ({machine.environment}) sees no {module}"
        yield fault("pin factory", says, again)
        return
    if name == "lgpio" and file.suffix == ".py" and REAL_LGPIO not in _text(file):
        says = f"{file} is an empty package of lgpio's name"
        pip = f"{machine.environment}/bin/pip"
        mend = f"{machine.sudo(machine.environment)}{shlex.quote(pip)} uninstall -y lgpio; {again}"
        yield fault("pin factory", says, mend)
        return
    if words := machine.loads(module):
        yield fault("pin factory", f"{file} cannot be loaded: {words}", _reloaded(module, package))
        return
    stamps = "the kernel stamps edges" if name == "lgpio" else "edges are stamped when heard of"
    yield ok("pin factory", f"{name}, as the table's file has it; {stamps}")


def _reloaded(module: str, package: str) -> str:
    """What makes a library that is there one that can be loaded."""
    if module == "RPi.GPIO":  # the old one knows no newer Pi and no newer kernel
        return f"sudo apt install {package}"  # and takes the old one's place
    return f"sudo apt install --reinstall {package}"


def _text(file: Path) -> str:
    try:
        return file.read_text(errors="replace")
    except OSError:
        return ""


def needed_groups(table: TableConfig) -> tuple[str, ...]:
    """The groups that a user needs for this table's devices."""
    needs = {
        "gpio": table.buttons.port == "gpio",
        "i2c": table.oled.port == "i2c",
        "spi": table.oled.port == "spi" or any(spi_of(s.port) for s in table.every_strip),
        "dialout": any(strip.serial for strip in table.every_strip),
        "video": table.camera.port == "picamera" or table.camera.port.startswith("/dev/"),
    }
    return tuple(name for name, needed in needs.items() if needed)


def groups(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """Which of them this user is in."""
    needed = needed_groups(table)
    if not needed:
        yield absent("groups", "this table's devices are virtual: no group is needed")
        return
    if machine.superuser:
        yield ok("groups", "root may open everything")
        return
    lines = machine.read("etc/group").splitlines()
    known = {line.split(":")[0]: line.split(":")[-1].split(",") for line in lines if ":" in line}
    missing = [name for name in needed if name not in machine.groups]
    written = [name for name in missing if machine.user in known.get(name, ())]
    unknown = [name for name in missing if name not in known]
    if unknown:
        says = f"there is no group {', '.join(unknown)}"
        made = "; ".join(f"sudo groupadd -rf {name}" for name in unknown)
        mend = f"{made}; sudo usermod -aG {','.join(unknown)} {machine.user}"
        then = "Then the udev rules of ./table wiring FILE (README), and restart"
        yield fault("groups", says, mend, then)
    if written:
        says = f"{machine.user} was added to {', '.join(written)}, but this login is older"
        yield fault("groups", says, "Log out and in again, or restart")
    rest = [name for name in missing if name not in written and name not in unknown]
    if rest:
        says = f"{machine.user} is not in {', '.join(rest)}"
        yield fault("groups", says, f"sudo usermod -aG {','.join(rest)} {machine.user}", LOGIN)
    if not missing:
        yield ok("groups", f"{machine.user} is in {', '.join(needed)}")
