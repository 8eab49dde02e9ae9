"""A track of several strips: each is asked for its ends and its order, and named by its own key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from firmware_host.table.service.fittings import Fittings, Part
from firmware_host.table.service.report import Finding, Verdict
from firmware_host.table.service.senses import Senses
from firmware_host.table.service.steps import STEPS

from .visit import FIT, TEXTS, Visit

ONE = Part(1, "strip", "serial:1", "rgb", 75, {led: led for led in range(75)})
TWO = Part(2, "strips[0]", "serial:2", "rgb", 75, {led: 75 + led for led in range(75)})

SMALL = Part(1, "strip", "serial:1", "rgb", 17, {led: led for led in range(17)})


@dataclass(frozen=True)
class Eyes:
    """Somebody who looks at strips that have so many LEDs in truth, by their numbers."""

    parts: tuple[Part, ...]
    real: Mapping[int, int]
    swapped: bool = False

    def seen(self, wire: int) -> tuple[int, int]:
        """The strip, and the LED on it, that a light there comes out at."""
        for part in self.parts:
            for led, place in part.on_wire.items():
                if place == wire:
                    number = part.number
                    return (3 - number if self.swapped else number), led
        raise AssertionError(wire)

    def answer(self, key: str, number: int, wires: list[int]) -> str:
        """To a question of the step."""
        if key == "service.walk":
            whole = all(self.real[n] >= p.leds for p in self.parts for n in [p.number])
            return "yes" if whole else "no"
        (wire,) = wires
        strip, led = self.seen(wire)
        if led >= self.real[strip]:
            return "no" if key == "service.led_seen_of" else "dark"
        if key == "service.first_led_of":
            return "yes" if strip == number else "another"
        if key == "service.last_led_of":
            return "yes" if led == self.real[strip] - 1 else "more"
        return "yes"


def ends_of(eyes: Eyes) -> tuple[Finding, list[str]]:
    """What the step finds, and the questions it took."""
    leds = sum(len(part.on_wire) for part in eyes.parts)
    strip = replace(FIT.strip, leds=leds, parts=eyes.parts)
    step, asked = STEPS["ends"](Fittings(strip=strip), Senses(0)), []
    ask = next(step)
    while True:
        question = ask.question
        asked.append(TEXTS.say(question))
        lit = [run.first for run in ask.film(0).lights]
        number = next((int(str(value)) for key, value in question.values if key == "strip"), 0)
        answer = eyes.answer(question.key, number, lit)
        assert answer in ask.options
        try:
            ask = step.send(answer)
        except StopIteration as over:
            finding: Finding = over.value
            return finding, asked


def test_each_strip_is_asked_for_its_first_and_its_last_led() -> None:
    finding, asked = ends_of(Eyes((ONE, TWO), {1: 75, 2: 75}))
    assert finding.verdict is Verdict.PASS
    assert [words[:8] for words in asked[:4]] == ["Strip 1:", "Strip 1:", "Strip 2:", "Strip 2:"]
    assert [part in words for part, words in zip(("first", "last") * 2, asked, strict=False)] == [
        True
    ] * 4
    assert len(asked) == 5  # and one LED walks over all of it


def test_a_strip_that_is_dark_is_named_and_no_length_asked_for_it() -> None:
    finding, _ = ends_of(Eyes((ONE, TWO), {1: 75, 2: 0}))
    assert finding.says == ("LED 0 of strip 2 (strips[0]) stays dark",)
    assert finding.mend[0].startswith("is strip 2 (strips[0]) connected")
    assert "strips[0].sacrificial" in finding.mend[1]
    assert not any("leds =" in one for one in finding.mend)


@pytest.mark.parametrize("real", [1, 2, 40, 73, 74])
def test_a_short_one_has_its_own_key_and_number(real: int) -> None:
    finding, asked = ends_of(Eyes((ONE, TWO), {1: 75, 2: real}))
    assert finding.mend[0].startswith(
        f"if strip 2 (strips[0]) ends there: write strips[0].leds = {real}"
    )
    assert finding.figures == {"strips[0]": {"leds": real, "configured": 75}}
    assert len(asked) <= 4 + 7


@pytest.mark.parametrize("real", [1, 5, 6, 69, 79])
def test_a_strip_laid_backwards_is_counted_from_its_cable(real: int) -> None:
    turned = Part(2, "strips[0]", "serial:2", "rgb", 80, {led: 154 - led for led in range(5, 80)})
    finding, asked = ends_of(Eyes((ONE, turned), {1: 75, 2: real}))
    assert not any("first" in words for words in asked[2:])  # that one is not on the track
    first_dark = max(real, 5)
    assert finding.says[0].startswith(f"LED {first_dark} of strip 2 (strips[0]), counted from 0")
    assert (real <= 5) is ("connected" in finding.mend[0])
    assert any(f"strips[0].leds = {first_dark}" in words for words in finding.mend)


def test_a_strip_whose_last_led_is_not_on_the_track_is_not_asked_whether_more_come() -> None:
    cut = Part(2, "strips[0]", "serial:2", "rgb", 80, {led: 75 + led for led in range(75)})
    finding, asked = ends_of(Eyes((ONE, cut), {1: 75, 2: 80}))
    assert finding.verdict is Verdict.PASS
    assert "number 75" in asked[3]


def test_faults_of_all_strips_are_told_at_once() -> None:
    finding, _ = ends_of(Eyes((ONE, TWO), {1: 70, 2: 80}))
    assert finding.verdict is Verdict.FAIL
    assert [words.split(",")[0] for words in finding.says] == [
        "LED 70 of strip 1 (strip)",
        "There are LEDs after LED 74 of strip 2 (strips[0])",
    ]
    assert set(finding.figures) == {"strip", "strips[0]"}


def test_strips_on_each_others_ports_are_found_by_their_first_leds() -> None:
    finding, _ = ends_of(Eyes((ONE, TWO), {1: 75, 2: 75}, swapped=True))
    assert finding.mend[0] == (
        'is it one of another strip? Then their ports are exchanged: strip.port = "serial:1"'
    )
    assert "run backwards" in finding.mend[1]


def test_a_gap_asks_for_the_length_of_each() -> None:
    strip = replace(FIT.strip, leds=150, parts=(ONE, TWO))
    step = STEPS["ends"](Fittings(strip=strip), Senses(0))
    next(step)
    for _ in range(4):
        step.send("yes")
    with pytest.raises(StopIteration) as over:
        step.send("no")
    assert "strip.leds = 75, strips[0].leds = 75" in over.value.value.mend[1]


def test_each_strip_has_its_own_order_of_colours() -> None:
    parts = (ONE, replace(TWO, order="grb", port="/dev/spidev0.0"))
    strip = replace(FIT.strip, leds=150, parts=parts)
    step = STEPS["colours"](Fittings(strip=strip), Senses(0))
    ask, questions = next(step), []
    answers = iter(("red", "green", "blue", "green", "red", "blue"))  # strip 2 is rgb in truth
    while True:
        questions.append(TEXTS.say(ask.question))
        lit = {run.first for run in ask.film(0).lights}
        assert lit == set(range(75) if "strip 1" in questions[-1] else range(75, 150))
        try:
            ask = step.send(next(answers))
        except StopIteration as over:
            finding = over.value
            break
    assert len(questions) == 6
    assert finding.verdict is Verdict.FAIL
    assert finding.mend == ('strip 2 (strips[0]): write strips[0].order = "rgb"',)
    assert finding.figures["strip"]["order"] == "rgb"


def test_each_question_fits_on_a_small_display_with_what_a_hold_would_take() -> None:
    visit = Visit(replace(FIT, strip=replace(FIT.strip, parts=(SMALL, replace(SMALL, number=8)))))
    for step in ("ends", "colours"):
        visit.told(f"service run {step}")
        picture = visit.picture
        visit.wait(20_000)
        assert visit.picture == picture  # no page turns
