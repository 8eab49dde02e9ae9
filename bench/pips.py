"""Twelve pip dice at 960 x 720, drawn by the trainer's rays, read on one core.

Once as a table that has its die measured, and once as a picture of which nothing is known.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import cv2
import numpy as np

from bench.figure import Figure
from firmware_host.vision.pips.nets import Nets
from firmware_host.vision.pips.profile import PipProfile
from firmware_host.vision.pips.reader import PipReader
from firmware_host.vision.plane import Picture
from training.pips.dice import Camera, Die, Light, draw
from training.pips.grounds import texture
from training.pips.looks import look

WIDTH, HEIGHT, DIE_PX = 960, 720, 52.0
PICTURES, ROUNDS = 4, 3
SIDES = {1: (2, 5, 3, 4), 2: (1, 6, 3, 4), 3: (1, 6, 2, 5)}


def table(seed: int) -> Picture:
    """Twelve dice of several makers on some ground, seen from above."""
    random = np.random.default_rng(seed)
    away = 24.0
    camera = Camera(
        np.array([0, 0, away], np.float32),
        np.array([[1, 0, 0], [0, -1, 0], [0, 0, -1]], np.float32),
        np.full(2, DIE_PX * (away - 1), np.float32),
        np.array([WIDTH / 2, HEIGHT / 2], np.float32),
    )
    light = Light(np.array([0.45, 0.3, 0.84], np.float32), 0.5, 0.6, 20.0)
    made = texture(random, WIDTH, HEIGHT)
    for k in range(12):
        value, angle = 1 + k % 6, random.uniform(0, 6.3)
        c, s = np.cos(angle), np.sin(angle)
        at = np.array([(k % 4 - 1.5) * 3.2, (k // 4 - 1) * 3.2, 0.5])
        turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        sides = SIDES[min(value, 7 - value)]
        drawn = draw(
            Die(at, turn, 1.0, value, look(random), (*sides, value, 7 - value)),
            camera,
            light,
            WIDTH,
            HEIGHT,
        )
        assert drawn is not None
        height, width = drawn.alpha.shape
        place = np.s_[drawn.top : drawn.top + height, drawn.left : drawn.left + width]
        made[place] += (drawn.colour - made[place]) * drawn.alpha[..., None]
    return np.asarray(np.clip(made * 255, 0, 255), np.uint8)


def milliseconds(reader: PipReader, pictures: list[Picture]) -> float:
    """The median of the CPU's time for a picture."""

    def once(work: Callable[[Picture], object], picture: Picture) -> float:
        begun = time.process_time()
        work(picture)
        return (time.process_time() - begun) * 1000

    reader.read(pictures[0])
    return statistics.median(once(reader.read, p) for _ in range(ROUNDS) for p in pictures)


def measure() -> list[Figure]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        nets, pictures = Nets(), [table(seed) for seed in range(PICTURES)]
        known = milliseconds(PipReader(nets, PipProfile(die_px=DIE_PX)), pictures)
        unknown = milliseconds(PipReader(nets), pictures)
    finally:
        cv2.setNumThreads(threads)
    note = f"{WIDTH} x {HEIGHT}, one thread, CPU time, median"
    return [
        Figure("12 pip dice read, the die's size known", known, "ms", target="<= 40", note=note),
        Figure("12 pip dice read, nothing known", unknown, "ms", note=note),
    ]
