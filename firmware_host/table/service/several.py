"""Several strips on one track: whether each begins and ends where the table's file says."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from firmware_host.table.scene import Run, text

from .ask import Ask, Moment, still
from .fittings import WHITE, Part, Strip
from .report import Finding, Verdict


@dataclass(slots=True)
class _Found:
    says: list[str] = field(default_factory=list)
    mend: list[str] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)  # by the key of a strip


def each_end(strip: Strip) -> Generator[Ask, str, Finding | None]:
    """The first and the last LED of each strip; None where all are as configured.

    Only LEDs on the track can be lit: a strip whose first or last one is not is not asked for it.
    """
    found = _Found()
    for part in strip.parts:
        yield from _ends_of(part, found)
    if not found.says:
        return None
    return Finding("ends", Verdict.FAIL, tuple(found.says), tuple(found.mend), found.figures)


def _ends_of(part: Part, found: _Found) -> Generator[Ask, str, None]:
    leds = sorted(part.on_wire)
    seen = -1  # of *leds*: the last one that is known to be lit
    if leds[0] == 0:
        first = yield _asked(part, "first_led_of", 0, ("yes", "another", "dark"))
        if first != "yes":
            _beginning(part, first, found)
            return
        seen = 0
    if leds[-1] == part.leds - 1:
        options: tuple[str, ...] = ("yes", "more", "dark")
        last = yield _asked(part, "last_led_of", leds[-1], options)
    else:
        last = yield _asked(part, "led_seen_of", leds[-1], ("yes", "no"))
    if last == "more":
        _long(part, found)
    elif last != "yes":
        _short(part, (yield from _searched(part, leds, seen)), found)


def _asked(part: Part, key: str, led: int, options: tuple[str, ...]) -> Ask:
    lights = (Run(part.on_wire[led], 1, WHITE),)
    question = text(f"service.{key}", strip=part.number, led=led + 1)
    return Ask(question, options, film=still(Moment(lights=lights)))


def _searched(part: Part, leds: list[int], seen: int) -> Generator[Ask, str, int]:
    """The first of *leds* that is dark, by halving; its last one is.

    Data run from the cable on, whichever way the strip is laid along the track.
    """
    there, not_there = seen, len(leds) - 1
    while not_there - there > 1:
        middle = (there + not_there) // 2
        if (yield _asked(part, "led_seen_of", leds[middle], ("yes", "no"))) == "yes":
            there = middle
        else:
            not_there = middle
    return leds[not_there]


def _beginning(part: Part, answer: str, found: _Found) -> None:
    found.figures[part.key] = {"first": answer}
    if answer == "dark":
        found.says.append(f"LED 0 of {part.name} stays dark")
        found.mend += [
            _connected(part),
            f"is it a first LED that only refreshes the signal? Then write {part.key}.sacrificial "
            "one higher",
        ]
        return
    found.says.append(f"Another LED than the first of {part.name} lights up")
    found.mend += [
        f"is it one of another strip? Then their ports are exchanged: {part.key}.port = "
        f'"{part.port}"',
        f"does the data wire of {part.name} go in at its beginning, marked DI? A strip that is "
        "laid the other way round keeps that, and its segments run backwards (first above last)",
    ]


def _connected(part: Part) -> str:
    return (
        f"is {part.name} connected: its 5 V, its ground, its data wire, its {part.key}.port? "
        "./table doctor tells whether it answers"
    )


def _short(part: Part, led: int, found: _Found) -> None:
    """*led* is the first that is dark."""
    found.figures[part.key] = {"leds": led, "configured": part.leds}
    found.says.append(
        f"LED {led} of {part.name}, counted from 0 at its cable, is the first of its LEDs on the "
        "track that is dark"
    )
    if led == min(part.on_wire):
        found.mend.append(_connected(part))
    found.mend += [
        f"if {part.name} ends there: write {part.key}.leds = {led} (and mend segments, if any)",
        f"if it goes on dark: the joint before LED {led} of {part.name} does not pass data, or one "
        "of both LEDs is dead",
    ]


def _long(part: Part, found: _Found) -> None:
    found.figures[part.key] = {"leds": part.leds, "more": True}
    found.says.append(f"There are LEDs after LED {part.leds - 1} of {part.name}, its last")
    found.mend.append(
        f"count the LEDs of {part.name}, and mend {part.key}.leds (what lies after stays dark)"
    )
