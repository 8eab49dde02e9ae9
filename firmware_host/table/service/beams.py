"""Beams of light across chutes: each broken by a hand, and whole again."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.table.scene import Text, text

from .ask import Ask, Moment, Steps
from .fittings import Fittings
from .report import Finding, Verdict
from .senses import BeamSeen, Senses

NO_BEAMS = "No beams are configured (beams.pins): who drops a ball presses"
LOOK_MS = 200
OFTEN = 20
"""Broken so often within a step: that is no hand, but a beam that is aimed badly, or mains hum."""


def beams(fit: Fittings, senses: Senses) -> Steps:
    """Watch until each was broken once and all are clear; then judge."""
    if not fit.beams:
        return Finding("beams", Verdict.NONE, (NO_BEAMS,))
    seen = senses.watch_beams(len(fit.beams))

    def film(age_ms: int) -> Moment:
        return Moment(hint=_now(seen))

    def until(age_ms: int) -> str:
        return "done" if all(one.passes and not one.broken for one in seen) else ""

    yield Ask(text("service.beams"), ("finish",), film=film, every_ms=LOOK_MS, until=until)
    return judged(fit, seen, senses.lost.get("beams", ""))


def _now(seen: list[BeamSeen]) -> Text:
    """Each beam as it is at the moment."""
    ways = ((one, "broken" if one.broken else "seen" if one.passes else "clear") for one in seen)
    words = [text(f"service.beam_{how}", n=n) for n, (_, how) in enumerate(ways, 1)]
    said = words[-1]
    for word in reversed(words[:-1]):
        said = text("service.beam_and", first=word, then=said)
    return said


def judged(fit: Fittings, seen: list[BeamSeen], lost: str = "") -> Finding:
    """The finding."""
    says: list[str] = []
    mend: list[str] = [lost] if lost else []
    for number, one in enumerate(seen, 1):
        wrong = [*_faults(fit.beams[number - 1], one)]
        what = "; ".join(name for name, _ in wrong) or f"broken and whole again {one.passes} times"
        says.append(f"beam {number}: {what}")
        mend += [f"beam {number}: {words}" for _, words in wrong]
    if len(seen) > 1 and all(one.broken for one in seen):
        mend.insert(0, "All are broken at once: their supply is missing. Is its plug in?")
    figures = {str(n): {"broken": s.broken, "passes": s.passes} for n, s in enumerate(seen, 1)}
    verdict = Verdict.FAIL if mend else Verdict.PASS
    return Finding("beams", verdict, tuple(says), tuple(mend), figures)


def _faults(wired: str, one: BeamSeen) -> Iterator[tuple[str, str]]:
    """What is wrong with a beam, and what to do."""
    if one.broken:
        yield (
            "broken with nothing in it",
            f"{wired} is at ground. Does its lamp glow (a telephone's camera sees it)? Aim lamp "
            "and receiver at each other; is something in the chute?",
        )
    elif not one.passes:
        yield (
            "never broken",
            f"if you did break it: does the plug sit, and is the receiver's wire at {wired}? It is "
            "another chute's, if that one told of it. If you did not: take this step once more",
        )
    elif one.passes > OFTEN:
        yield (
            f"broken {one.passes} times",
            f"it flickers: aim lamp and receiver at each other, shade it from the sun, lay the "
            f"wire of {wired} away from the strip's",
        )
