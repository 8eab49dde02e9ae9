"""Each refusal has a code that is documented, and a sentence."""

from __future__ import annotations

import re

import pytest

from firmware_host.rules.kernel import Decision, Seat
from firmware_host.rules.lava_land.answers import Alter
from firmware_host.rules.lava_land.box import Box, Face, Kind
from firmware_host.rules.lava_land.refusals import CODES, NAMES, why_not
from firmware_host.rules.lava_land.spelling import VERBS, parse
from firmware_host.rules.lava_land.words import TOPICS

from .sitting import Sitting
from .test_random_games import play

RULE = re.compile(r"\(LL-A?\d+\)")
TRIES = [
    f"{seat}{words}"
    for seat in ("", "A ", "B ", "E ", "H ")
    for words in (
        "token", "draw as_red", "discard 1", "discard 0", "show Yb", "reroll", "leaning", "take Yb",
        "turned", "go", "pass", "alter as_red Yb", "alter turn_blue_foot Bb", "alter guard_step Yb",
        "gift banana", "again", "pick 1", "pick 9", "loot banana A", "push B", "push H", "cool",
        "guard", "bear", "next trap", "board", "stay", "dance", "", "show", "take Yb Yb", "pick x",
    )
]  # fmt: skip


def test_whatever_is_said_at_any_moment_of_a_game_is_refused_with_a_known_code() -> None:
    codes = set()
    for here in play(4, 3, Box()):
        for words in TRIES:
            legal = isinstance(here.pending, Decision) and here.pending.named(words)
            if not legal:
                code, says = why_not(here.state, words)
                assert code in CODES
                assert RULE.search(says) or code == "over", says
                assert "; possible: " in says or code == "over"
                codes.add(code)
    assert {"over", "not_asked", "not_yours", "unknown_words", "no_such_seat", "gone"} <= codes


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("show Yx", "no die shows Yx (LL-02); possible: show Yb, "),
        ("A push A", "what is asked now is what the dice show (LL-15); possible: show Yb, "),
        ("dance", "'dance' is no answer in Lava Land; what is asked now is what the dice show (LL"),
    ],
)
def test_a_refusal_names_the_rule_and_what_would_be_possible(words: str, says: str) -> None:
    here = next(one for one in play(4, 3, Box()) if getattr(one.pending, "topic", "") == "show")
    assert why_not(here.state, words)[1].startswith(says)


def test_every_legal_answer_is_understood_by_its_words() -> None:
    for here in play(5, 4, Box()):
        if isinstance(here.pending, Decision):
            for answer in (*here.pending.options, *here.pending.asides):
                assert parse(str(answer)) == answer
                assert type(answer).__name__.lower() in VERBS
    assert parse("A alter as_red Yb") == Alter(Seat(0), Kind.AS_RED, Face.YB)


def test_every_question_has_a_name_for_the_sentence() -> None:
    assert set(NAMES) | {"over"} == set(TOPICS.values())


def test_answers_for_another_are_not_yours_and_for_nobody_no_such_seat() -> None:
    sitting = Sitting(dice="A: Yt Yt Yb").play("A go")
    assert sitting.code("B push A") == "not_yours"
    assert sitting.code("E push A") == "no_such_seat"
    assert sitting.code("A push E") == "no_such_seat"
    assert sitting.code("push A") == "unknown_words"
    assert sitting.code("A take Yb") == "too_late"
    assert sitting.code("B turned") == "too_late"
    assert sitting.code("draw as_red") == "not_asked"
    assert sitting.code("A alter guard_step Yt") == "no_card"


def test_a_guard_card_alters_no_die_and_an_applied_effect_is_too_late() -> None:
    sitting = Sitting(A="5/3/3 guard_step", dice="A: Yt Yt Yb").play("A go")
    assert sitting.code("A alter guard_step Yt") == "unknown_words"
    assert sitting.code("A next trick") == "too_late"


def test_an_extra_trick_needs_something_to_change() -> None:
    none = dict.fromkeys("BCD", "0/0/0")
    sitting = Sitting(A="0/0/0 trick_again", lava="-5", dice="A: Yl Yl Yl", **none)
    assert sitting.code("A again") == "null_target"
    assert sitting.code("A take Yl") == "too_late"
