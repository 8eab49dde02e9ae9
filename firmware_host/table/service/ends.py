"""Where the strip begins and ends: its first LED, its last one, and a light that walks between.

Several strips are asked for one after the other, each by its own LEDs (``several.py``).
"""

from __future__ import annotations

from collections.abc import Generator

from firmware_host.table.scene import Run, text

from .ask import Ask, Moment, Steps, still
from .colours import NO_STRIP
from .fittings import WHITE, Fittings, Strip
from .report import Finding, Verdict
from .several import each_end

WALK_MS = 60
"""One LED of the walk: seventeen a second can be followed by eye."""


def one(led: int) -> tuple[Run, ...]:
    """That LED alone."""
    return (Run(led, 1, WHITE),)


def ends(fit: Fittings) -> Steps:
    """The first LED, the last one, then all of them; a short strip's end is searched for."""
    strip = fit.strip
    if strip.port == "none":
        return Finding("ends", Verdict.NONE, (NO_STRIP,))
    if strip.parts:
        failed = yield from each_end(strip)
        return failed or (yield from _whole(strip))
    first = yield Ask(
        text("service.first_led"), ("yes", "another", "dark"), film=still(Moment(lights=one(0)))
    )
    if first != "yes":
        return _beginning(first)
    last = yield Ask(
        text("service.last_led"),
        ("yes", "more", "dark"),
        film=still(Moment(lights=one(strip.leds - 1))),
    )
    if last == "dark":
        return _short(strip, (yield from _searched(strip)))
    if last == "more":
        return _long(strip)
    return (yield from _whole(strip))


def _whole(strip: Strip) -> Steps:
    """One LED walks over all of it."""

    def walk(age_ms: int) -> Moment:
        return Moment(lights=one(age_ms // WALK_MS % strip.leds))

    whole = yield Ask(text("service.walk"), ("yes", "no"), film=walk, every_ms=WALK_MS)
    return _walked(strip, whole == "yes")


def _walked(strip: Strip, whole: bool) -> Finding:
    figures = {"leds": strip.leds, "whole": whole}
    if whole:
        says = (f"{strip.leds} LEDs, as configured; all of them light up",)
        return Finding("ends", Verdict.PASS, says, (), figures)
    mend = (
        "a single dark LED: replace it, data goes on past most kinds; a dark stretch: its LEDs "
        "have no supply there, or the joint before it is bad"
    )
    mends = [mend]
    if strip.parts:
        keys = [f"{one.key}.leds = {one.leds}" for one in strip.parts]
        mends.append(f"dark up to a strip's end: has it so many? {', '.join(keys)}")
    broken = ("The light did not run through without a gap",)
    return Finding("ends", Verdict.FAIL, broken, tuple(mends), figures)


def _long(strip: Strip) -> Finding:
    says = f"There are LEDs after number {strip.leds}, which strip.leds says is the last"
    mend = "count the LEDs, and write their number as strip.leds (what lies after stays dark)"
    return Finding("ends", Verdict.FAIL, (says,), (mend,), {"leds": strip.leds, "more": True})


def _beginning(answer: str) -> Finding:
    """The first LED is not where it should be."""
    if answer == "dark":
        says, mend = (
            "LED 0 stays dark",
            "is it a first LED that only refreshes the signal? Then write "
            "strip.sacrificial one higher. Else it is dead: cut it off, and solder the data "
            "wire to the next one",
        )
    else:
        says, mend = (
            "Another LED than the first lights up",
            "does the data wire go in at the strip's beginning, marked DI? A strip that is laid "
            "the other way round keeps that, and has strip.reverse = true",
        )
    return Finding("ends", Verdict.FAIL, (says,), (mend,), {"first": answer})


def _searched(strip: Strip) -> Generator[Ask, str, int]:
    """How many LEDs there are, by halving: each question lights one LED."""
    there, not_there = 0, strip.leds - 1
    while not_there - there > 1:
        middle = (there + not_there) // 2
        seen = yield Ask(
            text("service.led_seen", led=middle + 1),
            ("yes", "no"),
            film=still(Moment(lights=one(middle))),
        )
        if seen == "yes":
            there = middle
        else:
            not_there = middle
    return there + 1


def _short(strip: Strip, leds: int) -> Finding:
    return Finding(
        "ends",
        Verdict.FAIL,
        (f"{leds} LEDs light up, strip.leds says {strip.leds}",),
        (
            f"if the strip ends there: write strip.leds = {leds}",
            f"if it goes on dark: the joint between LED {leds} and {leds + 1}, counted from the "
            "cable, does not pass data, or one of them is dead",
        ),
        {"leds": leds, "configured": strip.leds},
    )
