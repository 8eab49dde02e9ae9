"""Oh No, Volcano!: each thing that people decide or see, and the device that it is told on."""

from __future__ import annotations

import pytest

from firmware_host.rules.kernel import Seat
from firmware_host.rules.oh_no_volcano.box import Box, Deck
from firmware_host.table.oled import Display, Panel
from firmware_host.table.signals import Command

from .evening import Driver, playable
from .test_oh_no_volcano import FELL, TEXTS, asked, at, begun, lines, sat, under

BIG = Panel(256, 64, grey=True, viewing_mm=500, pitch_mm=0.28)
A, B = Seat(0), Seat(1)


def point(driver: Driver, seat: Seat, spot: str) -> None:
    """A click on the map."""
    driver.feed(Command(seat, "player", f"point {spot} {driver.n}", driver.now_ns))


def glowing(driver: Driver) -> set[str]:
    assert driver.scene is not None
    assert driver.scene.map is not None
    return {spot.name for spot in driver.scene.map.spots if spot.open}


def read(driver: Driver) -> str:
    """All that the large display says, page by page."""
    assert driver.scene is not None
    pages = Display(BIG, TEXTS).pages(driver.scene)
    return " ".join(" ".join(page) for page in pages)


def test_who_is_youngest_is_told_on_a_button_or_on_the_page() -> None:
    """OV-04."""
    driver = sat()
    driver.feed(Command(B, "player", f"choose 0 {driver.n}", driver.now_ns))
    assert driver.words() == ["B youngest"]


def test_a_dealt_card_is_a_position_on_the_display_and_on_the_button() -> None:
    """OV-03, OV-05."""
    driver = Driver(seats=2, first=playable("oh_no_volcano", Box(deck=Deck.VIRTUAL)))
    driver.tap(0)
    assert lines(driver, 0)[:3] == ["card 1", "card 2", "card 3"]
    assert "card 1" in read(driver)
    driver.tap(0)
    assert "card 2" in read(driver)


def test_which_pawn_is_on_the_button_of_whose_turn_it_is() -> None:
    """OV-10."""
    driver = at("pawn A climb ?3+ball3 1", A="0.1 0.3 - 0/0/0")
    assert asked(driver) == ["A"]
    assert lines(driver, 0)[:3] == ["pawn A", "pawn B", "pawn C"]


def test_a_tap_walks_the_legal_steps_and_a_hold_steps() -> None:
    """OV-11, OV-12: and from base camp the bottom row."""
    driver = at("step A A 3 climb A3+ball2 1", A="2.2 - - 0/0/0")
    before = under(driver, 0)
    driver.tap(0)
    assert under(driver, 0) != before
    while under(driver, 0) != "right":
        driver.tap(0)
    driver.hold(0)
    assert driver.words()[-1] == "A step 2.3"


@pytest.mark.parametrize(
    ("now", "places", "words"),
    [
        ("collect A A climb A3+ball2 1", "2.1 - - 0/0/0", ["yes", "no"]),
        ("cave A A climb A3+ball2 1", "1.1 - - 0/0/0", ["yes", "no"]),
    ],
)
def test_a_treasure_and_a_cave_are_yes_or_no(now: str, places: str, words: list[str]) -> None:
    """OV-15, OV-18."""
    assert lines(at(now, A=places), 0)[:2] == words


def test_a_pawn_that_fell_is_told_by_a_click_on_it() -> None:
    """OV-23: only what may have fallen glows, and only its owner tells of it."""
    driver = at(FELL, A="2.1 2.4 - 0/0/0", B="3.2 3.4 - 0/0/0", treasures="rest")
    assert glowing(driver) == {"2.1", "2.4", "3.2", "3.4"}
    point(driver, A, "3.2")
    assert driver.refused[-1].code == "not_asked"
    point(driver, A, "2.4")
    assert driver.words()[-1] == "A fell B"
    assert glowing(driver) == {"2.1", "3.2", "3.4"}
    point(driver, B, "3.2")
    assert driver.state.owed == (1, 1, 0)


def test_a_boulder_that_fell_is_told_by_a_click_on_it() -> None:
    """OV-A13."""
    driver = at(FELL, A="2.1 2.4 - 0/0/0", B="3.2 - - 0/0/0", boulders="3.0+3.1")
    point(driver, A, "3.0+3.1")
    assert driver.words()[-1] == "A off 3.0+3.1"


def test_each_owner_says_that_nobody_fell_on_the_own_button() -> None:
    """OV-22."""
    driver = at(FELL, A="2.1 - - 0/0/0", B="3.2 - - 0/0/0", treasures="rest")
    assert asked(driver) == ["A", "B"]
    driver.hold(1)
    driver.hold(0)
    assert driver.pending.topic == "play"


def test_a_ball_that_is_due_pulses_at_its_chute_and_the_roll_sweeps() -> None:
    """OV-21."""
    driver = at("ball A climb A3+ball2 2", A="2.1 - - 0/0/0", treasures="rest")
    assert driver.scene is not None
    assert driver.scene.chute is not None
    assert (driver.scene.chute.number, driver.scene.chute.due) == (2, True)
    driver.tap(0)
    assert "rolling" in [cue.name for cue in driver.cues]


def test_the_card_is_on_the_display_with_the_action_that_is_carried_out() -> None:
    """OV-06."""
    driver = at("place A climb B2+boulder+ball3 2")
    assert driver.scene is not None
    hows = [(TEXTS.say(one.label), one.how) for one in driver.scene.doing]
    assert hows == [("B 2", "done"), ("boulder", "now"), ("ball 3", "due")]


def test_how_many_gear_cards_each_has_is_on_the_display_once_somebody_has_one() -> None:
    """OV-09, OV-A23."""
    driver = at("play A", gear_A="?5, A4+B2", gear_C="?5", gear_pile="rest")
    assert driver.scene is not None
    assert driver.scene.status is not None
    assert TEXTS.say(driver.scene.status) == "Gear: A 2, B 0, C 1"
    assert "Gear: A 2, B 0, C 1" in read(driver)
    assert begun().scene.status is None  # type: ignore[union-attr]
