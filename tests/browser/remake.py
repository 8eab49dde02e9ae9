"""Makes the pictures of the documents anew: ``python -m tests.browser.remake [NAME...]``.

Each is of the program as it is: the page in headless Chromium at a virtual table, the display as
it is told, the diagram as ``./table wiring`` draws it. Without names all of them are made.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PIL import Image

from firmware_host.daemon.cli import main as table
from firmware_host.daemon.places import config_folder
from tests.daemon.test_demo import address, demo, scene
from tests.table import test_pictures as displays

from . import grab, islands, pictures
from .conftest import start
from .looking import all_of
from .test_cards import click

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"
OWN_GAMES = ROOT / "docs" / "own_game"
PATIENCE_S, SETTLED_S = 150.0, 1.5
OFFERS = ("#throw", ".card.held.open", "#menu .choice:enabled")
"""What a newcomer clicks, the first that is there."""


@dataclass(frozen=True, slots=True)
class Game:
    """A picture of the page in the midst of a game against bots."""

    game: str
    seats: int
    seed: str
    size: tuple[int, int]
    there: Callable[[Any, dict[str, Any]], bool]
    """Is this the moment? Of the browser, and of the scene."""

    def make(self, folder: Path, name: str) -> None:
        """Play by clicking until it is there, and take it."""
        with tempfile.TemporaryDirectory() as state, tempfile.TemporaryDirectory() as profile:
            browser = start(Path(profile))
            if isinstance(browser, str):
                raise SystemExit(browser)
            asked = ("--game", self.game, "--seats", str(self.seats), "--seed", self.seed)
            try:
                with (
                    patch.dict(os.environ, {"TABLE_GAMES": str(OWN_GAMES)}),
                    demo(Path(state), "--port", "0", "--no-browser", *asked) as process,
                ):
                    shown = self._played(browser, address(process))
            finally:
                browser.quit()
        shown.save(folder / f"{name}.png", optimize=True)

    def _played(self, browser: Any, page: str) -> Image.Image:
        width, height = self.size
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        browser.get(f"{page}#A")
        click(browser, "#show-hand")
        until_s = time.monotonic() + PATIENCE_S
        while not self.there(browser, scene(page)):
            if time.monotonic() > until_s:
                raise SystemExit(f"{self.game}: the moment did not come in {PATIENCE_S:g} s")
            any(click(browser, css) for css in OFFERS)
            time.sleep(0.2)
        time.sleep(SETTLED_S)
        return Image.open(io.BytesIO(browser.get_screenshot_as_png())).convert("RGB")


def _in_crater(browser: Any, shown: dict[str, Any]) -> bool:
    """All dice lie there, and are about to be taken."""
    del browser
    return bool(shown["phase"] == "take" and "A" in shown["waiting_for"])


def _mid_game(browser: Any, shown: dict[str, Any]) -> bool:
    """Some cards lie on the table, and it is A's launch."""
    lie = sum(card["where"] == "table" for card in shown["cards"])
    return lie >= 8 and bool(shown["phase"] == "choose") and bool(all_of(browser, ".choice"))


def _rolled(browser: Any, shown: dict[str, Any]) -> bool:
    """A ball has rolled, and A is asked who fell."""
    asks = shown["phase"] == "rolling" and "A" in shown["waiting_for"]
    return asks and bool(all_of(browser, ".map .rolled .way"))


def _dared(browser: Any, shown: dict[str, Any]) -> bool:
    """Dice lie in the crater, and A may throw again, with crystals on the track."""
    del browser
    asks = shown["phase"] == "turn" and "A" in shown["waiting_for"]
    return asks and any(place["seats"] for place in shown["places"] if place["number"])


GAMES: Mapping[str, Game] = {
    "page": Game("lava_land", 4, "page", (1280, 900), _in_crater),
    "table_is_lava": Game("table_is_lava", 4, "cards", (1440, 800), _mid_game),
    "oh_no_volcano": Game("oh_no_volcano", 4, "x", (1280, 800), _rolled),
    "fumarole": Game("fumarole", 3, "vent", (1280, 800), _dared),
}


def _shot(shot: Callable[[Path, Path, Path], None], folder: Path) -> None:
    with tempfile.TemporaryDirectory() as kept, tempfile.TemporaryDirectory() as used:
        shot(folder, Path(kept), Path(used))


def _display(scenes: Callable[[], Any], folder: Path) -> None:
    displays.drawn(scenes()).save(folder / f"{scenes.__name__}_oled.png", optimize=True)


def _wiring(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as out:
        file = config_folder() / "tables" / "pi4-wled.toml"
        if table(["wiring", str(file), "--out", out]):
            raise SystemExit("no diagram was drawn")
        shutil.copy(Path(out) / "wiring.svg", folder / "wiring.svg")


MAKERS: Mapping[str, Callable[[Path], None]] = {
    **{name: partial(game.make, name=name) for name, game in GAMES.items()},
    "lost_island": partial(_shot, islands.shot),
    "lava_land": partial(_shot, grab.shot),
    **{
        f"{scenes.__name__}_oled": partial(_display, scenes)
        for scenes in (
            displays.lava_land,
            displays.table_is_lava,
            displays.oh_no_volcano,
            displays.lost_island,
        )
    },
    "service-display": pictures.displays,
    "service-buttons": pictures.page,
    "service-strip": pictures.page,
    "wiring": _wiring,
}
"""By the file's name, without its ending."""


def main(arguments: list[str]) -> int:
    """Make those that are named; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.remake", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(MAKERS)}; all")
    parser.add_argument("--out", type=Path, default=FOLDER, help="another folder")
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.names if name not in MAKERS]:
        parser.error(f"no picture {unknown[0]!r}; there are {', '.join(MAKERS)}")
    asked.out.mkdir(parents=True, exist_ok=True)
    made: set[int] = set()
    for name in asked.names or MAKERS:
        if id(MAKERS[name]) not in made:  # one visit makes both of service mode's
            made.add(id(MAKERS[name]))
            sys.stderr.write(f"{name} ...\n")
            MAKERS[name](asked.out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
