"""What people do at a real table is done at the virtual one, and no more."""

from __future__ import annotations

import dataclasses

from firmware_host.rules.kernel import Seat
from firmware_host.table import chores
from firmware_host.table.map import Between, Map, Piece, Spot
from firmware_host.table.scene import Chute, Cue, Scene, Throwing
from hw.ports import BoulderSeen, CardSeen, PawnSeen, Peg, Tabletop, Volcano
from tests.console.fake_world import Die, FakeHands
from tests.table.sample import scene

CARD = Throwing(Seat(0), "n1", ((Seat(0), 1),), "table")


def hands(*names: str) -> FakeHands:
    """Hands at a table with these cards."""
    cards = tuple(CardSeen(0, name, 0.0, 0.0, 0.0, False) for name in names)
    return FakeHands({}, lambda what, which: None, top=Tabletop(cards, (), ""))


def tidied(there: FakeHands, phase: str, *cards: Throwing) -> list[str]:
    """What was done for this scene."""
    shown = dataclasses.replace(scene([3, 4]), phase=phase, cards=cards)
    chores.tidy(shown, there, 0)
    return [name for name, _ in there.calls]


def test_a_card_that_was_told_of_and_never_thrown_is_thrown_before_anyone_stands_on_it() -> None:
    start = dataclasses.replace(CARD, name="start")
    done = tidied(hands("start"), "stand", start, CARD)
    assert done[:1] == ["launch n1"]
    assert "launch start" not in done


def test_nothing_is_thrown_that_lies_there_or_is_on_its_way() -> None:
    flying = dataclasses.replace(CARD, name="n2", where="flying")
    assert tidied(hands("n1"), "judge", CARD, flying) == []


MISSED = dataclasses.replace(CARD, where="out")


def test_a_card_that_goes_is_taken_off_the_table_and_laid_back_if_it_stays_after_all() -> None:
    """TL-A01."""
    assert tidied(hands("n1"), "clear", MISSED) == ["take away n1"]
    gone = CardSeen(0, "n1", 0.0, 0.0, 0.0, off=True, aside=True)
    there = FakeHands({}, lambda what, which: None, top=Tabletop((gone,), (), ""))
    assert tidied(there, "clear", MISSED) == []
    flying = dataclasses.replace(CARD, where="flying")
    assert tidied(there, "judge", flying) == ["lay back n1"]


def test_a_card_that_fell_off_by_itself_stays_where_it_is_whatever_is_told_of_it() -> None:
    """TL-A02."""
    off = CardSeen(0, "n1", 900.0, 0.0, 0.0, off=True)
    for card in (CARD, MISSED, dataclasses.replace(CARD, where="flying")):
        there = FakeHands({}, lambda what, which: None, top=Tabletop((off,), (), ""))
        assert tidied(there, "judge", card) == []


def test_who_throws_once_more_takes_the_card_up_and_throws_it() -> None:
    """TL-A14: and a foul that was told before anything was thrown takes nothing up."""
    flying = dataclasses.replace(CARD, where="flying")
    shown = dataclasses.replace(scene([3, 4]), phase="judge", cards=(flying,))
    for names, done in ((("n1",), ["unthrow n1"]), ((), [])):
        there = hands(*names)
        chore = chores.Chores(there)
        chore.shown(shown, 0)
        chore.played(Cue("relaunch", seat=Seat(0)))
        assert [name for name, _ in there.calls] == done
        chore.played(Cue("placed", seat=Seat(0)))
        assert [name for name, _ in there.calls] == done


# A volcano


def climbing(phase: str, chute: int | None = None) -> Scene:
    """Pawn A of seat A on 2.1, and a boulder."""
    spots = (Spot("2.1", 1.0, 0.0, "peg", pieces=(Piece("pawn", Seat(0), "A"),)),)
    shown = Map("peg", spots, (Between("boulder", ("3.0", "3.1")), Between("cave", ("1.1", "4.1"))))
    due = None if chute is None else Chute(chute, 6, due=phase == "drop")
    return dataclasses.replace(scene([3, 4]), phase=phase, map=shown, chute=due)


PEGS = (Peg("2.1", 1.0, 2), Peg("3.0", 0.5, 3), Peg("3.1", 1.5, 3))
STANDS = (PawnSeen(0, "A", "2.1"),)
LIES = (BoulderSeen("3.0+3.1"),)


def done_for(shown: Scene, there: Volcano) -> list[str]:
    hands = FakeHands({}, lambda what, which: None, top=Tabletop(volcano=there))
    chores.tidy(shown, hands, 0)
    return [f"{name} {numbers[0]}" for name, numbers in hands.calls]


def test_pawns_and_boulders_are_put_where_the_game_has_them_once() -> None:
    assert done_for(climbing("move"), Volcano(PEGS, 6)) == ["set_up -1"]
    assert done_for(climbing("move"), Volcano(PEGS, 6, STANDS, LIES)) == []
    fallen = (dataclasses.replace(STANDS[0], how="fallen"),)
    rolled = Volcano(PEGS, 6, fallen, LIES, slot=2, told=True)
    assert done_for(climbing("gear"), rolled) == ["set_up -1"]


def test_what_a_ball_has_done_stays_until_it_is_told() -> None:
    rolled = Volcano(PEGS, 6, STANDS, LIES, slot=2)
    assert done_for(climbing("drop", 2), rolled) == [], "it is not confirmed yet"
    assert done_for(climbing("rolling", 2), rolled) == ["roll_told -1"]
    told = dataclasses.replace(rolled, told=True)
    assert done_for(climbing("rolling", 2), told) == []
    assert done_for(climbing("drop", 3), told) == ["set_up -1"], "that was the ball before"


def test_a_ball_that_was_told_of_and_not_dropped_or_into_another_chute_is_dropped() -> None:
    """OV-A24."""
    for there in (Volcano(PEGS, 6, STANDS, LIES), Volcano(PEGS, 6, STANDS, LIES, slot=5)):
        assert done_for(climbing("rolling", 2), there)[:2] == ["set_up -1", "drop 2"]


def test_who_has_the_turn_drops_the_ball_once() -> None:
    shown = climbing("drop", 4)
    mine = dataclasses.replace(shown.seats[0], status="climbs")
    for there, seat, slot in (
        (Volcano(PEGS, 6), mine, 4),
        (Volcano(PEGS, 6), shown.seats[1], None),
        (Volcano(PEGS, 6, slot=4), mine, None),
    ):
        hands = FakeHands({}, lambda what, which: None, top=Tabletop(volcano=there))
        assert chores.to_drop(shown, hands, seat) == slot


def swept(there: FakeHands, sweeper: chores.Sweeper, throw: int) -> list[str]:
    """What was done for a scene in which this throw is due."""
    due = dataclasses.replace(scene([3, 4]), throw=throw, waiting_for=(Seat(1),))
    there.calls.clear()
    sweeper.sweep(due, there, 0)
    return [f"{name} {button}" for name, (button,) in there.calls]


def test_the_dice_are_taken_up_once_before_each_throw_and_not_once_they_are_thrown() -> None:
    there = FakeHands({1: Die("crater", "Yb")}, lambda what, which: None)
    sweeper = chores.Sweeper()
    assert swept(there, sweeper, 0) == []
    assert swept(there, sweeper, 7) == ["empty 1"]
    there.throw(1, 0)
    assert swept(there, sweeper, 7) == []
    assert swept(there, sweeper, 0) == []
    assert swept(there, sweeper, 8) == ["empty 1"]


def test_dice_in_hands_need_not_be_taken_up() -> None:
    there = FakeHands({1: Die("hand 0", "Yb")}, lambda what, which: None)
    assert swept(there, chores.Sweeper(), 1) == []
