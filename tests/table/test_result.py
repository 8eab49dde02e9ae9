"""While a result stands it may be put right; a match is closed when the table leaves it."""

from __future__ import annotations

import pytest

from firmware_host.rules.kernel import Over, Seat, Setup
from firmware_host.rules.table_is_lava.box import Box
from firmware_host.rules.table_is_lava.game import GAME
from firmware_host.session.match import Match, retell
from firmware_host.session.tale import Undone
from firmware_host.table.games import Boxed, Sitting
from firmware_host.table.result import OVER_LINES

from .evening import Driver, playable


def counted() -> Driver:
    """Two have counted, and A has won by a meeple that B may have told wrongly."""
    driver = Driver(seats=2, first=playable("table_is_lava", Box()))
    driver.choose(Seat(0), "A hot")
    driver.put({"now": "count A of A B", "A": "8/7", "B": "9/6"})
    driver.choose(Seat(0), "count A 7 0")
    driver.choose(Seat(1), "count B 5 1")
    assert driver.over
    driver.wait(3_000)
    return driver


def phase(driver: Driver) -> str:
    assert driver.scene is not None
    return driver.scene.phase


def take(driver: Driver, line: str, button: int = 0) -> None:
    """Walk the result's menu to *line*, and take it."""
    for _ in range(OVER_LINES.index(line)):
        driver.tap(button)
    driver.hold(button)


def again(driver: Driver) -> Driver:
    """Another daemon goes on with the same journal."""
    told = retell(Match.begin(GAME, Setup(2, Box()), "evening"), driver.lines)
    other = Driver(seats=2, first=playable("table_is_lava", Box()))
    sitting = Sitting(other.house.games[0], Boxed(Box(), ""), (0, 1))
    other.table.evening.resume(told, len(driver.lines), sitting, 5_000)
    other.wait(10)
    return other


def test_the_last_answer_is_taken_back_by_any_button_and_told_anew() -> None:
    driver = counted()
    take(driver, "over.back", 1)
    assert isinstance(driver.lines[-1], Undone)
    assert not driver.over
    assert not driver.closed
    assert driver.pending.topic == "count"
    driver.choose(Seat(1), "count B 6 0")
    assert driver.over
    assert phase(driver) == "over"
    told = retell(Match.begin(GAME, Setup(2, Box()), "evening"), driver.lines)
    assert told.state == driver.state


@pytest.mark.parametrize("words", ["undo", "put B 9/6 count 6/0 because it was looked at again"])
def test_staff_may_put_a_result_right(words: str) -> None:
    driver = counted()
    driver.say(words)
    assert not driver.refused
    assert not driver.closed
    assert driver.over == words.startswith("put")


@pytest.mark.parametrize("words", ["tell count B 6 0", "pause", "agree"])
def test_whatever_else_staff_say_to_a_match_is_refused_then(words: str) -> None:
    driver = counted()
    driver.say(words)
    assert driver.refused[-1].code == "no_match"
    assert driver.over


def test_a_word_that_can_not_be_leaves_the_result_as_it_is() -> None:
    driver = counted()
    driver.say("put B 99/6 because it cannot be")
    assert driver.refused[-1].code == "impossible"
    assert phase(driver) == "over"


@pytest.mark.parametrize("line", ["over.again", "over.another"])
def test_a_match_is_closed_once_with_its_result_when_the_table_goes_on(line: str) -> None:
    driver = counted()
    assert not driver.closed
    take(driver, line)
    assert [isinstance(one.over, Over) for one in driver.closed] == [True]
    assert len(driver.opened) == 1 + (line == "over.again")
    told = [kind for kind in driver.kinds if kind in ("OpenMatch", "CloseMatch")]
    assert told[:2] == ["OpenMatch", "CloseMatch"], "the old one is closed before a new one opens"


def test_a_result_that_nobody_goes_on_from_closes_the_match_by_itself() -> None:
    driver = counted()
    driver.wait(driver.house.over_ms)
    assert [isinstance(one.over, Over) for one in driver.closed] == [True]


def test_staff_who_begin_anew_close_a_match_that_is_over_as_such() -> None:
    driver = counted()
    driver.say("new")
    assert [isinstance(one.over, Over) for one in driver.closed] == [True]


def test_after_a_power_cut_the_result_stands_again_and_can_still_be_put_right() -> None:
    other = again(counted())
    assert phase(other) == "over"
    assert not other.closed
    other.wait(3_000)
    take(other, "over.back")
    assert other.pending.topic == "count"


def test_a_page_takes_the_last_answer_back_by_the_same_line() -> None:
    driver = counted()
    driver.say(f"choose {OVER_LINES.index('over.back')} {driver.n}", 0, "player")
    assert not driver.over


def test_a_beat_that_is_gone_back_to_is_not_over_before_anybody_can_say_what_was_wrong() -> None:
    """Where the last answer was silence's, it would be the result again three seconds later."""
    from firmware_host.rules.kernel import Decision

    driver = Driver(seats=3, camera=False)
    host = driver.table.evening.host
    assert host is not None
    while driver.pending.topic != "go":
        host.answer(driver.pending.options[0], driver.now_ns)
        driver.wait(1)
    beat, told = driver.state, len(driver.lines)
    driver.wait(2_000)
    assert len(driver.lines) > told, "silence has answered"
    while driver.state is not beat:
        driver.say("undo")
    told = len(driver.lines)
    driver.wait(15_000)
    assert len(driver.lines) == told
    pending = driver.pending
    assert isinstance(pending, Decision)
    driver.wait(6_000)
    assert len(driver.lines) > told, "but nobody waits for ever"
