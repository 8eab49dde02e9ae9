"""A state in words and back; what makes no sense, and what can never be."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware_host.rules.kernel import Unreadable
from firmware_host.rules.table_is_lava.box import Box, Placement
from firmware_host.rules.table_is_lava.faults import faults
from firmware_host.rules.table_is_lava.reading import HELP, LINES, read
from firmware_host.rules.table_is_lava.words import TOPICS, write

from .sitting import USUAL, house


def why(**lines: str) -> Unreadable:
    with pytest.raises(Unreadable) as told:
        read(Box(), USUAL | lines)
    return told.value


def wrong(box: Box | None = None, /, **lines: str) -> str:
    found = faults(read(box or Box(), USUAL | lines))
    return found[0] if found else ""


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("A", "13", "write supply/table"),
        ("A", "13/x", "no count of meeples; write a number"),
        ("A", "13/-2", "cannot be negative"),
        ("A", "13/2 n3_red", "'n3_red' is no card of this colour; they are start, n1, n2, n3_blue"),
        ("A", "13/2 n1 out n1 out n1", "'out' is there twice"),
        ("A", "13/2 count 2", "write count standing/lying"),
        ("A", "13/2 count 2/1", "2 stand and 1 lie, but 2 are on the table"),
        ("A", "13/2 own", "'' is no count of meeples"),
        ("now", "go A", "'go' is no question; write one of hot, launch"),
        ("now", "", "'' is no question"),
        ("now", "hot A", "'A' makes no sense; write hot alone"),
        ("now", "launch", "whose launch? write such as launch A"),
        ("now", "launch E", "'E' is no seat; write one of A B C D"),
        ("now", "landed A", "write such as landed A n1"),
        ("now", "landed A n3_red", "is no card of this colour"),
        ("now", "stand A n1 of", "write such as stand A n3_blue of B"),
        ("now", "fell A of B B", "a seat is there twice"),
        ("lava", "3", "there is no such line; a state has now, A, B, C, D"),
    ],
)
def test_a_line_that_makes_no_sense_is_named_with_what_to_write(
    key: str, text: str, says: str
) -> None:
    told = why(**{key: text})
    assert told.key == key
    assert says in told.says


def test_a_line_that_is_missing_is_named() -> None:
    lines = {**USUAL}
    del lines["C"]
    with pytest.raises(Unreadable, match="C: this line is missing, but D plays"):
        read(Box(), lines)
    with pytest.raises(Unreadable, match="now: this line is missing"):
        read(Box(), {"A": "13/2", "B": "13/2"})


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ({"A": "13/3 all"}, "A: 13 in supply and 3 on the table make 16; there are 15"),
        ({"A": "13/2 all out n1"}, "A: 4 n1 in hand, out or on the way, but there are 3"),
        ({"A": "13/2 all", "now": "landed A n1"}, "A: 4 n1 in hand, out or on the way"),
        ({"A": "13/2 start"}, "A: its Start card lies on the table"),
        ({"A": "13/2"}, "now: A has no card left to launch"),
        ({"now": "hot", "A": "12/3 all"}, "now: before the first launch"),
        ({"A": "13/2 n1 count 2/0"}, "now: nothing is counted before"),
        ({"now": "stand A n1 of B"}, "now: no launched n1 of A lies on the table"),
        ({"A": "13/2 n2", "now": "stand A n1 of B"}, "now: n1 shows no meeple of B"),
        ({"A": "13/2", "now": "stand A n3_blue of B"}, "now: nobody stands meeples on a final"),
        ({"now": "fell A of C B"}, "now: name the seats in their order"),
        ({"A": "13/2 n2", "now": "fell A of B then n1"}, "now: meeples are stood first"),
        ({"now": "count A of A B C D"}, "now: it is not counted before"),
        ({"now": "over A"}, "now: it is not counted before"),
    ],
)
def test_what_can_never_be_is_named_by_its_line(lines: dict[str, str], says: str) -> None:
    assert wrong(**lines).startswith(says)


def test_at_the_end_counts_and_ties_must_fit_each_other() -> None:
    done = dict.fromkeys("ABCD", "13/2 count 2/0")
    assert wrong(now="own A of A B C D", **done) == ""
    assert "those who tie count the own cards: A B C D" in wrong(now="over A", **done)
    assert "whoever has no count yet" in wrong(now="count A of A", **done)
    one = {**done, "B": "13/2 count 1/1"}
    assert "only in a tie" in wrong(now="own A of A", A="12/3 count 3/0", **dict.fromkeys(
        "BCD", "13/2 count 2/0"))  # fmt: skip
    assert "those who tie count the own cards: A C D" in wrong(now="own A of A B C D", **one)
    assert "counted first" in wrong(now="over A", **{**done, "C": "13/2"})
    assert "more than there are on the table" in wrong(
        now="own A of B C D", **{**done, "A": "13/2 count 2/0 own 9"}
    )


def test_questions_the_house_rules_never_put_are_named() -> None:
    held = dict.fromkeys("ABCD", "13/2 n1")
    asked = {**held, "now": "stand A n3_blue of B"}
    assert wrong(**asked) == ""
    forced = house(foreign_placement=Placement.FORCED)
    assert "nobody is asked" in wrong(forced, **asked)
    assert "clockwise from A" in wrong(**{**held, "now": "stand A n3_blue of C B"})
    assert "B has no meeple in its supply" in wrong(**{**asked, "B": "0/15 n1"})
    three = {k: v for k, v in USUAL.items() if k != "D"}
    box = house(players=(2, 2))
    assert faults(read(box, three))[0].startswith("A: 3 play, but this box is for 2 to 2")


def test_hands_that_no_order_of_turns_leads_to_are_named() -> None:
    """TL-09, TL-19: one launch each, clockwise."""
    two, one = "13/2 n1 n1", "13/2 n1"
    assert wrong(now="launch B", A=one, B=two, C=two, D=one) == "", "D began, then A"
    assert wrong(now="launch B", A=two, B=two, C=two, D=two) == "", "B began"
    assert "A: 9 cards in hand; 2 or 1" in wrong(now="launch B", A="13/2 all", B=two, C=two, D=two)
    assert "D: 2 cards in hand; 1 in this" in wrong(now="launch B", A=one, B=two, C=one, D=two)
    assert "A: 0 cards" in wrong(now="launch B", A="13/2", B=two, C=two, D=two)
    assert wrong(now="landed B n2", A=two, B=one, C=two, D=two) == ""
    assert "launched nothing yet" in wrong(now="fell A of A", **dict.fromkeys("ABCD", "13/2 all"))


def test_before_the_first_launch_all_cards_are_in_hands() -> None:
    assert "C: before the first launch everyone has all cards" in wrong(now="hot", C="13/2 n1")


def test_every_question_has_help() -> None:
    assert set(HELP) == set(TOPICS.values())


WORDS = """hot launch landed stand fell count own over A B C D E of then n1 n2 n3_blue start all out
13/2 15/0 0/15 count 2/0 -1 1/1"""
PIECES = st.lists(st.sampled_from(WORDS.split()), max_size=8).map(" ".join)
JUNK = st.text(st.sampled_from("ABE 0123-/of") | st.characters(), max_size=30)


@given(key=st.sampled_from(LINES), text=JUNK | PIECES)
@example("now", "fell A of B then n1")
def test_nothing_but_a_state_or_a_complaint_comes_of_any_line(key: str, text: str) -> None:
    try:
        state = read(Box(), USUAL | {key: text})
    except Unreadable:
        return
    assert all(fault.partition(":")[0] in LINES for fault in faults(state))
    assert read(Box(), write(state)) == state
