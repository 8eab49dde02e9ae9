"""A bot game through the complete virtual table: rendered dice, real reader, virtual clock."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.figure import Figure

ROOT = Path(__file__).parent.parent
GAMES, SEED, LONGEST_S = 3, 7, 400


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as state:
        env = {**os.environ, "XDG_STATE_HOME": state, "PYTHONPATH": str(ROOT)}
        asked = ["--players", "4", "--games", str(GAMES), "--seed", str(SEED)]
        played = subprocess.run(
            [sys.executable, "-m", "firmware_host", "autoplay", "--game", "lava_land", *asked],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=LONGEST_S,
            check=True,
            text=True,
        )
    games = [json.loads(line) for line in played.stdout.splitlines()]
    walls = sorted(float(game["wall_s"]) for game in games)
    note = "; ".join(
        f"{g['rounds']} rounds {g['wall_s']:.0f} s, {g['dice_read']} dice read, "
        f"{g['dice_asked']} asked, {g['dice_misread']} misread"
        for g in games
    )
    return [
        Figure("a bot game in autoplay", walls[len(walls) // 2], "s", target="<= 20", note=note),
        Figure(
            "dice misread in autoplay",
            sum(int(g["dice_misread"]) for g in games),
            "dice",
            target="<= 0",
        ),
    ]
