"""The whole daemon at the guest's devices: its table's file, its process, what it says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from firmware_host.session.journal import Journal
from firmware_host.session.record import Kept
from tests.bed.guest.plug import PORT

PINS = (5, 6, 12)
LAMPS = (22, 23, 24)
LEDS = 150
OWN = 132  # the first LED of seat A's own three
HOLD_MS = 250
STARTING_S = 90.0

TABLE = """
name = "Bed"
game = "lava_land"
journal = "{folder}/bed.journal"
[buttons]
port = "gpio"
hold_ms = {hold}
{seats}
[strip]
port = "{strip}"
leds = {leds}
per_place = 6
milliamps = 20000
[oled]
port = "{oled}"
shift = false
dim_after_s = 0
[camera]
port = "{camera}"
profile = "lava_land"
idle_fps = 2
fps = 2
[patience]
go_ms = 600
confirm_ms = 600
[console]
port = {port}
"""
SEAT = """[[seats]]
name = "{name}"
button = {button}
lamp = {lamp}
side_deg = {side}
leds = {leds}
"""


def table_file(folder: Path, **ports: str | int) -> Path:
    """A table of three at the guest's devices; *ports* names others, or ``none``."""
    folder.mkdir(parents=True, exist_ok=True)
    own = [[OWN + 3 * seat + led for led in range(3)] for seat in range(len(PINS))]
    seats = "".join(
        SEAT.format(name=f"Seat {i}", button=pin, lamp=lamp, side=90 * (i + 1), leds=own[i])
        for i, (pin, lamp) in enumerate(zip(PINS, LAMPS, strict=True))
    )
    named = {"strip": PORT, "oled": "i2c", "camera": "none", "port": 8000, **ports}
    file = folder / "table.toml"
    file.write_text(TABLE.format(folder=folder, hold=HOLD_MS, seats=seats, leds=LEDS, **named))
    return file


class Daemon:
    """``./table run`` on *file*, as *user* where one is named; it writes what it says to a file."""

    def __init__(
        self, file: Path, user: int | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self.file, self._log = file, file.with_suffix(".log")
        self._told = self._log.open("ab")
        self._from = self._told.tell()  # one before it may have written there
        self._process = subprocess.Popen(
            [sys.executable, "-m", "firmware_host", "run", "--config", str(file)],
            stderr=self._told,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})},
            user=user,
            group=user,
            extra_groups=None if user is None else [],
        )
        self.port = 0

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    @property
    def status(self) -> int | None:
        """Its exit status; None while it runs."""
        return self._process.poll()

    @property
    def page(self) -> str:
        """Where its page is."""
        return f"http://127.0.0.1:{self.port}/"

    def said(self) -> str:
        """Everything it has said so far."""
        with self._log.open() as told:
            told.seek(self._from)
            return told.read()

    def listening(self) -> None:
        """Until the page can be asked for.

        :raises AssertionError: it ended before.
        """
        until_s = time.monotonic() + STARTING_S
        while "Listening on" not in self.said():
            assert self.status is None, self.said()
            assert time.monotonic() < until_s, self.said()
            time.sleep(0.05)
        self.port = int(self.said().rpartition("Listening on http://127.0.0.1:")[2].split("/")[0])

    def state(self) -> dict[str, Any]:
        """What the page knows."""
        with urllib.request.urlopen(f"{self.page}state.json", timeout=10) as answer:
            told: dict[str, Any] = json.load(answer)
        return told

    def missing(self) -> dict[str, str]:
        """What the page says of the devices that do not work, by name."""
        return {d["name"]: d["says"] for d in self.state()["devices"] if not d["ok"]}

    def comes_to_miss(self, *names: str, within_s: float = 20.0) -> None:
        """Until exactly these devices are missing.

        :raises AssertionError: others are.
        """
        until_s = time.monotonic() + within_s
        while set(self.missing()) != set(names):
            assert self.status is None, self.said()
            assert time.monotonic() < until_s, f"{self.missing()}, and not {names}"
            time.sleep(0.05)

    def end(self, within_s: float = 30.0) -> int:
        """Ask it to end; its exit status."""
        if self.status is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            status = self._process.wait(within_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        self._told.close()
        return status


def journal_of(file: Path) -> tuple[Kept, ...]:
    """Every match in the journal of the table of *file*, with its lines."""
    journal = Journal(file.parent / "bed.journal", lambda: "")
    try:
        return tuple(journal.kept(match.id) for match in journal.matches())
    finally:
        journal.close()
