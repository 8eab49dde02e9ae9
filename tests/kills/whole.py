"""The whole of ``./table demo`` killed: its process, its camera's, its page, from exec on.

Bots play it on the real clock with rendered dice. What its page has shown of a match must be in
the journal, and the next one must go on from there.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from firmware_host.daemon.settings.house import Files, house, resumed
from firmware_host.session.journal import look
from firmware_host.session.record import Kept
from firmware_host.session.tale import Told
from tests.programs import program

from .reaper import Toll

PLAY_S = 2.0  #: mean, after it can be played
LOOK_S = 0.03  #: between two looks at the page
LONGEST_S = 60.0  #: a busy machine has so long for a start


class WholeTable:
    """One demo of one game, killed again and again."""

    def __init__(self, files: Files, folder: Path, seed: str) -> None:
        self._game, self._folder = files.box.game.name, folder
        self._house = house(files, lambda: seed)
        self._journal = folder / "lava-table" / "demo.journal"
        self._luck, self.toll = random.Random(seed), Toll()
        self._tale: tuple[Told, ...] = ()
        self._match: int | None = None

    def kill(self) -> None:
        """One more start and its end."""
        toll = self.toll
        toll.kills += 1
        kept = look(self._journal) if self._journal.exists() else None
        kept = None if kept is None or kept.ended is not None else kept
        began_s, shown = time.monotonic(), 0
        with self._demo() as process:
            address = _address(process)
            if not address:
                self._wrong("it did not start")
                return
            first = _asked(address, began_s + LONGEST_S)
            toll.playable_s.append(time.monotonic() - began_s)
            _visit(address)
            self._resumed(first, kept)
            until_s = time.monotonic() + self._luck.expovariate(1 / PLAY_S)
            while time.monotonic() < until_s:
                shown = max(shown, _state(address)["state"])
                time.sleep(LOOK_S)
            killed_s = time.monotonic()
            process.kill()
            process.wait()
            toll.gone_s.append(time.monotonic() - killed_s)
        self._look(shown)

    def _resumed(self, first: dict[str, Any], kept: Kept | None) -> None:
        """The page shows the match the journal holds, where it stood."""
        if kept is None or first["state"] != len(kept.lines):
            if kept is not None and first["state"] < len(kept.lines):
                self._wrong(f"{first['state']} lines are shown, {len(kept.lines)} are kept")
            return
        match, sitting = resumed(kept, self._house)
        phase = sitting.game.view.scene(match.state, match.pending, {}).phase
        if first["scene"]["phase"] != phase:
            self._wrong(f"it shows {first['scene']['phase']}, and stood at {phase}")

    def _look(self, shown: int) -> None:
        """Nothing that was shown is missing, and nothing of before is otherwise."""
        kept = look(self._journal)
        assert kept is not None
        if kept.id != self._match:
            self._match, self._tale = kept.id, ()
            self.toll.matches += 1
        self.toll.answers += max(0, len(kept.lines) - len(self._tale))
        if len(kept.lines) < shown or kept.tale[: len(self._tale)] != self._tale:
            self.toll.lost += 1
            self.toll.says.append(f"{len(kept.lines)} lines are kept of {shown} that were shown")
        if kept.damage is not None:
            self._wrong(str(kept.damage))
        resumed(kept, self._house)  # every line of it is legal, so none is there twice
        self._tale = kept.tale

    def _wrong(self, says: str) -> None:
        self.toll.wrong += 1
        self.toll.says.append(f"kill {self.toll.kills} of the whole: {says}")

    @contextmanager
    def _demo(self) -> Iterator[subprocess.Popen[str]]:
        few = str(max(3, self._house.games[0].game.seats.start))
        demo = ("demo", "--no-browser", "--port", "0", "--game", self._game)
        asked = (*demo, "--seats", few, "--bots", few)
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        with program(*asked, state=self._folder, stdout=pipe, stderr=nowhere) as process:
            yield process


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for said in process.stdout:
        if found := re.search(r"The table is at (http://\S+?/)#", said):
            return found[1]
    return ""


def _state(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{address}state.json", timeout=LONGEST_S) as answer:
        state: dict[str, Any] = json.load(answer)
    return state


def _asked(address: str, until_s: float) -> dict[str, Any]:
    """The page, once a match is on it."""
    while time.monotonic() < until_s:
        state = _state(address)
        if state["scene"] is not None and state["scene"]["phase"] != "lobby":
            return state
        time.sleep(LOOK_S)
    raise TimeoutError("it does not show a match")


def _visit(address: str) -> None:
    """Somebody has come to the table, so its bots begin."""
    with suppress(OSError):  # there may be no picture yet
        urllib.request.urlopen(f"{address}crater.jpg", timeout=LONGEST_S).close()
