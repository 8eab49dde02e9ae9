"""How hard the virtual crater is to read."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

Floor = Literal["felt", "wood", "cloth"]
Sleeves = Literal["dull", "bright", "dark"]


@dataclass(frozen=True, slots=True)
class Look:
    """What makes the virtual crater easy or hard to read."""

    hard: float = 1.0  #: scales exposure, white balance, gradient and noise; 0 is a studio
    glare: float = 0.10  #: the chance of a die's top to catch a reflex
    noise: float = 2.5  #: the sensor's noise, in grey levels (times *hard*)
    blur_px: float = 0.5  #: defocus, in pixels of a 720 px high picture
    jpeg: int = 0  #: quality of a lossy step (60..95), 0 for none
    floor: Floor = "felt"  #: what the tray is lined with
    maker: int = 0  #: whose dice, 0 to 2: 0 the table's own, others see ``hw.mock.paint.makers``
    worn: float = 0.0  #: how much of the dice's ink is rubbed off, 0..1
    panes: bool = False  #: reflexes are also of windows and tubes, not only of lamps
    dusk: float = 0.0  #: how dark shadows of people and things over the tray are, 0..1
    shake_px: float = 0.0  #: how far the camera moves in a picture, of one 720 px high
    sleeves: Sleeves = "dull"  #: arms in grey and green, in the colours of dice, or in black


def wild(seed: int, glare: float = 0.25, maker: int = 0) -> Look:
    """A look of its own for each *seed*: any floor, light, lens and wear."""
    luck = random.Random(f"wild {seed}")
    floors: tuple[Floor, ...] = ("felt", "felt", "wood", "cloth")
    return Look(
        hard=luck.uniform(0.8, 1.5),
        glare=glare,
        blur_px=luck.uniform(0.3, 1.1),
        jpeg=luck.choice((0, luck.randint(60, 95))),
        floor=luck.choice(floors),
        maker=maker,
        worn=luck.choice((0.0, luck.uniform(0.1, 0.5))),
        panes=True,
        dusk=luck.choice((0.0, luck.uniform(0.2, 0.6))),
        shake_px=luck.choice((0.0, 0.0, luck.uniform(0.5, 2.5))),
        sleeves=_sleeves(luck.random()),
    )


def _sleeves(chance: float) -> Sleeves:
    if chance < 0.5:
        return "bright"
    return "dull" if chance < 0.8 else "dark"
