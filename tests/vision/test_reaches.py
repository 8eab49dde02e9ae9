"""Where arms cross the rim tells whose arm may have taken a die, also when arms cross."""

from __future__ import annotations

import random

import pytest

from firmware_host.rules.kernel import Seat
from firmware_host.table.claims import Belongs, Press, Vanished, join
from firmware_host.vision.facts import SIDES_DEG, GoneDie
from firmware_host.vision.reader import Reader
from hw.mock.world import Rest

from .rendering import MS, Table

SIDES = (90.0, 162.0, 234.0, 306.0)
"""The virtual table's seats; nobody tells the reader."""


def grabbed(reader: Reader, seed: int) -> list[tuple[GoneDie, float]]:
    """Four hands within 400 ms: each die that went, and from which side it really was taken."""
    table, luck = Table.of(reader, 7_000 + seed, 12), random.Random(seed)
    before = table.rest().dice
    dice = luck.sample(list(table.world.lying()), len(SIDES))
    reaching = [(table.at_ns + luck.randint(20, 420) * MS, i) for i in range(len(SIDES))]
    for at_ns, i in sorted(reaching):
        while table.at_ns + 100 * MS < at_ns:
            table.look()
        table.take(dice[i].number, SIDES[i], button=i)
    table.look()
    gone = table.rest(10).gone
    where = {die.number: (die.x_mm, die.y_mm) for die in before}
    rests = [die.rest for die in dice]
    known = [g for g in gone if g.number in where]  # one touched under a hand is a new die
    return [(g, SIDES[_nearest(where[g.number], rests)]) for g in known]


def _nearest(place: tuple[float, float], rests: list[Rest]) -> int:
    return min(
        range(len(rests)),
        key=lambda i: (rests[i].x_mm - place[0]) ** 2 + (rests[i].y_mm - place[1]) ** 2,
    )


@pytest.mark.parametrize("seed", [1, 4, 5])
def test_of_four_hands_at_once_none_is_far_from_where_the_takers_would_be(
    reader: Reader, seed: int
) -> None:
    taken = grabbed(reader, seed)
    assert len(taken) >= 3
    for gone, side in taken:
        off = gone.off(side)
        assert off is not None
        assert off < 16, (gone, side)


def test_four_hands_at_once_with_a_press_each_are_told_apart_or_asked_about(
    reader: Reader,
) -> None:
    """Nobody can tell all of them from a picture: hands cover hands. But none may be wrong."""
    sure = 0
    for seed in range(1, 7):
        taken = grabbed(reader, seed)
        dice = [
            Vanished(
                g.number,
                str(n),
                g.seen_ns,
                g.missed_ns,
                {Seat(i): g.off(deg) or 0.0 for i, deg in enumerate(SIDES)},
            )
            for n, (g, _) in enumerate(taken)
        ]
        at_ns = min(d.missed_ns for d in dice) - 400 * MS
        presses = [Press(Seat(i), at_ns) for i in range(len(SIDES))]
        owing = {Seat(i): 3 for i in range(len(SIDES))}
        told = join(dice, presses, owing, 1_500 * MS, at_ns + 1_400 * MS)
        for verdict in told:
            if isinstance(verdict, Belongs):
                sure += 1
                assert SIDES[verdict.press.seat] == taken[int(verdict.die.face)][1]
    assert sure >= 8, "a third of them"


def test_between_two_sides_it_is_in_between_and_without_a_hand_nothing() -> None:
    off = tuple(float(i) for i in range(len(SIDES_DEG)))
    gone = GoneDie(1, "R", "b", 0, 1, off)
    assert gone.off(10.0) == 1.0
    assert gone.off(25.0) == 2.5
    assert gone.off(355.0) == pytest.approx(17.5)
    assert GoneDie(1, "R", "b", 0, 1).off(10.0) is None
