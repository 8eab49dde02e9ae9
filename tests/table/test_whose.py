"""Asked whose a die is, a thumb answers, and its press claims no other die."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat

from .evening import SIDES, Driver
from .test_evening import thrown, words


def test_the_press_that_answers_whose_it_was_claims_no_other_die() -> None:
    driver = thrown()
    driver.tap(0)
    driver.tap(1)
    driver.crater.take(driver.crater.named("Rl"), driver.now_ns)
    driver.look()
    driver.wait(700)  # another die may go, and tell which is whose
    driver.choose(Seat(1), "B take Rl")
    assert words(driver)[-1] == "B take Rl"
    driver.tap(0)
    driver.crater.take(driver.crater.named("Yf"), driver.now_ns)
    driver.look()
    assert words(driver)[-1] == "A take Yf", "A has pressed for it, B has only answered"


def test_of_two_alike_dice_the_one_that_was_told_is_settled_and_not_the_other() -> None:
    driver = Driver(seats=3)
    driver.throw(["Yb", "Yb", "Yf", "Rb", "Rt", "Rl", "Bb", "Bt", "Bf"])
    driver.crater.take(driver.crater.named("Yb"), driver.now_ns, SIDES[2])  # C forgets to press
    driver.look()
    driver.wait(300)
    driver.grab(Seat(0), "Yb")
    assert words(driver)[-1] == "A take Yb"
    told = len(words(driver))
    driver.tap(0)  # A reaches for the next one
    driver.look()
    assert len(words(driver)) == told
    driver.tap(2)
    driver.look()
    assert words(driver)[-1] == "C take Yb"


def test_two_presses_and_one_die_are_told_apart_by_the_hand() -> None:
    driver = thrown()
    driver.tap(0)
    driver.tap(1)
    driver.crater.take(driver.crater.named("Rl"), driver.now_ns, side_deg=170.0)
    driver.look()
    assert words(driver)[-1] == "B take Rl"


def test_two_presses_and_one_die_are_a_question_when_no_hand_was_seen() -> None:
    driver = thrown()
    driver.tap(0)
    driver.tap(1)
    driver.crater.take(driver.crater.named("Rl"), driver.now_ns)
    driver.look()
    driver.wait(700)
    assert driver.scene is not None
    assert driver.scene.waiting.key == "ask.whose"
    assert set(driver.scene.waiting_for) == {Seat(0), Seat(1)}
