"""Asked whose a die is, a thumb answers, and its press claims no other die."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat

from .test_evening import thrown, words


def test_the_press_that_answers_whose_it_was_claims_no_other_die() -> None:
    driver = thrown()
    driver.tap(0)
    driver.tap(1)
    driver.crater.take(driver.crater.named("Rl"), driver.now_ns)
    driver.look()
    driver.choose(Seat(1), "B take Rl")
    assert words(driver)[-1] == "B take Rl"
    driver.wait(100)
    driver.crater.take(driver.crater.named("Yf"), driver.now_ns)
    driver.look()
    assert words(driver)[-1] == "A take Yf", "A has pressed for one, B has answered"
