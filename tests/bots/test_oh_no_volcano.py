"""The plain bot of Oh No, Volcano! fills its board, and knows no more than it may."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_host.bots import catalog
from firmware_host.bots.oh_no_volcano import Volcanist, own_hand
from firmware_host.daemon.people import simulation
from firmware_host.rules.kernel import Decision, Over, Seat, Setup, Source, begin, seen, step
from firmware_host.rules.oh_no_volcano.answers import Climb, Safe
from firmware_host.rules.oh_no_volcano.box import Deck
from firmware_host.rules.oh_no_volcano.game import GAME
from firmware_host.session.luck import draw
from tests.strategies import OH_NO_VOLCANO

DEALT = replace(OH_NO_VOLCANO, deck=Deck.VIRTUAL)
decks = pytest.mark.parametrize("box", [OH_NO_VOLCANO, DEALT], ids=["physical", "virtual"])


def game(seed: str, *names: str, box: object = DEALT) -> simulation.Played:
    bots = {Seat(i): catalog.bot(GAME.name, name, f"{seed}/{i}") for i, name in enumerate(names)}
    return simulation.play(GAME, Setup(len(names), box), seed, bots)


@decks
def test_plain_bots_fill_a_board_in_most_games(box: object) -> None:
    games = [game(f"fill/{n}", *["heuristic"] * 3, box=box) for n in range(20)]
    assert sum(played.over.reason == "full_board" for played in games) >= 16


def test_a_plain_bot_beats_whims() -> None:
    games = [game(f"beat/{n}", "heuristic", "random") for n in range(20)]
    assert sum(played.over.winners == (Seat(0),) for played in games) >= 18


@decks
def test_the_same_seed_plays_the_same_game(box: object) -> None:
    names = ("heuristic", "random", "heuristic")
    assert game("x", *names, box=box) == game("x", *names, box=box)


@decks
def test_it_gives_only_answers_it_was_offered_out_of_what_it_may_know(box: object) -> None:
    bot, here, draws = Volcanist(), begin(GAME, Setup(4, box)), 0
    for k in range(2_000):
        pending = here.pending
        if isinstance(pending, Over):
            return
        if pending.source is Source.CHANCE or pending.options[0].seat is None:
            answer, draws = draw("luck", draws, pending), draws + 1
        else:
            seat = pending.options[k % len(pending.options)].seat
            assert seat is not None
            view = seen(GAME, here, seat)
            assert isinstance(view.pending, Decision)
            answer = bot.choose(view.state, view.pending, seat)  # type: ignore[assignment]
        assert answer in pending.options
        here, _ = step(GAME, here, answer)
    pytest.fail("the game does not end")


def test_with_a_deck_of_cards_it_plays_as_if_it_held_three_of_its_twelve() -> None:
    """Not the best of all that it has not played; and it keeps what it has not played."""
    here, held = begin(GAME, Setup(2, OH_NO_VOLCANO)), set[str]()
    for k in range(2_000):
        pending = here.pending
        if isinstance(pending, Over):
            break
        if pending.topic == "play" and pending.options[0].seat == Seat(0):
            hand = own_hand(here.state, Seat(0))
            assert len(hand) == here.state.players[0].held
            assert held <= hand
            chosen = Volcanist().choose(here.state, pending, Seat(0))
            if isinstance(chosen, Climb):
                assert chosen.card in hand
                held = hand - {chosen.card}
            here, _ = step(GAME, here, pending.options[pending.options.index(chosen)])
        else:
            here, _ = step(GAME, here, draw("hands", k, pending))
    assert not here.state.players[0].deck  # all twelve have been in the hand


def test_what_has_fallen_it_does_not_know() -> None:
    """It says nothing has; a look at the table is drawn with its odds before a bot is asked."""
    words = {"A": "2.2 - - 0/0/0", "B": "- - - 0/0/0", "hand_A": "2"}
    state = GAME.words.read(OH_NO_VOLCANO, words | {"now": "fell A 4 of A climb B3+ball4 2"})
    question = GAME.pending(state)
    assert isinstance(question, Decision)
    assert isinstance(Volcanist().choose(state, question, Seat(0)), Safe)
    assert len(question.weights) == len(question.options)
