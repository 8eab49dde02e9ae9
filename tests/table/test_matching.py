"""Every way of giving dice to presses is weighed; one is believed only if no other may be true."""

from __future__ import annotations

import itertools
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.kernel import Seat
from firmware_host.table.matching import SURE, ways

A, B = Seat(0), Seat(1)
OWED = {A: 3, B: 3}
NEVER = [13.0, 13.0]


def test_a_die_that_two_may_have_is_nobodys_yet() -> None:
    found = ways(["Rb"], [A, B], [[0.0, 0.5]], [13.0], OWED)
    assert found.sure(0) is None
    assert found.likely(0) == (A, B)


def test_what_explains_both_dice_is_believed_though_each_alone_is_unclear() -> None:
    alone = ways(["Rb"], [A, B], [[2.0, 2.0]], [13.0], OWED)
    assert alone.sure(0) is None
    both = ways(["Rb", "Yf"], [A, B], [[2.0, 2.0], [9.0, 0.0]], NEVER, OWED)
    assert (both.sure(0), both.sure(1)) == (0, 1)


def test_alike_dice_need_no_telling_apart() -> None:
    found = ways(["Rb", "Rb"], [A, B], [[0.0, 0.0], [0.0, 0.0]], NEVER, OWED)
    assert {found.sure(0), found.sure(1)} == {0, 1}


def test_one_press_explains_one_of_two_dice_and_which_is_not_known() -> None:
    found = ways(["Rb", "Yf"], [A], [[0.0], [0.0]], NEVER, OWED)
    assert (found.sure(0), found.sure(1)) == (None, None)


def test_nobody_gets_more_than_it_is_owed() -> None:
    found = ways(["Rb", "Yf"], [A, A, B], [[0.0, 0.0, 4.0]] * 2, NEVER, {A: 1, B: 1})
    assert sorted(c for c in found.chosen if c is not None) in ([0, 2], [1, 2])


COSTS = st.sampled_from([None, 0.0, 1.0, 3.0, 9.0])


@given(
    st.lists(st.sampled_from(["Rb", "Yf"]), min_size=1, max_size=3),
    st.lists(st.sampled_from([A, B]), max_size=4),
    st.data(),
)
def test_it_finds_what_trying_everything_finds(
    faces: list[str], seats: list[Seat], data: st.DataObject
) -> None:
    costs = [[data.draw(COSTS) for _ in seats] for _ in faces]
    nobody = [data.draw(st.sampled_from([5.0, 13.0])) for _ in faces]
    best: dict[tuple[tuple[str, Seat | None], ...], float] = {}
    for way in itertools.product([None, *range(len(seats))], repeat=len(faces)):
        used = [claim for claim in way if claim is not None]
        whose = Counter(seats[claim] for claim in used)
        if len(set(used)) < len(used) or any(n > OWED[seat] for seat, n in whose.items()):
            continue
        each = [nobody[d] if c is None else costs[d][c] for d, c in enumerate(way)]
        if any(cost is None for cost in each):
            continue
        given_to = [None if claim is None else seats[claim] for claim in way]
        outcome = tuple(sorted(zip(faces, given_to, strict=True), key=str))
        total = sum(cost for cost in each if cost is not None)
        best[outcome] = min(total, best.get(outcome, total))
    least = min(best.values())
    near = {outcome for outcome, cost in best.items() if cost < least + SURE}
    found = ways(faces, seats, costs, nobody, OWED)
    assert set(found.outcomes) == near
    assert best[found.outcomes[0]] == least
