"""Whose die it was is known or asked, never guessed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.kernel import Seat
from firmware_host.table.claims import (
    AskWhose,
    Belongs,
    Press,
    TooMany,
    Vanished,
    WaitFor,
    expired,
    join,
)

MS = 1_000_000
CLAIM = 1_500 * MS
A, B, C = Seat(0), Seat(1), Seat(2)
OWING = {A: 3, B: 3, C: 3}
SIDES = {A: 90.0, B: 180.0, C: 270.0}


SOON = 5_700 * MS
"""A press for a die that went at 5,000 is unlikely from here on."""


def off(side: float | None) -> dict[Seat, float]:
    """How far each seat's arm would have been from one that came from *side*."""
    if side is None:
        return {}
    return {seat: abs((deg - side + 180) % 360 - 180) for seat, deg in SIDES.items()}


def die(number: int = 1, face: str = "Rb", at: int = 5_000, side: float | None = None) -> Vanished:
    return Vanished(number, face, (at - 100) * MS, at * MS, off(side))


def test_one_open_press_is_the_dies() -> None:
    press = Press(A, 4_000 * MS)
    assert join([die()], [press], OWING, CLAIM, 5_000 * MS) == (Belongs(die(), press),)


def test_a_tie_is_settled_by_where_the_arm_came_in_or_asked_once_no_press_can_come() -> None:
    presses = [Press(A, 4_900 * MS), Press(B, 4_900 * MS)]
    seen = die(side=175.0)
    assert join([seen], presses, OWING, CLAIM, 5_000 * MS) == (Belongs(seen, presses[1]),)
    for unclear in (die(), die(side=135.0)):
        soon = join([unclear], presses, OWING, CLAIM, 5_000 * MS)
        assert soon == (WaitFor(unclear, SOON),)
        assert join([unclear], presses, OWING, CLAIM, SOON) == (AskWhose(unclear, (A, B)),)


def test_two_hands_that_come_back_together_are_told_apart_by_what_explains_both() -> None:
    first, second = die(1, "Rb", side=135.0), die(2, "Yf", side=170.0)
    presses = [Press(A, 4_850 * MS), Press(B, 4_900 * MS)]
    assert join([first], presses, OWING, CLAIM, SOON) == (AskWhose(first, (A, B)),)
    found = join([first, second], presses, OWING, CLAIM, SOON)
    assert found == (Belongs(first, presses[0]), Belongs(second, presses[1]))


def test_a_hand_from_elsewhere_waits_for_another_press_and_then_is_believed() -> None:
    """People lean, and stand up: alone with its press such a hand is theirs in the end."""
    odd, press = die(side=115.0), Press(A, 4_900 * MS)
    assert join([odd], [press], OWING, CLAIM, 5_000 * MS) == (WaitFor(odd, SOON),)
    assert join([odd], [press], OWING, CLAIM, SOON) == (Belongs(odd, press),)


def test_two_unlike_dice_of_one_moment_and_one_press_wait_and_are_asked() -> None:
    dice = [die(1, "Rb"), die(2, "Yf")]
    press = Press(A, 4_900 * MS)
    early = join(dice, [press], OWING, CLAIM, 5_100 * MS)
    assert all(isinstance(v, WaitFor) for v in early)
    late = join(dice, [press], OWING, CLAIM, 7_000 * MS)
    assert late == tuple(AskWhose(d, (A, B, C)) for d in dice)


def test_two_like_dice_of_one_moment_need_no_telling_apart() -> None:
    dice = [die(1, "Rb"), die(2, "Rb")]
    presses = [Press(A, 4_900 * MS), Press(A, 4_950 * MS)]
    found = join(dice, presses, OWING, CLAIM, 5_000 * MS)
    assert found == (Belongs(dice[0], presses[0]), Belongs(dice[1], presses[1]))


def test_a_fourth_die_is_too_many_unless_somebody_else_may_have_it() -> None:
    owing = {A: 0, B: 3, C: 3}
    full = Press(A, 4_900 * MS)
    assert join([die()], [full], owing, CLAIM, 7_000 * MS) == (TooMany(die(), A),)
    mine = Press(B, 5_100 * MS)
    assert join([die()], [full, mine], owing, CLAIM, 5_200 * MS) == (Belongs(die(), mine),)


def test_nobodys_die_is_asked_of_all_who_owe_when_its_time_is_up() -> None:
    waiting = join([die()], [], OWING, CLAIM, 5_000 * MS)
    assert waiting == (WaitFor(die(), SOON),)
    assert join([die()], [], OWING, CLAIM, SOON) == (WaitFor(die(), 6_500 * MS),)
    asked = join([die()], [], {A: 0, B: 1, C: 2}, CLAIM, 6_500 * MS)
    assert asked == (AskWhose(die(), (B, C)),)


def test_a_question_the_likely_do_not_answer_is_put_to_all_who_owe() -> None:
    presses = [Press(A, 4_900 * MS), Press(B, 4_900 * MS)]
    (soon,) = join([die()], presses, OWING, CLAIM, 10_900 * MS)
    (late,) = join([die()], presses, OWING, CLAIM, 11_100 * MS)
    assert soon == AskWhose(die(), (A, B))
    assert late == AskWhose(die(), (A, B, C))


def test_a_press_expires_unless_a_die_that_is_nobodys_may_be_its() -> None:
    press = Press(A, 4_900 * MS)
    assert expired([press], [], CLAIM, 6_000 * MS) == ()
    assert expired([press], [], CLAIM, 7_000 * MS) == (press,)
    assert expired([press], [die()], CLAIM, 7_000 * MS) == ()


def test_a_press_lives_longer_while_hands_hide_dice() -> None:
    press = Press(A, 4_900 * MS)
    assert expired([press], [], CLAIM, 7_000 * MS, hidden=True) == ()
    assert expired([press], [], CLAIM, 11_000 * MS, hidden=True) == (press,)


def test_a_press_after_the_die_had_gone_does_not_beat_a_worse_arm_before() -> None:
    seen = Vanished(1, "Bf", 3_400 * MS, 5_000 * MS, {A: 14.0, B: 3.0, C: 20.0})
    before, after = Press(A, 3_300 * MS), Press(B, 5_156 * MS)
    assert join([seen], [before, after], OWING, CLAIM, SOON) == (AskWhose(seen, (B, A)),)


PRESSES = st.lists(st.builds(Press, st.sampled_from([A, B, C]), st.integers(0, 9_000 * MS)))
DICE = st.lists(
    st.builds(
        lambda n, face, at, side: Vanished(n, face, (at - 100) * MS, at * MS, off(side)),
        st.integers(1, 99),
        st.sampled_from(["Rb", "Yf", "Bl"]),
        st.sampled_from([2_000, 4_000, 4_100]),
        st.one_of(st.none(), st.sampled_from([80.0, 130.0, 200.0])),
    ),
    max_size=5,
    unique_by=lambda d: d.number,
)


@given(DICE, PRESSES, st.integers(0, 12_000))
def test_every_die_gets_one_verdict_and_no_press_or_place_is_spent_twice(
    dice: list[Vanished], presses: list[Press], now_ms: int
) -> None:
    owing = {A: 1, B: 3, C: 0}
    found = join(dice, presses, owing, CLAIM, now_ms * MS)
    assert sorted(v.die.number for v in found) == sorted(d.number for d in dice)
    owned = [v.press for v in found if isinstance(v, Belongs)]
    assert len(owned) <= len(presses)
    for seat, n in owing.items():
        assert sum(p.seat == seat for p in owned) <= n
    for press in owned:
        assert owned.count(press) <= presses.count(press)


def test_a_press_from_the_other_side_of_the_table_waits_for_a_better_one_then_is_asked() -> None:
    press, seen = Press(A, 4_900 * MS), die(side=272.0)
    assert join([seen], [press], OWING, CLAIM, 5_800 * MS) == (WaitFor(seen, 6_500 * MS),)
    asked = join([seen], [press], OWING, CLAIM, 6_500 * MS)
    assert asked == (AskWhose(seen, (A, B, C)),)
    right = Press(C, 5_200 * MS)
    found = join([seen], [press, right], OWING, CLAIM, 5_300 * MS)
    assert found == (Belongs(seen, right),)


def test_a_press_of_the_same_moment_comes_before_one_long_past() -> None:
    old, now = Press(A, 3_500 * MS), Press(B, 4_800 * MS)
    assert join([die()], [old, now], OWING, CLAIM, 5_000 * MS) == (Belongs(die(), now),)
