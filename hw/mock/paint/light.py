"""The light a picture is taken in."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np

from hw.mock.look import Look

from .optics import Array


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """The light over one table, drawn from its seed."""

    to: Array  #: (3,) unit vector towards the lamp
    ambient: float  #: 0..1 of the light comes from everywhere
    shade: float  #: how dark a cast shadow is, 0..1
    soft_mm: float  #: how soft its edge is
    slope: tuple[float, float]  #: brighter to the right, downwards, over the picture
    grade: Array  #: (1, 256, 3) uint8: exposure, white balance and gamma as a table
    noise: float  #: grey levels
    blur_px: float  #: of a 720 px high picture


def light(seed: int, look: Look) -> Light:
    """The light at table *seed* for a *look*."""
    luck = random.Random(f"light {seed}")
    to = np.array([luck.gauss(0.0, 0.4), luck.gauss(0.0, 0.4), 1.0])
    to /= np.linalg.norm(to)
    hard = look.hard
    exposure = math.exp(luck.gauss(0.0, 0.18 * hard))
    balance = [math.exp(luck.gauss(0.0, 0.08 * hard)) for _ in range(3)]
    gamma = math.exp(luck.gauss(0.0, 0.10 * hard))
    ramp = np.arange(256.0)[:, None] * exposure * np.array(balance)
    # A soft shoulder, as sensors' tone curves have: highlights bend before they clip.
    ramp = np.where(ramp > 200.0, 200.0 + 55.0 * np.tanh((ramp - 200.0) / 75.0), ramp)
    grade = 255.0 * (ramp / 255.0) ** gamma
    return Light(
        to=to,
        ambient=luck.uniform(0.45, 0.7),
        shade=luck.uniform(0.3, 0.6),
        soft_mm=luck.uniform(0.8, 3.0),
        slope=(luck.gauss(0.0, 0.2) * hard, luck.gauss(0.0, 0.2) * hard),
        grade=np.clip(grade, 0, 255).astype(np.uint8)[None],
        noise=look.noise * hard * luck.uniform(0.7, 1.6),
        blur_px=look.blur_px * luck.uniform(0.6, 1.6),
    )
