"""The whole daemon in the kernel bed: press to light beside a bare callback; replugs in play."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench.far_end import FRAME
from bench.figure import Figure
from tests.bed.guest.chip import SimulatedChip
from tests.bed.guest.hearing import Ear, Picks
from tests.bed.guest.plug import PORT, UsbSerial
from tests.bed.guest.replugging import lost, new_table, replugged, table_in_play
from tests.bed.guest.sitting import Sitting
from tests.bed.guest.whole import LEDS, OWN, PINS, Daemon

PRESSES = 60
REPLUGS = 50
BACK_WITHIN_S = 2.0
MS = 1_000_000
FOLDER = Path("/run/table")
HELD_S = 0.03
BARE_PIN = 20
BETWEEN_S = 0.2  # longer than from one picture to the next
AWAKE_S = 0.3  # what was due while it stood still is done
BARE = f"""
import os, sys
from gpiozero import Button
from hw.pi.pins import open_factory
factory, line = open_factory("lgpio"), os.open({PORT!r}, os.O_WRONLY | os.O_NOCTTY)
button = Button({BARE_PIN}, pin_factory=factory)
frame = sys.stdin.buffer.read({len(FRAME)})
button.when_pressed = lambda: os.write(line, frame)
print("ready", flush=True)
sys.stdin.read()
os._exit(0)
"""


@contextlib.contextmanager
def bare() -> Iterator[None]:
    """A gpiozero button whose callback writes a frame made before; a process of its own, as ours.

    It writes to the line that the daemon has opened for itself: root may.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", BARE], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(FRAME)
    process.stdin.flush()
    process.stdout.readline()
    yield
    process.communicate()


def press_to_light(chip: SimulatedChip) -> Figure:
    """Presses of both in turn; the daemon stands still while the bare one has the machine."""
    ear, daemon = Ear(LEDS), Daemon(new_table(FOLDER))
    daemon.listening()
    Sitting(daemon, chip).begin()
    own = 3 * (OWN + 3)  # seat B, who presses, is asked nothing just now
    mine, theirs, luck = list[float](), list[float](), random.Random(PRESSES)
    with bare():
        for _ in range(PRESSES + 1):
            os.kill(daemon.pid, signal.SIGSTOP)
            theirs.append(_press(chip, ear, BARE_PIN, lambda pixels: True, luck))
            os.kill(daemon.pid, signal.SIGCONT)
            time.sleep(AWAKE_S)
            mine.append(
                _press(chip, ear, PINS[1], lambda p: p[own] == p[own + 1] == p[own + 2] > 0, luck)
            )
    ear.close()
    daemon.end()
    return _figure(mine[1:], theirs[1:])


def _figure(mine: list[float], theirs: list[float]) -> Figure:
    middle, beside = statistics.median(mine), statistics.median(theirs)
    note = f"median of {PRESSES}; slowest {max(mine):.1f} ms, bare {max(theirs):.1f} ms; of ten "
    note += f"presses nine within {statistics.quantiles(mine, n=10)[-1]:.1f} ms, bare "
    note += f"{statistics.quantiles(theirs, n=10)[-1]:.1f} ms; emulated processor"
    name = "bed: press to first byte at the far end of ttyUSB0, the whole daemon in a match"
    return Figure(name, middle, "ms", beside, "bare callback", middle / beside, "<= 2", note)


def _press(chip: SimulatedChip, ear: Ear, pin: int, picks: Picks, luck: random.Random) -> float:
    """Milliseconds. Nobody presses in step with the strip's pictures, which may never rest."""
    ear.rest()
    time.sleep(luck.uniform(0, BETWEEN_S))
    before_ns, _ = chip.press(pin)
    at_ns = ear.first_ns(picks, before_ns)
    time.sleep(HELD_S)
    chip.release(pin)
    return (at_ns - before_ns) / MS


def replugs(chip: SimulatedChip, usb: UsbSerial) -> Figure:
    """The strip's plug is pulled and pushed in while games are played by the whole daemon."""
    took_s, differ = list[float](), list[str]()
    while len(took_s) < REPLUGS:
        with table_in_play(new_table(FOLDER), chip, usb) as table:
            while len(took_s) < REPLUGS and table.sitting.answer():
                took_s.append(replugged(table))
                table.daemon.comes_to_miss()
        differ += filter(None, [lost(table.daemon.file, table.sitting.taken)])
    back = sum(one <= BACK_WITHIN_S for one in took_s)
    note = f"of {REPLUGS}: the strip's whole picture within {BACK_WITHIN_S:g} s of the node; "
    note += f"slowest {max(took_s):.2f} s, median {statistics.median(took_s):.2f} s; journals that "
    note += f"differ from what was pressed: {'; '.join(differ) or 'none'}"
    name = "bed: the strip's plug pulled and back, the whole daemon in play"
    return Figure(name, back * (not differ), "times", target=f">= {REPLUGS}", note=note)
