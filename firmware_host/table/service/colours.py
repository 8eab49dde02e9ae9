"""Which colour is which: what people see where red, green and blue were sent."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_host.table.scene import Run, text
from hw.ports import Rgb

from .ask import Ask, Moment, Steps, still
from .fittings import Fittings, Strip
from .report import Finding, Verdict

SENT: Mapping[str, Rgb] = {
    "red": Rgb(170, 0, 0),
    "green": Rgb(0, 170, 0),
    "blue": Rgb(0, 0, 170),
}
NO_STRIP = 'No strip is configured (strip.port = "none")'


def colours(fit: Fittings) -> Steps:
    """Show each pure colour and ask what is seen; the order of the strip follows."""
    if fit.strip.port == "none":
        return Finding("colours", Verdict.NONE, (NO_STRIP,))
    seen: dict[str, str] = {}
    for name, colour in SENT.items():
        seen[name] = yield Ask(
            text("service.colour"),
            ("red", "green", "blue", "dark", "mixed"),
            film=still(Moment(lights=(Run(0, fit.strip.leds, colour),))),
        )
    return judged(fit.strip, seen)


def native(order: str, seen: Mapping[str, str]) -> str:
    """The strip's own order, where *order* is what was sent and *seen* what came of each colour.

    The wire's first place bore the colour whose letter is first in *order*; what it was seen as is
    what the strip takes for its first. Empty where what was seen is no order.
    """
    names = {name[0]: name for name in SENT}
    found = "".join(seen[names[letter]][0] for letter in order)
    return found if sorted(found) == sorted(names) else ""


def judged(strip: Strip, seen: Mapping[str, str]) -> Finding:
    """The finding."""
    says = tuple(f"{sent} was sent, {came} was seen" for sent, came in seen.items())
    figures = {"sent_as": strip.order, "seen": dict(seen)}
    order = native(strip.order, seen)
    if order == strip.order:
        return Finding("colours", Verdict.PASS, says, (), {**figures, "order": order})
    if order:
        mend = [f'write strip.order = "{order}"']
        if not strip.port.startswith("/dev/spidev"):
            mend.append(
                "or, if a controller such as WLED has a colour order of its own, set it there "
                f'and keep strip.order = "{strip.order}"'
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
