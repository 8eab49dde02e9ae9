"""States and answers in words, and what is told about words that are neither."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware_host.rules.kernel import Setup, Unreadable, begin
from firmware_host.rules.lost_island.box import Box
from firmware_host.rules.lost_island.faults import faults
from firmware_host.rules.lost_island.game import GAME
from firmware_host.rules.lost_island.reading import LINES, read
from firmware_host.rules.lost_island.words import write

from .legal import house
from .sitting import USUAL, Sitting

M1 = USUAL["island"]
LATE = {
    "island": M1 + ", 4,1 volcano r0 x",
    "pile": "",
    "aside": "14 beach, 7 forest_inland, 6 forest_coast, 6 mountain",
}
BUILT = {"chapter": "2", "lit": "3 A B C"}
RAFT = {"chapter": "3", "lit": "3 A B C", "huts": "A4 B3"}


def why(**lines: str) -> Unreadable:
    with pytest.raises(Unreadable) as told:
        read(Box(), USUAL | lines)
    return told.value


def wrong(box: Box | None = None, /, **lines: str) -> str:
    """The first thing that can never be."""
    return next(iter(faults(read(box or Box(), USUAL | lines))), "")


def test_a_new_game_in_words() -> None:
    """LI-01, LI-03: and read back."""
    state = begin(GAME, Setup(2, Box())).state
    words = write(state)
    assert words["now"] == "first"
    assert words["island"] == "0,0 crash r0"
    assert read(Box(), words) == state
    fire = begin(GAME, Setup(2, house(crash_fire=True, crash_fire_counts=True))).state
    assert (write(fire)["fires"], write(fire)["lit"]) == ("0,0", "1")


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("now", "", "is no question"),
        ("now", "dance A 3", "is no question"),
        ("now", "first A", "write it alone"),
        ("now", "over A", "write it alone"),
        ("now", "action", "whose, and where in the turn?"),
        ("now", "action A", "whose, and where in the turn?"),
        ("now", "action F 3", "is no seat"),
        ("now", "action E 3", "E does not play"),
        ("now", "action A lunch", "is no step of a turn"),
        ("now", "action A actions", "is no step of a turn"),
        ("now", "action A 3 beach", "makes no sense"),
        ("now", "place A hex", "write such as place A hex beach"),
        ("now", "place A hex swamp", "is no hex"),
        ("now", "haunt A monster beach", "write such as haunt A monster beach 2,-1"),
        ("now", "haunt A monster squid 2,-1", "is no monster"),
        ("now", "haunt A monster beach there", "is no cell"),
        ("now", "burn A 2 forest 3", "write such as burn A 2 forest 3 1"),
        ("now", "spear A 2 forest x", "is no count of spears"),
        ("now", "spear A 2 forest 3 rolled x", "is no die"),
        ("now", "retreat A 2 forest", "write such as retreat A 2 forest 1"),
        ("now", "fight A attack", "write such as fight A attack 3,-1"),
        ("now", "fight_retreat A attack", "write such as fight_retreat A attack forest"),
        ("now", "action A 3 rolled 5", "no dice are rolled for action"),
        ("now", "action A 3 had 2/0", ""),
        ("now", "action A 3 had 2-0", "is not the wood of all hands"),
        ("now", "action A 3 had 1/0/0 had 2/0/0", "'had' is there twice"),
        ("now", "fight A attack 2,0 fought there", "is no cell"),
        ("chapter", "two", "is no chapter"),
        ("island", "0,0 crash", "makes no sense"),
        ("island", "0,0 crash r0 y", "makes no sense"),
        ("island", "0,0 crash r0, 0,0 beach r1", "two hexes on 0,0"),
        ("island", "0 crash r0", "is no cell"),
        ("island", "0,0 swamp r0", "is no hex"),
        ("island", "0,0 crash r6", "is no rotation"),
        ("pile", "beach", "makes no sense"),
        ("pile", "-2 beach", "cannot be negative"),
        ("pile", "1 crash", "the crash is in no pile"),
        ("under", "sand", "is no hex"),
        ("aside", "99 beach", "more beach hexes about than the box holds"),
        ("A", "", "write cell/wood"),
        ("A", "1,0", "write cell/wood"),
        ("A", "y1,0/2", "is no cell"),
        ("A", "xx1,0/2", "write cell/wood"),
        ("A", "1,0/two", "is no count of wood"),
        ("A", "1,0/2 knife", "is no tool"),
        ("A", "1,0/2 hut:1,0 hut:2,0", "nobody has two huts"),
        ("A", "1,0/2 hut:there", "is no cell"),
        ("forest", "here", "is no cell"),
        ("forest", "2,0 E", "E does not play"),
        ("forest", "x A A A +two", "is no count of bonus"),
        ("wood", "2,0", "makes no sense"),
        ("wood", "2,0 1, 2,0 2", "is there twice"),
        ("wood", "2,0 few", "is no count of wood"),
        ("fires", "there", "is no cell"),
        ("fences", "2,0", "makes no sense"),
        ("fences", "2,0 N", "is no side"),
        ("fences", "2,0 E, 2,0 E", "is there twice"),
        ("lit", "many", "is no count of fires"),
        ("lit", "2 F", "is no seat"),
        ("huts", "4A", "is no seat"),
        ("huts", "A", "is no count of points"),
        ("raft", "there", "is no cell"),
        ("raft", "- A", "a raft lies somewhere"),
        ("raft", "1,0 A B done:A done:B", "one seat finishes"),
        ("wreck", "F", "is no seat"),
    ],
)
def test_a_line_that_makes_no_sense_is_named_with_what_to_write(
    key: str, text: str, says: str
) -> None:
    if not says:
        assert read(Box(), USUAL | {key: text})
        return
    told = why(**{key: text})
    assert says in told.says
    assert told.key == ("pile" if "about than the box holds" in says else key)


def test_lines_that_are_missing_or_unknown_are_named() -> None:
    assert why(lenght="3").key == "lenght"
    for key in ("now", "island", "A", "B"):
        with pytest.raises(Unreadable, match="is missing"):
            read(Box(), {k: v for k, v in USUAL.items() if k != key})
    assert why(E="0,0/0").key == "D"


ISLANDS = {
    "two": ("0,0 crash r0, 1,0 crash r2", "2 crash sites"),
    "none": ("1,0 beach r2", "0 crash sites"),
    "elsewhere": ("1,0 crash r0, 2,0 mountain r0, 3,0 mountain r0", "the crash site is on 0,0"),
    "apart": ("0,0 crash r0, 5,0 beach r0", "not every hex touches another (LI-07)"),
    "wet": ("0,0 crash r0, 1,0 forest_inland r0", "water meets land between 0,0 and 1,0 (LI-08)"),
}


@pytest.mark.parametrize("name", ISLANDS)
def test_an_island_that_can_never_be_is_named(name: str) -> None:
    """LI-01, LI-07, LI-08."""
    island, says = ISLANDS[name]
    assert wrong(island=island).startswith(f"island: {says}")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ({"pile": "1 beach"}, "pile: 3 beach hexes in all, but there are 16"),
        ({"under": "crash"}, "under: the crash site is in no pile"),
        ({"island": LATE["island"]}, "island: hexes are flipped once the pile is empty (LI-44)"),
        (
            LATE
            | {
                "island": M1 + ", 4,1 volcano r0, 5,0 mountain r0 x",
                "aside": "14 beach, 7 forest_inland, 6 forest_coast, 5 mountain",
            },
            "island: the volcano is the first hex under lava (LI-45)",
        ),
        (
            LATE | {"island": M1.replace("crash r0", "crash r0 x") + ", 4,1 volcano r0 x"},
            "island: every hex under lava is beside another (LI-45)",
        ),
        ({"A": "9,9/0"}, "A: no hex lies on 9,9 (LI-07)"),
        (LATE | {"A": "4,1/0"}, "A: 4,1 is under lava, so A is out (LI-47)"),
        ({"A": "x0,0/2"}, "A: who is out has no wood (LI-48)"),
        ({"A": "0,0/4"}, "A: 4 wood; without a cart 3 can be carried (LI-20)"),
        (BUILT | {"A": "0,0/0 cart cart"}, "A: nobody has two tools of a kind (LI-A23)"),
        ({"A": "0,0/0 cart"}, "A: tools are for the Building chapter and after (LI-41)"),
        (BUILT | dict.fromkeys("ABC", "0,0/0 cart"), "C: 3 have a cart; there are 2 (LI-41)"),
        ({"A": "+0,0/0"}, "A: nobody escapes before the end (LI-55)"),
        (BUILT | {"A": "0,0/0 hut:9,9", "huts": "A4"}, "A: no hut stands on 9,9"),
        (BUILT | {"A": "0,0/0 hut:1,0"}, "A: a hut stands on 1,0, but is not in the line huts"),
        (RAFT | {"A": "0,0/0 hut:1,0", "B": "0,0/0 hut:1,0"}, "A: too many huts on 1,0 (LI-A21)"),
        ({"wood": "9,9 1"}, "wood: there can be nothing on 9,9"),
        (LATE | {"fires": "4,1"}, "fires: there can be nothing on 4,1"),
        ({"fires": "1,0 1,0"}, "fires: there is one fire in a hex (LI-26)"),
        ({"fires": "1,0 2,0"}, "fires: 1,0 and 2,0 are beside each other, not three hexes apart"),
        ({"fences": "9,9 E"}, "fences: there can be nothing on 9,9"),
        ({"fences": "1,0 E, 2,0 W"}, "fences: two on the edge 1,0 E (LI-A24)"),
        ({"forest": "2,0 A A A A"}, "forest: 4 counters, but it has 3 circles (LI-25)"),
        ({"volcano": "2,0"}, "volcano: it comes with the volcano, which does not lie yet (LI-11)"),
        ({"volcano": "x A A A A A A A"}, "volcano: it comes with the volcano, which does not lie"),
        ({"forest": "- A"}, "forest: nobody has wounded a monster that has not appeared (LI-10)"),
        ({"forest": "2,0 A A A"}, "forest: with all circles full it is dead"),
        ({"forest": "x A A +2"}, "forest: bonus circles are for a dead monster"),
        ({"forest": "x A A A +3"}, "forest: bonus circles are for a dead monster"),
        ({"forest": "9,9"}, "forest: no hex lies on 9,9 (LI-07)"),
        (LATE | {"forest": "4,1"}, "forest: 4,1 is under lava (LI-48)"),
        ({"forest": "x A"}, "forest: only lava takes a monster that is not dead"),
        (LATE | {"volcano": "x"}, "volcano: only lava takes a monster that is not dead"),
        (BUILT | {"lit": "4 A B C A"}, "lit: 4 counters for fires, but 3 circles (LI-A18)"),
        ({"lit": "1 A B"}, "lit: 2 counters for fires, but 1 are lit (LI-32)"),
        (RAFT | {"huts": "A4 A3"}, "huts: nobody builds two (LI-A21)"),
        (RAFT | {"huts": "A4 B4"}, "huts: B's hut is worth 3 (LI-38)"),
        (
            {"mountain": "x A A A A A +2", "forest": "x A A A +2", "wreck": "A"},
            "lit: A has 13 counters on the track; there are 12 (LI-53)",
        ),
        (RAFT | {"raft": "3,0 A B"}, "raft: none lies on 3,0: it needs a hex with water (LI-50)"),
        (BUILT | {"raft": "1,0 A B", "huts": "A4"}, "raft: it is begun in the Escape chapter"),
        (RAFT | {"raft": "1,0 A"}, "raft: two begin it"),
        (RAFT | {"raft": "1,0 A A"}, "raft: two begin it"),
        (RAFT | {"raft": "1,0 A C"}, "raft: those who begin it have built huts (LI-50)"),
        (RAFT | {"raft": "1,0 A B done:B"}, "raft: done: and a seat stand there"),
        (RAFT | {"raft": "1,0 A B C C C C C C C C done:A"}, "raft: the last counter is that of"),
        ({"chapter": "4"}, "chapter: 4 is none"),
        ({"chapter": "2"}, "chapter: the Exploration ends with 3 fires, 0 are lit (LI-33)"),
        ({"lit": "3"}, "chapter: the Exploration ends with 3 fires, 3 are lit (LI-33)"),
        ({"huts": "A4"}, "huts: they are for the Building chapter and after (LI-35)"),
        (BUILT | {"chapter": "3"}, "chapter: the Building ends with 2 huts (LI-40)"),
    ],
)
def test_what_can_never_be_is_named_by_its_line(lines: dict[str, str], says: str) -> None:
    assert wrong(**lines).startswith(says)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ({"now": "first"}, "who begins is asked before any hex is drawn (LI-04)"),
        ({"A": "x0,0/0"}, "A plays no more, and has no turn"),
        ({"now": "action A hex"}, "that is not asked in this step of a turn (LI-05)"),
        ({"now": "action A 4"}, "4 actions; A has 3 (LI-18)"),
        ({"now": "action A 3 fought 2,0"}, "monsters fight at the end of a turn (LI-31)"),
        ({"now": "draw A setup"}, "before the first turn the crash site and two hexes are laid"),
        ({"island": "0,0 crash r0"}, "before the first turn the crash site and two hexes are"),
        ({"now": "action A 3 had 2/0"}, "after had stands the wood of every seat"),
        ({"now": "action A 3 had 0/0/0"}, "after had stands what is so no more"),
        ({"now": "search A 2 had 1/0/0", "A": "1,0/0"}, "had is for the question of actions"),
        (LATE | {"now": "draw A hex"}, "no hex is left to draw (LI-44)"),
        ({"now": "place A hex crash"}, "a crash fits nowhere (LI-08)"),
        ({"now": "haunt A monster mountain 4,0"}, "4,0 brings no mountain monster"),
        ({"now": "haunt A monster forest 9,9"}, "9,9 brings no forest monster"),
        ({"now": "flip A hex"}, "there is no choice of a hex to flip (LI-45)"),
        ({"now": "stalk A monster", "forest": "2,0"}, "there is no choice of a monster to move"),
        ({"now": "action A 0"}, "A has nothing left to do (LI-18)"),
        ({"now": "search A 2", "A": "4,0/0"}, "nothing is searched on such a hex (LI-21)"),
        ({"now": "burn A 2 forest 1 1", "A": "2,0/0", "forest": "2,0"}, "there is no choice of a"),
        ({"now": "spear A 2 forest 4", "A": "2,0/0", "forest": "2,0"}, "1 to 3 spears fly"),
        ({"now": "spear A 2 forest 1 rolled 5", "A": "2,0/0", "forest": "2,0"}, "1 to 3 spears"),
        ({"now": "spear A 2 forest 2 rolled 7", "A": "2,0/0", "forest": "2,0"}, "1 to 3 spears"),
        ({"now": "spear A 2 forest 1", "forest": "2,0"}, "the forest monster is out of reach"),
        ({"now": "retreat A 2 forest 1"}, "there is no choice for the forest monster (LI-24)"),
        ({"now": "fight A attack 2,0", "forest": "2,0", "beach": "2,0"}, "no two monsters fight"),
        ({"now": "fight_retreat A attack forest", "forest": "2,0"}, "the forest monster has lost"),
        ({"now": "refuge A attack"}, "A is not asked where to go (LI-30)"),
    ],
)
def test_a_question_that_could_not_be_asked_is_named(lines: dict[str, str], says: str) -> None:
    assert wrong(**lines).startswith(f"now: {says}")


GONE = RAFT | {"now": "over", "raft": "1,0 A B A B A B A B A C done:C", "A": "+1,0/0"}


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ({"now": "over"}, "now: it is over when the complete raft goes, or nobody plays any more"),
        (RAFT | {"now": "over", "raft": "1,0 A B"}, "now: it is over when the complete raft goes"),
        (GONE | {"A": "+2,0/0"}, "now: A escapes with a complete raft, from 1,0 (LI-55)"),
        (RAFT | {"now": "over", "A": "+1,0/0", "B": "x0,0/0", "C": "x0,0/0"}, "now: A escapes"),
        (GONE | {"A": "1,0/0"}, "now: A is on the raft's hex, so has escaped: write +1,0 (LI-55)"),
        (GONE, ""),
        ({"now": "over"} | dict.fromkeys("ABC", "x0,0/0"), ""),
    ],
)
def test_a_game_is_over_only_as_it_can_end(lines: dict[str, str], says: str) -> None:
    """LI-47, LI-55: ``put now over`` ends no game."""
    found = wrong(**lines)
    assert found.startswith(says) if says else not found


def test_fights_are_asked_only_where_they_can_be() -> None:
    """LI-31."""
    fights = house(monster_fights=True)
    two = {"forest": "2,0", "beach": "2,0"}
    assert wrong(fights, now="fight A attack 2,0", **two) == ""
    assert "no two monsters fight on 1,0" in wrong(fights, now="fight A attack 1,0", **two)
    again = "fight A attack 2,0 fought 2,0"
    assert "no two monsters fight" in wrong(fights, now=again, **two)
    assert "fewer than 7 dice" in wrong(
        fights, now="fight A attack 2,0 rolled 1 2 3 4 5 6 1", **two
    )
    assert "fewer than 7 dice" in wrong(fights, now="fight A attack 2,0 rolled 0", **two)
    lost = "fight_retreat A attack forest fought 2,0"
    assert wrong(fights, now=lost, **two) == ""
    fenced = {"fires": "1,0 3,0", "fences": "2,0 NE, 2,0 NW, 2,0 SE"}
    assert "there is no choice for the forest monster" in wrong(fights, now=lost, **two, **fenced)


JUNK = st.text(st.sampled_from("ABE 0123-+x/:,r_\u0663") | st.characters(), max_size=30)
WORDS = """action draw place haunt stalk burn spear retreat fight flip A B E hex monster attack
setup 0 1 3 4 had fought rolled 0/0/0 2/0/0 beach forest mountain volcano crash forest_inland r0 r2
0,0 2,0 9,9 -1,0 x +2 hut:1,0 done:A E NE , - 2,0/3 cart"""
PIECES = st.lists(st.sampled_from(WORDS.split()), max_size=8).map(" ".join)


@given(key=st.sampled_from(LINES), text=JUNK | PIECES)
@example("A", "+1,0/3 cart hut:1,0")
@example("now", "spear A 2 forest 3 rolled 9 9 9 9")
@example("now", "retreat A 2 volcano 3")
@example("island", "")
@example("now", "burn A 3 mountain 9 9")
def test_nothing_but_a_state_or_a_complaint_comes_of_any_line(key: str, text: str) -> None:
    try:
        state = read(Box(), USUAL | {key: text})
    except Unreadable:
        return
    assert all(fault.partition(":")[0] in LINES for fault in faults(state))
    assert read(Box(), write(state)) == state


def test_a_line_of_another_type_is_refused() -> None:
    with pytest.raises(Unreadable, match="write it as text"):
        read(Box(), USUAL | {"chapter": 3})  # type: ignore[arg-type]


def test_a_correction_may_be_put_inside_a_turn() -> None:
    """Any line may be replaced in the middle of anything, and play goes on from there."""
    there = Sitting(now="action A 3", A="2,0/2", wood="2,0 1").play("A drop 1")
    assert there["now"] == "action A 3 had 2/0/0"
    again = Sitting(**there.lines | {"forest": "2,0", "now": "action A 3"}).play(
        "A spears forest 1"
    )
    assert again["now"] == "spear A 2 forest 1"
