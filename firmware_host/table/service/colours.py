"""Which colour is which: what people see where red, green and blue were sent."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from firmware_host.table.scene import Run, text
from hw.ports import Rgb

from .ask import Ask, Moment, Steps, still
from .fittings import WHITE, Fittings, Part, Strip
from .report import Finding, Verdict

SENT: Mapping[str, Rgb] = {
    "red": Rgb(170, 0, 0),
    "green": Rgb(0, 170, 0),
    "blue": Rgb(0, 0, 170),
}
NO_STRIP = 'No strip is configured (strip.port = "none")'


def colours(fit: Fittings) -> Steps:
    """Show each pure colour and ask what is seen; the order of each strip follows."""
    strip = fit.strip
    if strip.port == "none":
        return Finding("colours", Verdict.NONE, (NO_STRIP,))
    if not strip.parts:
        seen = yield from _seen((Run(0, strip.leds, WHITE),), "colour", 1)
        return judged(strip, seen)
    found = []
    for part in strip.parts:
        lights = tuple(Run(led, 1, WHITE) for led in sorted(part.on_wire.values()))
        seen = yield from _seen(lights, "colour_of", part.number)
        found.append((part, judged(part, seen, part.key)))
    return _all_of(found)


def _seen(lights: Sequence[Run], key: str, number: int) -> Generator[Ask, str, dict[str, str]]:
    """What people see, by what was sent to *lights*."""
    seen: dict[str, str] = {}
    for name, colour in SENT.items():
        lit = tuple(replace(run, colour=colour) for run in lights)
        seen[name] = yield Ask(
            text(f"service.{key}", strip=number),
            ("red", "green", "blue", "dark", "mixed"),
            film=still(Moment(lights=lit)),
        )
    return seen


def _all_of(found: Sequence[tuple[Part, Finding]]) -> Finding:
    """One finding of those of several strips."""
    failed = any(one.verdict is Verdict.FAIL for _, one in found)
    says = [f"{part.name}: {words}" for part, one in found for words in one.says]
    mend = [f"{part.name}: {words}" for part, one in found for words in one.mend]
    figures = {part.key: one.figures for part, one in found}
    verdict = Verdict.FAIL if failed else Verdict.PASS
    return Finding("colours", verdict, tuple(says), tuple(mend), figures)


def native(order: str, seen: Mapping[str, str]) -> str:
    """The strip's own order, where *order* is what was sent and *seen* what came of each colour.

    The wire's first place bore the colour whose letter is first in *order*; what it was seen as is
    what the strip takes for its first. Empty where what was seen is no order.
    """
    names = {name[0]: name for name in SENT}
    found = "".join(seen[names[letter]][0] for letter in order)
    return found if sorted(found) == sorted(names) else ""


def judged(strip: Strip | Part, seen: Mapping[str, str], key: str = "strip") -> Finding:
    """The finding; *key* is the strip's in the table's file."""
    says = tuple(f"{sent} was sent, {came} was seen" for sent, came in seen.items())
    figures = {"sent_as": strip.order, "seen": dict(seen)}
    order = native(strip.order, seen)
    if order == strip.order:
        return Finding("colours", Verdict.PASS, says, (), {**figures, "order": order})
    if order:
        mend = [f'write {key}.order = "{order}"']
        if not strip.port.startswith("/dev/spidev"):
            mend.append(
                "or, if a controller such as WLED has a colour order of its own, set it there "
                f'and keep {key}.order = "{strip.order}"'
            )
        return Finding("colours", Verdict.FAIL, says, tuple(mend), {**figures, "order": order})
    return Finding("colours", Verdict.FAIL, says, _other(seen), figures)


def _other(seen: Mapping[str, str]) -> tuple[str, ...]:
    """What to do where what was seen is no order at all."""
    came = set(seen.values())
    if came == {"dark"}:
        return (
            "No light at all: has the strip its 5 V, is its ground joined to the Pi's, is the data "
            "wire at the end marked DI?",
            "./table doctor tells whether the controller answers",
        )
    if "mixed" in came:
        return (
            "Several colours at once: another kind of chip than strip.chip says, or one with a "
            "fourth, white light (RGBW), which is not driven; else a bad data wire: shorten it, "
            "or put a level shifter between",
        )
    if "dark" in came:
        return ("One colour stays dark: if it does at every LED, the strip is faulty",)
    return ("Two colours were seen alike: take this step once more; answer what you see",)
