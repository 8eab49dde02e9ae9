"""A playthrough can be read by people, and told again."""

from __future__ import annotations

from firmware_host.rules.kernel import Answer, Setup
from firmware_host.session.match import Match, retell
from firmware_host.session.playthrough import answers, digest, lines
from firmware_host.session.tale import Answered
from tests.toys import RACE, State

TEXT = """\
game race
version 1
seats 2
seed s
box 4f1d3bdd

now: move A
left: 24
A: 0
B: 0

move [player] (A walk, A throw) > A walk
    A moved 1
wind [chance] (wind calm, wind gust) > wind calm
"""


def test_a_playthrough_says_what_was_asked_answered_and_brought_about() -> None:
    match: Match[State, Answer] = Match.begin(RACE, Setup(2, None), "s")
    tale = [Answered("A walk", 0), Answered("wind calm", 0)]
    match = retell(match, tale)
    told = "\n".join(lines(match, digest("box")))
    expected = TEXT.replace("4f1d3bdd", digest("box"))
    assert told.startswith(expected)
    assert answers(told) == tuple(tale)


def test_a_put_and_the_end_are_told_as_well() -> None:
    match: Match[State, Answer] = Match.begin(RACE, Setup(2, None), "s")
    match = match.put({"B": "6"}, "he was faster", 0)
    told = list(lines(match, digest("")))
    assert "  * put B 6, because he was faster" in told
    assert told[-4:] == ["over race run", "winners B", "  1. B", "  2. A"]


def test_another_box_has_another_digest() -> None:
    assert digest("boat = 16") != digest("boat = 24")
    assert len(digest("")) == 8
