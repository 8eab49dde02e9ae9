"""The serial ports of this machine, and the one that a table's file means."""

from __future__ import annotations

import getpass
import os
from pathlib import Path

from hw.ports import DeviceLost
from hw.wire.serial_ports import ONLY, Asker, SerialPort, Unfound, meant, missing, sought

DEVICE = "LED strip"
NAMES = Path("/dev/serial")


def listed(names: Path = NAMES) -> tuple[SerialPort, ...]:
    """All that pyserial can list, in the order of their nodes."""
    from serial.tools import list_ports

    ids, paths = _links(names / "by-id"), _links(names / "by-path")
    found = []
    for one in sorted(list_ports.comports(), key=lambda port: port.device):
        chip = f"{one.vid:04x}:{one.pid:04x}" if one.vid is not None else ""
        blocked = "" if os.access(one.device, os.R_OK | os.W_OK) else f"{user()} may not open it"
        where = ids.get(one.device, ""), paths.get(one.device, "")
        found.append(SerialPort(one.device, *where, chip, one.serial_number or "", blocked))
    return tuple(found)


def resolved(port: str, asker: Asker = ONLY) -> str:
    """The node of *port*, which may be a name, ``serial:NUMBER`` or ``usb:VENDOR:PRODUCT``.

    :raises DeviceLost: there is none, or it is not clear which; it says why each was skipped.
    """
    if not sought(port):
        if not Path(port).exists():
            raise _lost(port, missing(port, listed(), _followed(asker)))
        return port
    try:
        return meant(port, listed(), _followed(asker)).node
    except Unfound as wrong:
        raise _lost(port, wrong) from None


def _followed(asker: Asker) -> Asker:
    """*asker*, with the nodes that other strips' links lead to."""
    nodes = tuple(os.path.realpath(one) for one in asker.others if not sought(one))
    return Asker(asker.section, (*asker.others, *nodes))


def _lost(port: str, why: Unfound) -> DeviceLost:
    return DeviceLost(DEVICE, port, why.says, why.mend)


def _links(folder: Path) -> dict[str, str]:
    """Names in *folder* by the nodes they lead to."""
    try:
        return {os.path.realpath(link): str(link) for link in sorted(folder.iterdir())}
    except OSError:
        return {}


def user() -> str:
    """Who this program runs as."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.geteuid())
