"""What is refused is refused for its reason, and what has none is not refused."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.rules.hexgrid import SIDES, Cell, Rotation
from firmware_host.rules.kernel import Illegal, Over, Seat, spelled
from firmware_host.rules.lost_island import answers as a
from firmware_host.rules.lost_island.box import DRAWN, MONSTERS, TOOLS, As
from firmware_host.rules.lost_island.game import GAME
from firmware_host.rules.lost_island.refusals import CODES
from firmware_host.rules.lost_island.state import State, now

from .legal import house
from .sitting import USUAL, Sitting
from .test_random_games import BOXES, Here, played, somewhere


def everything(state: State) -> Iterator[a.IslandAnswer]:
    """Every answer that anybody could think of at a place of the island."""
    seat = now(state).seat if state.turn else Seat(0)
    near = sorted({*state.island.tiles, *state.island.coast, Cell(50, 50)})
    for cell in near:
        yield from (a.Move(seat, cell), a.Haunt(seat, cell), a.Back(seat, cell))
        yield from (a.Flip(seat, cell), a.Refuge(seat, cell))
        yield from (a.Place(seat, cell, Rotation(k)) for k in range(6))
        yield from (a.Stalk(seat, monster, cell) for monster in MONSTERS)
    for n in range(8):
        yield from (a.Die(None, n), a.Pick(seat, n), a.Drop(seat, n))
    for kind in DRAWN:
        yield a.Draw(None, kind)
    for side in SIDES:
        yield from (a.Fence(seat, side), a.Burn(seat, side))
    loads = [a.Load(hand, fences) for hand in range(5) for fences in range(5)]
    yield from (a.Spears(seat, monster, load) for monster in MONSTERS for load in loads)
    yield from (a.Build(seat, tool) for tool in TOOLS)
    for one in map(Seat, range(6)):
        yield from (a.Raft(seat, one), a.Give(seat, one), a.Give(one, seat), a.Begin(one))
    yield from (kind(seat) for kind in (a.Search, a.Explore, a.Fire, a.Hut, a.Log, a.End))


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_an_answer_is_refused_if_and_only_if_it_is_not_offered(data: st.DataObject) -> None:
    """LI-18..LI-54: each with its code, and for each rule its number."""
    seats = data.draw(st.integers(2, 5))
    box = data.draw(st.sampled_from(list(BOXES.values())))
    here = somewhere(seats, data.draw(st.integers(0, 10_000)), box)
    walk = [here, *(after for _, after in played(here, random.Random(seats)))]
    here = walk[data.draw(st.integers(0, min(60, len(walk) - 1)))]
    if not isinstance(here.pending, Over):
        judge(here)


def judge(here: Here) -> None:
    assert not isinstance(here.pending, Over)
    offered = set(map(str, here.pending.options))
    for answer in everything(here.state):
        if str(answer) in offered:
            continue
        code, says = GAME.why_not(here.state, str(answer))
        assert code in CODES, code
        assert says
        if code == "not_asked":  # only for another question's answers
            topics = {"Die", "Draw", "Place", "Haunt", "Stalk", "Burn", "Back", "Flip", "Refuge"}
            assert here.pending.topic != "action" or type(answer).__name__ in topics | {"Begin"}


RULE_AND_MORE = re.compile(r"\(LI-.*possible: ")


@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_a_refusal_names_the_rule_it_is_by_and_what_would_be_possible(data: st.DataObject) -> None:
    seed = data.draw(st.integers(0, 10_000))
    here = somewhere(2 + seed % 4, seed, data.draw(st.sampled_from(list(BOXES.values()))))
    walk = [here, *(after for _, after in played(here, random.Random(seed)))]
    here = walk[data.draw(st.integers(0, min(60, len(walk) - 1)))]
    if isinstance(here.pending, Over):
        return
    offered = set(map(str, here.pending.options))
    for answer in everything(here.state):
        if str(answer) not in offered:
            code, says = GAME.why_not(here.state, str(answer))
            assert RULE_AND_MORE.search(says), (code, says)
        _, says = GAME.why_not(here.state, f"{answer} twice")
        assert RULE_AND_MORE.search(says), says


@pytest.mark.parametrize(
    ("words", "says", "could"),
    [
        ("A move 2,0", "one hex at a time (LI-19)", "A move 1,0, A move 1,-1"),
        ("A fire", "a fire takes 2 wood from the hand (LI-26)", "A move 1,0, A move 1,-1"),
        ("A pick 0", "one wood at least goes up or down (LI-20, LI-A20)", "A pick 1, A pick 2"),
        ("A drop 0", "one wood at least goes up or down (LI-20, LI-A20)", "A drop 1"),
        ("A pick 3", "2 more can be carried (LI-20)", "A pick 1, A pick 2"),
        ("A drop 2", "1 wood is carried (LI-20)", "A drop 1"),
    ],
)
def test_a_refused_action_names_others_like_it(words: str, says: str, could: str) -> None:
    there = Sitting(A="0,0/1", wood="0,0 4")
    assert f"{says}; possible: {could}" in str(there.why(words))


def test_wood_that_would_be_as_it_was_is_refused_by_its_ruling() -> None:
    there = Sitting(A="2,0/1").play("A drop 1")
    assert "since the last paid action (LI-A20)" in str(there.why("A pick 1"))


def test_a_house_where_the_crash_site_is_no_beach_is_told_so() -> None:
    """LI-A07; the volcano's ruling is LI-A06."""
    box = house(crash_as=(As.PLACEMENT,), volcano_as=(As.PLACEMENT,))
    volcano = USUAL["island"] + ", 0,1 volcano r0"
    there = Sitting(box, A="1,0/0", island=volcano)
    assert "nobody walks on to a crash here (LI-A07)" in str(there.why("A move 0,0"))
    assert "nobody walks on to a volcano here (LI-A06)" in str(there.why("A move 0,1"))
    crashed = Sitting(box, A="0,0/1", B="0,0/1", chapter="3", lit="3 A B C", huts="A4 B3")
    assert "nobody searches the crash site here (LI-A07)" in str(crashed.why("A search"))
    assert "no raft is begun at the crash site here (LI-A07)" in str(crashed.why("A raft B"))


@pytest.mark.parametrize("n", [0, 7, 13])
@pytest.mark.parametrize(
    ("now", "rule"),
    [("search A 2", "LI-21"), ("spear A 2 forest 3", "LI-23"), ("fight A attack 2,0", "LI-31")],
)
def test_a_die_that_there_is_not_is_refused_with_its_rule_and_what_there_is(
    now: str, rule: str, n: int
) -> None:
    """LI-21, LI-23, LI-31: and the same question is asked again."""
    box = BOXES["wild"]
    there = Sitting(box, now=now, A="2,0/0", beach="2,0", forest="2,0")
    why = there.why(f"die {n}")
    assert why.code == "no_such_face"
    assert rule in str(why)
    assert "die 1, die 2, die 3, die 4, die 5, die 6" in str(why)
    assert there.asked.options == tuple(a.Die(None, pips) for pips in range(1, 7))


def test_a_hex_that_does_not_fit_is_refused_with_where_and_how_it_would() -> None:
    """LI-07, LI-08."""
    there = Sitting(now="place A hex beach")
    why = there.why("A place -1,0 r4")
    assert why.code == "edges"
    assert "water would meet land at 0,0, to the E (LI-08)" in str(why)
    assert "there it can lie r1, r2, r3" in str(why)
    assert "possible: A place" in str(there.why("A place 9,9 r0"))
    assert there.why("A place 0,0 r0").code == "taken"
    forest = Sitting(now="place A hex forest_inland")
    assert forest.why("A place 3,1 r3").code == "same_look"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("A place 3,-1 r7", "unknown_words"),
        ("A place 3,-01 r0", "unknown_words"),
        ("A dance", "unknown_words"),
        ("die", "unknown_words"),
        ("A die 5", "unknown_words"),
        ("E move 1,0", "no_such_seat"),
        ("A raft E", "no_such_seat"),
        ("B move 1,0", "not_yours"),
        ("die 5", "not_asked"),
        ("draw beach", "not_asked"),
        ("A move 2,0", "not_beside"),
        ("A move 0,1", "not_beside"),
        ("A spears forest 1", "out_of_reach"),
        ("A spears forest 0", "out_of_reach"),
        ("A log", "no_raft"),
        ("A fire", "wood"),
        ("A fence E", "wood"),
        ("A pick 1", "wood"),
        ("A drop 0", "wood"),
        ("A give B", "chapter"),
        ("B give C", "not_yours"),
        ("A build cart", "chapter"),
    ],
)
def test_words_that_answer_nothing_have_a_code(words: str, code: str) -> None:
    assert Sitting().why(words).code == code


def test_when_the_game_is_over_nothing_is_taken() -> None:
    ended = Sitting(now="over", A="x0,0/0", B="x0,0/0", C="x0,0/0")
    with pytest.raises(Illegal) as refused:
        spelled(GAME, ended.here, "A end")
    assert refused.value.code == "over"
    assert GAME.why_not(ended.state, "A end")[0] == "over"


def test_draws_of_what_is_not_there_name_what_is() -> None:
    """LI-07, LI-22."""
    there = Sitting(
        now="draw A hex",
        pile="1 beach",
        aside="13 beach, 7 forest_inland, 6 forest_coast, 6 mountain, 1 volcano",
    )
    why = there.why("draw volcano")
    assert (why.code, str(why)) == ("gone", "no volcano is on the pile (LI-07); possible: beach")


def test_monsters_and_lava_are_refused_for_their_rules() -> None:
    """LI-12, LI-14, LI-15, LI-16, LI-17, LI-24, LI-44, LI-45, LI-46."""
    there = Sitting(
        now="stalk A monster",
        A="1,0/0",
        forest="4,0",
        mountain="3,-1",
        fires="2,-1",
        volcano="3,0",
        island=USUAL["island"] + ", 4,1 volcano r0",
        fences="3,-1 SE",
    )
    said = {
        "A stalk beach 1,0": "LI-14",
        "A stalk volcano 5,5": "LI-14",
        "A stalk mountain 2,-1": "LI-16",
        "A stalk mountain 3,0": "LI-16",
        "A stalk volcano 4,0": "LI-14",
        "A stalk forest 3,0": "LI-15",
    }
    for words, rule in said.items():
        assert f"({rule})" in str(there.why(words)), words


def test_over_lava_the_volcano_monster_comes_closer_but_a_nearer_one_goes_first() -> None:
    """LI-15, not LI-14: the way over lava is a way for it (LI-A28)."""
    island = USUAL["island"] + " x, 4,1 volcano r0 x, 5,0 mountain r0 x"
    there = Sitting(
        now="stalk A monster",
        chapter="2",
        lit="3 A B C",
        pile="",
        aside="14 beach, 7 forest_inland, 6 forest_coast, 5 mountain",
        island=island,
        A="1,0/0",
        volcano="4,1",
        forest="3,-1",
    )
    assert "a nearer monster can come closer (LI-15)" in str(there.why("A stalk volcano 4,0"))


def test_a_monster_driven_back_comes_no_nearer_to_the_hunter() -> None:
    """LI-A14."""
    there = Sitting(
        now="retreat A 2 forest 1",
        chapter="2",
        lit="3 A B C",
        A="2,0/0 crossbow",
        forest="3,0",
    )
    said = "2,0 is nearer to the attacker (LI-A14); possible: A back 4,0, A back 3,-1"
    assert str(there.why("A back 2,0")) == said
