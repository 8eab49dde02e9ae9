"""Is the program compiled? The service may write nothing where it lies.

What is not would be compiled anew at each of its starts, and by each camera's process.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

from firmware_host.daemon.places import PACKAGE
from firmware_host.daemon.settings.config import TableConfig

from .finding import Finding, ok, warning
from .machine import Machine

ROOMS = ("firmware_host", "hw")
HEADER = 16
"""Bytes: a magic number, flags, and of the source its time and size; PEP 552."""


def compiled(machine: Machine, _: TableConfig) -> Iterator[Finding]:
    """Each source beside what Python has kept of it, which the front door makes."""
    folder = machine.at(PACKAGE.parent)
    sources = [file for room in ROOMS for file in (folder / room).rglob("*.py")]
    left = sum(not _kept(source) for source in sources)
    if left:
        says = f"{left} of {len(sources)} files of the program are compiled anew at each start"
        yield warning("program", says, f"sudo {PACKAGE.parent}/table games")
    elif sources:
        yield ok("program", f"all {len(sources)} files of it are compiled")


def _kept(source: Path) -> bool:
    """Would Python take what was compiled of it, and not compile it anew?"""
    try:
        with Path(importlib.util.cache_from_source(str(source))).open("rb") as file:
            header = file.read(HEADER)
        found = source.stat()
    except OSError:
        return False
    magic, flags, told = header[:4], header[4:8], header[8:]
    size, time_s = found.st_size & 0xFFFF_FFFF, int(found.st_mtime) & 0xFFFF_FFFF
    same = told == time_s.to_bytes(4, "little") + size.to_bytes(4, "little")
    return magic == importlib.util.MAGIC_NUMBER and (same or any(flags))
