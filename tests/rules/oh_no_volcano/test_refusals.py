"""Each refusal has a code that is documented, and a sentence that names its rule."""

from __future__ import annotations

import random

import pytest

from firmware_host.rules.kernel import Decision, Seat, Setup, begin
from firmware_host.rules.oh_no_volcano.answers import Climb, Draw
from firmware_host.rules.oh_no_volcano.box import BoulderModel
from firmware_host.rules.oh_no_volcano.boxes import box_from
from firmware_host.rules.oh_no_volcano.game import GAME
from firmware_host.rules.oh_no_volcano.refusals import ASKS, CODES, NAMES, why_not
from firmware_host.rules.oh_no_volcano.spelling import VERBS, parse
from firmware_host.rules.oh_no_volcano.words import DEAL, TOPICS

from .sitting import DEALT, SHIPPED, Sitting, house
from .test_random_games import BOXES, Here, played

TRIES = [
    f"{seat}{words}"
    for seat in ("", "A ", "B ", "D ", "H ")
    for words in (
        "draw A A4", "draw H A4", "draw A A9", "youngest", "climb A4", "climb ?5", "climb x",
        "gear ?5", "gear ?6", "gear A4", "pawn A", "pawn D", "step 2.1", "step 9.9", "step 0.0",
        "stop", "collect", "leave", "cave", "stay", "lift 3.0+3.1", "lift x", "place 3.0+3.1",
        "place 3.1+3.0", "place 1.1+1.2", "place 3.0+5.0", "place x", "place 0.0+0.1", "drop 4",
        "drop 0", "drop 77", "drop x", "fell A", "fell D", "off 3.0+3.1", "off x", "safe",
        "tilted B", "stuck", "equip A ?5", "equip B A4", "equip H ?5", "trim ?5", "trim x",
        "dance", "", "climb", "climb A4 A4",
    )
]  # fmt: skip


def secret(here: Here) -> bool:
    """Whether what is possible names a card that only its holder may see (OV-03)."""
    asked = here.pending.options if isinstance(here.pending, Decision) else ()
    return here.state.box.virtual and any(isinstance(one, Climb | Draw) for one in asked)


def test_whatever_is_said_at_any_moment_of_a_game_is_refused_with_a_known_code() -> None:
    codes = set()
    for box in (*BOXES.values(), house(boulder_model=BoulderModel.EDGE)):
        luck = random.Random(3)
        for here in played(begin(GAME, Setup(3, box)), luck, asides=0.05):
            for words in luck.sample(TRIES, 90):
                legal = isinstance(here.pending, Decision) and here.pending.named(words)
                if not legal:
                    code, says = why_not(here.state, words)
                    assert code in CODES
                    assert "OV-" in says, says
                    more = "possible: " in says or "left in hand and deck: " in says
                    assert more or code == "over" or secret(here), says
                    codes.add(code)
    assert {"over", "not_asked", "not_yours", "unknown_words", "no_such_seat", "told"} <= codes


def test_every_legal_answer_is_understood_by_its_words() -> None:
    for box in BOXES.values():
        for here in played(begin(GAME, Setup(4, box)), random.Random(4)):
            if isinstance(here.pending, Decision):
                for answer in (*here.pending.options, *here.pending.asides):
                    assert parse(str(answer)) == answer
    assert parse("A climb A4") == Climb(Seat(0), "A4")


def test_every_question_and_answer_is_known_to_refusals() -> None:
    assert set(NAMES) | {"over"} == set(TOPICS.values())
    assert set(ASKS) == set(VERBS.values())
    assert DEAL not in TOPICS.values()


WALK = {"now": "step A A 3 climb A3+ball2 1", "hand_A": "2", "A": "4.2 - - 0/0/0"}
PLACE = {"now": "place A climb ?2+boulder 2", "hand_A": "2"}
FELL = {
    "now": "fell A 2 of A B climb A3+ball2 2",
    "hand_A": "2",
    "A": "- 2.2 - 0/0/0",
    "B": "- - 3.2 0/0/0",
}
LIFT = {
    "now": "lift A climb ?2+boulder 2",
    "hand_A": "2",
    "boulders": "3.0+3.1 4.2+4.3 6.0+6.1",
}


@pytest.mark.parametrize(
    ("lines", "words", "code", "says"),
    [
        ({}, "A climb A9", "no_such_card", "A2+boulder+ball1, A3+ball2"),
        ({}, "A gear A4", "no_such_card", "they are ?5"),
        ({}, "A gear ?5", "no_card", "OV-05"),
        ({"discard_A": "A4"}, "A climb A4", "gone", "(OV-08); left in hand and deck"),
        (WALK, "A step 3.2", "down", "(OV-12); possible: A step 5.1"),
        (WALK, "A step 4.4", "far", "(OV-12); possible: A step 5.1, A step 5.2"),
        (WALK, "A step 9.0", "no_such_space", "rows 0 to 8 (OV-12)"),
        (WALK | {"B": "- 4.3 - 0/0/0"}, "A step 4.3", "occupied", "a pawn stands on 4.3 (OV-13)"),
        (WALK | {"boulders": "4.3+4.4"}, "A step 4.3", "occupied", "boulder lies on 4.3 (OV-13)"),
        (WALK | {"A": "- - - 0/0/0"}, "A step 1.0", "entry", "(OV-11); possible: A step 0.0"),
        (WALK, "B stop", "not_yours", "A is asked, not B"),
        (WALK, "A collect", "not_asked", "where the pawn steps"),
        (PLACE, "A place 3.1+3.2", "forbidden", "3.2 is for a treasure, sapphire (OV-20)"),
        (PLACE, "A place 1.0+1.1", "forbidden", "1.1 is an entrance (OV-20)"),
        (PLACE, "A place 0.0+0.1", "wrong_row", "(OV-20)"),
        (PLACE, "A place 4.1+4.0", "no_such_place", "write it as 4.0+4.1 (OV-19)"),
        (PLACE, "A place 4.0+4.2", "no_such_place", "no neighbours in one row (OV-19)"),
        (PLACE, "A place 4.0", "no_such_place", "such as 3.0+3.1 (OV-19)"),
        (PLACE | {"B": "4.1 - - 0/0/0"}, "A place 4.0+4.1", "occupied", "stands on 4.1 (OV-20)"),
        (PLACE | {"boulders": "4.1+4.2"}, "A place 4.0+4.1", "occupied", "lies on 4.1 (OV-20)"),
        (LIFT, "A lift 7.0+7.1", "no_boulder", "(OV-19); possible: A lift 3.0+3.1, A lift 4.2+4.3"),
        ({"now": "ball A climb A3+ball2 2", "hand_A": "2"}, "A drop 3", "wrong_slot", "A drop 2"),
        ({"now": "ball A climb A3+ball2 2", "hand_A": "2"}, "A drop 9", "no_such_slot", "1 to 6"),
        (FELL, "B fell A", "not_there", "(OV-23); possible: B fell C, B safe"),
        (FELL, "A tilted C", "not_there", "(OV-23); possible: A fell B, A safe"),
        (FELL, "C fell A", "told", "(OV-23); A B may still tell"),
        (FELL, "A off 3.0+3.1", "no_boulder", "(OV-19); possible: A fell B, A safe"),
        (FELL, "A off 3.1+3.0", "no_such_place", "write it as 3.0+3.1 (OV-19); possible: A fell B"),
        (WALK, "A collect", "not_asked", "the pawn steps (OV-12); possible: A step 5.1"),
        (WALK, "B stop", "not_yours", "the pawn steps (OV-12); possible: A step 5.1"),
        (WALK, "A step 9.0", "no_such_space", "possible: A step 5.1"),
        (WALK, "stuck", "not_asked", "its action is over (OV-29); possible: A step"),
        ({}, "stuck", "not_asked", "its action is over (OV-29); possible: A climb"),
        ({"gear_A": "?6"}, "A gear ?5", "no_card", "(OV-05); possible: A climb A2+boulder+ball1"),
        (PLACE, "A place 3.1+3.2", "forbidden", "possible: A place 1.2+1.3"),
        (PLACE, "A place 0.0+0.1", "wrong_row", "possible: A place 1.2+1.3"),
        (PLACE, "A place 4.1+4.0", "no_such_place", "possible: A place 1.2+1.3"),
        (PLACE, "A place x", "no_such_place", "possible: A place 1.2+1.3"),
        (PLACE, "A place 4.0+5.0", "no_such_place", "in one row (OV-19)"),
        (PLACE | {"boulders": "4.1+4.2"}, "A place 4.1+4.2", "occupied", "already (OV-20)"),
        (FELL | {"boulders": "4.1+4.2"}, "B off 4.1+4.2", "not_yours", "OV-A13"),
        ({"B": "2.2 - - 0/0/0"}, "B fell A", "not_asked", "set up again where it was (OV-A16)"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_rule_and_what_would_be_possible(
    lines: dict[str, str], words: str, code: str, says: str
) -> None:
    """Nothing changes: :meth:`Sitting.refused` looks at the lines before and after."""
    refused = Sitting(**lines).refused(words)
    assert refused.code == code
    assert says in str(refused)


EDGE = house(boulder_model=BoulderModel.EDGE)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("A place 4.0+3.0", "no_such_place", "write it as 3.0+4.0 (OV-19)"),
        ("A place 4.0+4.2", "no_such_place", "4.0 and 4.2 are no neighbours (OV-19)"),
        ("A place 4.1+5.0", "occupied", "a boulder lies beside 4.1 (OV-20)"),
    ],
)
def test_a_place_between_rows_is_refused_with_how_it_is_written(
    words: str, code: str, says: str
) -> None:
    """OV-A02, ``edge``."""
    refused = Sitting(EDGE, **PLACE, boulders="4.1+4.2").refused(words)
    assert refused.code == code
    assert says in str(refused)


def test_where_the_program_deals_no_refusal_names_what_could_be_played() -> None:
    """OV-03: what is possible is in a hand."""
    sitting = Sitting(DEALT, gear_A="?5")
    for words in ("A stop", "B climb A4", "A gear ?6", "stuck"):
        assert "possible" not in str(sitting.refused(words))


def test_the_gear_that_cannot_be_in_the_pile_is_refused_with_what_can() -> None:
    """OV-24, OV-A23."""
    lines = {"gear_C": "2 ?5", "gear_D": "?5"}
    sitting = Sitting(now="gear A climb A3+ball2 2", hand_A="2", owed="B1", **lines)
    refused = sitting.refused("equip B ?5")
    assert refused.code == "gone"
    assert "OV-24" in str(refused)
    assert "possible: equip B ?4+boulder, equip B ?3+?3" in str(refused)
    assert sitting.code("equip C ?6") == "not_asked"


def test_of_a_hand_that_the_program_dealt_a_refusal_names_no_other_card() -> None:
    """OV-03, OV-05."""
    says = str(Sitting(DEALT, hand_A="A4, B4, C4").refused("A climb A3+ball2"))
    assert says == "A3+ball2 is not in the hand of A (OV-05)"


def test_a_boulder_with_no_other_place_stays() -> None:
    """OV-A03: the other one is lifted."""
    box = box_from(
        SHIPPED
        | {
            "boulders": 2,
            "board": {
                "rows": [3, 3, 2, 3],
                "slots": 6,
                "emeralds": ["3.0"],
                "rubies": ["3.1"],
                "sapphires": ["3.2"],
                "caves": [["0.0", "1.0"], ["0.2", "1.2"]],
            },
        }
    )
    lines = {"now": "lift A climb ?2+boulder 2", "hand_A": "2", "boulders": "1.0+1.1 2.0+2.1"}
    sitting = Sitting(box, **lines)
    assert sitting.options == ["A lift 1.0+1.1"]
    assert sitting.code("A lift 2.0+2.1") == "same_place"


def test_words_that_are_no_answer_are_told_what_would_be_but_never_a_dealt_card() -> None:
    for box in BOXES.values():
        for here in played(begin(GAME, Setup(3, box)), random.Random(5)):
            if not isinstance(here.pending, Decision):
                continue
            _, says = why_not(here.state, "dance")
            may = str(here.pending.options[0])
            verbs = {verb for option in here.pending.options for verb in str(option).split()}
            dealt = box.virtual and not verbs.isdisjoint({"climb", "draw"})
            assert (f"possible: {may}" in says) is not dealt, says
