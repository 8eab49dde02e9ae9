"""Displays of another chip than is written, and pixels that are dead or burnt in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_host.table.oled import Panel
from firmware_host.table.service.display import bordered
from firmware_host.table.service.fittings import Oled
from firmware_host.table.service.report import Verdict
from firmware_host.table.sheets import drawn
from hw.mock.oled import MockOled

from .visit import FIT, Visit


def frame(right: int = 128) -> set[tuple[int, int]]:
    """The pixels at the very edge."""
    across = {(x, y) for x in range(right) for y in (0, 63)}
    return across | {(x, y) for x in (0, right - 1) for y in range(64)}


def lit(picture: bytes) -> set[tuple[int, int]]:
    return {(i % 128, i // 128) for i, light in enumerate(picture) if light}


def test_the_frame_is_at_the_very_edge_and_has_the_question_in_it() -> None:
    visit = Visit()
    visit.told("service run border")
    shown = lit(visit.picture)
    assert frame() <= shown
    assert len({(x, y) for x, y in shown if 8 < x < 120 and 8 < y < 56}) > 200  # words


@pytest.mark.parametrize(
    ("written", "real", "whole"),
    [
        ("ssd1306", "ssd1306", True),
        ("sh1106", "sh1106", True),
        ("ssd1306", "sh1106", False),
        ("ssd1309", "sh1106", False),
        ("sh1106", "ssd1306", False),
        ("sh1106", "ssd1309", False),
        ("ssd1306", "ssd1309", True),
    ],
)
def test_a_display_of_another_chip_shows_the_frame_torn(
    written: str, real: str, whole: bool
) -> None:
    visit = Visit(replace(FIT, oled=replace(FIT.oled, driver=written)))
    visit.told("service run border")
    display = MockOled(128, 64, written)
    display.ail(real)
    display.show(visit.picture)
    assert (display.last == visit.picture) is whole
    visit.answer("Whole" if whole else "Torn")
    finding = visit.finding("border")
    assert (finding.verdict is Verdict.PASS) is whole
    if written == "sh1106" and not whole:  # what is left of the frame stands two columns off
        assert min(x for x, y in lit(display.last) if y == 0) == 2
    if not whole:
        assert any(f'oled.driver = "{real}"' in one for one in finding.mend)


@pytest.mark.parametrize("seen", ["edge", "torn"])
def test_what_is_written_as_an_sh1106_may_be_an_ssd1306(seen: str) -> None:
    finding = bordered(Oled("i2c", "sh1106"), seen)
    assert finding.mend[0].startswith('write oled.driver = "ssd1306"')
    assert finding.mend[-1].startswith("if that does not help: is oled.size")
    assert bordered(Oled("spi", "ssd1322"), seen).mend[0].startswith("is oled.size its size")


def test_a_dark_display_is_answered_for_with_its_wires_and_what_the_driver_said() -> None:
    visit = Visit()
    visit.told("service run border")
    visit.answer("It stays dark")
    assert "GPIO 2 (pin 3) and GPIO 3 (pin 5)" in visit.finding("border").mend[0]


def test_test_pictures_take_turns_with_the_question() -> None:
    visit = Visit()
    visit.told("service run grid")
    pictures = []
    for _ in range(42):
        pictures.append(visit.picture)
        visit.wait(500)
    panel = Panel()
    for name in ("grid", "checker", "lit"):
        assert pictures.count(drawn(name, panel, ())) == 8  # four seconds of seven
    visit.answer("Old words")
    assert "oled.dim_after_s" in visit.finding("grid").mend[0]


def test_the_sheets_are_what_their_names_say() -> None:
    panel = Panel()
    assert all(drawn("lit", panel, ()))
    checker = lit(drawn("checker", panel, ()))
    assert len(checker) == 128 * 64 // 2
    grid = lit(drawn("grid", panel, ()))
    assert {x for x, y in grid if y == 4} == set(range(0, 128, 8))
    meter = drawn("meter", panel, (), 0.5, 1.0)
    assert 50 < sum(map(bool, meter[128 * 50 : 128 * 51])) < 70


def test_a_table_without_a_display_says_so() -> None:
    visit = Visit(replace(FIT, oled=replace(FIT.oled, port="none")))
    for step in ("border", "grid"):
        visit.told(f"service run {step}")
        assert visit.finding(step).verdict is Verdict.NONE
