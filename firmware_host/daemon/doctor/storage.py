"""Whether what the table remembers is really kept: on a disk, and over a restart."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_host.daemon.config import TableConfig

from .finding import Finding, fault, ok, warning
from .machine import Machine

FLEETING = ("overlay", "tmpfs", "ramfs", "aufs", "zram")
"""Kinds of file system whose files are gone when the power is."""
LITTLE_MB = 200
CANARY = "canary.json"
BOOT = "proc/sys/kernel/random/boot_id"


@dataclass(frozen=True, slots=True)
class Mount:
    """A line of ``/proc/self/mounts``."""

    where: str
    kind: str
    options: tuple[str, ...]


def mount_of(machine: Machine, folder: Path) -> Mount | None:
    """What *folder* of the machine lies on; the last of those mounted over each other."""
    found: Mount | None = None
    for line in machine.read("proc/self/mounts").splitlines():
        _, where, kind, options, *_ = [*line.split(), "", "", "", ""]
        where = where.encode().decode("unicode_escape") if "\\" in where else where
        inside = where and (folder == Path(where) or Path(where) in folder.parents)
        if inside and (found is None or len(where) >= len(found.where)):
            found = Mount(where, kind, tuple(options.split(",")))
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
    root = mount_of(machine, Path("/"))
    aside = ", though the rest is an overlay" if root and root.kind == "overlay" else ""
    kind = f" on {mount.kind}" if mount is not None else ""
    yield ok("storage", f"{folder} is{kind}: games are kept{aside}")
    yield from _room(machine, folder)
    yield from _canary(machine, folder)


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


def _canary(machine: Machine, folder: Path) -> Iterator[Finding]:
    """A file written in one run and found in another, after a restart: proof that files stay."""
    boot, file = machine.read(BOOT), machine.at(folder) / CANARY
    try:
        was = str(json.loads(file.read_text()).get("boot", ""))
    except (OSError, ValueError, AttributeError):
        was = ""
    if was and was != boot:
        yield ok("canary", "what was written before the last restart is still there")
    elif was:
        yield ok("canary", "written since the last restart; the next one will prove it")
    else:
        yield ok("canary", "none yet: after a restart it will be told whether files stay")
    if was != boot and machine.access(file.parent, os.W_OK):
        keep(file, boot)


def begun(machine: Machine, journal: Path, heard: Callable[[str, bool, str], None]) -> None:
    """At the start of a table on a Pi: a canary for the doctor, and word of what will not stay."""
    if not machine.pi:
        return
    if says := unkept(machine, journal.parent):
        heard("storage", False, says)
    keep(machine.at(journal.parent) / CANARY, machine.read(BOOT))


def keep(file: Path, boot: str) -> None:
    """Write the canary, so that it is there after a power cut or not at all."""
    new = file.with_suffix(".new")
    try:
        with new.open("w") as opened:
            json.dump({"boot": boot}, opened)
            opened.flush()
            os.fsync(opened.fileno())
        new.replace(file)
    except OSError:
        return  # what is told of storage says why
