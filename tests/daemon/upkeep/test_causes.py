"""What is lost again and again is told with likely causes, by what the machine shows."""

from __future__ import annotations

import pytest

from firmware_host.daemon.upkeep.causes import HOUR_S, Causes
from hw.ports import DeviceLost

LOST = DeviceLost("LED strip", "/dev/ttyUSB0", "device disconnected", "plug it in")


class Machine:
    """What the causes are told of a machine."""

    def __init__(self, *, weak: bool = False, slow_s: float = 0.1, load: float = 0.2) -> None:
        self.now_s = 0.0
        self.causes = Causes(lambda: weak, lambda: slow_s, lambda: load, lambda: self.now_s)

    def lost(self, device: str = "strip", after_s: float = 60) -> str:
        self.now_s += after_s
        self.causes.back(device)
        return self.causes.ranked(device, LOST).hint


def test_once_is_nothing_and_again_within_an_hour_is_counted() -> None:
    machine = Machine()
    assert machine.lost() == LOST.hint
    assert machine.lost("oled") == LOST.hint
    assert machine.lost().endswith(
        "Lost 2 times in an hour. Likely, in this order: its cable or its plug"
    )
    assert "3 times" in machine.lost()
    assert machine.lost(after_s=HOUR_S + 1) == LOST.hint


def test_one_unplugging_that_is_told_in_two_ways_is_one_loss() -> None:
    causes = Causes(load=lambda: 0.1)
    gone = DeviceLost("LED strip", "/dev/ttyUSB0", "there is no /dev/ttyUSB0", "plug it in")
    assert causes.ranked("strip", LOST).hint == "plug it in"
    assert causes.ranked("strip", gone).hint == "plug it in"
    causes.back("strip")
    assert "Lost 2 times" in causes.ranked("strip", LOST).hint
    assert "Lost 2 times" in causes.ranked("strip", gone).hint


def test_one_that_is_away_for_longer_than_an_hour_is_told_as_it_is() -> None:
    machine = Machine()
    assert machine.lost() == LOST.hint
    machine.now_s += 2 * HOUR_S
    assert machine.causes.ranked("strip", LOST).hint == LOST.hint


@pytest.mark.parametrize(
    ("machine", "order"),
    [
        (Machine(weak=True), ("too little voltage", "its cable")),
        (Machine(load=3.0), ("its cable", "too busy (load 3.0")),
        (Machine(slow_s=2.5), ("its cable", "a line of the journal took 2.5 s")),
        (
            Machine(weak=True, load=3.0, slow_s=2.5),
            ("too little voltage", "its cable", "too busy", "too slow"),
        ),
    ],
)
def test_the_likeliest_goes_first(machine: Machine, order: tuple[str, ...]) -> None:
    machine.lost()
    said = machine.lost()
    at = [said.index(part) for part in order]
    assert at == sorted(at)
    assert said.count("; ") == len(order) - 1


def test_what_is_told_names_the_device_as_before() -> None:
    causes = Causes()
    causes.ranked("strip", LOST)
    causes.back("strip")
    again = causes.ranked("strip", LOST)
    assert again.hint.startswith("plug it in. Lost 2 times")
    assert (again.device, again.where, again.says) == (LOST.device, LOST.where, LOST.says)
