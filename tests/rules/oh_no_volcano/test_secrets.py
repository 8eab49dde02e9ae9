"""What others may know does not depend on what is in a hand (OV-03).

Not "the cards of the hand are not in the text": that would pass where a secret is told in other
words. Instead the hand is swapped for another that its owner could have, and everything that
anybody else is shown must stay the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from firmware_host.rules.kernel import (
    Decision,
    Illegal,
    Over,
    Seat,
    Setup,
    Source,
    at,
    begin,
    seen,
    step,
)
from firmware_host.rules.oh_no_volcano.answers import Draw
from firmware_host.rules.oh_no_volcano.box import Box, Counts
from firmware_host.rules.oh_no_volcano.game import GAME
from firmware_host.rules.oh_no_volcano.state import AskDraw, State, pool
from firmware_host.rules.oh_no_volcano.words import cards as cards_of
from firmware_host.session.match import Match
from firmware_host.session.tale import Put, spell, unspell

from .legal import anywhere
from .sitting import DEALT, Sitting
from .test_random_games import LOOSE, Here, played

dealt = pytest.mark.parametrize("box", [DEALT, LOOSE], ids=["usual", "loose"])


def watchers(state: State, owner: int) -> list[Seat | None]:
    """Everybody but *owner*: the other seats, and who only looks on."""
    return [None, *(Seat(i) for i in range(len(state.players)) if i != owner)]


def other_hand(luck: random.Random, state: State, seat: Seat) -> Counts:
    """Another hand, of as many cards, of those *seat* has not played."""
    left = [i for i, n in enumerate(pool(state, seat)) for _ in range(n)]
    taken = luck.sample(left, state.players[seat].held)
    return tuple(taken.count(i) for i in range(len(state.box.climbers)))


def swapped(luck: random.Random, state: State, seat: Seat) -> State:
    """*state* with another hand of *seat*."""
    players = list(state.players)
    players[seat] = replace(players[seat], hand=other_hand(luck, state, seat))
    return replace(state, players=tuple(players))


def shown(here: Here, seat: Seat | None) -> tuple[object, ...]:
    """All that *seat* is shown of a position: the state, its words, and the question."""
    view = seen(GAME, here, seat)
    return view.state, tuple(GAME.words.write(view.state).items()), view.pending


def positions(luck: random.Random, box: Box) -> Iterator[Here]:
    """Positions of games from the start and from anywhere."""
    for seats in (2, 3, 4):
        yield from played(begin(GAME, Setup(seats, box)), luck, 0.05)
        yield from played(at(GAME, anywhere(luck, seats, box)), luck, 0.05)


@dealt
def test_what_others_are_shown_is_the_same_whatever_is_in_a_hand(box: Box) -> None:
    """OV-03: states, words, questions with their options and odds."""
    luck, different = random.Random(1), 0
    for here in positions(luck, box):
        for owner in range(len(here.state.players)):
            other = at(GAME, swapped(luck, here.state, Seat(owner)))
            different += other.state != here.state
            for watcher in watchers(here.state, owner):
                assert shown(here, watcher) == shown(other, watcher)
    assert different > 1000


@dealt
def test_what_is_told_of_an_answer_is_the_same_whatever_is_in_a_hand(box: Box) -> None:
    """OV-03, OV-08: an answer that two hands allow has the same events, and leads to the same."""
    luck, compared = random.Random(2), 0
    for here in positions(luck, box):
        if isinstance(here.pending, Over):
            continue
        owner = Seat(luck.randrange(len(here.state.players)))
        other = at(GAME, swapped(luck, here.state, owner))
        assert isinstance(other.pending, Decision)
        answer = luck.choice(here.pending.options)
        if answer not in other.pending.options:
            continue
        (one, events), (two, others) = step(GAME, here, answer), step(GAME, other, answer)
        assert events == others
        compared += one.state != two.state
        if not isinstance(answer, Draw) or answer.to != owner:
            for watcher in watchers(here.state, owner):
                assert shown(one, watcher) == shown(two, watcher)
    assert compared > 200


@dealt
def test_two_draws_are_heard_and_told_alike_by_all_but_who_draws(box: Box) -> None:
    """OV-03, OV-08: events, and the words of the answer itself."""
    luck, draws = random.Random(3), 0
    for here in positions(luck, box):
        options = () if isinstance(here.pending, Over) else here.pending.options
        if len(options) < 2 or not isinstance(options[0], Draw):
            continue
        one, two = luck.sample(options, 2)
        after, told = step(GAME, here, one)
        other, also = step(GAME, here, two)
        assert told == also
        owner = options[0].to
        assert GAME.heard(str(one), owner) == str(one)
        for watcher in watchers(here.state, owner):
            assert GAME.heard(str(one), watcher) == GAME.heard(str(two), watcher) == f"draw {owner}"
            assert shown(after, watcher) == shown(other, watcher)
        draws += 1
    assert draws > 50


@dealt
def test_a_hand_is_shown_to_its_owner_as_it_is_and_the_question_too(box: Box) -> None:
    luck = random.Random(4)
    for here in positions(luck, box):
        for i, player in enumerate(here.state.players):
            view = seen(GAME, here, Seat(i))
            assert view.state.players[i] == player
            if isinstance(here.pending, Over) or isinstance(view.pending, Over):
                continue
            if here.pending.source is not Source.CHANCE:
                own = here.pending.for_seat(Seat(i))
                assert view.pending.for_seat(Seat(i)) == own


def test_only_a_draw_is_heard_in_part() -> None:
    """OV-03: a card that is played lies face up."""
    for words in (
        "A climb A4",
        "A gear ?5",
        "equip B ?5",
        "B trim ?5",
        "A step 2.1",
        "stuck",
        "draw",
    ):
        assert GAME.heard(words, None) == GAME.heard(words, Seat(2)) == words
    assert GAME.heard("draw A A4", Seat(1)) == "draw A"


def test_a_hand_that_was_put_right_is_heard_by_its_owner_alone() -> None:
    """OV-03: others hear how many cards it has, as they see at the table."""
    put = Put((("hand_A", "2 A4, B4"), ("hand_B", "C4"), ("deck_A", "9")), "mixed up", 0)
    words = spell(put)[1]
    assert GAME.heard(words, None) == "hand_A 3\nhand_B 1\ndeck_A 9\nbecause mixed up"
    assert GAME.heard(words, Seat(0)) == words.replace("hand_B C4", "hand_B 1")
    assert GAME.heard(words, Seat(1)) == words.replace("hand_A 2 A4, B4", "hand_A 3")
    assert unspell("put", GAME.heard(words, None), 0)
    physical = spell(Put((("hand_A", "3"), ("hand_B", "")), "miscounted", 0))[1]
    assert GAME.heard(physical, Seat(1)) == physical.replace("hand_A 3", "hand_A 3")
    assert GAME.heard(physical, Seat(2)).startswith("hand_A 3\nhand_B 0\n")


@dealt
def test_why_a_draw_is_refused_is_the_same_whatever_is_in_the_hand(box: Box) -> None:
    """OV-03, OV-08: only what was played is named."""
    luck, asked = random.Random(6), 0
    for here in positions(luck, box):
        if not isinstance(here.state.ask, AskDraw):
            continue
        owner = here.state.ask.to
        other = swapped(luck, here.state, owner)
        for card in box.climbers:
            words = f"draw {owner} {card.name}"
            assert GAME.why_not(here.state, words) == GAME.why_not(other, words)
            asked += other != here.state
    assert asked > 100
    after = Sitting(DEALT, now="draw B", hand_A="A4, B4, C4", hand_B="A4, C4", discard_B="B4")
    assert "(OV-03)" in str(after.refused("draw B A4"))
    assert "every B4 of B is played" in str(after.refused("draw B B4"))


def put(here: Here, lines: dict[str, str]) -> str | State:
    """The state after a put, or what it is refused with."""
    match = Match(GAME, Setup(len(here.state.players), here.state.box), "s", here)
    try:
        return match.put(lines, "why", 0).state
    except Illegal as why:
        return str(why)


def some_put(luck: random.Random, here: Here, other: State) -> dict[str, str]:
    """Lines of any kind but of a hand: of another state, or a pile of discards made up anew."""
    written = GAME.words.write(other)
    keys = [key for key in written if not key.startswith("hand_")]
    if luck.random() < 0.3:
        return {key: written[key] for key in luck.sample(keys, luck.randint(1, 3))}
    seat = Seat(luck.randrange(len(here.state.players)))
    player, box = here.state.players[seat], here.state.box
    cards = [i for i, card in enumerate(box.climbers) for _ in range(card.copies)]
    taken = luck.sample(cards, min(len(cards), sum(player.discard)))
    counts = tuple(taken.count(i) for i in range(len(box.climbers)))
    return {f"discard_{seat}": cards_of(box.climbers, counts)}


@dealt
def test_whether_a_put_is_taken_is_the_same_whatever_is_in_a_hand(box: Box) -> None:
    """OV-03: what it is refused with, and all that is shown after it, as well."""
    luck, taken, refused, refilled = random.Random(8), 0, 0, 0
    for here in positions(luck, box):
        owner = Seat(luck.randrange(len(here.state.players)))
        other = at(GAME, swapped(luck, here.state, owner))
        lines = some_put(luck, here, anywhere(luck, len(here.state.players), box))
        one, two = put(here, lines), put(other, lines)
        if isinstance(one, str) or isinstance(two, str):
            assert one == two, lines
            refused += 1
            continue
        taken += 1
        hands = [(one.players[owner].hand, here.state.players[owner].hand)]
        hands += [(two.players[owner].hand, other.state.players[owner].hand)]
        refilled += any(after != before for after, before in hands)
        for watcher in watchers(here.state, owner):
            assert shown(at(GAME, one), watcher) == shown(at(GAME, two), watcher)
    assert min(taken, refused) > 200
    assert refilled > 20


def test_a_card_put_on_a_discard_pile_is_in_no_hand_any_more() -> None:
    """OV-03, OV-08: its owner holds another that is left; a hand that is named is held to."""
    sitting = Sitting(DEALT, hand_A="A4, B4, C4", discard_A="B3+ball4")
    after = put(sitting.here, {"discard_A": "A4"})
    assert isinstance(after, State)
    assert GAME.words.write(after)["discard_A"] == "A4"
    hand = GAME.words.write(after)["hand_A"]
    assert "A4" not in hand
    assert "B4" in hand
    assert "C4" in hand
    assert after.players[0].held == sum(after.players[0].hand or ()) == 3
    both = put(sitting.here, {"discard_A": "A4", "hand_A": "A4, B4, C4"})
    assert isinstance(both, str)
    assert "a card is there that A has played already (OV-08)" in both


def test_with_a_deck_of_cards_there_is_nothing_to_hide() -> None:
    """OV-03: the program does not know a hand, so it offers all that its owner has not played."""
    sitting = Sitting(discard_A="A4, B4")
    state = sitting.here.state
    assert GAME.public(state, None) is state
    assert seen(GAME, sitting.here, Seat(1)) is sitting.here
    assert all(player.hand is None for player in state.players)
    assert len(sitting.options) == 10


def test_of_anothers_hand_the_words_say_how_many() -> None:
    sitting = Sitting(DEALT, hand_B="A4, C4, ?2+boulder")
    words = GAME.words.write(GAME.public(sitting.here.state, Seat(0)))
    assert words["hand_A"] == "A4, B4, ?3+ball3"
    assert words["hand_B"] == "3"
    assert GAME.words.faults(GAME.public(sitting.here.state, Seat(0)))  # nothing to play on with
