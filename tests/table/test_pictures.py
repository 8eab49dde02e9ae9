"""The pictures of the display in the documents are what the display shows.

``REGENERATE=1 ./table test tests/table/test_pictures.py`` draws them anew: look at them.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from PIL import Image

from firmware_host.daemon.places import config_folder
from firmware_host.rules.kernel import Seat
from firmware_host.rules.table_is_lava.box import Box
from firmware_host.table.oled import Display, Panel
from firmware_host.table.scene import Scene
from firmware_host.table.texts import Texts

from .evening import Driver, playable
from .test_lobby import lobby, walk

FILE = Path(__file__).parents[2] / "docs" / "pictures" / "table_is_lava_oled.png"
PANEL = Panel(256, 64, grey=True, viewing_mm=500, pitch_mm=0.28)
GAP, TIMES = 8, 2


def scenes() -> list[Scene]:
    """The questions of a game, from the lobby to the end."""
    found: list[Scene | None] = []
    driver = lobby()
    for button in (0, 1):
        driver.tap(button)
    walk(driver, 0, "lobby.game")
    driver.hold(0)
    walk(driver, 0, "option.table_is_lava.variant_rock_island.name")
    found.append(driver.scene)
    driver = Driver(seats=3, first=playable("table_is_lava", Box()))
    found.append(driver.scene)
    for seat, words in ((0, "A hot"), (0, "A launch n3_blue"), (0, "landed touching")):
        driver.choose(Seat(seat), words)
        found.append(driver.scene)
    driver.choose(Seat(1), "B stand 1")
    driver.tap(1)
    found.append(driver.scene)
    driver.put({"now": "count A of A B", "A": "8/7", "B": "9/6", "C": "15/0 count 0/0"})
    driver.tap(0)
    found.append(driver.scene)
    driver.hold(0)
    driver.hold(1)
    found.append(driver.scene)
    return [scene for scene in found if scene is not None]


def drawn() -> Image.Image:
    """Two in a row, each dot so many times."""
    texts = Texts(tomllib.loads((config_folder() / "texts" / "en.toml").read_text()))
    shown = [Display(PANEL, texts).picture(scene, 0) for scene in scenes()]
    wide, high = PANEL.width + GAP, PANEL.height + GAP
    sheet = Image.new("L", (2 * wide + GAP, len(shown) // 2 * high + GAP), 60)
    for i, picture in enumerate(shown):
        frame = Image.frombytes("L", (PANEL.width, PANEL.height), picture)
        sheet.paste(frame, (GAP + i % 2 * wide, GAP + i // 2 * high))
    size = (TIMES * sheet.width, TIMES * sheet.height)
    return sheet.resize(size, Image.Resampling.NEAREST)


def test_the_documents_show_the_displays_questions_as_they_are() -> None:
    picture = drawn()
    if os.environ.get("REGENERATE"):
        picture.save(FILE, optimize=True)
    with Image.open(FILE) as kept:
        assert kept.size == picture.size
        assert kept.convert("L").tobytes() == picture.tobytes()
