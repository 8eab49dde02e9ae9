"""The grab buttons on a GPIO chip of the kernel's own."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hw.pi.buttons import GpioButtons
from hw.pi.pins import open_factory
from hw.ports import Edge
from tests.bed.guest.chip import SimulatedChip

pytestmark = pytest.mark.bed
PINS, LAMPS = (5, 6, 12, 13, 20), (16, 17, 18, 19, 21)
TRIALS = int(os.environ.get("TABLE_BED_TRIALS", "100"))
MOST_TRIALS, CLOSE = 6 * TRIALS, TRIALS // 2
"""More of them where the machine is busy, until so many were within a millisecond."""
MS = 1_000_000


class Desk:
    """Five buttons, and the edges that came."""

    def __init__(self, factory: Any) -> None:
        self.edges: list[Edge] = []
        self._news = threading.Condition()
        self.buttons = GpioButtons(factory, PINS, LAMPS)
        self.buttons.open(self.heard)

    def heard(self, edge: Edge) -> None:
        with self._news:
            self.edges.append(edge)
            self._news.notify()

    def take(self, number: int, timeout_s: float = 5.0) -> list[Edge]:
        """The next *number* edges."""
        with self._news:
            assert self._news.wait_for(lambda: len(self.edges) >= number, timeout_s), self.edges
            taken, self.edges = self.edges[:number], self.edges[number:]
        return taken


@pytest.fixture(scope="module")
def factory(_one_chip: SimulatedChip) -> Iterator[Any]:
    factory = open_factory("lgpio")
    yield factory
    factory.close()


@pytest.fixture
def desk(chip: SimulatedChip, factory: Any) -> Iterator[Desk]:
    desk = Desk(factory)
    yield desk
    desk.buttons.close()


def test_an_edge_is_dated_by_the_kernel_while_the_finger_moves(
    chip: SimulatedChip, desk: Desk
) -> None:
    for move, down in ((chip.press, True), (chip.release, False)):
        before_ns, after_ns = move(PINS[1])
        (edge,) = desk.take(1)
        assert (edge.button, edge.down) == (1, down)
        assert before_ns <= edge.at_ns <= after_ns


def test_the_stamp_is_the_kernels_own_to_the_nanosecond(
    chip: SimulatedChip, desk: Desk, factory: Any
) -> None:
    import lgpio

    raw: list[int] = []

    def seen(handle: int, line: int, level: int, at_ns: int) -> None:
        raw.append(at_ns)

    beside = lgpio.callback(factory._handle, PINS[0], lgpio.BOTH_EDGES, seen)
    stamps: list[int] = []
    for _ in range(20):  # each edge is waited for: the simulated chip merges those within 1 ms
        chip.press(PINS[0])
        stamps += [edge.at_ns for edge in desk.take(1)]
        chip.release(PINS[0])
        stamps += [edge.at_ns for edge in desk.take(1)]
    until(lambda: len(raw) == 40)
    beside.cancel()
    assert stamps == raw


def test_five_players_within_a_millisecond_are_ordered_as_they_pressed(
    chip: SimulatedChip, desk: Desk
) -> None:
    close = 0
    order = list(range(5))
    for trial in range(MOST_TRIALS):
        if trial >= TRIALS and close >= CLOSE:
            break
        order = order[trial % 4 :] + order[: trial % 4][::-1]
        spans = [chip.press(PINS[button]) for button in order]
        edges = desk.take(5)
        close += spans[-1][1] - spans[0][0] <= MS
        assert [e.button for e in sorted(edges, key=lambda e: e.at_ns)] == order
        for button in order:
            chip.release(PINS[button])
        desk.take(5)
    assert close >= CLOSE, f"only {close} of {MOST_TRIALS} trials were within 1 ms: a busy machine"


def test_a_sink_that_raises_leaves_the_other_presses_alive(
    chip: SimulatedChip, factory: Any
) -> None:
    heard: list[Edge] = []

    def sink(edge: Edge) -> None:
        heard.append(edge)
        if edge.button == 0:
            raise RuntimeError("a fault of ours")

    buttons = GpioButtons(factory, PINS, LAMPS)
    buttons.open(sink)
    chip.press(PINS[0])
    chip.press(PINS[1])
    until(lambda: len(heard) == 2)
    buttons.close()
    assert buttons.sink_failures == 1


def test_a_lamp_is_a_level_on_its_line(chip: SimulatedChip, desk: Desk) -> None:
    desk.buttons.lamp(2, True)
    assert chip.high(LAMPS[2])
    desk.buttons.lamp(2, False)
    assert not chip.high(LAMPS[2])


def test_the_level_is_read_from_the_line(chip: SimulatedChip, desk: Desk) -> None:
    assert not desk.buttons.level(3)
    chip.press(PINS[3])
    assert desk.buttons.level(3)


def until(true: Callable[[], bool], timeout_s: float = 5.0) -> None:
    """Wait for other threads and the kernel, whose clock is not ours to turn."""
    until_s = time.monotonic() + timeout_s
    while not true():
        assert time.monotonic() < until_s
        time.sleep(0.002)
