"""Lost Island's first player: each throws a die, and those who tie throw once more (LI-04)."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat
from firmware_host.rules.lost_island.box import Box
from firmware_host.table.scene import Due

from .evening import Driver, playable
from .test_island_dice import clear, throw, thrown, told
from .test_lost_island import lines, shown


def test_each_throws_a_die_and_who_throws_highest_is_first() -> None:
    driver = thrown()
    driver.look()
    for seat, value in ((0, 3), (1, 5), (2, 2)):
        assert shown(driver).due == Due(Seat(seat), 1)
        assert shown(driver).waiting_for == (Seat(seat),)
        throw(driver, value)
        clear(driver)
    assert told(driver) == ["B begin"]


def test_those_who_tie_throw_once_more() -> None:
    driver = thrown()
    driver.look()
    for value in (5, 5, 2, 1):
        throw(driver, value)
        clear(driver)
    assert told(driver) == []
    assert shown(driver).due == Due(Seat(1), 1)
    throw(driver, 4)
    assert told(driver) == ["B begin"]


def test_without_a_camera_whoever_presses_is_first() -> None:
    driver = Driver(seats=3, first=playable("lost_island", Box()), camera=False)
    driver.tap(2)
    assert told(driver) == ["C begin"]


def test_another_ones_die_does_not_say_who_is_first() -> None:
    driver = thrown()
    driver.look()
    throw(driver, 3)
    driver.tap(1)
    driver.rest()
    assert shown(driver).due == Due(Seat(1), 1)


def test_a_die_for_who_is_first_that_is_not_clear_is_told_by_its_thrower() -> None:
    """LI-04: the game itself never hears of the value."""
    driver = thrown()
    driver.look()
    throw(driver, 3, sure=False)
    assert shown(driver).due == Due(Seat(0), 1), "or thrown again"
    assert shown(driver).notice is None, "the display has the line that is under the thumb"
    assert lines(driver) == [f"a {n}" for n in (3, 1, 2, 4, 5, 6)]
    driver.tap(0)
    driver.tap(0)
    driver.tap(0)
    driver.tap(0)
    driver.hold(0)  # it was a 5
    driver.rest()
    assert told(driver) == []
    assert shown(driver).due == Due(Seat(1), 1)
    for value in (4, 2):
        clear(driver)
        throw(driver, value)
    assert told(driver) == ["A begin"]


def test_of_two_dice_for_who_is_first_the_thrower_says_which_counts() -> None:
    driver = thrown()
    driver.look()
    throw(driver, 6, 2)
    assert lines(driver)[:2] == ["a 6", "a 2"]
    driver.tap(0)
    driver.hold(0)
    driver.rest()
    for value in (3, 1):
        clear(driver)
        throw(driver, value)
    assert told(driver) == ["B begin"]


def test_a_die_for_who_is_first_may_be_thrown_again_instead() -> None:
    driver = thrown()
    driver.look()
    throw(driver, 3, sure=False)
    clear(driver)
    throw(driver, 1)
    assert shown(driver).due == Due(Seat(1), 1)
