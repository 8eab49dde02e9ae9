"""The Table Is Lava by buttons alone: what is asked, of whom, and in how few presses."""

from __future__ import annotations

import pytest

from firmware_host.rules.kernel import Decision, Seat, Setup
from firmware_host.rules.table_is_lava.answers import LavaTableAnswer
from firmware_host.rules.table_is_lava.box import Box
from firmware_host.rules.table_is_lava.game import GAME
from firmware_host.rules.table_is_lava.state import State
from firmware_host.session.luck import draw
from firmware_host.session.match import Match, retell
from firmware_host.session.tale import Put
from firmware_host.table.games import Boxed, Sitting
from firmware_host.table.scene import Lamp, text
from firmware_host.table.signals import Command

from .evening import Driver, playable


def begun(seats: int = 3) -> Driver:
    driver = Driver(seats=seats, first=playable("table_is_lava", Box()))
    driver.choose(Seat(0), "A hot")
    return driver


def launched(card: str = "n2", lies: str = "touching") -> Driver:
    driver = begun()
    driver.choose(Seat(0), f"A launch {card}")
    driver.choose(Seat(0), f"landed {lies}")
    return driver


def asked(driver: Driver) -> list[str]:
    """Who has a menu just now."""
    assert driver.scene is not None
    return [str(seat.seat) for seat in driver.scene.seats if seat.menu]


def under(driver: Driver, seat: int) -> str:
    assert driver.scene is not None
    return next(c.label.key for c in driver.scene.seats[seat].menu if c.under_thumb)


def test_who_says_it_first_presses_first_and_begins() -> None:
    driver = Driver(seats=3, first=playable("table_is_lava", Box()))
    assert asked(driver) == ["A", "B", "C"]
    driver.tap(1)
    assert driver.words()[-1] == "B hot"
    assert asked(driver) == ["B"]


def test_the_strip_is_in_the_launchers_colour_and_then_waits_in_amber() -> None:
    driver = begun()
    assert driver.scene is not None
    assert driver.scene.wash == ("seat_a",)
    driver.choose(Seat(0), "A launch n1")
    assert driver.scene.wash == ("judge",)
    assert [cue.name for cue in driver.cues] == ["launch"]


def test_a_card_that_touches_takes_one_hold_and_a_miss_two_taps_and_a_hold() -> None:
    driver = begun()
    driver.choose(Seat(0), "A launch n1")
    assert asked(driver) == ["A"], "the launcher tells how it lies"
    driver.hold(0)
    assert driver.words()[-1] == "landed touching"
    driver = begun()
    driver.choose(Seat(0), "A launch n1")
    driver.tap(0)
    driver.tap(0)
    driver.hold(0)
    assert driver.words()[-1] == "landed apart"


def test_all_owners_tell_at_once_what_fell_a_tap_for_each_and_a_hold_when_done() -> None:
    driver = launched()
    assert asked(driver) == ["A", "B", "C"]
    driver.hold(2)
    driver.tap(1)
    driver.tap(1)
    assert under(driver, 0) == "tl.do.fell_none", "A's own number is untouched by B's taps"
    driver.hold(1)
    driver.hold(0)
    assert driver.words()[-3:] == ["fell C 0", "fell B 2", "fell A 0"]
    assert driver.state.players[1].table == 0
    assert asked(driver) == ["B"], "and the next launches"


def test_the_others_meeple_is_asked_of_its_owner_after_the_launchers_stand() -> None:
    driver = launched("n3_blue")
    assert driver.state.players[0].table == 5
    assert asked(driver) == ["B"]
    driver.hold(1)
    assert driver.state.players[1].table == 3


@pytest.mark.parametrize("words", ["fell A 5", "count A 1 1", "A launch n1", "fell D 1"])
def test_what_cannot_be_is_refused_with_its_rule_and_the_same_is_asked_again(words: str) -> None:
    """TL-25, TL-17: staff tell it; nothing has changed."""
    driver = launched()
    before = driver.words()
    driver.feed(Command(None, "staff", f"tell {words}", driver.now_ns))
    assert driver.refused
    assert driver.words() == before
    assert asked(driver) == ["A", "B", "C"]


def test_a_seat_that_has_miscounted_puts_it_right_by_its_own_button() -> None:
    driver = launched()
    for seat in (0, 1, 2):
        driver.hold(seat)
    assert asked(driver) == ["B"]
    driver.hold(0)  # nobody asks A anything: it says that something is not as told
    assert under(driver, 0) == "menu.all_right"
    driver.tap(0)
    driver.hold(0)
    assert isinstance(driver.lines[-1], Put)
    assert driver.state.players[0].table == 3
    assert driver.state.players[0].supply == 12
    assert asked(driver) == ["B"]


def test_a_hold_that_began_on_a_line_that_has_gone_opens_nothing() -> None:
    driver = launched()
    driver.hold(0)
    driver.hold(1)
    at_ns = driver.now_ns
    driver.feed_edge(2, down=True, at_ns=at_ns)
    driver.feed(Command(None, "staff", "tell fell C 0", at_ns + 50_000_000))
    driver.wait(900)
    driver.feed_edge(2, down=False, at_ns=driver.now_ns)
    driver.wait(100)
    assert asked(driver) == ["B"]


def test_undo_goes_back_to_the_last_choice_and_needs_no_camera_to_agree() -> None:
    driver = launched("n3_blue")
    driver.hold(1)
    driver.feed(Command(None, "staff", "undo", driver.now_ns))
    assert asked(driver) == ["B"]
    assert driver.scene is not None
    assert driver.scene.notice is None
    driver.hold(1)
    assert driver.state.players[1].table == 3


def test_resumed_it_asks_what_it_asked() -> None:
    driver = launched()
    driver.hold(1)
    told = retell(Match.begin(GAME, Setup(3, Box()), "evening"), driver.lines)
    again = Driver(seats=3, first=playable("table_is_lava", Box()))
    sitting = Sitting(again.house.games[0], Boxed(Box(), ""), (0, 1, 2))
    again.table.evening.resume(told, len(driver.lines), sitting, 5_000)
    again.wait(10)
    assert asked(again) == ["A", "C"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_played_by_buttons_and_every_option_is_within_25_presses(
    seats: int,
) -> None:
    driver = begun(seats)
    longest = 0
    for k in range(400):
        if driver.over:
            break
        answer = draw("thumbs", k, driver.pending)
        seat = driver.house.games[0].view.asker(driver.state, answer)
        longest = max(longest, *(len(driver.presses(seat, str(o))) for o in own(driver, seat)))
        driver.choose(seat, str(answer))
    assert driver.over
    assert longest <= 25
    told = retell(Match.begin(GAME, Setup(seats, Box()), "evening"), driver.lines)
    assert told.state == driver.state


def own(driver: Driver, seat: Seat) -> list[LavaTableAnswer]:
    state, pending = driver.state, driver.pending
    assert isinstance(state, State)
    assert isinstance(pending, Decision)
    view = driver.house.games[0].view
    return [a for a in pending.options if view.asker(state, a) == seat]


def test_a_tie_of_sixty_meeples_is_told_within_25_presses() -> None:
    """TL-22: by tens."""
    driver = begun(4)
    lines = dict.fromkeys("ABCD", "0/15 count 0/15")
    driver.put({"now": "own A of A B C D", **lines})
    assert max(len(driver.presses(Seat(0), f"own A {n}")) for n in range(61)) <= 25
    driver.choose(Seat(0), "own A 47")
    assert driver.words()[-1] == "own A 47"


def test_at_the_end_points_are_shown_and_the_winners_lamp_is_lit() -> None:
    driver = begun(2)
    driver.put({"now": "count A of A B", "A": "8/7", "B": "9/6"})
    driver.choose(Seat(0), "count A 7 0")
    driver.choose(Seat(1), "count B 5 1")
    assert driver.scene is not None
    assert driver.scene.phase == "over"
    assert driver.scene.wash == ("seat_a",)
    assert ("points", 14) in driver.scene.seats[0].goods
    assert driver.scene.seats[0].status == "won"
    assert driver.scene.seats[0].lamp is Lamp.PULSE, "and everybody may play again"


def test_the_headline_says_whom_the_table_waits_for_and_what_all_can_see_is_asked_of_all() -> None:
    driver = begun()
    assert driver.scene is not None
    assert driver.scene.waiting == text("tl.wait.launch", seat="A", asked="")
    driver.choose(Seat(0), "A launch n3_blue")
    assert driver.scene.waiting.key == "tl.ask.landed"
    driver.choose(Seat(0), "landed touching")
    assert driver.scene.waiting == text("tl.wait.stand", seat="A", asked="B")
    driver.choose(Seat(1), "B stand 0")
    assert driver.scene.waiting.key == "tl.ask.fell"
    assert {seat.question for seat in driver.scene.seats} == {driver.scene.waiting}


def test_who_has_counted_may_count_once_more_while_others_have_not() -> None:
    """TL-20: by the own button, and nobody else's count is lost."""
    driver = begun(3)
    driver.put({"now": "count A of A B", "A": "8/7", "B": "9/6", "C": "15/0 count 0/0"})
    driver.choose(Seat(0), "count A 7 0")
    assert asked(driver) == ["B"]
    assert driver.scene is not None
    assert {seat.status for seat in driver.scene.seats} == {"plays"}, "nobody launches any more"
    driver.hold(2)
    assert asked(driver) == ["B"], "C had nothing to count"
    driver.hold(0)
    assert under(driver, 0) == "menu.all_right"
    driver.tap(0)
    assert under(driver, 0) == "menu.count_again"
    driver.hold(0)
    assert asked(driver) == ["A", "B"]
    driver.choose(Seat(1), "count B 6 0")
    driver.choose(Seat(0), "count A 4 3")
    assert driver.over
    assert [player.points for player in driver.state.players] == [11, 12, 0]


def test_who_ties_may_count_the_own_cards_once_more() -> None:
    """TL-22."""
    driver = begun(2)
    driver.put({"now": "own A of A B", "A": "8/7 count 5/2", "B": "9/6 count 6/0"})
    driver.choose(Seat(1), "own B 3")
    driver.hold(1)
    driver.tap(1)
    driver.hold(1)
    assert asked(driver) == ["A", "B"]
    driver.choose(Seat(1), "own B 4")
    driver.choose(Seat(0), "own A 3")
    assert driver.result is not None
    assert driver.result.winners == (Seat(1),)
