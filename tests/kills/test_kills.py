"""A tenth of the kills of ``./table bench kills``; and that they would find what they look for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.kills import KILLS

ROOT = Path(__file__).parents[2]
TENTH = 10


def killed(*arguments: str) -> dict[str, Any]:
    """The toll of a run in a process of its own: one with threads must not fork."""
    command = [sys.executable, "-m", "tests.kills", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    toll: dict[str, Any] = json.loads(done.stdout)
    return toll


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", KILLS)
def test_killed_at_any_moment_nothing_is_lost_or_doubled_and_it_stands_as_it_stood(
    game: str,
) -> None:
    kills = KILLS[game] // TENTH
    toll = killed("--game", game, "--kills", str(kills), "--seed", "tenth")
    assert not toll["says"]
    assert (toll["lost"], toll["doubled"], toll["wrong"]) == (0, 0, 0)
    assert toll["kills"] == kills
    assert toll["answers"] > kills
    assert toll["while_writing"] > 0 or kills < 100


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_whole_demo_killed_shows_the_same_match_again() -> None:
    toll = killed("--whole", "--kills", "3")
    assert not toll["says"]
    assert (toll["lost"], toll["doubled"], toll["wrong"]) == (0, 0, 0)


SPOILT = """
import os, sqlite3, sys, tempfile
from pathlib import Path
from tests.kills.life import files
from tests.kills.reaper import Reaper
import json
with tempfile.TemporaryDirectory() as folder:
    reaper = Reaper(files("lava_land"), Path(folder), "spoilt")
    while len(reaper.word.tale) < 12:
        reaper.kill()
    assert not reaper.toll.says, reaper.toll.says
    db = sqlite3.connect(Path(folder) / "table.journal")
    db.execute("DELETE FROM line WHERE line > 10")
    db.commit()
    db.close()
    reaper.kill()
    print(json.dumps(reaper.toll.plain()))
"""


def test_a_journal_that_loses_lines_is_found_out() -> None:
    command = [sys.executable, "-c", SPOILT]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    toll = json.loads(done.stdout)
    assert toll["lost"] == 1
    assert any("resumed at" in says for says in toll["says"]) or toll["while_starting"]
