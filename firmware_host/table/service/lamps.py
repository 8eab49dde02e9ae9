"""The lamps in the buttons: one after the other, then each that was not seen."""

from __future__ import annotations

from firmware_host.table.scene import Lamp, text

from .ask import Ask, Moment, Steps, still
from .fittings import Fittings
from .report import Finding, Verdict

EACH_MS = 700


def lamps(fit: Fittings) -> Steps:
    """Ask whether they light up in turn; if not, ask for each."""
    there = [button for button, one in enumerate(fit.buttons) if one.lamp]
    if not there:
        return Finding("lamps", Verdict.NONE, ("No button has a lamp (seats.lamp)",))

    def chase(age_ms: int) -> Moment:
        return Moment(lamps={there[age_ms // EACH_MS % len(there)]: Lamp.ON})

    answer = yield Ask(text("service.lamps"), ("yes", "no"), film=chase, every_ms=EACH_MS)
    if answer == "yes":
        return Finding("lamps", Verdict.PASS, (f"All {len(there)} light up in turn",))
    says, mend, figures = [], [], {}
    for button in there:
        one = fit.buttons[button]
        answer = yield Ask(
            text("service.lamp", button=fit.called(button)),
            ("yes", "dark", "another"),
            film=still(Moment(lamps={button: Lamp.ON})),
        )
        figures[fit.letter(button)] = answer
        if answer == "dark":
            says.append(f"{fit.called(button)}: stays dark")
            mend.append(
                f"{fit.called(button)}: is the LED the right way round (long leg to the resistor), "
                f"its resistor whole, the wire from {one.lamp} plugged in?"
            )
        elif answer == "another":
            says.append(f"{fit.called(button)}: another lights up")
            mend.append(
                f"{fit.called(button)}: its lamp's wire is on another pin than {one.lamp}: swap "
                f"the plugs, or write the pin it is on as seats[{button}].lamp"
            )
    if not says:
        says.append("Each lights up when asked for alone")
        mend.append("The order round the table differs: [[seats]] are listed clockwise from A")
    return Finding("lamps", Verdict.FAIL, tuple(says), tuple(mend), figures)
