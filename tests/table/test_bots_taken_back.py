"""Where bots have answered last, taking back leads to what a person has answered last."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Decision, Seat, Setup, Source
from firmware_host.rules.oh_no_volcano.box import Box, Deck
from firmware_host.rules.oh_no_volcano.game import GAME as VOLCANO
from firmware_host.session.match import Match
from firmware_host.session.tale import Undone
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.ledger import Ledger
from firmware_host.table.scene import text
from firmware_host.table.taking_back import Bots, last_chosen, taken_back
from tests.disk.evening import answers, fresh

from .evening import Driver
from .test_chairs import labels, shown
from .test_oh_no_volcano import TEXTS, begun
from .test_result import counted, take

A, B, C = Seat(0), Seat(1), Seat(2)
OTHERS = frozenset({B, C})
TAKE_BACK = "menu.take_back"


def standings(game: str) -> list[Match[Any, Any]]:
    """Where a whole game of bots stands, again and again."""
    match, tale = answers(game)
    for told in tale:
        match = match.tell(told)
    return list(match.path())[::7]


@pytest.mark.parametrize("hands", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_undo_leads_to_nobody_who_answers_at_once_again(game: str, hands: bool) -> None:
    """In every game, wherever it stands: to A, or to what people tell the table."""
    view, bots = DRESSINGS[game].view, Bots(OTHERS, hands)
    for match in standings(game):
        last = last_chosen(match, view, bots)
        if last is None:
            continue
        assert last.before is not None
        asked = last.before.pending
        assert isinstance(asked, Decision)
        beat = asked.lapse is not None and len(asked.options) == 1
        if asked.source is Source.PLAYER:
            assert A in {answer.seat for answer in asked.options} or (beat and asked.asides)
        else:
            assert asked.source is Source.TABLE
        passed = match.path(last.length)
        assert not [one for one in passed if one.seat == A and not _beat(one)]


def _beat(match: Match[Any, Any]) -> bool:
    asked = match.before.pending if match.before is not None else None
    return isinstance(asked, Decision) and asked.lapse is not None and len(asked.options) == 1


@pytest.mark.parametrize("game", GAMES)
def test_undo_again_and_again_comes_to_the_begin_and_then_says_so(game: str) -> None:
    ledger = Ledger(standings(game)[-1], DRESSINGS[game].view)
    ledger.bots = Bots(OTHERS, hands=True)
    while ledger.undoable:
        before = ledger.match.length
        ledger.undo_choice(0)
        assert ledger.match.length < before
    assert ledger.last_choice is None


def bot_plays(driver: Driver, seat: Seat) -> None:
    """A bot at *seat* answers until somebody else is asked."""
    while driver.pending.source is Source.PLAYER and driver.pending.options[-1].seat == seat:
        driver.say(f"answer {driver.pending.options[-1]}", int(seat), role="bot")


def moved() -> Driver:
    """A has played a card; then B, a bot, goes through its turn as far as it chooses."""
    driver = begun()
    driver.say("seat B bot")
    while driver.pending.options[-1].seat == A:
        words = [str(answer) for answer in driver.pending.options if "ball" not in str(answer)]
        driver.choose(A, words[-1])
    return driver


def test_staff_go_back_to_what_a_person_chose_with_all_that_a_bot_has_done_since() -> None:
    driver = moved()
    before = driver.state
    assert driver.pending.options[0].seat == B
    bot_plays(driver, B)
    assert driver.state != before
    driver.say("undo")
    assert isinstance(driver.lines[-1], Undone)
    assert {answer.seat for answer in driver.pending.options} == {A}
    assert driver.news[-1].text.key == "news.undone"
    assert "what bots did since" in TEXTS.say(driver.news[-1].text)
    driver.wait(5_000)
    assert {answer.seat for answer in driver.pending.options} == {A}, "A has all the time"


def test_who_was_hasty_takes_it_back_by_the_own_button_while_the_next_is_asked() -> None:
    driver = moved()
    told = len(driver.lines)
    driver.hold(0)
    assert labels(driver, 0)[:2] == ["menu.back", TAKE_BACK]
    driver.tap(0)
    driver.hold(0)
    assert len(driver.lines) == told + 1
    assert isinstance(driver.lines[-1], Undone)
    assert {answer.seat for answer in driver.pending.options} == {A}
    assert shown(driver, 0).menu


def test_it_is_refused_where_somebody_has_gone_on_from_it_while_the_menu_was_open() -> None:
    driver = moved()
    driver.say("seat B person")
    driver.hold(0)
    driver.tap(0)
    host = driver.table.evening.host
    assert host is not None
    host.answer(driver.pending.options[0], driver.now_ns)
    told, state = len(driver.lines), driver.state
    driver.hold(0)
    assert [line for line in driver.lines[told:] if isinstance(line, Undone)] == []
    assert driver.state == state
    assert "refused" in [cue.name for cue in driver.cues]


def test_a_hidden_card_that_a_bot_has_played_is_not_taken_back_by_a_player() -> None:
    """It has shown what nobody knew; staff may go back all the same."""
    match = Match.begin(VOLCANO, Setup(3, Box(deck=Deck.VIRTUAL)), "hidden")
    view, bots = DRESSINGS["oh_no_volcano"].view, Bots(OTHERS)
    hidden = 0
    for n in range(400):
        pending = match.pending
        if not isinstance(pending, Decision):
            break
        lucky = match.lucky()
        answer = pending.options[(7 * n) % len(pending.options)] if lucky is None else lucky
        hides = answer.seat in OTHERS and answer in view.hand(match.state, answer.seat)
        match = match.answered(answer, n)
        if hides:
            hidden += 1
            assert taken_back(match, A, view, bots) is None
            assert last_chosen(match, view, bots) is not None
    assert hidden


def over(hands: bool) -> Driver:
    """A has counted, then B: a bot, whose meeples it counts itself where it has hands."""
    driver = counted()
    driver.say("seat B bot")
    ledger = driver.table.evening.host.ledger  # type: ignore[union-attr]
    ledger.seated(B, 0, bot=True)
    ledger.bots = Bots(ledger.bots.seats, hands)
    return driver


def test_a_result_goes_back_to_the_person_where_bots_tell_by_themselves() -> None:
    driver = over(hands=True)
    take(driver, "over.back")
    assert driver.state.ask.left == (A, B)
    assert "what bots did since" in TEXTS.say(driver.news[-1].text)


def test_and_to_what_people_told_for_a_bot_where_it_has_no_hands() -> None:
    driver = over(hands=False)
    take(driver, "over.back")
    assert driver.state.ask.left == (B,)


def test_the_result_says_what_would_be_taken_back() -> None:
    driver = counted()
    said = shown(driver, 0).menu[-1].label
    assert said.key == "over.back_what"
    assert TEXTS.say(said).startswith("Take back: B")
    assert TEXTS.say(text("over.back_what_short", what="x")) == "Take back"


@pytest.mark.parametrize("game", GAMES)
def test_bots_alone_have_nothing_to_take_back_that_a_person_would_miss(game: str) -> None:
    match = fresh(game)
    assert last_chosen(match, DRESSINGS[game].view, Bots(OTHERS | {A}, hands=True)) is None
    every = Bots(OTHERS | {A}, hands=True)
    stands = standings(game)[-1]
    left = last_chosen(stands, DRESSINGS[game].view, every)
    assert left is None or (left.before is not None and _asides(left.before.pending))


def _asides(pending: object) -> bool:
    return isinstance(pending, Decision) and bool(pending.asides or pending.source is Source.TABLE)
