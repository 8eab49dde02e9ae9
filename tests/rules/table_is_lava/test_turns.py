"""A launch and what comes of it, the count and the tie: TL-09 to TL-25, by the words."""

from __future__ import annotations

import pytest

from firmware_host.rules.kernel import Decision, Over, Source
from firmware_host.rules.table_is_lava.box import Leaning, Missed

from .sitting import Sitting, house


def test_a_launch_is_judged_once_it_has_stopped_by_anybody_and_nothing_else_is_asked() -> None:
    """TL-10, TL-11: how it was thrown is not asked; the one question is how it lies now."""
    sitting = Sitting().play("A launch n1")
    assert sitting.options == [
        "landed touching", "landed thumb", "landed apart", "landed off",
    ]  # fmt: skip
    assert isinstance(sitting.here.pending, Decision)
    assert sitting.here.pending.source is Source.TABLE
    assert {option.seat for option in sitting.here.pending.options} == {None}


@pytest.mark.parametrize(("where", "placed"), [("touching", 2), ("thumb", 2), ("apart", 0)])
def test_only_the_launched_card_is_judged(where: str, placed: int) -> None:
    """TL-12, TL-A11, TL-A12: what it pushed or leans on is for people to judge, not asked."""
    sitting = Sitting().play("A launch n2", f"landed {where}")
    assert sitting["A"].split()[0] == f"{13 - placed}/{2 + placed}"


def test_all_owners_with_meeples_are_asked_at_once_and_tell_in_any_order() -> None:
    """TL-17: nobody without a meeple on the table is asked."""
    sitting = Sitting(C="15/0 all").play("A launch n1", "landed apart")
    assert sitting["now"] == "fell A of A B D"
    assert {words.split()[1] for words in sitting.options} == {"A", "B", "D"}
    sitting.play("fell D 1", "fell A 0")
    assert sitting["now"] == "fell A of B"
    assert sitting.refused("fell D 0")[0] == "told"  # no meeple was left, and it has told


def test_with_nobody_on_the_table_nothing_is_asked_after_a_miss() -> None:
    """TL-18."""
    off = dict.fromkeys("ABCD", "15/0 all")
    assert Sitting(**off).play("A launch n1", "landed off")["now"] == "launch B"


OF_A = "possible: fell A 0, fell A 1, fell A 2, fell A 3"
FALLEN = f"{OF_A}, fell C 0, fell C 1, fell C 2, fell D 0, fell D 1, fell D 2"
ASKED = "what is asked now is which meeples fell (TL-17)"
NONE = f"is no answer in The Table Is Lava; {ASKED}; {FALLEN}"


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (
            "fell A 4",
            "conservation",
            "A has 3 meeples on the table: 0 to 3 can have fallen (TL-25)",
        ),
        (
            "fell B 1",
            "conservation",
            f"B has no meeple on the table: none can fall (TL-25); {FALLEN}",
        ),
        ("fell E 1", "no_such_seat", f"nobody plays at seat E (TL-01); {FALLEN}"),
        ("A launch n1", "not_asked", f"{ASKED}; {OF_A}"),
        ("landed off", "not_asked", f"{ASKED}; {FALLEN}"),
        ("fell A", "unknown_words", f"'fell A' {NONE}"),
        ("fell A -1", "unknown_words", f"'fell A -1' {NONE}"),
    ],
)
def test_an_impossible_observation_is_refused_with_the_rule_and_what_would_be_possible(
    words: str, code: str, says: str
) -> None:
    """TL-25: and the same question stands."""
    sitting = Sitting(A="12/3 all", B="15/0 all").play("A launch n2", "landed apart")
    before, asked = sitting.lines, sitting.options
    assert sitting.refused(words) == (code, says)
    assert sitting.lines == before
    assert sitting.options == asked


def test_every_refusal_of_a_play_says_which_rule() -> None:
    first = Sitting()
    foreign, says = first.refused("B launch n1")
    assert foreign == "not_yours"
    assert says.startswith("it is A's launch, not B's (TL-09); possible: A launch n1, ")
    assert "(TL-09)" in first.refused("A launch n9")[1]
    assert "(TL-03)" in first.refused("A hot")[1]
    flying = first.play("A launch n3_blue")
    assert "(TL-12)" in flying.refused("landed on")[1]
    assert flying.refused("A launch n3_blue")[0] == "gone"
    asked = flying.play("landed thumb")
    assert "0 to that (TL-14)" in asked.refused("B stand 2")[1]
    assert "(TL-13)" in asked.refused("A stand 1")[1]
    assert "(TL-14)" in asked.refused("C stand 1")[1]
    rock = Sitting(house(rock_island=True)).play("A launch n1")
    assert "(TL-24)" in rock.refused("landed touching")[1]


def test_what_leans_counts_as_the_house_says_and_only_people_can_see_it() -> None:
    """TL-A08: the rules count what is told; the table's question says how a leaning one counts."""
    for leaning in Leaning:
        box = house(leaning_counts_as=leaning)
        end = Sitting(box, now="count A of A", A="10/5", B="15/0 count 0/0", C="15/0 count 0/0",
                      D="15/0 count 0/0").play("count A 3 2")  # fmt: skip
        assert "A scored 8" in end.told


def test_a_discarded_miss_is_out_and_one_that_stays_lies_on() -> None:
    """TL-A01: either way it is out of the hand."""
    stays = Sitting().play("A launch n2", "landed apart")
    gone = Sitting(house(missed_card=Missed.DISCARDED)).play("A launch n2", "landed apart")
    assert "out" not in stays["A"]
    assert gone["A"].endswith("out n2")


def test_the_count_offers_every_way_to_stand_and_lie_and_no_other() -> None:
    """TL-20, TL-25."""
    sitting = Sitting(now="count A of A", A="12/3", **dict.fromkeys("BCD", "15/0 count 0/0"))
    assert sitting.options == ["count A 3 0", "count A 2 1", "count A 1 2", "count A 0 3"]
    assert isinstance(sitting.play("count A 0 3").here.pending, Over)


def test_no_luck_is_drawn_in_this_game() -> None:
    sitting = Sitting().play("A launch n3_blue", "landed thumb", "B stand 0")
    assert isinstance(sitting.here.pending, Decision)
    assert sitting.here.pending.source is not Source.CHANCE
