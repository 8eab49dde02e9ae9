"""Something is to be put right, and somebody is asked about it: the display says both."""

from __future__ import annotations

import pytest

from firmware_host.rules.kernel import Seat
from firmware_host.table.oled import FEW_PAGES, Display, Panel
from firmware_host.table.scene import Scene
from firmware_host.table.texts import Texts

from .evening import Driver, some_faces
from .sample import english

TEXTS = Texts(english())
PANELS = [Panel(), Panel(pitch_mm=0.43), Panel(256, 64, grey=True, pitch_mm=0.28)]


def short() -> tuple[Driver, Seat]:
    """Eight dice of nine lie there; the first player is asked whether one is outside."""
    driver = Driver()
    driver.throw(some_faces(3, "short")[:-1])
    driver.wait(6_000)
    driver.rest()
    return driver, driver.state.first


def shown(driver: Driver) -> Scene:
    assert driver.scene is not None
    return driver.scene


def said(display: Display, scene: Scene) -> str:
    """All of its pages, without spaces: lines are broken between words, and within long ones."""
    return "".join("".join(line.split()) for page in display.pages(scene) for line in page)


@pytest.mark.parametrize("panel", PANELS)
def test_while_dice_are_missing_every_line_of_the_question_is_read_on_the_display(
    panel: Panel,
) -> None:
    driver, first = short()
    display, seen = Display(panel, TEXTS), set[str]()
    menu = shown(driver).seats[first].menu
    assert len(menu) > 3
    for _ in menu:
        scene = shown(driver)
        assert scene.notice is not None
        words = said(display, scene)
        assert any(
            "".join(way(scene.notice).split()) in words
            for way in (TEXTS.say, display._wording.brief)
        )
        assert f"{first}:" in words
        assert len(display.pages(scene)) <= FEW_PAGES
        seen.add(words)
        driver.tap(first)
    assert len(seen) == len(menu), "each tap changes what is read"


def test_a_notice_that_asks_nobody_stands_alone() -> None:
    driver = Driver()
    driver.throw(some_faces(3, "short")[:-1])
    scene = shown(driver)
    assert scene.notice is not None
    assert not any(seat.menu for seat in scene.seats)
    assert said(Display(PANELS[1], TEXTS), scene) == "".join(TEXTS.say(scene.notice).split())
