"""Whole ways to treasures: each is what somebody could have answered one by one."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.rules.kernel import Decision, Seat
from firmware_host.rules.oh_no_volcano.answers import Collect, Step
from firmware_host.rules.oh_no_volcano.box import Box
from firmware_host.rules.oh_no_volcano.game import GAME
from firmware_host.rules.oh_no_volcano.mountain import steps, takes
from firmware_host.rules.oh_no_volcano.reading import read
from firmware_host.rules.oh_no_volcano.state import CAMP, AskStep, State
from firmware_host.rules.oh_no_volcano.ways import to_treasures
from tests.strategies import matches

REST = {"hand_A": "2", "treasures": "rest"}


def at(now: str, **lines: str) -> State:
    return read(Box(), {"now": now, "A": "- - - 0/0/0", "B": "- - - 0/0/0", **REST, **lines})


def spelled(state: State) -> list[str]:
    return [", ".join(map(str, way)) for way in to_treasures(state)]


def test_a_way_is_all_its_steps_an_end_where_steps_are_left_and_the_treasure() -> None:
    """OV-12, OV-14, OV-15."""
    state = at("step A A 3 climb A3+ball2 1", A="1.0 - - 0/0/0")
    assert spelled(state) == [
        "A step 2.1, A stop, A collect",
        "A step 2.1, A step 3.1, A step 3.2, A collect",
    ]
    state = at("step A A 1 moved climb A4 1", A="1.0 - - 0/0/0")
    assert spelled(state) == ["A step 2.1, A collect"]


def test_entering_costs_a_step_and_what_is_in_the_way_is_gone_around() -> None:
    """OV-11, OV-13, OV-A01."""
    state = at("step A A 3 climb A3+ball2 1", B="0.1 - - 0/0/0")
    ways = spelled(state)
    assert "A step 0.0, A step 1.0, A step 2.1, A collect" in ways
    assert not [way for way in ways if "0.1" in way]


def test_what_cannot_be_taken_is_no_way() -> None:
    """OV-16, OV-A17."""
    state = at("step A A 3 climb A3+ball2 1", A="1.0 - - 0/0/4", treasures="rest")
    assert spelled(state) == []


def test_where_no_pawn_steps_there_is_no_way() -> None:
    assert to_treasures(at("play A", hand_A="3")) == ()


@given(data=st.data())
@settings(max_examples=150)
def test_every_way_can_be_answered_as_it_stands_and_no_treasure_in_reach_is_left_out(
    data: st.DataObject,
) -> None:
    match: Any = data.draw(matches("oh_no_volcano"))
    state = match.state
    ways = to_treasures(state)
    for way in ways:
        here = match
        for answer in way:
            assert isinstance(here.pending, Decision)
            here = here.answered(answer, 0)
        assert isinstance(way[-1], Collect)
    ends = [[a.space for a in way if isinstance(a, Step)][-1] for way in ways]
    assert len(set(ends)) == len(ends)
    if isinstance(state.ask, AskStep):
        assert set(ends) == _in_reach(state, state.ask)


def _in_reach(state: State, ask: AskStep) -> set[str]:
    """Treasure spaces that can be reached by trying every walk there is."""
    assert state.turn is not None
    seat: Seat = state.turn.seat
    found: set[int] = set()
    walks = [(state.players[seat].pawns[ask.pawn], ask.left)]
    for space, left in walks:
        for to in steps(state, space, left):
            cost = state.box.entry_costs if space == CAMP else 1
            if (to, left - cost) not in walks:
                walks.append((to, left - cost))
            found.add(to)
    return {state.box.board.spaces[n].name for n in found if takes(state, seat, n)}


def test_the_rules_still_know_of_single_answers_alone() -> None:
    """A way is no answer: journals, replay and undo have its parts."""
    state = at("step A A 3 climb A3+ball2 1", A="1.0 - - 0/0/0")
    asked = GAME.pending(state)
    assert isinstance(asked, Decision)
    assert all(len(str(option).split()) <= 3 for option in asked.options)
