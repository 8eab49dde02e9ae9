"""A thread that minds a device beats while it goes round; one that hangs is late."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from firmware_host.daemon.upkeep.minders import Minders
from hw.mock.oled import MockBus
from hw.pi import minded_buttons
from hw.pi import spi_strip as spi
from hw.pi import strip as serial
from hw.pi.minded_buttons import MindedButtons
from hw.pi.oled import LumaOled, Pace
from hw.pi.oled_line import Wire
from hw.pi.pulse import Beating, Pulse
from hw.pi.spi_strip import SpiStrip
from hw.pi.strip import SerialStrip
from hw.ports import DeviceLost
from hw.wire.spi_leds import leds

from .test_minded_buttons import FrailFactory

AGES_S = 1000.0
Told = Callable[[DeviceLost | None], None]


def oled(told: Told) -> Any:
    display = LumaOled("ssd1306", Wire("i2c", smbus=MockBus()), told=told, pace=Pace(heart_s=0.05))
    display.open()
    return display


def strip(told: Told) -> Any:
    one = SerialStrip("/dev/ttyUSB-none", 10, told=told, back_off_s=(0.02, 0.05))
    one.open()
    return one


def spi_strip(told: Told) -> Any:
    kind = leds("apa102", 10, "bgr")
    one = SpiStrip((9, 9), 10, kind, told, back_off_s=(0.02, 0.05))
    one.open()
    return one


def buttons(told: Told) -> Any:
    factories = [FrailFactory(), FrailFactory()]
    lost = factories[-1]
    one = MindedButtons(factories.pop, (5,), (None,), told, look_s=0.02, back_off_s=(0.02, 0.05))
    one.open(lambda edge: None)
    lost.gone = True
    return one


@pytest.mark.parametrize(
    "back_off_s",
    [Pace().back_off_s, serial.BACK_OFF_S, spi.BACK_OFF_S, minded_buttons.BACK_OFF_S],
    ids=["oled", "strip", "spi strip", "buttons"],
)
def test_who_pushes_a_plug_in_never_waits_for_the_next_try_for_two_seconds(
    back_off_s: tuple[float, float],
) -> None:
    first_s, longest_s = back_off_s
    assert first_s <= longest_s < 2.0


@pytest.mark.parametrize("begin", [oled, strip, spi_strip, buttons])
def test_a_device_whose_minder_hangs_is_silent_and_one_that_is_lost_is_not(
    begin: Callable[[Told], Any],
) -> None:
    """Each is made to hang where it tells how it is, as it would in a library or in the kernel."""
    minders, reached, on = Minders(), threading.Event(), threading.Event()

    def told(state: DeviceLost | None) -> None:
        reached.set()
        on.wait()

    device = minders.begun("it", lambda: begin(told))
    assert reached.wait(10)
    assert minders.silent() == ""
    (thread,) = [one for one in minders._threads["it"] if hasattr(one, "pulse")]
    thread.pulse._clock = lambda: time.monotonic() + AGES_S
    assert minders.silent() == "it"
    on.set()  # and goes round again
    until_s = time.monotonic() + 10
    while minders.silent() and time.monotonic() < until_s:
        time.sleep(0.01)
    assert minders.silent() == ""
    device.close()


def test_what_others_do_with_a_condition_is_no_beat() -> None:
    change = Beating(5.0)
    now_s = [0.0]
    change.pulse = Pulse(5.0, lambda: now_s[0])
    with change:
        pass
    assert not change.pulse.late
    now_s[0] = 6.0
    with change:
        change.wait(0.001)
    assert change.pulse.late
    change.belongs()
    assert not change.pulse.late
    now_s[0] = 12.0
    assert change.pulse.late
    with change:
        pass
    assert not change.pulse.late
