"""A match is a fold over its answers; undo forgets nothing and never rerolls."""

from __future__ import annotations

import gc
import sys

import pytest

from firmware_host.rules.kernel import Answer, Decision, Illegal, Over, Seat, Setup, Source
from firmware_host.session.match import Diverged, Match, retell
from firmware_host.session.tale import Answered, Put, Told, Undone, sentence, spell, unspell
from tests.toys import RACE, Die, Nudged, State, Throw, Walk, Wind

A, B = Seat(0), Seat(1)
Race = Match[State, Answer]


def fresh(seed: str = "s") -> Race:
    return Match.begin(RACE, Setup(3, None), seed)


def test_undoing_a_draw_and_drawing_again_gives_the_same_luck() -> None:
    for seed in map(str, range(40)):
        walked = fresh(seed).answered(Walk(A), 0)
        thrown = fresh(seed).answered(Throw(A), 0).answered(Die(None, 2), 1)
        assert walked.lucky() == thrown.lucky()  # as many draws, another number of answers
        luck = walked.lucky()
        assert luck is not None
        assert walked.answered(luck, 2).undone().lucky() == luck


def test_luck_is_asked_only_what_luck_knows() -> None:
    assert fresh().lucky() is None
    assert fresh().answered(Throw(A), 0).lucky() is None


def test_draws_are_counted_and_asides_are_none() -> None:
    match = fresh().answered(Walk(A), 0)
    assert match.draws == 0
    match = match.answered(Wind(None, "calm"), 1)
    assert match.draws == 1
    assert match.answered(Nudged(A), 2).draws == 1


def test_a_seat_takes_back_its_own_answer_until_somebody_else_answers() -> None:
    match = fresh().answered(Throw(A), 0)
    assert match.undoable_by(A) == 1
    assert match.undoable_by(B) is None
    assert match.undone(1).state == fresh().state
    assert match.answered(Die(None, 1), 1).undoable_by(A) is None  # the die has been thrown
    walked = fresh().answered(Walk(A), 0)
    drawn = walked.answered(Wind(None, "calm"), 1)
    assert drawn.undoable_by(A) is None  # luck was drawn
    assert drawn.answered(Walk(B), 2).undoable_by(A) is None
    assert match.put({"B": "2"}, "moved", 3).undoable_by(A) is None
    assert fresh().undoable_by(A) is None


def test_more_than_there_is_cannot_be_undone() -> None:
    with pytest.raises(Illegal, match="1 cannot be undone; 0 are told") as caught:
        fresh().undone(1)
    assert caught.value.code == "nothing"


def test_a_put_changes_the_lines_it_names_and_no_other() -> None:
    match = fresh().answered(Walk(A), 0).put({"B": "4"}, "token was\nmoved", 5)
    assert match.state.at == (1, 4, 0)
    assert match.entry == Put((("B", "4"),), "token was moved", 5)
    assert match.undone().state.at == (1, 0, 0)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ({"A": "-1"}, "nobody stands behind the start"),
        ({"A": "many"}, "invalid literal"),
        ({"lava": "3"}, "lava: no such line; there are now, left, A, B, C"),
        ({}, "at least one line"),
    ],
)
def test_a_put_that_can_never_be_is_refused_and_says_why(lines: dict[str, str], says: str) -> None:
    with pytest.raises(Illegal, match=says) as caught:
        fresh().put(lines, "because", 0)
    assert caught.value.code == "impossible"


def test_a_tale_is_told_again_with_its_undos_and_puts() -> None:
    tale: list[Told] = [
        Answered("A walk", 10),
        Answered("wind gust", 20),
        Undone(1, 30),
        Answered("wind calm", 40),
        Put((("C", "3"),), "token was moved", 50),
        Answered("B walk", 60),
    ]
    match = retell(fresh(), tale)
    assert match.state.at == (1, 1, 3)
    assert match.told() == (tale[0], *tale[3:])
    assert match.told(keep=3) == (tale[5],)
    assert retell(fresh(), match.told()).state == match.state


def test_the_first_line_the_rules_do_not_allow_is_named() -> None:
    tale = [Answered("A walk", 10), Answered("A walk", 20), Answered("nonsense", 30)]
    with pytest.raises(Diverged) as caught:
        retell(fresh(), tale)
    assert caught.value.line == 2
    assert caught.value.words == "A walk"
    assert "not among the options" in caught.value.says


def test_every_kind_of_line_is_spelled_and_read_again() -> None:
    put = Put((("B", "5/3/3 guard_loot"), ("row", "")), "because of a sleeve", 7)
    for told in (Answered("A take Rb", 7), Undone(3, 7), put):
        assert unspell(*spell(told), 7) == told
    assert sentence(put) == "put B 5/3/3 guard_loot, row , because because of a sleeve"
    for kind, words in [("undo", "from 3"), ("undo", "to x"), ("put", "B 1"), ("sung", "la")]:
        with pytest.raises(ValueError, match=r".+"):
            unspell(kind, words, 0)


def test_a_long_match_costs_no_more_for_each_answer_and_goes_away_quietly() -> None:
    match = fresh()
    for n in range(20_000):
        match = match.answered(Walk(match.state.turn), n).undone()  # nothing is kept of it
    for n in range(5000):
        match = match.answered(Throw(match.state.turn), n).put({"now": "move A"}, "again", n)
    assert match.length == 10_000
    links = sys.getrefcount(match)
    del match
    gc.collect()
    assert links


def test_a_game_that_is_over_waits_for_nothing_but_can_be_put_right() -> None:
    match = fresh().put({"A": "6"}, "won", 0)
    assert isinstance(match.pending, Over)
    assert match.lucky() is None
    with pytest.raises(Illegal, match="over"):
        match.tell(Answered("A walk", 1))
    again = match.put({"A": "5"}, "not yet", 2)
    assert isinstance(again.pending, Decision)
    assert again.pending.source is Source.PLAYER
