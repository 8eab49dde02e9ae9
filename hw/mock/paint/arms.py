"""Arms that reach over the rim and hide what is below them."""

from __future__ import annotations

from hw.mock.world import Arm

from .light import Light
from .optics import Array, Optics


def draw(
    picture: Array, optics: Optics, lamp: Light, arm: Arm, reach: float, *, moving: bool
) -> None:
    """Draw *arm*, *reach* of its way in, over *picture*."""
