"""Scenes drawn once and kept in a folder, so that an epoch need not draw them again."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from training.pips.scene import SIDE, scene

MOST = 24
"""A scene has so many dice at most."""
FIELDS = 5 + 12
"""x, y, size, value, seen, and the pips."""


@dataclass(frozen=True, slots=True)
class Store:
    """Many scenes."""

    pictures: npt.NDArray[np.uint8]  #: (n, SIDE, SIDE, 3)
    dice: npt.NDArray[np.float32]  #: (n, MOST, FIELDS); value 0: no die
    hard: bool  #: every second one is of the harder kind


def fill(folder: Path, count: int, seed: int) -> Store:
    """*count* scenes, the k-th made of *seed* and k alone; those already in *folder* are kept.

    Of seed 1 all are of the easier kind, of others every second one.
    """
    hard = seed > 1
    folder.mkdir(parents=True, exist_ok=True)
    shapes = {"pictures": (count, SIDE, SIDE, 3), "dice": (count, MOST, FIELDS)}
    kinds = {"pictures": np.uint8, "dice": np.float32}
    files = {name: folder / f"{name}-{seed}-{count}.npy" for name in shapes}
    done = folder / f"done-{seed}-{count}"
    if not done.exists():
        maps = {
            name: np.lib.format.open_memmap(file, "w+", kinds[name], shapes[name])
            for name, file in files.items()
        }
        cv2.setNumThreads(1)
        for k in range(count):
            made = scene(np.random.default_rng((seed, k)), hard=hard and k % 2 == 1)
            maps["pictures"][k] = made.picture
            for i, die in enumerate(made.dice[-MOST:]):
                row = (die.x, die.y, die.size, die.value, die.seen)
                maps["dice"][k, i] = np.concatenate([row, die.pips.ravel()])
            if k % 500 == 0:
                sys.stderr.write(f"{k} of {count} scenes drawn\n")
        done.touch()
    loaded = {name: np.load(file, mmap_mode="r") for name, file in files.items()}
    return Store(loaded["pictures"], loaded["dice"], hard)


if __name__ == "__main__":
    fill(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
