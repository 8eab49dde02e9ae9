"""How hard the virtual crater is to read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """What makes the virtual crater easy or hard to read."""

    hard: float = 1.0  #: scales exposure, white balance, gradient and noise; 0 is a studio
    glare: float = 0.10  #: the chance of a die's top to catch a reflex
    noise: float = 2.5  #: the sensor's noise, in grey levels (times *hard*)
    blur_px: float = 0.5  #: defocus, in pixels of a 720 px high picture
    jpeg: int = 0  #: quality of a lossy step (60..95), 0 for none
