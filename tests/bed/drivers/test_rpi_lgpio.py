"""The grab buttons through rpi-lgpio, RPi.GPIO's stand-in, on a GPIO chip of the kernel's own."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

import pytest

from tests.bed.guest.chip import PI_4B, SimulatedChip

pytestmark = pytest.mark.bed
PINS, LAMPS = (5, 6), (16, 17)
HEAD = f"""
import os, sys, time
os.chdir("/proc")  # lgpio, which it imports, would make a file here
from hw.pi.buttons import GpioButtons
from hw.pi.pins import hears, open_factory
factory = open_factory("rpigpio")
buttons = GpioButtons(factory, {PINS}, {LAMPS})
def told(edge):
    print(edge.button, edge.down, edge.at_ns, flush=True)
buttons.open(told)
import RPi.GPIO
print("ready", type(factory).__name__, hasattr(RPi.GPIO, "lgpio"), hears(factory), flush=True)
"""


@pytest.fixture(autouse=True)
def _there() -> None:
    if importlib.util.find_spec("RPi") is None:
        pytest.skip("there is no rpi-lgpio for this Python (see tests/bed/build.py)")


def begun(chip: SimulatedChip, tail: str) -> subprocess.Popen[str]:
    """A program with two buttons; it has them once it has said so."""
    number = chip.name.removeprefix("gpiochip")  # another one each time it is plugged in
    child = subprocess.Popen(
        [sys.executable, "-c", HEAD + tail],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "RPI_LGPIO_REVISION": f"{PI_4B:x}", "RPI_LGPIO_CHIP": number},
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready Rpigpio True True\n"
    return child


def test_edges_come_dated_when_heard_of_and_lamps_light(chip: SimulatedChip) -> None:
    tail = "sys.stdin.readline(); buttons.lamp(1, True); print(buttons.level(0), flush=True)\n"
    tail += "sys.stdin.readline(); buttons.close(); factory.close()\n"
    tail += "os._exit(0)\n"  # its thread may be printing an edge: Python would abort over that
    with begun(chip, tail) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        for move, down in ((chip.press, True), (chip.release, False), (chip.press, True)):
            before_ns, _ = move(PINS[0])
            button, said, at_ns = child.stdout.readline().split()
            assert (button, said) == ("0", str(down))
            assert int(at_ns) >= before_ns
        child.stdin.write("\n")
        child.stdin.flush()
        assert child.stdout.readline() == "True\n"
        assert chip.high(LAMPS[1])
        chip.press(PINS[1])
        assert child.stdout.readline().startswith("1 True ")
        child.stdin.write("\n")
        child.stdin.flush()
        assert child.wait(20) == 0


def test_the_thread_that_its_edges_come_by_is_minded_too(chip: SimulatedChip) -> None:
    tail = (
        "import lgpio\n"
        "def broken(*edge): raise SystemExit\n"
        "lgpio.callback(RPi.GPIO._chip, 5, lgpio.BOTH_EDGES, broken)\n"
        "print('set', flush=True)\n"
        "while hears(factory): time.sleep(0.01)\n"
        "print('missed', flush=True)\n"
        "os._exit(0)\n"
    )
    with begun(chip, tail) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "set\n"
        chip.press(PINS[0])
        said = child.stdout.read()
        assert child.wait(20) == 0
    assert said.endswith("missed\n")


def test_an_edge_that_reaches_a_pin_after_it_was_closed_raises_nothing(
    chip: SimulatedChip,
) -> None:
    tail = (
        "pin = factory.pin(5)\n"
        "buttons.close(); factory.close()\n"
        "pin._call_when_changed(5)\n"
        "print('calm', hears(factory), flush=True)\n"
        "os._exit(0)\n"
    )
    with begun(chip, tail) as child:
        assert child.stdout is not None
        assert child.stdout.read() == "calm True\n"
