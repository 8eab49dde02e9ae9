"""Balls roll over the virtual volcano: what they knock off, and what they cannot."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware_host.rules.oh_no_volcano.box import Box
from firmware_host.table.dressings.oh_no_volcano import DRESSING
from hw.mock import volcano as v
from hw.mock.hands import VirtualHands
from hw.mock.world import fresh
from hw.mock.worldfile import WorldFile
from hw.ports import BoulderSeen, PawnSeen, Things, Volcano


class Thumbs:
    def press(self, button: int, at_ns: int) -> None: ...
    def release(self, button: int, at_ns: int) -> None: ...


def bare() -> Volcano:
    there = DRESSING.things(Box(), 4).volcano
    assert there is not None
    return there


def full() -> Volcano:
    """Twelve pawns and three boulders, as in the thick of a game."""
    pegs = [peg.name for peg in bare().pegs if peg.row % 2 == 0][:12]
    pawns = [PawnSeen(i // 3, "ABC"[i % 3], peg) for i, peg in enumerate(pegs)]
    return v.set_up(bare(), pawns, [BoulderSeen("3.0+3.1"), BoulderSeen("5.3+5.4")])


def test_a_ball_goes_from_its_chute_to_the_bottom_and_stays_on_the_board() -> None:
    for slot in range(1, 7):
        for seed in range(30):
            after = v.rolled(bare(), Random(seed), slot)
            xs, rows = zip(*after.way, strict=True)
            assert abs(xs[0] - (slot - 1)) < 0.6
            assert rows[0] == 9.0
            assert list(rows) == sorted(rows, reverse=True)
            assert rows[-1] == -1.0
            assert all(-0.5 <= x <= 5.5 for x in xs)


def test_the_same_luck_rolls_the_same_ball() -> None:
    assert v.rolled(full(), Random(3), 4) == v.rolled(full(), Random(3), 4)
    assert len({v.rolled(full(), Random(seed), 4).way for seed in range(20)}) == 20


def test_no_pawn_gets_lost_and_only_those_that_fell_rest_elsewhere() -> None:
    """OV-26..28: hit and upright, hit and tilted, fallen, fallen and at rest further down."""
    hows: Counter[str] = Counter()
    rested = stuck = off = alone = 0
    for seed in range(600):
        before = full()
        after = v.rolled(before, Random(seed), 1 + seed % 6)
        assert [(p.owner, p.letter, p.peg) for p in after.pawns] == [
            (p.owner, p.letter, p.peg) for p in before.pawns
        ]
        assert [b.pair for b in after.boulders] == [b.pair for b in before.boulders]
        assert all(p.how == v.FALLEN for p in after.pawns if p.rests)
        fallen = [p for p in after.pawns if p.how == v.FALLEN]
        hows.update(p.how for p in after.pawns)
        rested += sum(bool(p.rests) for p in after.pawns)
        stuck += after.stuck
        off += sum(b.off for b in after.boulders)
        alone += not fallen
    assert hows[v.STANDS] > hows[v.FALLEN] > hows[v.TILTED] > 0
    assert min(rested, stuck, off, alone) > 0, "each of these happens"


def test_a_pawn_under_a_boulder_falls_less_often() -> None:
    """OV-20: what a boulder is for."""

    def falls(*boulders: BoulderSeen) -> int:
        there = v.set_up(bare(), [PawnSeen(0, "A", "2.2")], boulders)
        rolls = (v.rolled(there, Random(seed), 3) for seed in range(800))
        return sum(roll.pawns[0].how == v.FALLEN for roll in rolls)

    assert falls(BoulderSeen("3.1+3.2")) < 0.8 * falls()


def test_a_chute_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no chute 7, only 1 to 6"):
        v.rolled(bare(), Random(1), 7)


def test_hands_drop_and_set_up_and_the_file_keeps_it(tmp_path: Path) -> None:
    file = WorldFile(tmp_path / "world.json")
    hands = VirtualHands(file, lambda: fresh(1, {}, 0), Thumbs(), {})
    hands.drop(3, 0)  # there is no volcano: nothing happens
    assert hands.tabletop().volcano is None
    hands.set_out(Things(4, volcano=bare()))
    hands.set_up(full().pawns, full().boulders, 0)
    hands.drop(3, 0)
    there = hands.tabletop().volcano
    assert there is not None
    assert (there.slot, there.told) == (3, False)
    hands.roll_told(0)
    again = VirtualHands(WorldFile(file.path), lambda: fresh(2, {}, 0), Thumbs(), {})
    assert again.tabletop().volcano == replace(there, told=True)
    hands.set_up(full().pawns, (), 0)
    there = hands.tabletop().volcano
    assert there is not None
    assert (there.slot, there.way, there.told, there.boulders) == (0, (), False, ())
