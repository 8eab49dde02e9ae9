"""What is true of every game, whatever its rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Answer, Decision, Illegal, Over, Seat
from firmware_host.session.match import retell
from firmware_host.session.tale import Put
from tests.strategies import PLAYED, begun, matches, picked, starts

games = pytest.mark.parametrize("name", PLAYED)


@dataclass(frozen=True, slots=True)
class Foreign(Answer):
    """An answer of no game."""


def answerable(pending: Decision[Any]) -> list[Any]:
    lapse = [pending.lapse.answer] if pending.lapse else []
    return [*pending.options, *lapse, *pending.asides]


def test_every_game_of_the_catalogue_is_tested_here() -> None:
    assert set(GAMES) <= set(PLAYED)


@games
@given(data=st.data())
@settings(max_examples=60)
def test_options_are_unique_in_words_and_all_accepted(name: str, data: st.DataObject) -> None:
    match = data.draw(matches(name))
    pending = match.pending
    if isinstance(pending, Over):
        seats = [seat for rank in pending.ranking for seat in rank]
        assert sorted(seats) == list(range(match.setup.seats))
        assert set(pending.winners) <= set(seats)
        return
    assert pending.options
    words = Counter(map(str, (*pending.options, *pending.asides)))
    assert max(words.values()) == 1
    assert len(pending.weights) in (0, len(pending.options))
    for answer in answerable(pending):
        assert pending.named(str(answer)) == answer
        hash(match.answered(answer, 0).state)


@games
@given(data=st.data())
@settings(max_examples=40)
def test_a_foreign_answer_is_refused_and_changes_nothing(name: str, data: st.DataObject) -> None:
    match = data.draw(matches(name))
    state = match.state
    words = match.game.words.write(state)
    for foreign in (Foreign(None), Foreign(Seat(7)), Foreign(Seat(0))):
        with pytest.raises(Illegal) as caught:
            match.answered(foreign, 0)
        assert caught.value.code
        assert str(caught.value)
    assert match.state is state
    assert match.game.words.write(state) == words


@games
@given(data=st.data())
@settings(max_examples=40)
def test_retelling_a_match_gives_the_same_match(name: str, data: st.DataObject) -> None:
    match = data.draw(matches(name))
    again = retell(match.undone(match.length), match.told())
    assert again.state == match.state
    assert again.told() == match.told()
    assert (again.draws, again.length, again.lucky()) == (match.draws, match.length, match.lucky())


@games
@given(data=st.data())
@settings(max_examples=60)
def test_undo_and_redo_give_the_same_match_and_never_reroll(name: str, data: st.DataObject) -> None:
    match = data.draw(matches(name))
    back = data.draw(st.integers(0, match.length))
    undone = match.undone(back)
    assert undone.draws <= match.draws
    redone = undone
    for told in match.told(undone.length):
        luck = redone.lucky()
        asides = redone.pending.asides if isinstance(redone.pending, Decision) else ()
        spelled = {str(luck), *map(str, asides)}
        assert luck is None or isinstance(told, Put) or told.words in spelled
        redone = redone.tell(told)
    assert redone.state == match.state
    assert (redone.draws, redone.lucky()) == (match.draws, match.lucky())


@games
@given(data=st.data())
@settings(max_examples=120)
def test_a_state_read_from_its_words_is_that_state(name: str, data: st.DataObject) -> None:
    match = data.draw(matches(name))
    words = match.game.words
    spelled = words.write(match.state)
    assert words.read(match.setup.box, spelled) == match.state
    assert words.faults(match.state) == ()
    assert all("\n" not in value and " " not in key for key, value in spelled.items())


@games
@given(data=st.data())
@settings(max_examples=30)
def test_every_game_ends_from_any_legal_state(name: str, data: st.DataObject) -> None:
    match = data.draw(starts(name))
    longest = PLAYED[name].longest(match.setup.seats)
    for k in range(longest):
        if isinstance(match.pending, Over):
            return
        match = match.answered(picked(match, k), k)
    pytest.fail(f"it still goes on after {longest} answers")


@games
def test_as_many_as_a_game_is_for_may_play_it_and_no_other_number(name: str) -> None:
    played = PLAYED[name]
    for seats in range(9):
        if seats in played.game.seats:
            assert isinstance(begun(name, seats).pending, Decision)
        else:
            with pytest.raises(Illegal) as caught:
                begun(name, seats)
            assert caught.value.code == "bad_player_count"


@games
@given(data=st.data())
@settings(max_examples=30)
def test_what_a_seat_may_know_is_a_state_with_words(name: str, data: st.DataObject) -> None:
    match = data.draw(matches(name))
    for seat in (None, *map(Seat, range(match.setup.seats))):
        assert match.game.words.write(match.game.public(match.state, seat))


@given(data=st.data())
@settings(max_examples=100)
def test_the_table_is_lava_loses_no_meeple(data: st.DataObject) -> None:
    """TL-25: from any state, whatever is answered, undone or put."""
    match = data.draw(matches("table_is_lava", most=120))
    for here in match.path():
        for player in here.state.players:
            assert player.supply + player.table == 15
            assert min(player.supply, player.table) >= 0


@given(data=st.data())
@settings(max_examples=100)
def test_lava_land_loses_no_card_and_no_die(data: st.DataObject) -> None:
    match = data.draw(matches("lava_land", most=200))
    for here in match.path():
        state = here.state
        held = sum(len(player.cards) for player in state.players)
        row = sum(kind is not None for kind in state.row)
        assert held + row + sum(state.deck) + sum(state.discard) == 28
        dice = sum(state.crater) + sum(map(len, state.sets))
        pending = here.pending
        rolling = isinstance(pending, Decision) and pending.topic in ("first", "draw", "discard")
        if isinstance(pending, Decision) and pending.topic == "show":
            assert dice < 3 * match.setup.seats
        elif not rolling and isinstance(pending, Decision):
            assert dice == 3 * match.setup.seats
