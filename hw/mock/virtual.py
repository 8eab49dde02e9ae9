"""What stands round a virtual table: its contacts, its world, its hands, and all that may fail."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from hw.ports import Ailment

from .buttons import Contacts, contact_factory
from .disk import Disk
from .faults import BEAM, BUTTON, DAEMON, DISK, PINS, SUPPLY, Ail, Faults
from .hands import VirtualHands
from .world import World
from .worldfile import WorldFile

BALL_NS = 45_000_000
"""So long a ball of 16 mm breaks a beam at the virtual table: assumed."""

Parts = Mapping[str, tuple[tuple[Ailment, ...], Ail]]


@dataclass(frozen=True, slots=True)
class Plan:
    """How such a table is wired."""

    pins: tuple[int, ...]
    beams: tuple[int, ...]
    sides: Mapping[int, float]
    seed: int
    virtual_time: bool
    clock_s: Callable[[], float]
    camera: bool  #: it looks at the world, too


class VirtualTable:
    """The people's side of one table. *parts* and *dips* are the twins' there are besides.

    :raises BrokenWorld: the world's file cannot be read and was set aside.
    """

    def __init__(
        self,
        plan: Plan,
        world: Path,
        new: Callable[[], World],
        parts: Parts,
        dips: tuple[Callable[[], None], ...] = (),
    ) -> None:
        self._plan, self.faults = plan, Faults()
        self.factory = contact_factory()
        self.contacts = self._contacts(plan.pins)
        self._light = self._contacts(plan.beams)
        self.disk = Disk(time.sleep)
        self._wire(parts, dips)
        file = WorldFile(world)
        self.hands = VirtualHands(
            file, new, self.contacts, plan.sides, faults=self.faults, broken=self._broken
        )
        if not plan.camera:
            self.faults.drop("camera")

    def close(self) -> None:
        """The fingers are taken away."""
        self.contacts.close()
        self._light.close()

    def _contacts(self, pins: tuple[int, ...]) -> Contacts:
        return Contacts(self.factory, pins, seed=self._plan.seed, virtual=self._plan.virtual_time)

    def _wire(self, parts: Parts, dips: tuple[Callable[[], None], ...]) -> None:
        add = self.faults.add
        for button in range(len(self._plan.pins)):
            add(f"button {button}", BUTTON, partial(self._ail, self.contacts, button))
        for beam in range(len(self._plan.beams)):
            add(f"beam {beam + 1}", BEAM, partial(self._ail, self._light, beam))
        add("buttons", PINS, self.factory.ail)
        for part, (ailments, ail) in parts.items():
            add(part, ailments, ail)
        if dips:
            add("supply", SUPPLY, partial(_dipped, dips))
        add("disk", DISK, self.disk.ail)
        if not self._plan.virtual_time:
            add("daemon", DAEMON, _killed)

    def _ail(self, contacts: Contacts, button: int, fault: str) -> None:
        contacts.ail(button, fault, round(self._plan.clock_s() * 1e9))

    def _broken(self, chute: int, at_ns: int) -> None:
        """A ball goes through that chute, where it has a beam."""
        if chute <= len(self._plan.beams):
            self._light.blink(chute - 1, at_ns, BALL_NS)


def _dipped(dips: tuple[Callable[[], None], ...], fault: str) -> None:
    if fault not in ("none", "brownout"):
        raise ValueError(f"the supply cannot be {fault!r}: write brownout")
    for dip in dips if fault == "brownout" else ():
        dip()


def _killed(fault: str) -> None:
    if fault not in ("none", "kill"):
        raise ValueError(f"the daemon cannot be {fault!r}: write kill")
    if fault == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
