"""A small file that is written at each start of the table and looked for at the next one.

It is looked for before the journal is opened: a mark that one was written here, and none that can
be read, is a disk that has lost it. A journal alone is no such mark: it may be older than the
canary, or copied from another machine. A disk that forgets everything shows itself by the date of
what it remembers, which people can judge; and a card that takes what is written and keeps what it
had is found out at once, for it is read past the kernel's memory.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from firmware_host.daemon.whole import written

from .finding import Finding, fault, ok
from .machine import Machine

FILE, MARK = "canary.json", "canary.written"
BOOT = "proc/sys/kernel/random/boot_id"
FORGOT = "this disk forgets: what was written beside the journal last time is gone"
DROPS = "this disk drops what is written to it: it takes it, and has what it had before"
MEND = "Copy the card to a new one; then look at storage, above"


@dataclass(frozen=True, slots=True)
class Canary:
    """What the file says: in which start of the machine, and when, it was written; and before."""

    boot: str
    at: str
    before: str = ""
    before_at: str = ""
    lost: str = ""  #: what is known to have been forgotten, in words


def found(file: Path) -> Canary | None:
    """What is there from an earlier time; None where there is nothing, or nothing sound."""
    try:
        words = json.loads(file.read_text(encoding="utf-8"))
        return Canary(**{f.name: str(words.get(f.name, "")) for f in fields(Canary)})
    except (OSError, ValueError, AttributeError):
        return None


def look(machine: Machine, folder: Path) -> Canary:
    """What is to be said of *folder*, which is written down there for the next start."""
    file, boot = machine.at(folder) / FILE, machine.read(BOOT)
    was = found(file)
    if was is not None and was.boot == boot:
        return was
    at = time.strftime("%Y-%m-%d %H:%M", time.localtime(machine.now_s()))
    if was is not None and was.boot:
        new = Canary(boot, at, was.boot, was.at)
    else:
        new = Canary(boot, at, lost=FORGOT if file.with_name(MARK).exists() else "")
    if machine.access(file.parent, os.W_OK) and not _kept(machine, file, new):
        return Canary(new.boot, new.at, new.before, new.before_at, DROPS)
    return new


def _kept(machine: Machine, file: Path, new: Canary) -> bool:
    """Write it, so that it is there after a power cut or not at all; False: the disk has it not."""
    words = json.dumps(asdict(new)).encode()
    try:
        file.with_name(MARK).touch()
        written(file, words)
    except OSError:
        return True  # what is told of storage says why
    return machine.disk(file) in (None, words)


def told(machine: Machine, folder: Path) -> Iterator[Finding]:
    """What the doctor says of it."""
    canary = look(machine, folder)
    if canary.lost:
        yield fault("canary", canary.lost, MEND)
    elif canary.before:
        when = f" on {canary.before_at}" if canary.before_at else ""
        yield ok("canary", f"what was last written before this restart{when} is still there")
    else:
        says = "written since the last restart, the next one will prove it"
        yield ok("canary", f"{says}; if the table was played before that, this disk forgets")
