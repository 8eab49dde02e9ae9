"""A Pi whose voltage falls tells staff why, and dims the strip for as long as that helps."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.daemon.lights import FULL, Lights
from firmware_host.daemon.upkeep.supply import (
    CABLE,
    CALM_NS,
    LEAST,
    LOOK_NS,
    SHARED,
    USB,
    Gauge,
    Supply,
)
from firmware_host.daemon.upkeep.supply import watched as watch
from firmware_host.table.layout import Layout
from firmware_host.table.painter import Painter
from tests.daemon.standing_table import SECOND_NS, StandingTable
from tests.table.sample import default_theme

LOW, LOW_SINCE, HOT = 0x1, 0x10000, 0x8
LOOK_S = LOOK_NS / SECOND_NS


class Weak:
    """A table whose Pi tells of its supply."""

    def __init__(self, table: StandingTable) -> None:
        self.table, self.bits = table, 0
        self.supply = Supply(lambda: self.bits, table.core.lights, self._said)
        table.core.kept.append(self.supply)
        self.drawn_ma: float | None = None

    def _said(self, ok: bool, words: str, now_ns: int) -> None:
        self.table.core.device("power", ok, words, now_ns)

    def look(self, bits: int, times: int = 1) -> None:
        self.bits = bits
        for _ in range(times):
            self.table.after(LOOK_S)

    @property
    def says(self) -> str:
        state = self.table.core.devices.get("power")
        return "" if state is None or state.ok else state.says

    @property
    def light(self) -> int:
        return sum(self.table.core.lights.pixels)


@pytest.fixture
def weak(tmp_path: Path) -> Iterator[Weak]:
    table = StandingTable(tmp_path)
    yield Weak(table)
    table.table.close()


def test_while_the_voltage_is_enough_nothing_is_said(weak: Weak) -> None:
    weak.look(0, 4)
    assert weak.says == ""
    assert weak.table.core.lights.peak_ma() > 0


def test_a_fall_is_told_with_what_the_leds_drew_and_the_strip_is_dimmed(weak: Weak) -> None:
    weak.look(0)
    weak.look(LOW | LOW_SINCE)
    assert re.match(r"too little voltage, while the LEDs were asked for up to \d\.\d A", weak.says)
    assert "dimmed to 75 %" in weak.says
    assert any("power: too little voltage" in line for line in weak.table.said)


def test_a_fall_between_two_looks_is_seen_by_the_bit_that_stays(weak: Weak) -> None:
    weak.look(LOW_SINCE)
    assert weak.says == ""  # from before the table was started: the doctor tells it
    weak.look(0)
    weak.look(LOW_SINCE)
    assert weak.says.startswith("too little voltage")


def test_less_light_is_sent_and_never_less_than_can_be_read(weak: Weak) -> None:
    lights = weak.table.core.lights
    lights.rest(False)
    before = bytes(range(256)) * 3
    weak.look(LOW)
    assert sum(lights._left(before)) == pytest.approx(sum(before) * 0.75, rel=0.01)
    weak.look(LOW, 4)
    assert sum(lights._left(before)) == pytest.approx(sum(before) * LEAST / 256, rel=0.02)


def test_where_darkness_does_not_help_the_light_comes_back_and_the_cable_is_blamed(
    weak: Weak,
) -> None:
    weak.look(LOW, 7)
    assert "dimmed" not in weak.says
    assert weak.says.index(CABLE) < weak.says.index(SHARED)
    assert weak.table.core.lights._left(b"\xff") == b"\xff"


def test_a_fall_with_next_to_no_light_dims_nothing(weak: Weak) -> None:
    weak.table.core.lights.rest(True)
    weak.look(0, 2)  # dark, as in quiet hours
    assert weak.light == 0
    weak.look(LOW, 3)
    assert weak.says.startswith("too little voltage")
    assert "dimmed" not in weak.says
    assert weak.table.core.lights._share == FULL


def test_a_table_without_a_strip_is_not_told_that_it_is_dimmed() -> None:
    lights = Lights(Painter(default_theme(), Layout(60)), None, None, lambda device, ok, says: None)
    lights.refresh(0)
    assert lights.peak_ma() == 0
    told: list[str] = []
    supply = Supply(lambda: LOW, lights, lambda ok, words, now_ns: told.append(words))
    for n in range(3):
        supply.tick((n + 1) * LOOK_NS)
    assert told == [f"too little voltage. Likely, in this order: {CABLE}; {USB}"]


def test_every_dip_that_a_reading_meets_is_kept_until_it_is_judged() -> None:
    said = iter([0, LOW | LOW_SINCE, LOW_SINCE])
    rest = threading.Event()

    def read() -> int:
        bits = next(said, None)
        if bits is None:
            rest.set()
        return LOW_SINCE if bits is None else bits

    gauge = Gauge(read, every_s=0.001)
    gauge.open()
    assert rest.wait(10)
    assert gauge.taken() == LOW | LOW_SINCE
    assert gauge.taken() == LOW_SINCE
    gauge.close()


def test_after_ten_minutes_without_a_fall_it_brightens_step_by_step_and_is_well(
    weak: Weak,
) -> None:
    weak.look(LOW, 2)
    assert weak.table.core.lights._left(b"\xff")[0] < 150
    calm = CALM_NS // LOOK_NS
    weak.look(0, calm)
    assert weak.says
    weak.look(0, 3 * calm)
    assert weak.table.core.lights._left(b"\xff") == b"\xff"
    assert weak.says == ""
    assert "power: it works again" in weak.table.said


def test_falls_that_come_with_much_light_blame_a_shared_supply_first() -> None:
    class Lit:
        """Lights that draw what a test says."""

        ma = 0.0
        has_strip = True

        def peak_ma(self) -> float:
            return self.ma

        def dim(self, share: int) -> None:
            pass

    lights, bits, told = Lit(), [0], list[str]()
    supply = Supply(lambda: bits[0], lights, lambda ok, words, now_ns: told.append(words))  # type: ignore[arg-type]
    for n, (ma, low) in enumerate([(200, 0), (250, 0), (2500, LOW), (150, 0), (2200, LOW)]):
        lights.ma, bits[0] = ma, low
        supply.tick((n + 1) * LOOK_NS)
    assert told[-1].index(SHARED) < told[-1].index(CABLE)
    assert "2.2 A" in told[-1]


def test_a_strip_that_the_file_says_is_fed_by_usb_is_blamed_first(tmp_path: Path) -> None:
    table = StandingTable(tmp_path)
    gauge = Gauge(lambda: LOW)
    watch(table.core, gauge, shared=True)
    while gauge.bits is None:
        threading.Event().wait(0.01)
    table.core.lights.rest(True)
    table.after(LOOK_S)
    says = table.core.devices["power"].says
    assert says.index(SHARED) < says.index(CABLE)
    gauge.close()
    table.table.close()


def test_heat_is_told_as_heat(weak: Weak) -> None:
    weak.look(HOT)
    assert weak.says == "the Pi is too hot. Give it air, or a cooler"
    weak.look(0)
    assert weak.says == ""


def test_the_firmware_is_asked_in_a_thread_and_nobody_waits_for_it(tmp_path: Path) -> None:
    asked, answer = threading.Event(), threading.Event()

    def read() -> int | None:
        asked.set()
        answer.wait()
        return LOW

    table, gauge = StandingTable(tmp_path), Gauge(read)
    watch(table.core, gauge)
    assert asked.wait(10)
    table.after(LOOK_S)
    assert "power" not in table.core.devices
    answer.set()
    while gauge.bits is None:
        threading.Event().wait(0.01)
    table.after(LOOK_S)
    assert not table.core.devices["power"].ok
    gauge.close()
    table.table.close()
