"""The beams' step tells live which beam is broken, and finds those that see nothing or too much."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.table.service.report import Verdict
from firmware_host.table.signals import Beam, DeviceSaid

from .visit import FIT, TEXTS, Visit

WITH = replace(FIT, beams=("GPIO 12 (pin 32)", "GPIO 6 (pin 31)", "GPIO 26 (pin 37)"))


class Chutes(Visit):
    """A table with three beams."""

    def __init__(self) -> None:
        super().__init__(WITH)

    def beam(self, chute: int, *, broken: bool) -> None:
        self.feed(Beam(chute, broken, self.now_ns))

    def hand(self, chute: int, times: int = 1) -> None:
        for _ in range(times):
            self.beam(chute, broken=True)
            self.wait(40)
            self.beam(chute, broken=False)
            self.wait(40)

    @property
    def hint(self) -> str:
        assert self.service.hint is not None
        return TEXTS.say(self.service.hint)


def test_each_beam_is_told_as_it_is_and_the_step_ends_by_itself() -> None:
    table = Chutes()
    table.told("service run beams")
    assert table.asked == "Pass a hand through each chute"
    assert table.hint == "1 clear, 2 clear, 3 clear"
    table.beam(2, broken=True)
    assert table.hint == "1 clear, 2 BROKEN, 3 clear"
    table.beam(2, broken=False)
    assert table.hint == "1 clear, 2 ok, 3 clear"
    table.hand(1)
    table.hand(3)
    table.wait(300)
    finding = table.finding("beams")
    assert finding.verdict is Verdict.PASS
    assert finding.says[0] == "beam 1: broken and whole again 1 times"


def test_one_that_is_broken_with_nothing_in_it_is_found_with_its_pin() -> None:
    table = Chutes()
    table.beam(2, broken=True)
    table.told("service run beams")
    assert table.hint == "1 clear, 2 BROKEN, 3 clear", "as it was before the step"
    table.hand(1)
    table.hand(3)
    table.wait(300)
    table.click(table.options[0])
    finding = table.finding("beams")
    assert finding.verdict is Verdict.FAIL
    (mend,) = finding.mend
    assert mend.startswith("beam 2: GPIO 6 (pin 31) is at ground")


def test_one_that_saw_nothing_and_one_that_flickers_are_found() -> None:
    table = Chutes()
    table.told("service run beams")
    table.hand(1, times=30)
    table.hand(3)
    table.click(table.options[0])
    finding = table.finding("beams")
    assert finding.verdict is Verdict.FAIL
    assert finding.says[:2] == ("beam 1: broken 30 times", "beam 2: never broken")
    assert "GPIO 12 (pin 32)" in finding.mend[0]
    assert "another chute's" in finding.mend[1]


def test_all_broken_at_once_is_their_supply() -> None:
    table = Chutes()
    for chute in (1, 2, 3):
        table.beam(chute, broken=True)
    table.told("service run beams")
    table.click(table.options[0])
    assert table.finding("beams").mend[0].startswith("All are broken at once: their supply")


def test_a_table_without_beams_says_so() -> None:
    visit = Visit()
    visit.told("service run beams")
    finding = visit.finding("beams")
    assert finding.verdict is Verdict.NONE
    assert "beams.pins" in finding.says[0]


def test_beams_that_are_lost_say_why_first() -> None:
    table = Chutes()
    table.feed(DeviceSaid("beams", False, "GPIO 12 is taken by another program", table.now_ns))
    table.told("service run beams")
    table.click(table.options[0])
    assert table.finding("beams").mend[0] == "GPIO 12 is taken by another program"


def test_nothing_that_passes_in_service_is_a_drop() -> None:
    table = Chutes()
    table.told("service run beams")
    lines = list(table.lines)
    table.hand(1, times=2)
    assert table.lines == lines
