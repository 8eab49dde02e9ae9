"""The camera: what it sees, live, with a bar for the hand at the lens and one for the light."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.table.scene import Pattern, text
from firmware_host.vision.facts import Optics

from .ask import Ask, Moment, Steps
from .fittings import Fittings
from .report import Finding, Verdict
from .senses import BURNT, DARK, Senses

SHARE = 0.85
"""So much of the best focus of this session is as good as it."""
SHARP = 0.115
"""Edges below this are blurred, as the dice reader takes them."""
NO_CAMERA = 'No camera is configured (camera.port = "none"): people tell the dice by their buttons'


def camera(fit: Fittings, senses: Senses) -> Steps:
    """Show how sharp it is until whoever turns the lens is content; then judge."""
    if fit.camera == "none":
        return Finding("camera", Verdict.NONE, (NO_CAMERA,))
    senses.look_afresh()

    def film(age_ms: int) -> Moment:
        if senses.optics is None:
            words = text("service.no_picture")
            return Moment(pattern=Pattern("meter", (words,)), hint=words)
        words = text("service.focus", percent=round(100 * senses.share))
        return Moment(pattern=Pattern("meter", (words,), senses.share, 1.0), hint=words)

    yield Ask(text("service.camera"), ("sharp", "stop"), film=film, every_ms=200, camera=True)
    return judged(senses.optics, senses.share, senses.lost.get("camera", ""))


def judged(optics: Optics | None, share: float, lost: str = "") -> Finding:
    """The finding."""
    if optics is None:
        says = (lost or "There was no picture",)
        mend = ("./table doctor looks at the camera", "press its cable home at both ends")
        return Finding("camera", Verdict.FAIL, says, mend)
    wrong = [*_faults(optics, share)]
    says = (
        f"Edges {optics.edges:.2f} (sharp: {SHARP} or more), {share:.0%} of the best focus here, "
        f"brightness {optics.bright:.0f} of 255, {optics.burnt:.1%} burnt out",
    )
    figures = {
        "edges": round(optics.edges, 3),
        "focus": round(optics.focus, 2),
        "share_of_best": round(share, 3),
        "bright": round(optics.bright),
        "burnt": round(optics.burnt, 4),
        "black": round(optics.black, 4),
    }
    verdict = Verdict.FAIL if wrong else Verdict.PASS
    return Finding("camera", verdict, (*says, *(w for w, _ in wrong)),
                   tuple(m for _, m in wrong), figures)  # fmt: skip


def _faults(optics: Optics, share: float) -> Iterator[tuple[str, str]]:
    """What is wrong with the picture, and what to do."""
    if optics.bright < DARK:
        yield (
            "Too dark",
            "switch the crater's lamp on; is the lens cap off? A camera that was held at another "
            "light: ./table dice calibrate",
        )
        return
    if optics.burnt > BURNT:
        yield (
            "Too light",
            "turn the lamp away or dim it; no sun on the crater. Then ./table dice calibrate",
        )
    if optics.edges < SHARP:
        yield "Out of focus", "turn the lens until the bar is longest; wipe it with a soft cloth"
    elif share < SHARE:
        yield (
            f"It was sharper: {share:.0%} of the best",
            "turn the lens back until the bar reaches its mark",
        )
