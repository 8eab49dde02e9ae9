"""The LED controller's plug, pulled and pushed in while a game is played by the whole daemon."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware_host.daemon.settings import house
from firmware_host.rules.kernel import Decision, Setup, Source
from firmware_host.session.match import Match
from firmware_host.session.tale import Answered
from firmware_host.table.catalog import DRESSINGS
from hw.wire.adalight import SAFE
from tests.bed.guest.chip import SimulatedChip
from tests.bed.guest.far_end import FarEnd
from tests.bed.guest.modules import wait_for
from tests.bed.guest.plug import PORT, UsbSerial
from tests.bed.guest.sitting import Sitting
from tests.bed.guest.whole import LEDS, Daemon, journal_of, table_file

GIVEN_UP_S = 20.0


@dataclass(frozen=True, slots=True)
class Table:
    """A table in play, and the far ends of its devices."""

    daemon: Daemon
    sitting: Sitting
    usb: UsbSerial
    far: FarEnd


@contextmanager
def table_in_play(file: Path, chip: SimulatedChip, usb: UsbSerial) -> Iterator[Table]:
    """Three have begun a game at the table of *file*."""
    far, daemon = FarEnd(usb, LEDS), Daemon(file)
    try:
        daemon.listening()
        sitting = Sitting(daemon, chip)
        sitting.begin()
        yield Table(daemon, sitting, usb, far)
    finally:
        daemon.end()
        far.close()


def replugged(table: Table) -> float:
    """Pull the plug, let somebody answer, push it in.

    The seconds from the node to the whole picture that the table shows by then.
    """
    table.usb.unplug()
    wait_for(PORT, there=False)
    table.far.powered_anew()
    table.daemon.comes_to_miss("strip")
    table.sitting.answer()
    table.usb.plug()
    wait_for(PORT)
    return shown_within_s(table)


def shown_within_s(table: Table) -> float:
    """The seconds until the strip shows what it should, LED for LED."""
    start_s = time.monotonic()
    while table.far.last != bytes.fromhex(table.daemon.state()["strip"]).translate(SAFE):
        took_s = time.monotonic() - start_s
        assert took_s < GIVEN_UP_S, f"the strip shows something else: {table.daemon.said()}"
        time.sleep(0.005)
    return time.monotonic() - start_s


def answers_told(file: Path) -> list[str]:
    """What people answered, as the journal of *file* has it, in the words their menus had.

    :raises AssertionError: it has anything but answers that the rules allow, line after line.
    """
    files = house.read(file)
    (kept,) = journal_of(file)
    match = Match.begin(files.box.game, Setup(kept.seats, files.box.box), kept.seed)
    view, said = DRESSINGS[files.box.game.name].view, []
    for told in kept.tale:
        assert isinstance(told, Answered)
        pending = match.pending
        assert isinstance(pending, Decision)
        if pending.source is not Source.CHANCE:
            (answer,) = (a for a in (*pending.options, *pending.asides) if str(a) == told.words)
            said.append(files.texts.say(view.path(answer)[-1]))
        match = match.tell(told)
    return said


def new_table(folder: Path) -> Path:
    """The file of a table that has not been played at."""
    for old in folder.glob("bed.journal*"):
        old.unlink()
    return table_file(folder)
