"""In quiet hours everything is dark together, and a press wakes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.daemon.settings.config import QuietSection
from firmware_host.daemon.upkeep.quiet import KNOWN_S, Quiet
from firmware_host.table.signals import Command
from hw.ports import Edge
from tests.daemon.standing_table import NOON_S, SECOND_NS, StandingTable

HOUR_S = 3600.0
NIGHT = QuietSection(begins="23:00", ends="07:00", awake_min=10)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[StandingTable]:
    standing = StandingTable(tmp_path, NIGHT)
    yield standing
    standing.table.close()


def test_strip_lamps_and_display_go_dark_at_the_hour_and_shine_after_it(
    table: StandingTable,
) -> None:
    assert table.lit() == (True, True)
    table.after(10.9 * HOUR_S)
    assert table.lit() == (True, True)
    table.after(0.2 * HOUR_S)
    assert table.lit() == (False, False)
    assert not any(table.core.lights._lamps[b].wanted for b in table.core.lights._lamps)
    table.after(7.8 * HOUR_S)
    assert table.lit() == (False, False)
    table.after(0.2 * HOUR_S)
    assert table.lit() == (True, True)
    assert [line for line in table.said if "quiet" in line] == [
        "quiet hours: dark until 07:00, or a press",
        "quiet hours: over, or somebody is here",
    ]


def test_a_press_lights_itself_at_once_and_wakes_all_for_a_while(table: StandingTable) -> None:
    table.after(12 * HOUR_S)
    assert table.lit() == (False, False)
    now_ns = table.clock.now_ns()
    table.core.feed(Edge(0, True, now_ns), now_ns)
    assert table.lit()[0]  # before anything else is done
    table.press(0)
    table.after(1)
    assert table.lit() == (True, True)
    table.after(9 * 60)
    assert table.lit() == (True, True)
    table.press(1)  # counts anew
    table.after(9 * 60)
    assert table.lit() == (True, True)
    table.after(2 * 60)
    assert table.lit() == (False, False)


def test_any_press_wakes_the_display_that_has_grown_darker_by_itself(table: StandingTable) -> None:
    assert table.oled.wakes == 0
    table.press(2)
    assert table.oled.wakes == 1


def test_the_tables_last_words_are_shown_in_quiet_hours_too(tmp_path: Path) -> None:
    table = StandingTable(tmp_path, NIGHT)
    shown: list[bytes] = []
    table.oled._seen = shown.append
    table.after(12 * HOUR_S)
    assert not any(shown[-1])
    table.table.close()
    assert any(shown[-1])


def test_a_table_without_quiet_hours_shines_all_night(tmp_path: Path) -> None:
    table = StandingTable(tmp_path)
    table.after(12 * HOUR_S)
    assert table.lit() == (True, True)
    table.table.close()


class Told:
    """Quiet hours, and what they told."""

    def __init__(self, begins: str, ends: str, now_s: float = NOON_S) -> None:
        self.now_s, self.now_ns, self.dark = now_s, 0, False
        section = QuietSection(begins=begins, ends=ends)
        self.quiet = Quiet(section, lambda: self.now_s, self._rest)

    def _rest(self, dark: bool, now_ns: int) -> None:
        assert dark is not self.dark  # a change, each time
        self.dark = dark

    def at(self, hour: float) -> bool:
        self.now_s = self.now_s - self.now_s % 86_400 + NOON_S % 86_400 + (hour - 12) * HOUR_S
        self.now_ns += 60 * SECOND_NS
        self.quiet.tick(self.now_ns)
        return self.dark


@pytest.mark.parametrize(
    ("begins", "ends", "dark"),
    [("23:00", "07:00", (0, 6.9, 23, 23.9)), ("13:30", "15:00", (13.5, 14.9))],
)
def test_the_hours_may_span_midnight(begins: str, ends: str, dark: tuple[float, ...]) -> None:
    told = Told(begins, ends)
    for hour in (0, 6.9, 7, 13.4, 13.5, 14.9, 15, 22.9, 23, 23.9):
        assert told.at(hour) is (hour in dark), hour


def test_a_machine_that_does_not_know_the_time_has_no_quiet_hours() -> None:
    told = Told("00:00", "23:59", KNOWN_S - 86_400 * 300)
    assert not told.at(12)


def test_a_spike_on_a_wire_is_acknowledged_at_night_and_wakes_nobody(table: StandingTable) -> None:
    table.after(12 * HOUR_S)
    now_ns = table.clock.now_ns()
    table.core.feed(Edge(0, True, now_ns), now_ns)
    assert table.lit()[0]
    table.core.feed(Edge(0, False, now_ns + 100_000), now_ns + 100_000)
    table.after(1)
    assert table.lit() == (False, False)


def test_a_table_that_is_serviced_at_night_is_lit_until_it_is_left(table: StandingTable) -> None:
    table.after(12 * HOUR_S)
    now_ns = table.clock.now_ns()
    table.core.feed(Command(None, "staff", "service run colours", now_ns), now_ns)
    for _ in range(4):
        table.after(0.2)
        assert table.lit() == (True, True)
    table.core.feed(Command(None, "staff", "service leave", table.clock.now_ns()), now_ns)
    table.after(1)
    assert table.lit() == (False, False)


def test_presses_in_service_keep_the_table_awake(table: StandingTable) -> None:
    table.after(12 * HOUR_S)
    now_ns = table.clock.now_ns()
    table.core.feed(Command(None, "staff", "service run colours", now_ns), now_ns)
    before = table.oled.wakes
    table.press(0)
    assert table.oled.wakes > before
