"""The button step finds what is wrong with a contact, from its raw edges."""

from __future__ import annotations

import pytest

from firmware_host.table.scene import Lamp
from firmware_host.table.service.contacts import APART_NS, LATE_NS, Contacts
from firmware_host.table.service.report import Verdict
from tests.table.evening import MS

from .visit import Visit

US = 1_000


def contacts(*edges: tuple[float, bool]) -> Contacts:
    """One button, from (ms, down)."""
    known = Contacts(1)
    for at_ms, down in edges:
        known.edge(0, down, round(at_ms * MS))
    known.settle(round(edges[-1][0] * MS) + APART_NS + LATE_NS)
    return known


def test_a_bounce_is_measured_from_its_first_edge_to_its_last() -> None:
    press = [(100, True), (100.4, False), (101, True), (103.5, False), (103.75, True)]
    (one,) = contacts(*press, (300, False)).told()
    assert (one.presses, one.bounces, one.edges) == (1, 2, 6)
    assert (one.longest_us, one.rest_us) == (3_750, 2_500)
    assert one.histogram == (1, 0, 0, 0, 0, 1, 0, 0, 0)  # the release was clean
    assert (one.spikes, one.gaps, one.down) == (0, 0, False)


def test_short_closings_at_rest_are_noise_and_short_openings_under_a_thumb_are_gaps() -> None:
    noise = [(50, True), (50.1, False), (50.3, True), (50.35, False)]
    held = [(200, True), (400, False), (400.2, True), (600, False)]
    (one,) = contacts(*noise, *held).told()
    assert (one.presses, one.spikes, one.gaps, one.bounces) == (1, 2, 1, 0)


def test_edges_that_come_late_count_by_their_own_time() -> None:
    known = Contacts(1)
    known.edge(0, True, 100 * MS)
    known.settle(160 * MS)  # somebody looked at the clock before the rest of the bounce had come
    known.edge(0, False, 101 * MS)
    known.edge(0, True, 103 * MS)
    known.settle(300 * MS)
    (one,) = known.told()
    assert (one.presses, one.bounces, one.longest_us, one.gaps) == (1, 1, 3_000, 0)


@pytest.mark.parametrize(("rest_ms", "debounce_ms"), [(0.0, 3), (2.0, 4), (6.0, 10), (19.9, 31)])
def test_the_suggested_debounce_outlasts_the_longest_rest_within_a_bounce(
    rest_ms: float, debounce_ms: int
) -> None:
    bounce = [(10, True), (10.001, False), (10.001 + rest_ms, True)] if rest_ms else [(10, True)]
    (one,) = contacts(*bounce).told()
    assert one.debounce_ms == debounce_ms > rest_ms


def pressing(visit: Visit) -> None:
    """Go through the silence to where presses are wanted."""
    visit.told("service run buttons")
    assert visit.asked.startswith("Hands off")
    visit.wait(8_500)
    assert visit.asked.startswith("Press each button 5 times")


def test_good_buttons_pass_and_the_lamps_call_for_those_that_are_missing() -> None:
    visit = Visit()
    pressing(visit)
    assert visit.lamps == [Lamp.PULSE] * 4
    visit.all_pressed(5, (0, 1))
    assert visit.lamps == [Lamp.OFF, Lamp.OFF, Lamp.PULSE, Lamp.PULSE]
    visit.feed_edge(2)
    assert visit.lamps[2] is Lamp.ON  # it follows the contact
    visit.wait(80)
    visit.feed_edge(2, down=False)
    visit.wait(80)
    visit.all_pressed(5, (2, 3))
    finding = visit.finding("buttons")
    assert finding.verdict is Verdict.PASS
    assert finding.figures["C"]["presses"] == 6
    assert not finding.mend


def test_a_dead_button_is_named_with_its_pin() -> None:
    visit = Visit()
    pressing(visit)
    visit.all_pressed(5, (0, 1, 3))
    visit.wait(19_000)
    assert not visit.reports  # somebody may still come to it
    visit.wait(2_000)
    finding = visit.finding("buttons")
    assert finding.verdict is Verdict.FAIL
    assert finding.says[2] == "C (North): never pressed"
    assert "GPIO 7" in finding.mend[0]


def test_whoever_has_fewer_buttons_ends_the_step_by_holding_one() -> None:
    visit = Visit()
    pressing(visit)
    visit.all_pressed(5, (0, 1, 3))
    visit.press(3, 3_600)
    assert visit.finding("buttons").verdict is Verdict.FAIL


def test_a_stuck_button_is_found_in_the_silence() -> None:
    visit = Visit(playing=False)
    visit.feed_edge(1)
    visit.wait(3_000)
    pressing(visit)
    assert visit.lamps[1] is Lamp.ON
    visit.all_pressed(5, (0, 2, 3))
    finding = visit.finding("buttons")
    assert finding.says[1] == "B (West): stuck closed"
    assert "NC instead of NO" in finding.mend[0]
    assert finding.figures["B"]["stuck"] is True


def test_the_thumb_that_began_the_step_is_no_noise() -> None:
    visit = Visit()
    visit.told("service")
    visit.answer("Buttons")
    visit.wait(7_000)
    visit.all_pressed()
    assert visit.finding("buttons").verdict is Verdict.PASS


def test_noise_on_a_wire_is_found_in_the_silence() -> None:
    visit = Visit()
    visit.told("service run buttons")
    visit.wait(2_000)
    for n in range(3):
        visit.feed_edge(3, at_ns=visit.now_ns + n * 100 * US)
        visit.feed_edge(3, down=False, at_ns=visit.now_ns + n * 100 * US + 40 * US)
    visit.wait(5_500)
    visit.all_pressed()
    finding = visit.finding("buttons")
    assert finding.says[3] == "D (East): 3 spikes of noise"
    assert "100 nF" in finding.mend[0]


def test_a_worn_contact_is_given_a_debounce_time_that_outlasts_it() -> None:
    visit = Visit()
    pressing(visit)
    visit.all_pressed(5, (1, 2, 3))
    for _ in range(5):
        for after_ms, down in ((0, True), (7, False), (14, True)):
            visit.feed_edge(0, down=down, at_ns=visit.now_ns + after_ms * MS)
        visit.now_ns += 14 * MS
        visit.wait(80)
        visit.feed_edge(0, down=False)
        visit.wait(80)
    finding = visit.finding("buttons")
    assert finding.verdict is Verdict.FAIL
    assert "A (South): write seats[0].debounce_ms = 12" in finding.mend
    assert any("replace its switch" in one for one in finding.mend)


def test_too_few_presses_are_no_verdict() -> None:
    visit = Visit()
    pressing(visit)
    visit.all_pressed(2)
    visit.wait(21_000)
    assert visit.finding("buttons").verdict is Verdict.LEFT


def test_a_wire_that_hums_is_noise_and_not_stuck_wherever_the_hum_stands() -> None:
    for odd in (0, 1):
        visit = Visit()
        visit.told("service run buttons")
        for i in range(900 + odd):  # 9 s of 50 Hz: through the silence, and on
            visit.feed_edge(1, down=i % 2 == 0)
            visit.wait(10)
        visit.all_pressed(buttons=(0, 2, 3))
        visit.wait(25_000)
        finding = visit.finding("buttons")
        assert "spikes of noise" in finding.says[1]
        assert "stuck" not in finding.says[1]
        assert "twist the wire of GPIO 6" in finding.mend[0]
