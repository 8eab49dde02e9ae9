"""How much memory and how many file handles a soak has, and whether they grow."""

from __future__ import annotations

import gc
import os
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from firmware_host.daemon.eye.camera import Eye

from .resuming import Broken

SAMPLES_AN_HOUR = 6
GROWTH_MB = 5.0
WARM = 6
"""So many samples belong to the warming up, and tell nothing of growth."""
HANDLES = 8  # a moment's more or less: a process of the camera's, a file being read
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@dataclass(slots=True)
class Footprint:
    """Samples of it, :data:`SAMPLES_AN_HOUR`."""

    memory_mb: list[float] = field(default_factory=list)
    handles: list[int] = field(default_factory=list)
    eye_mb: list[float] = field(default_factory=list)
    """The camera's process, while there is one: it begins anew with each daemon."""

    def sample(self, eye: Eye | None) -> None:
        """Remember how much there is now."""
        gc.collect()
        self.memory_mb.append(resident_mb("self"))
        if eye is not None and eye.line is not None:
            self.eye_mb.append(resident_mb(str(eye.line[0])))
        self.handles.append(len(os.listdir("/proc/self/fd")))  # noqa: PTH208  names alone

    @property
    def growth_mb(self) -> float | None:
        """By how much memory has grown since it was warm; None where it has not run long enough."""
        warm = self.memory_mb[WARM:]
        if len(warm) < 2 * WARM:
            return None
        third = len(warm) // 3
        return median(warm[-third:]) - median(warm[:third])

    def judged(self) -> None:
        """Memory and handles are as they were.

        :raises Broken: they are not.
        """
        growth = self.growth_mb
        if growth is not None and growth > GROWTH_MB:
            raise Broken(f"memory grew by {growth:.1f} MB")
        warm = self.handles[1:]
        if warm and warm[-1] > min(warm[: WARM + 1]) + HANDLES:
            raise Broken(f"file handles: {warm[0]} at first, {warm[-1]} at last")


def resident_mb(process: str) -> float:
    """The memory of a process, by its number: so much of it is in RAM; 0 once it has ended."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE_BYTES / 1e6
    except (OSError, IndexError):
        return 0.0
