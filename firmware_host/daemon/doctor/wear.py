"""How much has been written to what the journal is on: cards and flash bear only so much.

A disk does not say how much it bears, so this is told, and judged only where the disk judges.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware_host.daemon.settings.config import TableConfig

from .finding import Finding, fault, ok, warning
from .machine import Machine
from .storage import mount_of, state_folder

EXT4 = "sys/fs/ext4"
KB, DAY_S = 1024, 86_400
SHORT_S = 3600
"""After so long since the start the writing of a start no longer stands for that of a day."""
WORN, SPENT = 2, 3
"""What flash soldered to its board (eMMC) says of itself: 80 % of its reserve, all of it used."""
COPY = "Copy the journal's folder to another disk now, and replace this one"


def wear(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """What was written to the journal's file system, by its own count; what flash says of itself.

    The count is ext4's, since it was made (``Documentation/ABI/testing/sysfs-fs-ext4``).
    """
    mount = mount_of(machine, state_folder(machine, table))
    if mount is not None and mount.kind == "ext4":
        yield from _written(machine, mount.device, mount.where)
    for disk in machine.named("sys/block", "mmcblk*[0-9]"):
        state = machine.read(f"sys/block/{disk.name}/device/pre_eol_info")
        used = int(state, 16) if state.startswith("0x") and len(state) == 4 else 0
        if used == SPENT:
            yield fault("wear", f"{disk.name} has used up its reserve: it will fail soon", COPY)
        elif used == WORN:
            says = f"{disk.name} has used four fifths of its reserve"
            yield warning("wear", says, "Copy the journal's folder now and then, and buy another")


def _written(machine: Machine, device: str, where: str) -> Iterator[Finding]:
    folder = f"{EXT4}/{_name(machine, device)}"
    ever = machine.read(f"{folder}/lifetime_write_kbytes")
    if not ever.isdigit():
        return
    says = f"{_size(int(ever))} have been written to {where} since it was made"
    now, up = machine.read(f"{folder}/session_write_kbytes"), machine.read("proc/uptime")
    up_s = (
        float(up.split()[0]) if up.split()[:1] and up.split()[0].replace(".", "").isdigit() else 0
    )
    if now.isdigit() and up_s >= SHORT_S:
        says += f", {_size(round(int(now) / up_s * DAY_S))} a day since the last start"
    yield ok("wear", says)


def _name(machine: Machine, device: str) -> str:
    """What ext4 calls *device*; a Pi's root may be mounted by a name of no device (/dev/root)."""
    name = Path(device).name
    known = [one.name for one in machine.named(EXT4) if one.name != "features"]
    return known[0] if name not in known and len(known) == 1 else name


def _size(kilobytes: int) -> str:
    """In words, in powers of ten."""
    number = float(kilobytes * KB)
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if number < 1000 or unit == "TB":
            break
        number /= 1000
    return f"{number:.3g} {unit}" if number < 1000 else f"{number:.0f} {unit}"
