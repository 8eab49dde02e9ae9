"""On real kernel devices, in the kernel bed: press to light, who pressed first, replugs.

The processor is emulated, so milliseconds are many times a Pi's; what counts are ratios to the
bare callback beside it, counts, and seconds that the kernel and USB take anyway.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from bench.figure import Figure
from tests.bed.build import ready, set_up
from tests.bed.machine import Order, run
from tests.bed.places import NoBed

LIMIT_S = 900.0


def measure() -> list[Figure]:
    """What the guest measured; nothing where there is no bed."""
    try:
        if not ready():
            set_up(lambda line: print(f"bed: {line}", file=sys.stderr))
    except NoBed as wrong:
        print(f"no kernel bed can be had here: {wrong}", file=sys.stderr)
        return []
    with tempfile.TemporaryDirectory() as folder:
        command = f"{sys.executable} -m bench.bed_guest /bed/figures.json"
        ended = run(Order(command, LIMIT_S, shared=Path(folder), out=2))
        if ended.status:
            raise RuntimeError(f"the guest ended with {ended.status}. {ended.says}")
        told = json.loads((Path(folder) / "figures.json").read_text())
    return [Figure(**one) for one in told]
