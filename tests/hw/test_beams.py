"""Beams of light are minded as buttons are, under a name of their own."""

from __future__ import annotations

import queue
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest
from gpiozero.pins.mock import MockFactory

from hw.mock.buttons import Contacts, contact_factory
from hw.mock.hands import VirtualHands
from hw.mock.world import fresh
from hw.mock.worldfile import WorldFile
from hw.pi.buttons import GpioButtons
from hw.pi.minded_buttons import MindedButtons
from hw.pi.pins import open_factory
from hw.ports import DeviceLost, Edge, Things

from .mock.test_volcano import Thumbs, bare

PINS = (7, 8, 9)
BALL_NS = 45_000_000


def test_a_ball_closes_a_receivers_output_once_for_as_long_as_it_takes() -> None:
    factory, edges = contact_factory(), list[Edge]()
    beams = GpioButtons(factory, PINS, device="beams")
    beams.open(edges.append)
    Contacts(factory, PINS, virtual=True).blink(2, 1_000, BALL_NS)
    assert edges == [Edge(2, True, 1_000), Edge(2, False, 1_000 + BALL_NS)]
    beams.close()


def test_on_a_real_clock_the_beam_is_broken_for_so_long() -> None:
    factory = contact_factory()
    edges: queue.Queue[Edge] = queue.Queue()
    beams, light = GpioButtons(factory, PINS, device="beams"), Contacts(factory, PINS)
    beams.open(edges.put)
    light.blink(0, time.monotonic_ns(), BALL_NS)
    first, second = edges.get(timeout=5), edges.get(timeout=5)
    light.close()
    beams.close()
    assert (first.down, second.down) == (True, False)
    assert second.at_ns - first.at_ns >= BALL_NS - 1_000_000


@pytest.mark.parametrize(("fault", "edges"), [("dead", 0), ("stuck", 1), ("none", 2)])
def test_a_dead_beam_sees_no_ball_and_a_stuck_one_no_second_edge(fault: str, edges: int) -> None:
    factory, heard = contact_factory(), list[Edge]()
    beams, light = GpioButtons(factory, PINS), Contacts(factory, PINS, virtual=True)
    beams.open(heard.append)
    light.ail(1, fault, 0)
    light.blink(1, 1_000, BALL_NS)
    assert len(heard) == edges


def test_hands_that_drop_a_ball_break_the_beam_of_that_chute(tmp_path: Path) -> None:
    broken = list[tuple[int, int]]()
    file = WorldFile(tmp_path / "world.json")

    def breaks(chute: int, at_ns: int) -> None:
        broken.append((chute, at_ns))

    hands = VirtualHands(file, lambda: fresh(1, {}, 0), Thumbs(), {}, broken=breaks)
    hands.drop(3, 5)
    assert broken == [], "there is no volcano"
    hands.set_out(Things(4, volcano=bare()))
    hands.drop(3, 7)
    assert broken == [(3, 7)]


def test_beams_that_are_lost_are_told_as_beams() -> None:
    def taken() -> MockFactory:
        raise DeviceLost("beams", "lgpio", "GPIO busy")

    beams = MindedButtons(taken, PINS, (), lambda lost: None, device="beams")
    with pytest.raises(DeviceLost, match=r"^beams at lgpio"):
        beams.open(lambda edge: None)
    with pytest.raises(DeviceLost, match=r"^beams at"):
        beams.level(0)


def test_a_pin_that_another_device_has_is_told_by_the_name_of_who_wanted_it() -> None:
    factory = contact_factory()
    buttons, beams = GpioButtons(factory, PINS), GpioButtons(factory, PINS, device="beams")
    buttons.open(lambda edge: None)
    with pytest.raises(DeviceLost, match=r"^beams at"):
        beams.open(lambda edge: None)
    buttons.close()


def test_a_library_that_is_not_there_is_told_by_the_name_of_who_wanted_it() -> None:
    with pytest.raises(DeviceLost, match=r"^beams at lgpio"):
        open_factory("lgpio", "beams")


def test_by_rpi_gpio_one_device_that_goes_leaves_the_others_pins_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The factory of gpiozero cleans up every pin of the process as it closes."""
    cleaned = list[object]()
    gpio = MagicMock()
    gpio.cleanup = lambda *channels: cleaned.append(channels)
    monkeypatch.setitem(sys.modules, "RPi", SimpleNamespace(GPIO=gpio))
    monkeypatch.setitem(sys.modules, "RPi.GPIO", gpio)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    monkeypatch.setenv("RPI_LGPIO_REVISION", "c03111")
    factory = open_factory("rpigpio", "beams")
    monkeypatch.setattr(factory, "_get_revision", lambda: 0xC03111)
    factory.pin(7)
    factory.close()
    assert cleaned == [(7,)]
    sys.modules.pop("gpiozero.pins.rpigpio", None)
