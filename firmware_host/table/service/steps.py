"""The steps of service mode, in the order in which all of them are gone through."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .ask import Steps
from .buttons import buttons
from .camera import camera
from .colours import colours
from .display import border, grid
from .ends import ends
from .fittings import Fittings
from .lamps import lamps
from .places import places
from .senses import Senses

Make = Callable[[Fittings, Senses], Steps]

STEPS: Mapping[str, Make] = {
    "buttons": buttons,
    "lamps": lambda fit, senses: lamps(fit),
    "colours": lambda fit, senses: colours(fit),
    "ends": lambda fit, senses: ends(fit),
    "places": lambda fit, senses: places(fit),
    "border": border,
    "grid": lambda fit, senses: grid(fit),
    "camera": camera,
}
"""By name: the word for it in commands, reports and texts."""
