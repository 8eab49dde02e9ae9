"""What one has told oneself is taken back by one's own button, while nobody has gone on from it."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat, Setup
from firmware_host.rules.oh_no_volcano.box import Box
from firmware_host.rules.oh_no_volcano.game import GAME
from firmware_host.session.match import Match, retell
from firmware_host.session.tale import Undone

from .evening import Driver
from .test_oh_no_volcano import FELL, TEXTS, asked, at, lines, question, sat, under

BACK = "Take back my last choice"
A, B = Seat(0), Seat(1)


def fell() -> Driver:
    """A ball has rolled; A and B have pawns that may have fallen."""
    return at(FELL, A="2.1 2.4 - 0/0/0", B="3.2 3.4 - 0/0/0", treasures="rest")


def take_back(driver: Driver, seat: int) -> None:
    """Walk to it, and take it."""
    while under(driver, seat) != BACK:
        driver.tap(seat)
    driver.hold(seat)


def told_again(driver: Driver) -> Match:  # type: ignore[type-arg]
    """The match as a journal of what was written tells it."""
    match = Match.begin(GAME, Setup(3, Box()), "evening")
    return retell(match, driver.lines)


def test_a_pawn_that_was_said_to_have_fallen_stands_again() -> None:
    """OV-23: the last line of the same menu."""
    driver = fell()
    driver.choose(A, "A fell B")
    assert lines(driver, 0)[-1] == BACK
    take_back(driver, 0)
    assert driver.state.owed == (0, 0, 0)
    assert "pawn B fell" in lines(driver, 0)
    assert BACK not in lines(driver, 0)
    assert told_again(driver).state == driver.state


def test_what_others_have_told_since_stands() -> None:
    """OV-24: B has told meanwhile; of that nothing is asked again, and nothing told again."""
    driver = fell()
    driver.choose(A, "A fell B")
    driver.choose(B, "B fell A")
    news = len(driver.news)
    take_back(driver, 0)
    assert driver.state.owed == (0, 1, 0)
    assert [TEXTS.say(one.text) for one in driver.news[news:]] == [
        "Taken back: A's pawn B is knocked off"
    ]
    assert [type(line) for line in driver.lines].count(Undone) == 1
    assert driver.words()[-1] == "B fell A"
    assert told_again(driver).state == driver.state


def test_who_has_told_all_takes_it_back_with_a_hold() -> None:
    """One who is not asked any more has no menu: a hold opens one, with a way out."""
    driver = fell()
    driver.choose(A, "A safe")
    assert asked(driver) == ["B"]
    driver.hold(0)
    assert question(driver, 0) == "Take back what you told last?"
    assert lines(driver, 0) == ["All right as it is", BACK]
    driver.hold(0)
    assert asked(driver) == ["B"], "nothing has changed"
    driver.hold(0)
    driver.tap(0)
    driver.hold(0)
    assert sorted(asked(driver)) == ["A", "B"]
    driver.choose(A, "A fell A")
    driver.choose(A, "A safe")
    driver.choose(B, "B safe")
    assert driver.state.owed == (1, 0, 0)


def test_the_last_who_told_may_take_it_back_while_the_next_is_asked() -> None:
    """As anywhere: until somebody has answered since."""
    driver = fell()
    driver.choose(A, "A safe")
    driver.choose(B, "B safe")
    assert asked(driver) == ["B"], "it is B's turn"
    before = driver.state
    driver.choose(B, next(w for w in map(str, driver.pending.options) if " climb " in w))
    driver.hold(0)
    assert BACK not in lines(driver, 0), "A was not the last: it has its seat's own menu"
    driver.say("undo")
    assert driver.state == before


def test_a_drop_is_taken_back_by_who_pressed_too_soon() -> None:
    """OV-21: A pressed before the ball was dropped."""
    driver = at("ball A climb A3+ball2 2", A="2.1 2.4 - 0/0/0", B="3.2 - - 0/0/0", treasures="rest")
    driver.choose(A, "A drop 2")
    assert "who" in question(driver, 0).lower()
    take_back(driver, 0)
    assert driver.pending.topic == "ball"


def test_it_cannot_be_taken_back_over_what_follows_from_it() -> None:
    """Gear was drawn for it: then staff put it right."""
    driver = fell()
    driver.choose(A, "A fell B")
    driver.choose(A, "A safe")
    driver.choose(B, "B safe")
    assert driver.pending.topic == "gear"
    driver.choose(A, str(driver.pending.options[0]))
    assert driver.pending.topic == "play"
    driver.choose(B, next(w for w in map(str, driver.pending.options) if " climb " in w))
    words = driver.words()
    driver.hold(0)
    assert driver.words() == words
    assert BACK not in lines(driver, 0)


def test_a_hold_before_anything_was_told_takes_nothing_back() -> None:
    driver = sat()
    driver.choose(A, "A youngest")
    driver.hold(1)
    assert BACK not in lines(driver, 1)
