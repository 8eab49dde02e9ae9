"""A virtual table on a clock that a test sets, with nobody looking and nobody playing."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from msgspec import structs

from firmware_host.daemon.assembly import Assembly, Here
from firmware_host.daemon.clock import VirtualClock
from firmware_host.daemon.keeper import at_once
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house
from firmware_host.daemon.settings.config import ConsoleSection, QuietSection
from firmware_host.rules.kernel import Seat
from firmware_host.table.signals import Command
from hw.mock.oled import MockOled
from hw.ports import Edge

SECOND_NS = 1_000_000_000
DEMO = config_folder() / "tables" / "demo.toml"
NOON_S = time.mktime((2026, 11, 30, 12, 0, 0, 0, 0, -1))


class StandingTable:
    """The table, its clocks, and what it said."""

    def __init__(
        self,
        folder: Path,
        quiet: QuietSection | None = None,
        file: Path | None = None,
        now_s: float = NOON_S,
        console: ConsoleSection | None = None,
    ) -> None:
        """The shipped one without its camera, or that of a *file*."""
        files = house.read(file or DEMO)
        if file is None:
            table = structs.replace(
                files.table,
                camera=structs.replace(files.table.camera, port="none"),
                quiet=quiet or QuietSection(),
                console=console or ConsoleSection(),
            )
            files = replace(files, loaded=structs.replace(files.loaded, table=table))
        self.now_s, self.said = now_s, list[str]()
        self.clock = VirtualClock(SECOND_NS)
        here = Here(
            journal=folder / "journal",
            world=folder / "world.json",
            seed=lambda: "1",
            wall=lambda: "2026-11-30T12:00:00Z",
            says=self.said.append,
            virtual_time=True,
            now_s=lambda: self.now_s,
        )
        self.table = Assembly(files, here, self.clock, at_once)
        self.core = self.table.core
        self.core.tick(self.clock.now_ns())
        self.core.draw(self.clock.now_ns())

    def after(self, seconds: float) -> None:
        """So much later, by both clocks."""
        self.now_s += seconds
        self.clock.reach(self.clock.now_ns() + int(seconds * SECOND_NS))
        now_ns = self.clock.now_ns()
        self.core.tick(now_ns)
        self.core.drain(now_ns)
        self.core.draw(now_ns)

    def choose(self, seat: int, line: int = 0) -> None:
        """A seat takes a line of its menu, on a page."""
        now_ns = self.clock.now_ns()
        words = f"choose {line} {self.core.state}"
        assert self.core.feed(Command(Seat(seat), "player", words, now_ns), now_ns) is None

    def play(self, choices: int = 0, seats: int = 3) -> None:
        """So many sit down and begin, and whoever is asked takes the first line."""
        for seat in range(seats):
            self.choose(seat)
        self.choose(0)
        for _ in range(choices):
            self.choose(self.asked())

    def asked(self) -> int:
        """The first seat that is asked something."""
        scene = self.core.scene
        assert scene is not None
        return next(int(seat.seat) for seat in scene.seats if seat.menu)

    def press(self, button: int) -> None:
        """Its contact closes, and opens again."""
        for down in (True, False):
            now_ns = self.clock.now_ns()
            self.core.feed(Edge(button, down, now_ns), now_ns)
            self.after(0.05)

    @property
    def oled(self) -> MockOled:
        """The display's twin."""
        oled = self.table.devices.oled
        assert isinstance(oled, MockOled)
        return oled

    def lit(self) -> tuple[bool, bool]:
        """Whether anything shines on strip and display."""
        return any(self.core.lights.pixels), any(self.oled.last)
