"""The camera of this table, and what other cameras there are."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from firmware_host.daemon.settings.config import TableConfig

from .finding import ON_A_PI, Finding, absent, fault, forbidden, ok
from .machine import Machine

LISTERS = (("rpicam-hello", "--list-cameras"), ("libcamera-hello", "--list-cameras"))
NONE_SAID = "No cameras available"


def camera(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """The camera."""
    port = table.camera.port
    if port == "picamera":
        yield from _ribbon(machine)
    elif port.startswith("/dev/video"):
        yield from _usb(machine, port)
    else:
        names = [_named(machine, node.name) for node in machine.named("dev", "video*")]
        there = f"; there are {', '.join(names)}" if names else "; no other is there"
        yield absent("camera", f"this table's camera is {port}{there}")


def _named(machine: Machine, node: str) -> str:
    name = machine.read(f"sys/class/video4linux/{node}/name")
    return f"/dev/{node} ({name})" if name else f"/dev/{node}"


def _ribbon(machine: Machine) -> Iterator[Finding]:
    if machine.module("picamera2") is None:
        says = f"this Python ({machine.environment}) sees no picamera2"
        yield fault("camera", says, machine.install("python3-picamera2"))
    elif words := machine.loads("picamera2"):
        yield fault("camera", f"picamera2 cannot be loaded: {words}", _reloaded(machine, words))
    listed = next((said for one in LISTERS if (said := machine.run(one)) is not None), None)
    if listed is None:
        mend = "sudo apt install rpicam-apps-lite" if machine.pi else ON_A_PI
        yield fault("camera", "no program can list cameras", mend)
        return
    found = [line.strip() for line in listed.splitlines() if line.strip()[:1].isdigit()]
    if found:
        yield ok("camera", f"on the ribbon: {'; '.join(found)}")
    else:
        says = "no camera on the ribbon" if NONE_SAID in listed else "cameras cannot be listed"
        mend = "Switch off, push the ribbon in straight (contacts to the contacts), close the latch"
        yield fault("camera", says, f"{mend}; camera_auto_detect=1 in config.txt")


def _reloaded(machine: Machine, words: str) -> str:
    """What makes a picamera2 that is there one that can be loaded."""
    if "numpy" in words.lower() or "binary incompat" in words:  # its simplejpeg is the system's
        pip = shlex.quote(f"{machine.environment}/bin/pip")
        return f"sudo {pip} install --ignore-installed --no-deps simplejpeg"
    return "sudo apt install --reinstall python3-picamera2 python3-libcamera"


def _usb(machine: Machine, port: str) -> Iterator[Finding]:
    if not machine.there(port):
        names = [_named(machine, node.name) for node in machine.named("dev", "video*")]
        hint = f"; there are {', '.join(names)}" if names else ""
        first = f'Write port = "{names[0].split(" (")[0]}" in [camera]' if names else "Plug it in"
        yield fault("camera", f"there is no {port}{hint}", first)
    elif not machine.openable(port):
        yield forbidden("camera", machine.user, port, "video")
    elif (stranger := machine.stranger(port))[0]:
        yield fault("camera", f"{stranger[0]} has {port}: the table cannot", stranger[1])
    elif holder := machine.holder(port):
        yield ok(
            "camera", f"{_named(machine, port.removeprefix('/dev/'))} is there; {holder} has it"
        )
    else:
        yield ok("camera", f"{_named(machine, port.removeprefix('/dev/'))} may be opened")
