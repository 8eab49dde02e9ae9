"""Each button pressed: who is stuck, noisy, dead or worn, and what the debounce time should be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from firmware_host.table.scene import Lamp, text

from .ask import Ask, Moment, Steps
from .contacts import BINS_US, Contact, quietened
from .fittings import Fittings
from .report import Finding, Verdict
from .senses import Senses

AWAY_MS = 1_000
QUIET_MS = 5_000
"""Hands off for so long: whatever is heard then is noise."""
PRESSES = 5
IDLE_MS = 20_000
"""So long without a press, and whoever presses is done."""
LONG_MS = 3_000
"""A button that is held so long ends the step."""
WORN_US = 12_000
"""A good microswitch comes to rest within 1 to 3 ms; this one will not do for long."""


def buttons(fit: Fittings, senses: Senses) -> Steps:
    """Listen to the silence, then to presses; judge both."""
    contacts = senses.contacts

    def away(age_ms: int) -> str:
        """The thumb that began this has let go; a stuck button never does."""
        down = any(c.down for c in contacts.told())
        return "done" if age_ms >= (AWAY_MS if not down else 3 * AWAY_MS) else ""

    yield Ask(text("service.quiet"), until=away, every_ms=100)
    contacts.forget()
    yield Ask(text("service.quiet"), film=_counting, every_ms=500, until=_after_quiet)
    quiet = contacts.told()
    stuck = {b for b, c in enumerate(quiet) if c.closed}
    contacts.forget()
    pressing = _Pressing(senses, stuck)
    yield Ask(
        text("service.press", n=PRESSES),
        ("finish",),
        film=pressing.film,
        every_ms=500,
        until=pressing.until,
        presses=True,
    )
    pressed = contacts.told()
    return judged(fit, quiet, pressed, senses.lost.get("buttons", ""))


def _counting(age_ms: int) -> Moment:
    return Moment(left_s=max(0, QUIET_MS - age_ms + 999) // 1_000)


def _after_quiet(age_ms: int) -> str:
    return "done" if age_ms >= QUIET_MS else ""


class _Pressing:
    """Follows the presses: lamps call for those that are missing."""

    def __init__(self, senses: Senses, stuck: set[int]) -> None:
        self._senses, self._stuck = senses, stuck
        self._presses, self._pressed_ms = 0, 0
        self._held: dict[int, tuple[int, int]] = {}  # button: since, and its age when first seen

    def film(self, age_ms: int) -> Moment:
        lamps = {}
        for button, contact in enumerate(self._senses.contacts.told()):
            if contact.down:
                lamps[button] = Lamp.ON
            elif contact.presses < PRESSES and button not in self._stuck:
                lamps[button] = Lamp.PULSE
        return Moment(lamps=lamps, hint=text("service.press_hint", s=LONG_MS // 1_000))

    def until(self, age_ms: int) -> str:
        contacts = self._senses.contacts.told()
        presses = sum(c.presses for c in contacts)
        if presses != self._presses:
            self._presses, self._pressed_ms = presses, age_ms
        fresh = {b: c for b, c in enumerate(contacts) if b not in self._stuck}
        if all(c.presses >= PRESSES and not c.down for c in fresh.values()):
            return "done"
        idle = age_ms - self._pressed_ms >= IDLE_MS
        return "done" if idle or self._long(fresh, age_ms) else ""

    def _long(self, fresh: Mapping[int, Contact], age_ms: int) -> bool:
        """Has one been held for long?"""
        for button, contact in fresh.items():
            since, seen_ms = self._held.get(button, (-1, 0))
            if not contact.down or contact.since_ns != since:
                self._held[button] = (contact.since_ns if contact.down else -1, age_ms)
            elif age_ms - seen_ms >= LONG_MS:
                return True
        return False


def judged(
    fit: Fittings, quiet: tuple[Contact, ...], pressed: tuple[Contact, ...], lost: str = ""
) -> Finding:
    """The finding: *quiet* is what was heard with hands off, *pressed* what came after."""
    says: list[str] = []
    mend: list[str] = [lost] if lost else []
    figures: dict[str, Any] = {"stamps": "kernel" if fit.stamped else "library"}
    few = False
    for button, (before, contact) in enumerate(zip(quiet, pressed, strict=True)):
        wrong = [*_faults(fit, button, before, contact)]
        few = few or (not wrong and contact.presses < PRESSES)
        what = "; ".join(name for name, _ in wrong) or _well(contact)
        says.append(f"{fit.called(button)}: {what}")
        mend += [f"{fit.called(button)}: {words}" for _, words in wrong]
        figures[fit.letter(button)] = figure(before, contact)
    verdict = Verdict.FAIL if mend else Verdict.LEFT if few else Verdict.PASS
    if not fit.stamped:
        says.append("The pins' library stamps the edges, not the kernel: times are rough")
    return Finding("buttons", verdict, tuple(says), tuple(mend), figures)


def _well(contact: Contact) -> str:
    few = "" if contact.presses >= PRESSES else f", of {PRESSES} that were asked for"
    return (
        f"{contact.presses} presses{few}, longest bounce {contact.longest_us / 1_000:.1f} ms, "
        f"debounce_ms of {contact.debounce_ms} is enough"
    )


def figure(quiet: Contact, contact: Contact) -> dict[str, Any]:
    """One button in numbers, for the report."""
    return {
        "presses": contact.presses,
        "bounces": contact.bounces,
        "longest_bounce_us": contact.longest_us,
        "longest_rest_us": contact.rest_us,
        "noise_at_rest": quiet.spikes,
        "noise": contact.spikes,
        "gaps": contact.gaps,
        "stuck": quiet.closed,
        "histogram_us": {
            name: count for name, count in zip(bins(), contact.histogram, strict=True) if count
        },
        "suggested_debounce_ms": contact.debounce_ms,
    }


def bins() -> tuple[str, ...]:
    """The names of a histogram's bars."""
    return ("none", *(f"<{us}" for us in BINS_US[1:]), f">={BINS_US[-1]}")


def _faults(
    fit: Fittings, button: int, quiet: Contact, contact: Contact
) -> Iterator[tuple[str, str]]:
    """What is wrong with a button, and what to do."""
    mine = fit.buttons[button]
    wired = mine.button or "its pin"
    if quiet.closed:
        yield (
            "stuck closed",
            f"{wired} is at ground with nobody there. Is the button jammed, its wire pinched, or "
            "is it wired to NC instead of NO?",
        )
        return
    spikes = quiet.spikes + contact.spikes + quiet.presses
    if quiet.spikes or quiet.presses or contact.spikes > PRESSES:
        yield f"{spikes} spikes of noise", quietened(wired)
    if not contact.presses:
        yield (
            "never pressed",
            f"if you did press it: does the plug sit, is the wire from {wired} to the button "
            "whole, and the one from the button to ground? Bridge it with a bit of wire to see "
            "which. If you did not: take this step once more",
        )
        return
    yield from _worn(button, wired, mine.debounce_ms, contact)


def _worn(button: int, wired: str, debounce_ms: int, contact: Contact) -> Iterator[tuple[str, str]]:
    """What its presses tell of its switch."""
    if contact.rest_us >= 1_000 * debounce_ms:
        yield (
            f"one press may count twice: it bounces for {contact.longest_us / 1_000:.1f} ms and "
            f"rests {contact.rest_us / 1_000:.1f} ms within",
            f"write seats[{button}].debounce_ms = {contact.debounce_ms}",
        )
    if contact.longest_us >= WORN_US:
        yield (
            f"worn: bounces for {contact.longest_us / 1_000:.1f} ms",
            "replace its switch soon",
        )
    if contact.gaps:
        yield (
            f"let go {contact.gaps} times under the thumb",
            f"push the plugs of {wired} home; if that is not it, replace its switch",
        )
