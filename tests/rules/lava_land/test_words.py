"""States in words: what they say, what cannot be read, and what can never be."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware_host.rules.kernel import Unreadable
from firmware_host.rules.lava_land.box import VECTORS, Box, GuardMode
from firmware_host.rules.lava_land.faults import faults
from firmware_host.rules.lava_land.reading import LINES, read
from firmware_host.rules.lava_land.words import write

from .sitting import USUAL, Sitting, house

TAKE = {"now": "take", "crater": "4 Yb, 4 Rt, 4 Bf"}


def why(**lines: str) -> Unreadable:
    """What is unreadable about the usual state with these lines."""
    with pytest.raises(Unreadable) as told:
        read(VECTORS, USUAL | lines)
    return told.value


def wrong(box: Box = VECTORS, /, **lines: str) -> str:
    """The first thing that can never be about the usual state with these lines."""
    found = faults(read(box, USUAL | lines))
    assert all(fault.partition(":")[0] in LINES for fault in found)
    return found[0] if found else ""


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("now", "", "is no question"),
        ("now", "dance A", "is no question"),
        ("now", "go", "whose?"),
        ("now", "go F", "is no seat"),
        ("now", "go E", "E does not play"),
        ("now", "go A now", "makes no sense"),
        ("now", "take A", "makes no sense"),
        ("now", "draw", "makes no sense"),
        ("now", "draw x", "is no place of the row"),
        ("now", "draw 2 done bonus", "nobody's turn"),
        ("now", "pick A 4", "write pick A 2 for two bolts"),
        ("now", "guard A burn B", "write such as guard A push B"),
        ("now", "guard A push E", "E does not play"),
        ("now", "card A done bonus done trap", "'done' is there twice"),
        ("now", "card A done lunch", "after 'done' write bonus or trap or trick"),
        ("now", "card A passed by", "after 'passed' write nothing"),
        ("first", "F", "is no seat"),
        ("first", "E", "E does not play"),
        ("first", "-", "is no seat"),
        ("lava", "hot", "is no space"),
        ("lava", "", "is no space"),
        ("lava", "99999", "is no space"),
        ("A", "", "write place/bananas/treasures"),
        ("A", "5/3", "write place/bananas/treasures"),
        ("A", "5/3/x", "is no count of treasures"),
        ("A", "5/-3/3", "cannot be negative"),
        ("A", "x1/0/0", "x alone means dead"),
        ("A", "+/7/3", "is no rank of arrival"),
        ("A", "five/3/3", "is no place"),
        ("A", "5/3/3 as_green", "is no card"),
        ("A", "5/3/3 as_red**", "each once"),
        ("row", "as_red", "1 cards; the row has 4 places"),
        ("row", "- - - joker", "is no card"),
        ("deck", "two as_red", "is no count"),
        ("deck", "2 as red", "makes no sense"),
        ("discard", "-1 as_red", "cannot be negative"),
        ("discard", "9 as_red", "more as_red about than the box holds"),
        ("crater", "3 Yx", "is no face"),
        ("crater", "3 Yb 2 Rt", "makes no sense"),
        ("dice", "Yb Rb Rt", "write such as A: Yb Rt Bf"),
        ("dice", "A: Yb; A: Rt", "A is there twice"),
        ("dice", "A: Yb>Y", "the other colour"),
        ("dice", "A: Yb>", "the other colour"),
        ("dice", "E: Yb", "E does not play"),
    ],
)
def test_a_line_that_makes_no_sense_is_named_with_what_to_write(
    key: str, text: str, says: str
) -> None:
    told = why(**{key: text})
    assert says in told.says
    assert told.key == ("deck" if "about than the box holds" in says else key)


def test_lines_that_are_missing_or_unknown_are_named() -> None:
    assert why(lenght="3").key == "lenght"
    assert why(E="x/0/0", now="dance").key == "now"
    for key in ("now", "lava", "A", "C", "row"):
        with pytest.raises(Unreadable, match="is missing"):
            read(VECTORS, {k: v for k, v in USUAL.items() if k != key})
    with pytest.raises(Unreadable, match="but E plays"):
        read(VECTORS, {k: v for k, v in USUAL.items() if k != "D"} | {"E": "0/0/0"})
    with pytest.raises(Unreadable, match="nobody is first before it is drawn"):
        read(VECTORS, USUAL | {"now": "first"})


JUNK = st.text(st.sampled_from("ABE 0123-+x/*!>;:,YRBbtfl_\u0663") | st.characters(), max_size=30)
WORDS = """go draw pick guard card A B E done locked passed bonus trap symbols search 1 2 3 -1
push loot banana 5/3/3 x/0/0 +1/7/3 as_red as_red* trick_again! warned Yb Rt Bf>R ; : , -"""
PIECES = st.lists(st.sampled_from(WORDS.split()), max_size=8).map(" ".join)


@given(key=st.sampled_from(LINES), text=JUNK | PIECES)
@example("A", "+1/7/3 as_red*!")
@example("now", "draw A -1 search")
def test_nothing_but_a_state_or_a_complaint_comes_of_any_line(key: str, text: str) -> None:
    try:
        state = read(VECTORS, USUAL | {key: text})
    except Unreadable:
        return
    assert all(fault.partition(":")[0] in LINES for fault in faults(state))
    assert read(VECTORS, write(state)) == state


def test_a_line_of_another_type_is_refused() -> None:
    with pytest.raises(Unreadable, match="write it as text"):
        read(VECTORS, USUAL | {"lava": 3})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ({"lava": "-6"}, "lava: -6 is not on its path"),
        ({"lava": "24"}, "lava: 24 is not on its path"),
        ({"A": "5/11/3"}, "A: 11 bananas are more than 10"),
        ({"A": "24/3/3"}, "A: 24 is not on the track"),
        ({"A": "-1/3/3"}, "A: -1 is not on the track"),
        ({"lava": "5"}, "A: alive on 5, but lava is on 5"),
        ({"A": "x/1/0"}, "A: the dead own nothing"),
        ({"A": "x/0/0 as_red"}, "A: the dead own nothing"),
        ({"A": "+1/6/0"}, "A: in the boat with 6 bananas"),
        ({"A": "+2/7/0"}, "A: arrivals count 1, 2"),
        ({"A": "+1/7/0", "B": "+1/7/0"}, "A: arrivals count 1, 2"),
        ({"B": "5/3/3 as_red!"}, "B: a card is marked !"),
        ({"A": "5/3/3 as_red*", **TAKE}, "A: a card is marked *"),
        ({"deck": "1 as_red"}, "deck: 1 guard_step in all, but the box holds 2"),
        ({"dice": "A: Yb Yt Rb Rt"}, "dice: A has 4"),
        ({"dice": "A: Yb Yt"}, "dice: A has 2"),
        ({"dice": "B: Yb Yt Rb>Y"}, "dice: a die of B counts as another colour"),
        ({"dice": "A: Yb Yb Yb; B: Yb Yb Rt"}, "dice: 5 yellow dice"),
        ({**TAKE, "crater": "5 Yb"}, "crater: 5 yellow dice"),
        ({**TAKE, "crater": "1 Yb"}, "crater: 1 dice lie there and 0 are taken, but 12"),
        (
            {"now": "take", "dice": "A: Yb Yb Yb; B: Rb Rb Rb; C: Bb Bb Bb; D: Yb Rb Bb"},
            "now: everyone has three dice",
        ),
        ({**TAKE, "now": "show"}, "now: every die is read"),
        ({"now": "show", "dice": "A: Yb"}, "dice: nobody has dice"),
        ({"crater": "1 Yb"}, "crater: dice are left in it"),
        ({"now": "first", "first": "-"}, "now: the first player is drawn before"),
        ({"now": "over"}, "now: the game is not over"),
        (dict.fromkeys("ABCD", "x/0/0"), "now: no character is on the track"),
        ({"now": "go A passed"}, "now: nothing is done, locked or passed before go"),
        ({"now": "card A"}, "now: A has no card to use"),
        ({"now": "card A done bonus"}, "now: a bonus that is done has locked"),
        ({"now": "trick A done trick"}, "now: a trick that is done has locked"),
        ({"now": "trick A"}, "now: a trick locks the colours"),
        ({"now": "order A"}, "now: A has no order to choose"),
        ({"now": "pick A 2"}, "now: a card is picked for a bonus"),
        ({"now": "board A done bonus locked symbols"}, "now: A cannot board"),
        ({"now": "guard A push B locked colours"}, "now: B has nothing to guard with"),
        ({"now": "draw A 2"}, "now: place 2 of the row is no gap"),
        ({"now": "draw 9"}, "now: place 9 of the row is no gap"),
        ({"now": "discard A"}, "now: a card of the row is discarded only if all cost three"),
    ],
)
def test_what_can_never_be_is_named_by_its_line(lines: dict[str, str], says: str) -> None:
    assert wrong(**lines).startswith(says)


def test_tricks_picks_and_guards_that_could_not_be_asked_are_named() -> None:
    none = dict.fromkeys("ABCD", "0/0/0")
    assert "would change anything" in wrong(now="trick A locked colours", lava="-5", **none)
    gone = "pick A 2 done bonus locked symbols"
    assert "can pick no card" in wrong(now=gone, A="x/0/0")
    auto = house(guard_mode=GuardMode.AUTO)
    asked = "guard A push B done trick locked colours"
    assert wrong(now=asked, B="5/3/3 guard_step") == ""
    assert "nothing to guard with" in wrong(auto, now=asked, B="5/3/3 guard_step")
    assert "nothing to guard with" in wrong(now=asked, B="0/3/3 guard_step")


def test_a_box_for_fewer_players_is_no_place_for_four() -> None:
    assert wrong(house(players=(3, 3))).startswith("A: 4 play, but this box is for 3 to 3")


def test_a_correction_may_be_put_inside_a_turn() -> None:
    """Any line may be replaced in the middle of anything, and play goes on from there."""
    sitting = Sitting(A="5/3/3 tricolour_gift", dice="A: Yt Rt Bt").play("A go", "A pass")
    lines = sitting.lines | {"A": "9/3/6 tricolour_gift", "lava": "0"}
    again = Sitting(**lines).play("A pass", "A gift banana")
    assert again["A"] == "9/4/6 tricolour_gift*"
    assert again["lava"] == "1"
