"""``python -m tests.kills --game lava_land --kills 200``: one table, killed so often; JSON."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from firmware_host.rules.catalog import GAMES

from .life import files
from .reaper import Reaper
from .whole import WholeTable


def main() -> int:
    """Kill; 1 if anything was lost, doubled or resumed wrongly."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--game", choices=list(GAMES), default="lava_land")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--whole", action="store_true", help="./table demo, from exec on")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--folder", default=os.environ.get("BENCH_FOLDER", "/var/tmp"))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        table = WholeTable if asked.whole else Reaper
        reaper = table(files(asked.game), Path(folder), asked.seed)
        for number in range(asked.kills):
            reaper.kill()
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{number + 1} of {asked.kills} ")
    toll = reaper.toll
    sys.stdout.write(json.dumps(toll.plain()) + "\n")
    return 1 if toll.lost or toll.doubled or toll.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
