"""States in words: what they say, what cannot be read, and what can never be."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware_host.rules.kernel import Unreadable
from firmware_host.rules.oh_no_volcano.box import BoulderModel, Box
from firmware_host.rules.oh_no_volcano.faults import faults
from firmware_host.rules.oh_no_volcano.lines import LINES
from firmware_host.rules.oh_no_volcano.reading import read
from firmware_host.rules.oh_no_volcano.words import write

from .sitting import DEALT, USUAL, VIRTUAL, house

FELL = {"now": "fell A 4 of B climb B3+ball4 2", "hand_A": "2", "B": "2.2 - - 0/0/0"}
STEP = {"now": "step A A 4 climb A4 1", "hand_A": "2"}
TWELVE = ", ".join(card.name for card in Box().climbers)


def why(box: Box | None = None, /, **lines: str) -> Unreadable:
    """What is unreadable about the usual state with these lines."""
    with pytest.raises(Unreadable) as told:
        read(box or Box(), USUAL | lines)
    return told.value


def wrong(box: Box | None = None, /, **lines: str) -> str:
    """The first thing that can never be about the usual state with these lines."""
    box = box or Box()
    found = faults(read(box, USUAL | (VIRTUAL if box.virtual else {}) | lines))
    assert all(fault.partition(":")[0] in LINES for fault in found)
    return found[0] if found else ""


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("now", "", "is no question"),
        ("now", "dance A", "is no question"),
        ("now", "play", "whose?"),
        ("now", "play F", "is no seat"),
        ("now", "first A", "write first alone"),
        ("now", "deal A A4", "write deal and a seat"),
        ("now", "play A A4", "makes no sense"),
        ("now", "step A", "its pawn, and the steps left"),
        ("now", "step A D 2 climb A4 1", "is no pawn"),
        ("now", "step A A x climb A4 1", "is no count of steps"),
        ("now", "step A A 2 walked climb A4 1", "makes no sense"),
        ("now", "collect A", "the pawn that stands there"),
        ("now", "place A not 1.1+1.2 climb A4 1", "is no boulder's place"),
        ("now", "fell A 4 climb A4 1", "who has yet to tell"),
        ("now", "fell A 4 of climb A4 1", "who has yet to tell"),
        ("now", "fell A 4 of F climb A4 1", "is no seat"),
        ("now", "pawn A climb A4", "how many of its actions"),
        ("now", "pawn A climb A9 1", "is no card"),
        ("now", "pawn A gear A4 1", "is no card"),
        ("now", "pawn A climb A4 one", "is no count of actions"),
        ("A", "", "write the places of pawns"),
        ("A", "- - -", "write the places of pawns"),
        ("A", "- - 9.9 0/0/0", "is no space"),
        ("A", "- - - 0/0", "emeralds/rubies/sapphires"),
        ("A", "- - - 0/0/x", "is no count of treasures"),
        ("A", "- - - 0/0/-1", "cannot be negative"),
        ("treasures", "4/8", "emeralds/rubies/sapphires"),
        ("boulders", "1.1+1.2", "is no boulder's place"),
        ("owed", "F1", "is no seat"),
        ("owed", "A", "is no count of gear cards"),
        ("owed", "A1 A1", "A is there twice"),
        ("gear_pile", "2 A4", "is no card"),
        ("gear_discard", "two ?5", "is no count of cards"),
        ("gear_discard", "2 ?5 ?6", "makes no sense"),
        ("gear_A", "4 ?5", "more gear cards of a kind about than the box holds"),
        ("hand_A", "A4", "people hold these cards"),
        ("hand_A", "", "people hold these cards"),
        ("deck_A", "many", "is no count of cards"),
        ("discard_A", "?5", "is no card"),
        ("discard_A", TWELVE, "cards more are about than a colour has, 12"),
    ],
)
def test_a_line_that_makes_no_sense_is_named_with_what_to_write(
    key: str, text: str, says: str
) -> None:
    told = why(**{key: text})
    assert says in told.says
    moved = {"gear_A": "gear_pile", "discard_A": "deck_A"}
    assert told.key == (moved[key] if "about" in says else key)


def test_lines_that_are_missing_or_unknown_are_named() -> None:
    assert why(lenght="3").key == "lenght"
    for key in ("now", "A", "B"):
        with pytest.raises(Unreadable, match="is missing"):
            read(Box(), {k: v for k, v in USUAL.items() if k != key})
    with pytest.raises(Unreadable, match="but D plays"):
        read(Box(), {k: v for k, v in USUAL.items() if k != "C"})
    with pytest.raises(Unreadable, match="D does not play"):
        read(Box(), {k: v for k, v in USUAL.items() if k != "D"} | {"gear_D": "?5"})
    assert why(A="- - - 0/9/0").key == "treasures"  # rest cannot be less than nothing


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ({"A": "2.2 2.2 - 0/0/0"}, "A: a pawn of A stands on 2.2 (OV-13)"),
        ({"A": "2.2 - - 0/0/0", "B": "2.2 - - 0/0/0"}, "B: a pawn of A stands on 2.2 (OV-13)"),
        ({"boulders": "3.0+3.1 3.0+3.1"}, "boulders: two cannot lie in one place (OV-20)"),
        ({"boulders": "4.0+4.1 4.1+4.2"}, "boulders: two would lie at 4.1 (OV-20)"),
        ({"boulders": "4.0+4.1", "B": "4.0 - - 0/0/0"}, "boulders: a pawn of B stands on 4.0"),
        (
            {"boulders": "4.0+4.1 4.2+4.3 6.0+6.1 7.0+7.1"},
            "boulders: 4 lie there, but the box has 3",
        ),
        ({"A": "- - - 2/0/0"}, "A: a player's board has room for 1/2/3 treasures (OV-16)"),
        ({"treasures": "4/8/11"}, "treasures: 11 sapphires in all, but the box has 12"),
        ({"deck_A": "8"}, "deck_A: 11 cards in all, but a colour has 12"),
        ({"hand_A": "4"}, "hand_A: a hand has 3 cards at most (OV-03)"),
        ({"discard_A": "2 A4"}, "discard_A: more copies of a card than its colour has"),
        (STEP | {"discard_A": "A4"}, "discard_A: more copies of a card than its colour has"),
        ({"gear_pile": "3 ?5"}, "gear_pile: 0 ?4+boulder in all, but the box has 3"),
        ({"gear_A": "3 ?5, ?6"}, "gear_A: 4 gear cards are more than 3 (OV-25)"),
        ({"owed": "B1"}, "owed: gear cards are owed only once pawns have fallen (OV-24)"),
        (FELL | {"owed": "B4"}, "owed: nobody loses more than 3 pawns to a ball (OV-24)"),
        (FELL | {"owed": "B3"}, "owed: fewer pawns of B are off the board"),
        ({"now": "over A"}, "now: no board is full"),
        ({"now": "over A climb A4 1", "hand_A": "2"}, "now: no board is full"),
        ({"now": "over A climb A4 2", "hand_A": "2"}, "now: the card has not so many actions"),
        ({"now": "over A climb A4 0", "hand_A": "2"}, "now: the card lies face up, so an action"),
        ({"A": "- - - 1/2/3"}, "now: the board of A is full, so the game is over (OV-30)"),
        ({"now": "deal A"}, "now: no card is dealt to A now (OV-03)"),
        ({"now": "first", "hand_B": "2"}, "now: B has not drawn its hand (OV-03)"),
        ({"now": "first", "discard_B": "A4"}, "now: cards have been played"),
        ({"now": "draw A"}, "now: A draws no card now (OV-08)"),
        ({"hand_B": "2"}, "hand_B: between turns it is full while the deck has cards (OV-08)"),
        ({"hand_A": "0", "discard_A": TWELVE}, "now: A has no card to play (OV-31)"),
        ({"now": "play A climb A4 1", "hand_A": "2"}, "now: a card lies face up"),
        ({"now": "pawn A"}, "now: this is about a card"),
        (STEP | {"now": "step A A 4 climb A4 2"}, "now: action 2 of this card is not a move"),
        (STEP | {"now": "ball A climb A4 1"}, "now: action 1 of this card is not a ball"),
        (STEP | {"hand_A": "1"}, "hand_A: it is full while the deck has cards (OV-08)"),
        (STEP | {"now": "pawn A climb A4 1"}, "now: A4 says itself which pawn moves (OV-10)"),
        (STEP | {"now": "step A B 4 climb A4 1"}, "now: A4 moves no other pawn than A (OV-10)"),
        (STEP | {"now": "step A A 5 climb A4 1"}, "now: A4 has not 5 steps left"),
        (STEP | {"now": "step A A 4 moved climb A4 1"}, "now: A4 has not 4 steps left"),
        (STEP | {"now": "step A A 3 climb A4 1"}, "now: a step is used up"),
        (STEP | {"now": "step A A 3 moved climb A4 1"}, "now: a pawn in base camp has not moved"),
        (
            STEP | {"A": "0.0 - 1.0 0/0/0", "B": "0.1 - - 0/0/0"},
            "now: this pawn cannot step on (OV-13)",
        ),
        (STEP | {"now": "collect A A climb A4 1"}, "now: A can take no treasure there (OV-15)"),
        (
            STEP | {"now": "cave A A climb A4 1", "A": "2.2 - - 0/0/0"},
            "now: no way up through a cave from there (OV-18)",
        ),
        (
            {"now": "lift A climb ?2+boulder 2", "hand_A": "2"},
            "now: a boulder is in the supply, so none is taken off (OV-19)",
        ),
        (
            {
                "now": "place A climb ?2+boulder 2",
                "hand_A": "2",
                "boulders": "4.0+4.1 6.0+6.1 7.0+7.1",
            },
            "now: no boulder is in the supply (OV-19)",
        ),
        (
            {"now": "place A not 4.0+4.1 climb ?2+boulder 2", "hand_A": "2"},
            "now: no boulder was lifted from there (OV-19)",
        ),
        (
            FELL | {"now": "fell A 3 of B climb B3+ball4 2"},
            "now: ball4 is not dropped into chute 3",
        ),
        (FELL | {"now": "fell A 4 of C climb B3+ball4 2"}, "now: those who may have to tell are"),
        (FELL | {"now": "gear A climb B3+ball4 2"}, "owed: nobody draws a gear card"),
        (FELL | {"now": "trim A climb B3+ball4 2"}, "now: nobody has too many gear cards (OV-25)"),
    ],
)
def test_what_can_never_be_is_named_by_its_line(lines: dict[str, str], says: str) -> None:
    assert wrong(**lines).startswith(says)


def test_hands_that_the_program_deals_are_named_and_were_not_played() -> None:
    """OV-03, OV-08."""
    assert wrong(DEALT, hand_A="3") == "hand_A: the program deals these cards: name them"
    says = wrong(DEALT, hand_A="2 A4, B4")
    assert says == "hand_A: a card is there that A has played already (OV-08)"


def test_boulders_between_spaces_may_touch_pawns() -> None:
    """OV-A02."""
    edge = house(boulder_model=BoulderModel.EDGE)
    assert wrong(edge, boulders="4.0+4.1 4.2+4.3", B="4.1 - - 0/0/0") == ""


def test_a_pile_with_nothing_in_it_is_not_drawn_from() -> None:
    """OV-A06."""
    left = {"gear_pile": "", "gear_A": "3 ?5", "gear_B": "3 ?4+boulder", "gear_C": "3 ?3+?3"}
    left |= {"gear_D": "3 ?6", "gear_discard": "3 boulder+?3, A4+B2, B4+C2, C4+A2", "owed": "B1"}
    says = wrong(now="gear A climb B3+ball4 2", hand_A="2", **left)
    assert says == "gear_pile: no gear card is left to draw (OV-A06)"


JUNK = st.text(st.sampled_from("ABE 0123-+./,?rest\u0663") | st.characters(), max_size=30)
WORDS = """play deal step fell place not moved climb gear A B E A4 B3+ball4 ?5 rest 1 2 3 -1 2.1 -
3.0+3.1 0/0/0 1/2/3 of , / +"""
PIECES = st.lists(st.sampled_from(WORDS.split()), max_size=8).map(" ".join)


@given(key=st.sampled_from(LINES), text=JUNK | PIECES, dealt=st.booleans())
@example("A", "2.1 - 3.0 1/2/3", False)
@example("now", "step A A -1 climb A4 1", False)
@example("now", "over A climb A4 3", True)
def test_nothing_but_a_state_or_a_complaint_comes_of_any_line(
    key: str, text: str, dealt: bool
) -> None:
    box = DEALT if dealt else Box()
    try:
        state = read(box, USUAL | (VIRTUAL if dealt else {}) | {key: text})
    except Unreadable:
        return
    assert all(fault.partition(":")[0] in LINES for fault in faults(state))
    assert read(box, write(state)) == state
