"""Who plays a seat: by the menu behind a button that is asked nothing, by pages, and by bots."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Seat, Setup, Source
from firmware_host.rules.lava_land.box import Box
from firmware_host.session.match import Match, retell
from firmware_host.session.tale import Answered, Seated, Undone, bots, sentence, spell, unspell
from firmware_host.table.chairs import OPEN_MS
from firmware_host.table.scene import SeatScene

from .evening import Driver, some_faces

A, B, C = Seat(0), Seat(1), Seat(2)


def at_a_choice(**more: Any) -> Driver:
    """A match in which exactly one seat is asked to choose."""
    for n in range(40):
        driver = Driver(seed=f"chairs {n}", **more)
        driver.throw(some_faces(3, f"chairs {n}"))
        while driver.pending.topic == "take":
            option = driver.pending.options[0]
            assert option.seat is not None
            driver.grab(option.seat, str(option).split()[-1])
        for _ in range(12):
            asked = driver.pending
            if asked.source is Source.PLAYER and asked.topic != "go" and len(free(driver)) == 2:
                return driver
            driver.wait(1_000)
    raise AssertionError("none of forty throws leads to a choice")


def free(driver: Driver) -> list[int]:
    host = driver.table.evening.host
    assert host is not None
    return [button for button in range(3) if Seat(button) not in host.asking.menus]


def shown(driver: Driver, button: int) -> SeatScene:
    assert driver.scene is not None
    return next(seat for seat in driver.scene.seats if seat.button == button)


def labels(driver: Driver, button: int) -> list[str]:
    return [choice.label.key for choice in shown(driver, button).menu]


def take(driver: Driver, button: int, key: str) -> None:
    """Open the seat's menu and walk to a line."""
    driver.hold(button)
    for _ in range(labels(driver, button).index(key)):
        driver.tap(button)
    driver.hold(button)


def test_a_hold_that_answers_nothing_opens_the_menu_of_ones_seat() -> None:
    driver = at_a_choice()
    button = free(driver)[0]
    assert labels(driver, button) == []
    driver.hold(button)
    assert labels(driver, button) == ["menu.back", "seat.bot", "seat.away"]
    driver.hold(button)
    assert labels(driver, button) == []


def test_it_closes_when_nobody_walks_it() -> None:
    driver = at_a_choice()
    button = free(driver)[0]
    driver.hold(button)
    driver.wait(OPEN_MS - 2_000)
    assert labels(driver, button)
    driver.wait(3_000)
    assert labels(driver, button) == []


def test_it_closes_when_the_game_asks_that_seat() -> None:
    driver = at_a_choice()
    for _ in range(30):
        for button in free(driver):
            if labels(driver, button) == [] and driver.pending.source is Source.PLAYER:
                driver.hold(button)
        opened = [b for b in free(driver) if "menu.back" in labels(driver, b)]
        answer = driver.pending.options[0]
        if driver.pending.source is not Source.PLAYER or answer.seat is None:
            break
        driver.choose(answer.seat, str(answer))
        asked = set(opened) - set(free(driver))
        if asked and driver.pending.source is Source.PLAYER:
            assert all("seat.bot" not in labels(driver, button) for button in asked)
            return
        driver.wait(1_500)
    pytest.fail("nobody whose menu was open was asked")


def test_who_is_asked_has_no_such_menu_and_dice_are_claimed_by_long_presses_too() -> None:
    driver = at_a_choice()
    (asked,) = set(range(3)) - set(free(driver))
    before = driver.words()
    driver.hold(asked)
    assert "seat.bot" not in labels(driver, asked)
    assert driver.words() != before or labels(driver, asked)
    grab = Driver()
    grab.throw(some_faces(3, "grab"))
    assert grab.pending.topic == "take"
    grab.hold(0)
    assert labels(grab, 0) == []


def test_who_gets_up_is_played_by_a_bot_and_the_journal_has_it() -> None:
    driver = at_a_choice()
    button = free(driver)[0]
    take(driver, button, "seat.bot")
    assert driver.lines[-1] == Seated(Seat(button), True, driver.lines[-1].at_ms)
    assert shown(driver, button).bot
    assert driver.news[-1].text.key == "seat.news.bot"
    take(driver, button, "seat.person")
    assert not shown(driver, button).bot
    assert bots(driver.lines) == frozenset()


def test_somebody_who_is_away_can_be_seated_off_by_another_button() -> None:
    driver = at_a_choice()
    (asked,) = set(range(3)) - set(free(driver))
    take(driver, free(driver)[0], "seat.away")
    assert shown(driver, asked).bot


def test_a_bot_chooses_for_its_own_seat_alone() -> None:
    driver = at_a_choice()
    (asked,) = set(range(3)) - set(free(driver))
    words = str(driver.pending.options[0])
    told = len(driver.lines)
    driver.say(f"answer {words}", asked, role="bot")
    assert len(driver.lines) == told, "no bot plays there"
    driver.say("seat bot", asked)
    driver.say(f"answer {words}", free(driver)[0], role="bot")
    driver.say("undo", asked, role="bot")
    driver.say("answer nonsense", asked, role="bot")
    assert len(driver.lines) == told + 1
    driver.say(f"answer {words}", asked, role="bot")
    assert driver.lines[told + 1] == Answered(words, driver.lines[told + 1].at_ms)
    assert len(driver.refused) == 4


def test_what_a_bot_would_take_is_shown_while_dice_are_taken() -> None:
    driver = Driver(bots=frozenset({1}))
    assert [line for line in driver.lines if isinstance(line, Seated)] == [Seated(B, True, 0)]
    driver.throw(some_faces(3, "grab"))
    words = next(str(a) for a in driver.pending.options if a.seat == B)
    driver.say(f"want {words}", 1, role="bot")
    wants = shown(driver, 1).wants
    assert wants is not None
    assert wants.key == "seat.hand"
    assert shown(driver, 1).wants_tint == f"hand_{words.split()[-1][0].lower()}"
    assert driver.scene is not None
    assert wants in driver.scene.lines
    driver.say(f"want {words}", 0, role="bot")
    assert shown(driver, 0).wants is None, "no bot plays there"
    for seat in (A, B, C) * 3:
        driver.grab(
            seat, next(str(a).split()[-1] for a in driver.pending.options if a.seat == seat)
        )
    assert shown(driver, 1).wants is None


def test_a_telephone_is_offered_only_where_others_can_open_the_page() -> None:
    driver = at_a_choice(phones=True)
    button = free(driver)[0]
    take(driver, button, "seat.phone")
    take(driver, button, "seat.other")
    assert [(one.button, one.anew) for one in driver.phoned] == [(button, False), (button, True)]
    quiet = at_a_choice()
    quiet.say("seat phone", free(quiet)[0])
    assert quiet.refused[-1].code == "no_phones"
    assert quiet.phoned == []


@pytest.mark.parametrize(
    ("words", "seat", "code"),
    [
        ("seat bot", None, "unknown"),
        ("seat Z bot", None, "unknown"),
        ("seat B king", None, "unknown"),
        ("seat king", 0, "unknown"),
        ("seat bot", 3, "unknown"),
    ],
)
def test_what_makes_no_sense_is_refused(words: str, seat: int | None, code: str) -> None:
    driver = at_a_choice()
    driver.say(words, seat)
    assert driver.refused[-1].code == code
    assert not any(isinstance(line, Seated) for line in driver.lines)


def test_staff_name_the_seat_in_words() -> None:
    driver = at_a_choice()
    driver.say("seat B bot")
    assert shown(driver, 1).bot


def test_between_matches_nobody_is_seated() -> None:
    driver = at_a_choice()
    driver.table.evening.to_lobby(asks=True)
    driver.say("seat bot", 0)
    assert driver.refused[-1].code == "no_match"


def test_lines_of_seats_are_read_back_and_move_no_match() -> None:
    for line in (Seated(B, True, 70), Seated(A, False, 0)):
        assert unspell(*spell(line), line.at_ms) == line
    for words in ("B king", "Z bot", "bot"):
        with pytest.raises(ValueError, match=r"seat|values"):
            unspell("seat", words, 0)
    assert sentence(Seated(B, True, 0), lambda words, seat: "hidden") == "seat B bot"


def test_a_match_with_bots_is_told_again_and_undo_takes_no_seat_back() -> None:
    driver = at_a_choice(bots=frozenset({2}))
    driver.say("seat bot", free(driver)[0])
    driver.say("undo")
    assert isinstance(driver.lines[-1], Undone)
    told = retell(
        Match.begin(GAMES["lava_land"], Setup(3, Box()), driver.opened[0].seed), driver.lines
    )
    assert told.state == driver.state
    assert bots(driver.lines) == frozenset({C, Seat(free_bot(driver))})


def free_bot(driver: Driver) -> int:
    """The other seat that a bot plays."""
    chairs = driver.table.evening.chairs
    assert chairs is not None
    return next(int(seat) for seat in chairs.bots if seat != C)
