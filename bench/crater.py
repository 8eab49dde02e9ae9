"""How long the virtual crater takes to draw a picture of 960 x 720, on one core."""

from __future__ import annotations

from collections.abc import Callable

import cv2

from bench.figure import Figure, seconds
from hw.mock.crater import Crater
from hw.mock.throwing import taken, thrown
from hw.mock.world import MS, Odds, fresh

FACES = {"Y": "bbfftl", "R": "ttllbf", "B": "ffbbtl"}
THROWN, TAKEN = 1_000 * MS, 6_000 * MS
PICTURES, ROUNDS = 10, 5
WISHED_MS = 12.0  # hundreds of pictures of a bot game fit into its 20 s


def measure() -> list[Figure]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _figures()
    finally:
        cv2.setNumThreads(threads)


def _figures() -> list[Figure]:
    world = thrown(fresh(3, FACES, 5, Odds(0.0, 0.0)), 0, 90.0, THROWN)
    reaching = taken(world, 1, 200.0, 4, TAKEN)
    crater = Crater(world)

    def best(work: Callable[[int], object]) -> float:
        crater.picture(reaching, TAKEN + 200 * MS, 0)  # what is kept between pictures is kept
        runs = [seconds(lambda: [work(i) for i in range(PICTURES)]) for _ in range(ROUNDS)]
        return min(runs) / PICTURES * 1_000

    step = 50 * MS
    rest = best(lambda i: crater.picture(world, THROWN + 3_000 * MS, i))
    roll = best(lambda i: crater.picture(world, THROWN + 130 * MS + i * step, i))
    arm = best(lambda i: crater.picture(reaching, TAKEN + 100 * MS + i * step, i))
    begin = min(seconds(lambda: Crater(world)) for _ in range(ROUNDS)) * 1_000
    note = "best of five"
    return [
        Figure("crater: 15 dice at rest, a picture", rest, "ms", note=note),
        Figure("crater: an arm reaches in, a picture", arm, "ms", note=note),
        Figure(
            "crater: 15 dice rolling, a picture", roll, "ms", note=f"{note}; {WISHED_MS:g} wished"
        ),
        Figure("crater: a new table", begin, "ms", note=note),
    ]
