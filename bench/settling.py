"""Twelve dice at 960 x 720 on one core: the frame in which they are read, and those that follow.

*Settled* is what the tracker does with the first frame in which nothing has moved for long enough:
the marks, hands, what has changed, and all dice read once more. *Tracking* is a frame in which
nothing happens, and one in which an arm reaches in. CPU time, drawing not counted, and beside it
work that never changes, measured in turn: on a busy machine both are slower.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from bench.figure import Figure, median_ratio
from firmware_host.vision import Tracker, kinds
from firmware_host.vision.facts import Tray
from hw.mock.crater import Crater
from hw.mock.look import Look
from hw.mock.throwing import taken, thrown
from hw.mock.world import MS, Odds, World, fresh

PROFILES = Path(__file__).parent.parent / "config" / "dice"
SYMBOLS = {"Y": "bbfftl", "R": "ttllbf", "B": "ffbbtl"}
PIPS = {"white": "123456", "black": "123456", "red": "123456"}
TABLES, STILL, MOST = 7, 6, 60
SETTLED_MS, TRACKING_MS = 40, 8


def milliseconds(work: Callable[[], object]) -> float:
    """The CPU's time for *work*."""
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1000


class Fixed:
    """Work that never changes: blurs and products of matrices of one size."""

    def __init__(self) -> None:
        luck = np.random.default_rng(1)
        self._picture = luck.integers(0, 255, (720, 960, 3), np.uint8)
        self._matrix = luck.standard_normal((256, 256), np.float32)

    def ms(self) -> float:
        """How long it takes, this time."""

        def work() -> None:
            cv2.GaussianBlur(self._picture, (0, 0), 2.0)
            for _ in range(8):
                cv2.gemm(self._matrix, self._matrix, 1.0, self._matrix, 0.0)

        return milliseconds(work)


def one(tracker: Tracker, world: World) -> tuple[float, list[float], list[float]]:
    """Milliseconds of the frame that settles, of still ones, and of those with an arm."""
    crater, at_ns, number = Crater(world), 1_000 * MS, 0

    def look(world: World) -> tuple[float, Tray]:
        nonlocal at_ns, number
        at_ns, number = at_ns + 50 * MS, number + 1
        picture, told = crater.picture(world, at_ns, number), list[Tray]()
        took = milliseconds(lambda: told.append(tracker.feed(picture, at_ns, number).tray))
        return took, told[0]

    settled = next(ms for ms, tray in (look(world) for _ in range(MOST)) if tray is Tray.SETTLED)
    still = [look(world)[0] for _ in range(STILL)]
    reaching = taken(world, 1, 200.0, 4, at_ns)
    arm = [look(reaching)[0] for _ in range(STILL)]
    return settled, still, arm


def figures(kind: str, faces: dict[str, str], what: str) -> list[Figure]:
    """The figures of one kind of dice."""
    reader, _ = kinds.reader(kinds.load(PROFILES / kind))
    fixed = Fixed()
    fixed.ms()
    settled, still, arm, beside = list[float](), list[float](), list[float](), list[float]()
    for seed in range(4_100, 4_100 + TABLES):
        world = thrown(fresh(seed, faces, 4, Odds(0.0, 0.0), Look()), 0, 10.0, 1_000 * MS)
        beside.append(statistics.median(fixed.ms() for _ in range(5)))
        a, b, c = one(Tracker(reader), world)
        settled.append(a)
        still.append(statistics.median(b))
        arm.append(statistics.median(c))
    named = "blurs and matrix products, the same always"

    def figure(name: str, took: list[float], target: str) -> Figure:
        ratio = median_ratio(took, beside)
        note = f"960 x 720, one thread, CPU time; {TABLES} tables, least {min(took):.1f} ms, "
        note += f"most {max(took):.1f}; {ratio:.2f} times {named}: {statistics.median(beside):.1f}"
        return Figure(name, statistics.median(took), "ms", target=target, note=note)

    return [
        figure(f"12 {what} dice, a settled frame", settled, f"<= {SETTLED_MS}"),
        figure(f"12 {what} dice, a frame in which nothing happens", still, f"<= {TRACKING_MS}"),
        figure(f"12 {what} dice, a frame with an arm in it", arm, ""),
    ]


def measure_all() -> list[Figure]:
    """Both kinds, on one core."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return [
            *figures("lava_land", SYMBOLS, "symbol"),
            *figures("lost_island", PIPS, "pip"),
        ]
    finally:
        cv2.setNumThreads(threads)
