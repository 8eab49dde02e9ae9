"""Minded buttons on a GPIO chip that loses edges, and goes."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from hw.pi.buttons import GpioButtons
from hw.pi.minded_buttons import MindedButtons
from hw.pi.pins import hears, open_factory
from hw.ports import DeviceLost, Edge
from tests.bed.guest.chip import SimulatedChip

pytestmark = pytest.mark.bed
PINS, LAMPS = (5, 6), (16, 17)
BOUNCES = 40  # twice, and more, what the kernel keeps for a slow program


class Desk:
    """Two minded buttons on the chip."""

    def __init__(self) -> None:
        self.edges: queue.Queue[Edge] = queue.Queue()
        self.told: queue.Queue[DeviceLost | None] = queue.Queue()
        self.buttons = MindedButtons(partial(open_factory, "lgpio"), PINS, LAMPS, self.told.put)
        self.buttons.open(self.edges.put)


@pytest.fixture
def desk(chip: SimulatedChip) -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.buttons.close()


def test_a_press_whose_edges_overran_the_kernels_memory_is_read_all_the_same(
    chip: SimulatedChip, desk: Desk
) -> None:
    # Another process bounces the contact while this one stands still, and leaves it closed.
    pull = chip.pull_file(PINS[0])
    words = (
        "import os, signal, sys, time\n"
        f"pull = os.open({str(pull)!r}, os.O_WRONLY)\n"
        f"os.kill({os.getpid()}, signal.SIGSTOP)\n"
        f"for n in range(2 * {BOUNCES} + 1):\n"
        "    os.pwrite(pull, b'pull-up' if n % 2 else b'pull-down', 0)\n"
        "    time.sleep(0.002)\n"
        f"os.kill({os.getpid()}, signal.SIGCONT)\n"
    )
    subprocess.run([sys.executable, "-S", "-c", words], check=True)
    last = desk.edges.get(timeout=5)
    count = 1
    while True:
        try:
            last = desk.edges.get(timeout=0.5)
        except queue.Empty:
            break
        count += 1
    assert count < BOUNCES
    assert (last.button, last.down) == (0, True)
    assert desk.buttons.lost_edges >= 1


def test_a_chip_that_goes_is_told_and_the_buttons_are_back_when_it_is(
    chip: SimulatedChip, desk: Desk
) -> None:
    desk.buttons.lamp(1, True)
    chip.unplug()
    lost = desk.told.get(timeout=10)
    assert isinstance(lost, DeviceLost)
    chip.plug()
    while desk.told.get(timeout=10) is not None:
        pass  # it is not there, after it was pulled
    assert chip.high(LAMPS[1])
    chip.press(PINS[1])
    assert desk.edges.get(timeout=5).button == 1


def test_a_working_folder_that_cannot_be_written_is_no_matter() -> None:
    words = (
        "import os; os.chdir('/proc')\n"
        "from hw.pi.pins import hears, open_factory\n"
        "print(type(open_factory('lgpio')).__name__, os.getcwd())\n"
    )
    said = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["Lgpio", "/proc"]
    assert not list(Path("/proc").glob(".lgd*"))


def test_an_edge_that_reaches_a_pin_after_it_was_closed_raises_nothing(
    chip: SimulatedChip,
) -> None:
    heard: queue.Queue[Edge] = queue.Queue()
    factory = open_factory("lgpio")
    buttons = GpioButtons(factory, PINS, LAMPS)
    buttons.open(heard.put)
    pin = factory.pin(PINS[0])
    buttons.close()
    factory.close()
    pin._call_when_changed(0, PINS[0], 0, 1)  # as lgpio's thread does, which ends at anything
    assert heard.empty()
    assert hears(factory)


def test_a_dead_thread_of_lgpio_is_a_lost_device(chip: SimulatedChip) -> None:
    words = (
        "import queue, signal\n"
        "from functools import partial\n"
        "from hw.pi.minded_buttons import MindedButtons\n"
        "from hw.pi.pins import hears, open_factory\n"
        "told = queue.Queue()\n"
        "buttons = MindedButtons(partial(open_factory, 'lgpio'), (8,), (9,), told.put)\n"
        "buttons.open(print)\n"
        "import lgpio\n"
        "def broken(*edge): raise SystemExit\n"
        "lgpio.callback(buttons._factory._handle, 8, lgpio.BOTH_EDGES, broken)\n"
        "print('ready', flush=True)\n"
        "print(told.get(timeout=20), flush=True)\n"
        "import os; os._exit(0)\n"
    )
    command = [sys.executable, "-c", words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        chip.press(8)
        said = child.stdout.read()
    assert child.returncode == 0
    assert "the thread of lgpio that hears the pins has ended" in said
