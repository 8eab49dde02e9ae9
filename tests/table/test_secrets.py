"""Hands that the program has dealt: numbers for everybody, names for their owners alone (OV-03)."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.console.document import hand_document, scene_document
from firmware_host.console.feed import Furniture, SeatPlace, Snapshot
from firmware_host.daemon.places import config_folder
from firmware_host.rules.kernel import Decision, Seat, Source
from firmware_host.rules.oh_no_volcano import words
from firmware_host.rules.oh_no_volcano.box import Box, Deck
from firmware_host.rules.oh_no_volcano.prints import printed
from firmware_host.rules.oh_no_volcano.state import pool
from firmware_host.session.luck import draw
from firmware_host.table.oled import Display, Panel
from firmware_host.table.secrets import named
from firmware_host.table.texts import Texts

from .evening import Driver, playable

TEXTS = Texts(tomllib.loads((config_folder() / "texts" / "en.toml").read_text()))
VIRTUAL = Box(deck=Deck.VIRTUAL)
TWICE = Box(deck=Deck.VIRTUAL, climbers=(printed("A4", 6), printed("?3+ball3", 6)))
SEATS = 3
PANEL = Panel(256, 64, grey=True, viewing_mm=500, pitch_mm=0.28)


def dealt(answers: int, seed: str, box: Box = VIRTUAL) -> Driver:
    """A game with the program's deck: random answers, so many and on to the next card."""
    driver = Driver(seats=SEATS, seed=seed, first=playable("oh_no_volcano", box))
    host = driver.table.evening.host
    assert host is not None
    for k in range(answers + 60):
        if driver.over or (k >= answers and driver.pending.topic == "play"):
            break
        assert driver.pending.source is not Source.CHANCE
        host.answer(draw(f"{seed}?", k, driver.pending), driver.now_ns)
        driver.wait(10)
    return driver


def shown(driver: Driver) -> str:
    """All that every page and the display show, as they are told it."""
    assert driver.scene is not None
    places = tuple(SeatPlace(Seat(i), str(i), i, 0.0) for i in range(SEATS))
    room = Furniture("t", "oh_no_volcano", False, places, 60, 0, 6, 256, 64)
    snapshot = Snapshot(1, driver.scene, b"", b"", 0)
    told = [TEXTS.say(news.text) for news in driver.news]
    cues = [str(cue) for cue in driver.cues]
    oled = Display(PANEL, TEXTS).picture(driver.scene, 0).hex()
    documents = [scene_document(snapshot, TEXTS.say, {}, room), hand_document(snapshot, TEXTS.say)]
    return json.dumps([documents, told, cues, oled, driver.scene.lines], default=str)


def with_hand(answers: int, seed: str, box: Box, seat: Seat, hand: str) -> Driver:
    driver = dealt(answers, seed, box)
    driver.put({f"hand_{seat}": hand})
    return driver


@pytest.mark.parametrize("box", [VIRTUAL, TWICE], ids=["usual", "alike"])
@given(
    answers=st.integers(1, 60),
    seed=st.sampled_from("abcdefgh"),
    own=st.booleans(),
    data=st.data(),
)
@settings(max_examples=15, deadline=None)
def test_nothing_that_others_see_depends_on_what_a_hand_holds(
    box: Box, answers: int, seed: str, own: bool, data: st.DataObject
) -> None:
    """Swap a hand for any other that its owner could have: all see the same picture."""
    state: Any = dealt(answers, seed, box).state
    seat = (state.turn.seat + (not own)) % SEATS
    player = state.players[seat]
    left = [i for i, n in enumerate(pool(state, Seat(seat))) for _ in range(n)]
    other = data.draw(st.permutations(left))[: player.held]
    counts = tuple(other.count(i) for i in range(len(box.climbers)))
    hands = [words.cards(box.climbers, held) for held in (player.hand, counts)]
    one, two = (with_hand(answers, seed, box, Seat(seat), hand) for hand in hands)
    assert shown(one) == shown(two)


def test_the_owner_finds_under_each_number_what_its_page_says() -> None:
    """OV-05."""
    for seed in "abc":
        driver = dealt(1, seed)
        host = driver.table.evening.host
        assert host is not None
        assert driver.scene is not None
        seat = driver.state.turn.seat
        menu = [TEXTS.say(choice.label) for choice in driver.scene.seats[seat].menu]
        assert menu[:3] == ["card 1", "card 2", "card 3"]
        cards = [TEXTS.say(card) for card in named(host.ledger.match, host._view, seat)]
        driver.tap(int(seat))
        driver.hold(int(seat))
        played = driver.words()[-1].split()[-1]
        assert cards[1].replace(", ", "+").replace("any ", "?").replace(" ", "") == played


def test_numbers_are_in_an_order_that_tells_nothing_of_the_cards() -> None:
    """In the order of their names a card's number would say what the others may be."""
    orders = set()
    for seed in "abcdefghijkl":
        driver = dealt(1, seed)
        host = driver.table.evening.host
        assert host is not None
        names = [TEXTS.say(card) for card in named(host.ledger.match, host._view, Seat(0))]
        usual = [TEXTS.say(host._view.path(a)[0]) for a in host._view.hand(driver.state, Seat(0))]
        orders.add(tuple(names.index(name) for name in sorted(names)))
        assert len(names) == len(usual) == 3
    assert len(orders) >= 4


def test_with_your_own_cards_nothing_is_secret_and_nothing_is_numbered() -> None:
    driver = Driver(seats=SEATS, first=playable("oh_no_volcano", Box()))
    driver.choose(Seat(0), "A youngest")
    host = driver.table.evening.host
    assert host is not None
    assert driver.scene is not None
    assert named(host.ledger.match, host._view, Seat(0)) == ()
    assert TEXTS.say(driver.scene.seats[0].menu[0].label) == "pawn A:"


def test_a_whole_game_is_played_by_numbers() -> None:
    driver = Driver(seats=2, first=playable("oh_no_volcano", VIRTUAL))
    assert isinstance(driver.pending, Decision)
    for k in range(1_500):
        if driver.over:
            break
        answer = draw("thumbs", k, driver.pending)
        driver.choose(driver.house.games[0].view.asker(driver.state, answer), str(answer))
    assert driver.over
    assert not [news for news in driver.news if "draw " in TEXTS.say(news.text)]


def test_what_staff_tell_of_a_card_says_nothing_of_the_hand_it_may_be_in() -> None:
    """Held or not, it is refused alike: a refusal would tell as much as the card itself."""
    driver = dealt(1, "a")
    seat = Seat(driver.state.turn.seat)
    held = driver.state.players[seat].hand
    before = driver.words()
    says = set()
    for card in VIRTUAL.climbers:
        driver.say(f"tell {seat} climb {card.name}", role="staff")
        says.add(driver.refused[-1].says)
    assert 0 < sum(held) < len(driver.refused) == len(VIRTUAL.climbers)
    assert len(says) == 1
    assert driver.words() == before
    driver.say(f"tell {Seat((seat + 1) % SEATS)} climb A4", role="staff")
    assert "is asked, not" in driver.refused[-1].says
