"""The camera step: a bar for the hand at the lens, and a verdict on focus and light."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.table.service.report import Finding, Verdict
from firmware_host.table.signals import DeviceSaid, Measured
from firmware_host.vision.facts import Optics

from .visit import FIT, TEXTS, Visit

SHARP = Optics(focus=16.0, edges=0.27, bright=150, burnt=0.0, black=0.0)
SOFT = replace(SHARP, focus=3.0, edges=0.09)


def after(*pictures: Optics) -> Finding:
    visit = Visit()
    visit.told("service run camera")
    for optics in pictures:
        visit.feed(Measured(optics, visit.now_ns))
        visit.wait(100)
    visit.answer("It gets no better")
    return visit.finding("camera")


def test_a_sharp_picture_in_good_light_passes() -> None:
    finding = after(SOFT, SHARP)
    assert finding.verdict is Verdict.PASS
    assert finding.figures["share_of_best"] == 1.0


def test_a_picture_out_of_focus_fails_however_much_better_it_was_not() -> None:
    finding = after(SOFT)
    assert "Out of focus" in finding.says
    assert "turn the lens" in finding.mend[0]


def test_a_lens_that_was_turned_too_far_is_turned_back() -> None:
    finding = after(SHARP, replace(SHARP, focus=9.0, edges=0.2))
    assert "It was sharper: 56% of the best" in finding.says


def test_darkness_and_glare_are_told_and_their_noise_is_no_focus() -> None:
    dark = replace(SHARP, focus=60.0, bright=30)
    assert "Too dark" in after(dark).says
    assert after(dark, SHARP).verdict is Verdict.PASS  # the noise in the dark is not the best
    assert "Too light" in after(replace(SHARP, burnt=0.4)).says


def test_the_bar_follows_the_picture_and_keeps_the_best() -> None:
    visit = Visit()
    visit.told("service run camera")
    visit.feed(Measured(SHARP, visit.now_ns))
    visit.feed(Measured(replace(SHARP, focus=8.0), visit.now_ns))
    assert visit.service.sharp is not None
    assert (visit.service.sharp.focus, visit.service.sharp.best) == (0.5, 16.0)
    assert [TEXTS.say(line) for line in visit.shown.lines][1] == "Focus 50 % of the best"
    assert visit.table.desk.watch().mode == "service"
    visit.answer("Yes")
    assert visit.table.desk.watch().mode == "idle"


def test_a_lost_camera_is_told_in_its_own_words() -> None:
    visit = Visit()
    visit.told("service run camera")
    visit.feed(DeviceSaid("camera", False, "camera at /dev/video0: no answer", visit.now_ns))
    visit.answer("It gets no better")
    assert visit.finding("camera").says == ("camera at /dev/video0: no answer",)


def test_a_table_without_a_camera_says_so() -> None:
    visit = Visit(replace(FIT, camera="none"), camera=False)
    visit.told("service run camera")
    assert visit.finding("camera").verdict is Verdict.NONE
