"""The LED controller's plug, pulled and pushed in while a game is played by the whole daemon."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware_host.console.document import SLOT
from firmware_host.daemon.settings import house
from firmware_host.rules.kernel import Decision, Seat, Setup, Source
from firmware_host.session.match import Match
from firmware_host.session.tale import Answered, Put, Told
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.menu import menu_of
from firmware_host.table.reading import Pace
from firmware_host.table.scene import Text, text
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


def lost(file: Path, taken: Sequence[str]) -> str:
    """What was pressed and is not in the journal of *file*, or is there though nobody pressed it.

    Empty: nothing. Every line of it is one that the rules allow; what silence may answer needs
    nobody's press.
    """
    files = house.read(file)
    (kept,) = journal_of(file)
    game = files.box.game
    match, left = Match.begin(game, Setup(kept.seats, files.box.box), kept.seed), list(taken)
    for told in kept.tale:
        labels = _labels(match, told, files)
        if labels and left and left[0] in labels:
            left.pop(0)
        elif labels and not _by_silence(match, told):
            return f"nobody pressed {told}; the next press was {left[:1]}"
        match = match.tell(told)
    return f"pressed and not in the journal: {left}" if left else ""


def _labels(match: Match[Any, Any], told: Told, files: house.Files) -> set[str]:
    """What the line of a menu that leads to *told* may say; nothing: it is luck's."""
    dressing, pending = DRESSINGS[files.box.game.name], match.pending
    assert isinstance(pending, Decision)
    if isinstance(told, Put):
        reader = dressing.reader({}, Pace())
        seats = map(Seat, range(match.setup.seats))
        found = [c for seat in seats for c in reader.corrections(match.state, seat)]
        paths = [c.path for c in found if (c.lines, c.reason) == (told.lines, told.reason)]
    else:
        assert isinstance(told, Answered), told  # nobody here takes back what was said
        said = [a for a in (*pending.options, *pending.asides) if str(a) == told.words]
        paths = [dressing.view.path(a) for a in said if pending.source is not Source.CHANCE]
    return {
        label
        for path in paths
        for first in range(len(path))
        for label in _ways(path[first:], match, files)
    }


def _ways(path: tuple[Text, ...], match: Match[Any, Any], files: house.Files) -> Iterator[str]:
    """How a menu of one line, and the page, put it."""
    (item,) = menu_of([None], lambda _: path).items
    yield files.texts.say(item.label)
    if item.label.key == SLOT:  # on the page with what lies there
        slot = dict(item.label.values)["slot"]
        assert isinstance(slot, int)
        kind = match.state.row[slot - 1]
        yield f"{slot} {files.texts.say(text(f'card.{kind}.name'))}"


def _by_silence(match: Match[Any, Any], told: Told) -> bool:
    lapse = match.pending.lapse if isinstance(match.pending, Decision) else None
    return lapse is not None and isinstance(told, Answered) and str(lapse.answer) == told.words


def new_table(folder: Path) -> Path:
    """The file of a table that has not been played at."""
    for old in folder.glob("bed.journal*"):
        old.unlink()
    return table_file(folder)
