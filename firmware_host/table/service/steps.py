"""The steps of service mode, in the order in which all of them are gone through."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from .ask import Steps
from .beams import beams
from .buttons import buttons
from .camera import camera
from .colours import colours
from .display import border, grid
from .ends import ends
from .fittings import Fittings
from .lamps import lamps
from .places import places
from .report import Verdict
from .senses import Senses

Make = Callable[[Fittings, Senses], Steps]


def _of(device: str, step: Callable[[Fittings], Steps]) -> Make:
    """*step*; where it fails, what is known to be wrong with its *device* comes first."""

    def make(fit: Fittings, senses: Senses) -> Steps:
        finding = yield from step(fit)
        if finding.verdict is not Verdict.FAIL:
            return finding
        return replace(finding, mend=(*senses.wrong(device), *finding.mend))

    return make


STEPS: Mapping[str, Make] = {
    "buttons": buttons,
    "lamps": _of("buttons", lamps),
    "colours": _of("strip", colours),
    "ends": _of("strip", ends),
    "places": _of("strip", places),
    "border": border,
    "grid": _of("oled", grid),
    "camera": camera,
    "beams": beams,
}
"""By name: the word for it in commands, reports and texts."""
