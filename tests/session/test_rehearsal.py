"""Playing a scenario: starts, steps, and what is held against what."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.catalog import GAMES
from firmware_host.rules.lava_land.box import Box
from firmware_host.session.comparing import follows
from firmware_host.session.rehearsal import Outcome, rehearse
from firmware_host.session.scenario import Malformed, Usual, merged
from firmware_host.session.scenario_reading import scenario

GAME = GAMES["lava_land"]
USUAL = Usual(
    given={
        "now": "go A",
        "first": "A",
        "lava": "-2",
        "A": "4/3/3",
        "B": "4/3/3",
        "C": "4/3/3",
        "row": "turn_blue_foot guard_step as_red trick_again",
    }
)


def rehearsed(**keys: Any) -> Outcome:
    told = scenario({"id": "X-1", "says": "It is so.", **keys})
    return rehearse(GAME, Box(), told, USUAL)


def paths(outcome: Outcome) -> list[str]:
    return [difference.path for difference in outcome.differences]


def test_a_state_that_nothing_happens_to_is_as_it_was() -> None:
    outcome = rehearsed()
    assert outcome.passed
    assert outcome.before == outcome.after


def test_a_new_game_that_is_refused_without_being_expected_to_is_a_difference() -> None:
    outcome = rehearsed(players=2)
    assert paths(outcome) == ["players"]
    assert outcome.waits is None


def test_a_refusal_for_another_reason_is_a_difference() -> None:
    assert paths(rehearsed(players=2, refused="cost")) == ["refused"]
    assert paths(rehearsed(players=3, refused="bad_player_count")) == ["refused"]
    assert rehearsed(players=2, refused="bad_player_count").passed


def test_luck_draws_the_same_from_the_same_seed_and_waits_for_nobody() -> None:
    one, same, other = (rehearsed(players=3, seed=seed).after for seed in (7, "7", 8))
    assert one == same != other
    assert one["now"] == "show"


def test_without_a_seed_luck_waits_for_a_step() -> None:
    assert rehearsed(players=3).after["now"] == "first"


def test_an_undo_goes_back_over_answers_and_puts() -> None:
    steps = ["A go", {"put": {"lava": "1"}}, {"undo": 2}]
    assert rehearsed(steps=steps).passed
    assert paths(rehearsed(steps=[*steps, {"undo": 1}])) == ["steps[3].undo"]


def test_a_put_that_makes_no_state_names_the_line() -> None:
    with pytest.raises(Malformed) as wrong:
        rehearsed(steps=["A go", {"put": {"A": "4/11/3"}}])
    assert [fault.path for fault in wrong.value.faults] == ["steps[1].put.A"]


def test_a_step_that_goes_wrong_is_the_only_difference() -> None:
    assert paths(rehearsed(steps=["B go"], then={"lava": "3"}, tells=["x"])) == ["steps[0]"]


def test_a_question_is_checked_between_two_steps() -> None:
    asks = {"topic": "take", "has": ["A go"], "lacks": ["A go"]}
    outcome = rehearsed(steps=[{"asks": asks}])
    assert paths(outcome) == ["steps[0].asks.topic", "steps[0].asks.lacks[0]"]


def test_a_line_of_a_seat_that_does_not_play_is_a_difference() -> None:
    assert paths(rehearsed(then={"E": "4/3/3"})) == ["then.E"]


def test_a_line_is_compared_by_what_it_means() -> None:
    deck = GAME.words.write(GAME.words.read(Box(), USUAL.given))["deck"]
    turned = ", ".join(reversed(deck.split(", ")))
    assert rehearsed(then={"deck": turned, "A": " 4/3/3  ", "lava": "-2"}).passed


def test_an_event_that_never_may_be_told_is_named_with_the_event() -> None:
    outcome = rehearsed(steps=["A go"], then={"now": "go B"}, never=["chardied", "B turnstarted"])
    assert [(d.path, d.actual) for d in outcome.differences] == [("never[1]", "B turnstarted")]


def test_the_end_of_a_game_is_no_question_and_a_question_no_end() -> None:
    out = {"B": "x/0/0", "C": "x/0/0", "A": "+1/7/1", "now": "over"}
    assert paths(rehearsed(given=out, asks={"topic": "go"})) == ["asks"]
    assert paths(rehearsed(over={"winners": "A"})) == ["over"]
    assert rehearsed(given=out, over={"winners": "A"}).passed
    wrong = {"winners": "B", "ranking": ["B", "A C"], "reason": "x"}
    assert paths(rehearsed(given=out, over=wrong)) == [
        "over.ranking",
        "over.winners",
        "over.reason",
    ]


events = st.lists(st.sampled_from("abc"), max_size=8)


@given(events)
def test_events_follow_themselves_and_anything(told: list[str]) -> None:
    assert follows(tuple(told), tuple(told))
    assert follows(("...",), tuple(told))
    assert not follows((*told, "a"), tuple(told))


@given(events, st.sets(st.integers(0, 7)))
def test_events_left_out_are_told_by_dots_in_their_place(told: list[str], out: set[int]) -> None:
    pattern = tuple("..." if i in out else event for i, event in enumerate(told))
    assert follows(pattern, tuple(told))


def test_events_in_another_order_do_not_follow() -> None:
    assert not follows(("b", "a"), ("a", "b"))
    assert not follows(("...", "b", "a", "..."), ("a", "b"))
    assert follows(("...", "b"), ("a", "b", "b"))


def test_tables_are_merged_key_by_key_and_lists_as_a_whole() -> None:
    under = {"track": {"boat": 16, "plus_trees": [3, 7]}, "row_size": 4}
    over = {"track": {"plus_trees": [1]}, "row_size": {"odd": 1}}
    both = merged(under, over)
    assert both == {"track": {"boat": 16, "plus_trees": [1]}, "row_size": {"odd": 1}}
    assert under["track"] == {"boat": 16, "plus_trees": [3, 7]}
