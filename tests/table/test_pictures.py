"""The pictures of the display in the documents are what the display shows.

``REGENERATE=1 ./table test tests/table/test_pictures.py`` draws them anew: look at them.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PIL import Image

from firmware_host.daemon.places import config_folder
from firmware_host.rules.kernel import Seat
from firmware_host.rules.oh_no_volcano.box import Box as Volcano
from firmware_host.rules.table_is_lava.box import Box
from firmware_host.table.oled import Display, Panel
from firmware_host.table.scene import Scene
from firmware_host.table.texts import Texts
from firmware_host.vision.facts import Tray

from .evening import Driver, playable, some_faces
from .test_island_dice import spears
from .test_lobby import lobby, walk
from .test_lost_island import ERUPTED, MORE, shown
from .test_lost_island import drawn as island

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PANEL = Panel(256, 64, grey=True, viewing_mm=500, pitch_mm=0.28)
GAP, TIMES = 8, 2


def lava_land() -> list[Scene]:
    """A throw, a die that is not clear, the grab, and what is asked in turns."""
    found: list[Scene | None] = []
    driver = Driver(seats=3)
    driver.look()
    found.append(driver.scene)
    driver.look(Tray.MOVING)
    for face in some_faces(3, "pictures")[1:]:
        driver.crater.put(face)
    driver.crater.put("Yb", sure=False, others="t")
    driver.wait(200)
    driver.rest()
    found.append(driver.scene)
    driver.hold(1)
    driver.rest()
    found.append(driver.scene)
    row, rest = "as_red turn_blue_foot trick_again guard_loot", {"crater": "", "lava": "-1"}
    people = {"A": "6/5/3 as_blue", "B": "8/2/4 guard_step", "C": "4/6/1", "deck": "rest"}
    common = {**people, **rest, "row": row, "first": "A"}
    for now, dice in (
        ("card A", "A: Rl Bl Yf"),
        ("pick A 3 done bonus locked symbols", "A: Rl Bl Yl"),
        ("trick A done bonus trick locked symbols colours", "A: Rb Rb Rf"),
        ("guard A push B done bonus trick locked symbols colours", "A: Rb Rb Rf"),
    ):
        driver.put({**common, "now": now, "dice": dice})
        found.append(driver.scene)
    driver.put(
        {"now": "over", "A": "+1/8/6", "B": "+2/7/4", "C": "x/0/0", "lava": "12", "deck": "rest"}
    )
    found.append(driver.scene)
    return [scene for scene in found if scene is not None]


def table_is_lava() -> list[Scene]:
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


def oh_no_volcano() -> list[Scene]:
    """A card with a move, a boulder and a ball, and what comes of it."""
    found: list[Scene | None] = []
    driver = Driver(seats=3, first=playable("oh_no_volcano", Volcano()))
    driver.choose(Seat(0), "A youngest")
    stands = {"A": "2.2 - - 0/0/0", "B": "3.1 - - 0/1/0", "C": "5.2 1.0 - 0/0/1"}
    driver.put({**stands, "treasures": "rest"})
    found.append(driver.scene)
    driver.choose(Seat(0), "A climb A2+boulder+ball1")
    found.append(driver.scene)
    driver.choose(Seat(0), "A step 3.2")
    found.append(driver.scene)
    driver.choose(Seat(0), "A stop")
    driver.choose(Seat(0), "A collect")
    found.append(driver.scene)
    driver.choose(Seat(0), "A place 4.2+4.3")
    found.append(driver.scene)
    driver.hold(0)
    driver.tap(1)
    found.append(driver.scene)
    for seat, words in ((0, "A safe"), (1, "B fell A"), (2, "C safe")):
        driver.choose(Seat(seat), words)
    found.append(driver.scene)
    driver.choose(Seat(1), "equip B ?5")
    driver.hold(1)
    found.append(driver.scene)
    return [scene for scene in found if scene is not None]


def lost_island() -> list[Scene]:
    """A hex that is laid, an action, a throw, and the eruption."""
    found = []
    driver = island(now="place A hex beach", **MORE)
    for button in (driver.hold, driver.tap):
        found.append(shown(driver))
        button(0)
    found.append(shown(driver))
    found.append(shown(island(now="place A hex mountain", **MORE)))
    driver = island(now="action A 3", **MORE)
    found.append(shown(driver))
    for _ in range(3):
        driver.tap(0)
    driver.hold(0)
    found.append(shown(driver))
    found.append(shown(spears()))
    found.append(shown(island(now="action A 3", **ERUPTED)))
    return found


def drawn(scenes: Sequence[Scene]) -> Image.Image:
    """Two in a row, each dot so many times."""
    texts = Texts(tomllib.loads((config_folder() / "texts" / "en.toml").read_text()))
    shown = [Display(PANEL, texts).picture(scene, 0) for scene in scenes]
    wide, high = PANEL.width + GAP, PANEL.height + GAP
    sheet = Image.new("L", (2 * wide + GAP, len(shown) // 2 * high + GAP), 60)
    for i, picture in enumerate(shown):
        frame = Image.frombytes("L", (PANEL.width, PANEL.height), picture)
        sheet.paste(frame, (GAP + i % 2 * wide, GAP + i // 2 * high))
    size = (TIMES * sheet.width, TIMES * sheet.height)
    return sheet.resize(size, Image.Resampling.NEAREST)


@pytest.mark.parametrize(
    "scenes", [lava_land, table_is_lava, oh_no_volcano, lost_island], ids=lambda one: one.__name__
)
def test_the_documents_show_the_displays_questions_as_they_are(
    scenes: Callable[[], list[Scene]],
) -> None:
    picture, file = drawn(scenes()), FOLDER / f"{scenes.__name__}_oled.png"
    if os.environ.get("REGENERATE"):
        picture.save(file, optimize=True)
    with Image.open(file) as kept:
        assert kept.size == picture.size
        assert kept.convert("L").tobytes() == picture.tobytes()
