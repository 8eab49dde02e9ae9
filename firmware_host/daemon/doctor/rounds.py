"""All checks, in the order in which a person would look."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from firmware_host.daemon.settings.config import TableConfig

from .buses import display, memory
from .compiled import compiled
from .drops import drops
from .eyes import camera
from .failures import failures
from .finding import LOGIN, RESTART, Finding, Level
from .machine import Machine
from .pins import beams, buttons, groups
from .ports import strip
from .serviced import serviced
from .storage import storage
from .system import clock, power, service, system
from .units import speaking, whom
from .usb import usb
from .watchdog import watchdog
from .wear import wear

Check = Callable[[Machine, TableConfig], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    system,
    power,
    usb,
    drops,
    whom,
    groups,
    buttons,
    beams,
    strip,
    display,
    camera,
    memory,
    storage,
    wear,
    clock,
    watchdog,
    service,
    compiled,
    serviced,
    failures,
)


def found(machine: Machine, table: TableConfig) -> list[Finding]:
    """Everything there is to say about *machine* as the home of *table*.

    What may be opened is told for the service's user, where there is one, whoever asks.
    """
    machine = speaking(machine)
    findings = [one for check in CHECKS for one in check(machine, table)]
    if not machine.asker:
        return findings
    return [replace(one, then=RESTART) if one.then == LOGIN else one for one in findings]


def worst(findings: Sequence[Finding]) -> Level:
    """The worst of them; what is absent and not needed does not count."""
    return max((one.level for one in findings), default=Level.OK, key=int)
