"""Whether what the table remembers is really kept: on a disk, and over a restart."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_host.daemon.settings.config import TableConfig

from . import canary
from .finding import Finding, fault, ok, warning
from .machine import Machine
from .units import unit

FLEETING = ("overlay", "tmpfs", "ramfs", "aufs", "zram")
"""Kinds of file system whose files are gone when the power is."""
LITTLE_MB = 200


@dataclass(frozen=True, slots=True)
class Mount:
    """A line of ``/proc/self/mounts``."""

    device: str
    where: str
    kind: str
    options: tuple[str, ...]


def mount_of(machine: Machine, folder: Path) -> Mount | None:
    """What *folder* of the machine lies on; the last of those mounted over each other."""
    found: Mount | None = None
    for line in machine.read("proc/self/mounts").splitlines():
        device, where, kind, options, *_ = [*line.split(), "", "", "", ""]
        where = where.encode().decode("unicode_escape") if "\\" in where else where
        inside = where and (folder == Path(where) or Path(where) in folder.parents)
        if inside and (found is None or len(where) >= len(found.where)):
            found = Mount(device, where, kind, tuple(options.split(",")))
    return found


def state_folder(machine: Machine, table: TableConfig) -> Path:
    """Where the table's journal is: as its file says, else where the daemon would put it.

    That is systemd's folder, the service's where there is one, else this user's.
    """
    if table.journal:
        return Path(table.journal).parent
    if named := os.environ.get("STATE_DIRECTORY"):
        return Path(named.split(":")[0])
    service = Path("/var/lib/lava-table")
    if machine.there(service):
        return service
    given = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(given) / "lava-table"


def unkept(machine: Machine, folder: Path) -> str:
    """Why what is written to *folder* is gone when the power is; empty: it stays."""
    mount = mount_of(machine, folder)
    if mount is None or mount.kind not in FLEETING:
        return ""
    return f"{folder} is on {mount.kind}: every game is forgotten when the power goes"


def storage(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """The folder with the journal."""
    folder = state_folder(machine, table)
    mount = mount_of(machine, folder)
    if says := unkept(machine, folder):
        yield fault("storage", says, "A partition of its own, and overlayroot=tmpfs:recurse=0")
        return
    if mount is not None and "ro" in mount.options:
        says = f"{folder} is on {mount.where}, which is read-only"
        yield fault(
            "storage",
            says,
            f"sudo mount -o remount,rw {shlex.quote(mount.where)}",
            "dmesg says why",
        )
        return
    if forbids := _closed(machine, folder):
        yield forbids
        return
    root = mount_of(machine, Path("/"))
    aside = ", though the rest is an overlay" if root and root.kind == "overlay" else ""
    kind = f" on {mount.kind}" if mount is not None else ""
    yield ok("storage", f"{folder} is{kind}: games are kept{aside}")
    yield from _room(machine, folder)
    yield from canary.told(machine, folder)


def _closed(machine: Machine, folder: Path) -> Finding | None:
    """What keeps the service from writing in *folder*."""
    of = unit(machine)
    if of is None or not machine.asker:
        return None
    above = (folder, *folder.parents)
    if of.writes is not None and not any(one in above for one in of.writes):
        says = f"{of.where} lets the table write in {', '.join(map(str, of.writes))} alone"
        says = f"{says}, the journal is to be in {folder}"
        mend = f"Write ReadWritePaths={folder} in its [Service], or leave journal empty"
        return fault("storage", says, mend, "Then: sudo systemctl daemon-reload; restart it")
    if machine.there(folder) and not machine.openable(folder):
        says = f"{machine.user} may not write in {folder}"
        mend = f"sudo chown -R {machine.user}: {shlex.quote(str(folder))}"
        return fault("storage", says, mend)
    return None


def _room(machine: Machine, folder: Path) -> Iterator[Finding]:
    place = machine.at(folder)
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        room = os.statvfs(place)
    except OSError:
        return
    free_mb = room.f_bavail * room.f_frsize // 1_000_000
    if free_mb < LITTLE_MB:
        says = f"{free_mb} MB are left for {folder}"
        yield warning("storage", says, "sudo apt clean; sudo journalctl --vacuum-size=50M")


def begun(machine: Machine, journal: Path) -> str:
    """Before a table on a Pi opens its journal: what it will not remember, in words; or empty."""
    if not machine.pi:
        return ""
    lost = canary.look(machine, journal.parent).lost
    return unkept(machine, journal.parent) or lost
