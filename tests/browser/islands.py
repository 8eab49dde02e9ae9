"""Makes docs/pictures/lost_island.png: ``python -m tests.browser.islands docs/pictures``.

A game between bots is played as far as somebody lays a hex, and the demo goes on with it.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image

from firmware_host.bots.catalog import bot
from firmware_host.daemon import places
from firmware_host.daemon.clock import wall_clock
from firmware_host.daemon.settings import boxes
from firmware_host.daemon.upkeep.breaks import Breaks
from firmware_host.rules.kernel import Decision, Setup, Source
from firmware_host.session.journal import Journal
from firmware_host.session.luck import draw
from firmware_host.session.match import Match
from firmware_host.session.tale import Answered
from tests.daemon.test_demo import address, demo

from .conftest import start
from .looking import all_of, until

SEATS, LEAST, SEED = 4, 90, "island"
WINDOW = (1280, 940)


def played(file: Path) -> None:
    """A journal in which it is A's turn to lay a hex, well into a game."""
    loaded = boxes.load(places.config_folder() / "games" / "lost_island.toml")
    match = Match.begin(loaded.game, Setup(SEATS, loaded.box), SEED)
    bots = [bot("lost_island", "heuristic", str(i)) for i in range(SEATS)]
    lines = []
    while True:
        pending = match.pending
        assert isinstance(pending, Decision)
        seat = pending.options[0].seat
        if match.length > LEAST and pending.topic == "place" and seat == 0:
            break
        if pending.source is Source.PLAYER and seat is not None:
            answer = bots[seat].choose(match.state, pending, seat)
        else:
            lucky = match.lucky()
            answer = draw(SEED, match.length, pending) if lucky is None else lucky
        match = match.answered(answer, 0)
        lines.append(Answered(str(answer), 0))
    journal = Journal(file, wall_clock)
    begun = (loaded.game.name, loaded.game.version, tuple(range(SEATS)), SEED, loaded.text)
    journal.append(journal.begin(*begun), lines)
    journal.close()


def shot(folder: Path, state: Path, profile: Path) -> None:
    """The page, as who sits at A sees it."""
    (state / "lava-table").mkdir()
    journal = state / "lava-table" / "demo.journal"
    played(journal)
    Breaks(journal).looked()  # else the table asks first whether all lies as it did
    browser = start(profile)
    if isinstance(browser, str):
        raise SystemExit(browser)
    try:
        browser.set_window_size(*WINDOW)
        with demo(state, "--port", "0", "--no-browser") as process:
            browser.get(address(process) + "#A")
            until(browser, lambda: all_of(browser, ".map .spot.open"))
            time.sleep(4)
            shown = Image.open(io.BytesIO(browser.get_screenshot_as_png())).convert("RGB")
    finally:
        browser.quit()
    shown.save(folder / "lost_island.png", optimize=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as kept, tempfile.TemporaryDirectory() as used:
        shot(Path(sys.argv[1]), Path(kept), Path(used))
