"""A game that is played on a map: what is open can be clicked where it lies."""

from __future__ import annotations

from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from firmware_host.rules.kernel import Seat
from firmware_host.table.map import Between, Map, Piece, Spot
from firmware_host.table.scene import Due

from .looking import all_of, find, until
from .served import served

pytestmark = pytest.mark.browser
A, B = Seat(0), Seat(1)
LAND, COAST = ("beach",) * 6, ("water", "water", "water", "beach", "beach", "beach")


def cell(q: int, r: int, ground: str, **more: Any) -> Spot:
    return Spot(f"{q},{r}", q + r / 2, r * 0.866, ground, **more)


ISLAND = Map(
    "hex",
    (
        cell(0, 0, "crash", sides=COAST, pieces=(Piece("pawn", A), Piece("pawn", B))),
        cell(-1, 0, "forest", sides=("forest",) * 6, pieces=(Piece("wood", n=2),)),
        cell(-1, 1, "mountain", sides=("mountain",) * 6, pieces=(Piece("monster", says="4"),)),
        cell(0, 1, "beach", sides=LAND, open=True, thumb=A),
        cell(-2, 0, "", open=True),
        cell(-2, 1, ""),
    ),
    (Between("fence", ("-1,0", "-1,1"), A), Between("", ("0,0", "-1,0"), open=True)),
    aside=(Piece("pawn", B, "C"), Piece("wood", n=9)),
)


def click(browser: Any, spot: str, part: str) -> None:
    """With the mouse: a line has no size of its own."""
    drawn = find(browser, f'.map [data-spot="{spot}"] {part}')
    ActionChains(browser).move_to_element(drawn).click().perform()


def test_what_is_open_is_pointed_at_and_nothing_else(browser: Any) -> None:
    with served("turn") as table:
        table.feed.map = ISLAND
        browser.get(table.address + "#A")
        until(browser, lambda: len(all_of(browser, ".map .spot")) == len(ISLAND.spots))
        assert len(all_of(browser, ".map .piece")) == 4
        assert not find(browser, "#gifts").is_displayed()
        state = table.feed.state
        click(browser, "0,0", ".core")
        click(browser, "0,1", ".core")
        click(browser, "-2,0", ".cell")
        click(browser, "0,0+-1,0", ".hit")
        click(browser, "-1,0+-1,1", ".hit")
        until(browser, lambda: len(table.feed.said) >= 3)
        pointed = [words for _, _, words in table.feed.said if words.startswith("point")]
        assert pointed == [f"point {spot} {state}" for spot in ("0,1", "-2,0", "0,0+-1,0")]


def test_a_cell_that_is_not_there_is_sea_and_has_no_edge_before_it_is_open(browser: Any) -> None:
    with served("turn") as table:
        table.feed.map = ISLAND
        browser.get(table.address + "#A")
        until(browser, lambda: all_of(browser, '.map [data-spot="-2,1"]'))
        closed = browser.find_element(By.CSS_SELECTOR, '.map [data-spot="-2,1"] .cell')
        assert closed.value_of_css_property("stroke") == "none"
        opened = browser.find_element(By.CSS_SELECTOR, '.map [data-spot="-2,0"] .cell')
        assert opened.value_of_css_property("stroke") != "none"


def test_who_is_asked_nothing_points_in_vain(browser: Any) -> None:
    with served("turn") as table:
        table.feed.map = ISLAND
        browser.get(table.address + "#B")
        until(browser, lambda: all_of(browser, '.map [data-spot="0,1"]'))
        click(browser, "0,1", ".core")
        find(browser, "#open-help").click()
        assert [words for _, _, words in table.feed.said if words.startswith("point")] == []


def test_a_hut_has_its_owners_colour(browser: Any) -> None:
    with served("turn") as table:
        hut = cell(0, 0, "beach", sides=LAND, pieces=(Piece("hut", B),))
        table.feed.map = Map("hex", (hut, cell(1, 0, "")))
        browser.get(table.address + "#A")
        until(browser, lambda: find(browser, ".piece.hut .body"))
        hut_of, badge_of = (
            find(browser, css).value_of_css_property("fill")
            for css in (".piece.hut .body", ".person.seat-b .badge .shape")
        )
        assert hut_of == badge_of != "rgb(0, 0, 0)"


def test_a_page_on_a_phone_is_as_wide_as_the_phone(browser: Any) -> None:
    phone = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    try:
        with served("turn") as table:
            table.feed.map = ISLAND
            table.feed.title = "ERUPTION! A's turn"
            browser.get(table.address + "#A")
            until(browser, lambda: all_of(browser, ".map .spot"))
            until(browser, lambda: find(browser, "#title").text == table.feed.title)
            page = "const page = document.documentElement; return page.scrollWidth"
            assert browser.execute_script(page) == phone["width"]
            assert find(browser, "#open-help").is_displayed()
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_pawns_letter_is_read_on_an_island_of_forty_hexagons(browser: Any) -> None:
    """By its drawn height, in pixels of the screen: less than 10 is small print."""
    cells = [(q, r) for r in range(-3, 4) for q in range(-3, 4) if abs(q + r) <= 3]
    land = [cell(q, r, "beach", sides=LAND) for q, r in (*cells, (4, 0), (4, -1), (-4, 0))]
    pawns = cell(0, 4, "forest", sides=LAND, pieces=(Piece("pawn", A, "A"),))
    with served("turn") as table:
        table.feed.map = Map("hex", (*land, pawns))
        for width in (1280, 390):
            phone = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 500}
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
            try:
                browser.get(table.address + "#A")
                until(browser, lambda: find(browser, ".piece.pawn .says").text == "A")
                high = "return document.querySelector('.piece.pawn .says').getBoundingClientRect()"
                assert browser.execute_script(high)["height"] >= 10
            finally:
                browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_while_dice_tumble_nobody_throws_again(browser: Any) -> None:
    with served("roll") as table:
        table.feed.map, table.feed.due = ISLAND, Due(A, 2)
        browser.get(table.address + "#A")
        until(browser, lambda: find(browser, "#throw").is_displayed())
        find(browser, "#throw").click()
        assert not find(browser, "#throw").is_displayed()
        until(browser, lambda: find(browser, "#throw").is_displayed())
