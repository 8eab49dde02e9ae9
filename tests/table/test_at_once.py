"""Several pages answer at once: who was slower is still heard, as long as the same is asked."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat

from .test_oh_no_volcano import FELL, at


def test_two_who_tell_at_once_on_their_pages_are_both_heard() -> None:
    """What A's page shows is still asked when B was a moment quicker; told twice it is stale."""
    driver = at(FELL, A="2.2 - - 0/0/0", B="2.3 - - 0/0/0")
    shown = driver.table.n
    driver.say(f"choose 0 {shown}", 1, "player")
    driver.say(f"choose 1 {shown}", 0, "player")
    assert not driver.refused
    assert driver.words()[-2:] == ["B safe", "A fell A"]
    driver.say(f"choose 0 {shown}", 0, "player")
    assert driver.refused[-1].code == "stale"


def test_a_page_that_is_behind_is_not_taken_at_its_word_about_another_question() -> None:
    driver = at("step A A 1 climb A1+B1+ball4 1", A="2.2 3.0 - 0/0/0")
    shown = driver.table.n
    driver.choose(Seat(0), "A stop")
    for seat in range(3):
        driver.say(f"choose 0 {shown}", seat, "player")
        driver.say(f"choose 0 {driver.table.n + 1}", seat, "player")
    assert {refused.code for refused in driver.refused} == {"stale"}
    assert len(driver.refused) == 6
