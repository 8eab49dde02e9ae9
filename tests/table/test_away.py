"""The camera was away (unplugged, restarted, covered) while somebody knocked against the table.

When it is back it numbers all dice afresh, and has seen none of them move.
"""

from __future__ import annotations

import dataclasses

import pytest

from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Seat, Setup
from firmware_host.rules.lava_land.box import Box
from firmware_host.session.match import Match, retell
from firmware_host.table.games import Boxed, Sitting
from firmware_host.vision.facts import Guess, SeenDie, Tray

from .evening import Driver
from .test_evening import thrown, words
from .test_grab_notices import notice


def away(driver: Driver, **knocked: SeenDie | None) -> None:
    """All dice under new numbers; of *knocked* ones, by their faces, what they are now."""
    dice = {d.colour + d.symbol: d for d in driver.crater.dice.values()}
    assert len(dice) == len(driver.crater.dice), "faces are to be told apart"
    driver.crater.dice.clear()
    for face, die in dice.items():
        now = knocked.get(face, die)
        if now is not None:
            number = driver.crater.put(face)
            driver.crater.dice[number] = dataclasses.replace(now, number=number)


def die(driver: Driver, face: str) -> SeenDie:
    return driver.crater.dice[driver.crater.named(face)]


def showing(one: SeenDie, symbol: str, *, moved_mm: float = 0.0, sure: bool = True) -> SeenDie:
    guesses = (Guess(symbol, 0.9),) if sure else (Guess(symbol, 0.5), Guess("b", 0.4))
    x_mm = one.x_mm + moved_mm
    why = "" if sure else "glare"
    return dataclasses.replace(one, guesses=guesses, x_mm=x_mm, sure=sure, why=why)


def sit(driver: Driver) -> None:
    """Long enough for whatever would be asked."""
    for _ in range(4):
        driver.rest()
        driver.wait(2_000)
    driver.rest()


def asked(driver: Driver) -> bool:
    return any(driver.scene.seats[i].menu for i in range(3)) if driver.scene else False


@pytest.mark.parametrize("moved_mm", [0.0, 40.0])
def test_a_die_that_was_turned_meanwhile_is_pointed_out_and_nobody_is_asked_for_it(
    moved_mm: float,
) -> None:
    driver = thrown()
    told = words(driver)
    away(driver, Rl=showing(die(driver, "Rl"), "f", moved_mm=moved_mm))
    sit(driver)
    assert notice(driver) == "notice.lay_otherwise"
    assert not asked(driver)
    assert words(driver) == told


def test_it_is_taken_as_what_it_was_thrown_as() -> None:
    driver = thrown()
    away(driver, Rl=showing(die(driver, "Rl"), "f", moved_mm=40.0))
    driver.rest()
    driver.grab(Seat(1), "Rf")
    assert words(driver)[-1] == "B take Rl"


def test_turned_back_it_is_as_if_nothing_had_been() -> None:
    driver = thrown()
    lay = die(driver, "Rl")
    away(driver, Rl=showing(lay, "f"))
    driver.rest()
    number = driver.crater.named("Rf")
    driver.crater.dice[number] = dataclasses.replace(lay, number=number)
    sit(driver)
    assert notice(driver) == ""
    driver.grab(Seat(2), "Rl")
    assert words(driver)[-1] == "C take Rl"


def test_a_face_somebody_has_may_be_a_turned_die_or_one_put_back_and_is_asked_of_nobody() -> None:
    driver = thrown()
    driver.grab(Seat(0), "Rl")
    told = words(driver)
    away(driver, Rt=showing(die(driver, "Rt"), "l", moved_mm=40.0))
    sit(driver)
    assert notice(driver) == "notice.turned_or_back"
    assert not asked(driver)
    assert words(driver) == told
    one = die(driver, "Rl")
    driver.crater.dice[one.number] = showing(one, "t")
    sit(driver)
    assert notice(driver) == ""
    assert words(driver) == told


def test_two_that_were_knocked_are_named_where_they_lie_or_asked_of_nobody() -> None:
    for moved_mm, says in ((0.0, "notice.lay_otherwise"), (40.0, "notice.turned_or_back")):
        driver = thrown()
        told = words(driver)
        one, other = die(driver, "Rl"), die(driver, "Rt")
        away(
            driver,
            Rl=showing(one, "f", moved_mm=moved_mm),
            Rt=showing(other, "f", moved_mm=-moved_mm),
        )
        sit(driver)
        assert notice(driver) == says
        assert not asked(driver)
        assert words(driver) == told


def test_a_die_that_was_taken_meanwhile_is_still_asked_for() -> None:
    driver = thrown()
    away(driver, Rl=None)
    sit(driver)
    assert asked(driver)


def test_what_people_said_of_a_die_that_is_not_clear_stays_with_its_place() -> None:
    """It was asked about in the throw; under its new number the camera still cannot tell."""
    driver = Driver()
    driver.look(Tray.MOVING)
    for face in ("Yb", "Yt", "Yf", "Rl", "Rt", "Bb", "Bt", "Bf"):
        driver.crater.put(face)
    driver.crater.put("Rb", sure=False, others="f")
    driver.rest()
    driver.rest()
    driver.choose(driver.state.first, "show Rf")
    driver.rest()
    assert driver.pending.topic == "take"
    away(driver)
    driver.look(Tray.HAND)  # somebody grabs at once: there is no rest to look in
    driver.grab(Seat(1), "Rb")
    assert words(driver)[-1] == "B take Rf"


def test_in_a_throw_nobody_is_asked_twice_for_a_die_and_a_turned_one_is_pointed_out() -> None:
    for turned in (False, True):
        driver = Driver()
        driver.look(Tray.MOVING)
        for face in ("Yb", "Yt", "Yf", "Rl", "Rt", "Bb", "Bt"):
            driver.crater.put(face)
        driver.crater.put("Rb", sure=False, others="f")
        driver.crater.put("Bl", sure=False, others="f")
        driver.rest()
        driver.rest()
        driver.choose(driver.state.first, "show Rf")
        driver.rest()
        told = words(driver)
        lay = die(driver, "Rl")
        away(driver, **({"Rl": showing(lay, "f")} if turned else {}))
        driver.rest()
        assert words(driver) == told
        assert notice(driver) == ("notice.lay_otherwise" if turned else "")
        assert asked(driver) is not turned


@pytest.mark.parametrize(("moved_mm", "symbol"), [(0.0, "f"), (40.0, "f")])
def test_after_a_power_cut_a_die_that_lies_otherwise_is_pointed_out(
    moved_mm: float, symbol: str
) -> None:
    """Nothing is known then of where the dice lay, only what they showed."""
    driver = thrown()
    driver.grab(Seat(0), "Yb")
    game, setup = GAMES["lava_land"], Setup(3, Box())
    told = retell(Match.begin(game, setup, "evening"), driver.lines)
    again = Driver()
    sitting = Sitting(again.house.games[0], Boxed(Box(), ""), (0, 1, 2))
    again.table.evening.resume(told, len(driver.lines), sitting, 5_000)
    again.crater = driver.crater
    lay = die(driver, "Rl")
    again.crater.dice[lay.number] = showing(lay, symbol, moved_mm=moved_mm)
    before = words(again)
    sit(again)
    assert notice(again) == "notice.lay_otherwise"
    assert not asked(again)
    assert words(again) == before
    again.grab(Seat(1), "Rf")
    assert words(again)[-1] == "B take Rl"
